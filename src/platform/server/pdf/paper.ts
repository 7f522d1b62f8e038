import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import type { Language } from '../../contract/languages.ts'

type Pdf = InstanceType<typeof PdfDocument>
type Element = PDFKit.PDFStructureElement

/** Embedded, the signs that are used of it: Latin, Greek, Cyrillic, Arabic, Hebrew and many more (docs/decisions/0030). */
const PLAIN = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')
const BOLD = import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')

const INK = '#1f2937'
const GREY = '#4b5563'
const LINE = '#d1d5db'
/** Known to the package and not to its types. */
const HEADS: object = { scope: 'Column' }
/** Smaller than this nobody reads it: then it is broken. */
const SMALLEST = 4.5
const MARGIN = 48
const FOOT = 28

/** `whole`: a reference, which stays in one piece and is set smaller instead, as figures at the right are. */
export type Column = { heading: string; width: number; align?: 'right'; whole?: boolean }
export type PaperLine = { text: string; bold?: boolean; size?: number; grey?: boolean; align?: 'right' }
/** A cell's text; bold: the whole row is. */
export type Row = readonly string[]

type Cell = { x: number; width: number; align: 'right' | undefined; whole: boolean }
type Words = { words: readonly string[]; size: number }

type PaperOptions = {
  title: string
  language: Language
  size: 'LETTER' | 'A4'
  /** At the foot of each page, beside its number. */
  foot: string
  page: (no: number, of: number) => string
}

/**
 * A paper of text and tables: tagged for those who listen to it, its own fonts in it, and a table repeats its head on each
 * page. Pages are kept until the end, because each says how many there are.
 */
export class Paper {
  readonly pdf: Pdf
  readonly left = MARGIN
  readonly width: number
  #bottom: number
  #root: Element
  #options: PaperOptions
  y = MARGIN

  constructor(options: PaperOptions) {
    this.#options = options
    this.pdf = new PdfDocument({
      size: options.size,
      margin: MARGIN,
      pdfVersion: '1.7',
      tagged: true,
      lang: options.language,
      displayTitle: true,
      bufferPages: true,
      info: { Title: options.title },
    })
    this.pdf.registerFont('plain', fileURLToPath(PLAIN))
    this.pdf.registerFont('bold', fileURLToPath(BOLD))
    this.width = this.pdf.page.width - 2 * MARGIN
    this.#bottom = this.pdf.page.height - MARGIN - FOOT
    this.#root = this.pdf.struct('Document')
    this.pdf.addStructure(this.#root)
  }

  /** So much room, on a new page where this one has not got it. */
  room(height: number): boolean {
    if (this.y + height <= this.#bottom) return false
    this.pdf.addPage()
    this.y = MARGIN
    return true
  }

  gap(height: number): void {
    this.y += height
  }

  picture(bytes: Uint8Array, alt: string): void {
    const draw = () => void this.pdf.image(Buffer.from(bytes), this.left, this.y, { fit: [160, 44] })
    this.#root.add(this.pdf.struct('Figure', { alt }, draw))
    this.y += 54
  }

  /** Lines one below the other, each broken where it is longer than `width`; over several pages if need be. */
  text(lines: readonly PaperLine[], { x = this.left, width = this.width, tag = 'P' } = {}): void {
    for (const line of lines) {
      this.#style(line)
      for (const words of this.#broken(line.text, width)) {
        const height = (line.size ?? 9) * 1.4
        this.room(height)
        this.#style(line)
        const at = line.align === 'right' ? x + width - this.pdf.widthOfString(words) : x
        this.#root.add(this.pdf.struct(tag, {}, () => this.#put(words, at, this.y)))
        this.y += height
      }
    }
  }

  /** Blocks side by side, from the same height. */
  beside(blocks: readonly (readonly PaperLine[])[]): void {
    const width = this.width / blocks.length
    const top = this.y
    let lowest = top
    blocks.forEach((lines, at) => {
      this.y = top
      this.text(lines, { x: this.left + at * width, width: width - 12 })
      lowest = Math.max(lowest, this.y)
    })
    this.y = lowest
  }

  /** Rows as they come; what is not text comes to its turn between the pages. */
  async table(columns: readonly Column[], batches: AsyncIterable<readonly Row[]>): Promise<void> {
    const all = columns.reduce((sum, { width }) => sum + width, 0)
    const cells = columns.map(({ width, align, whole = align === 'right' }, at) => ({
      x: this.left + (columns.slice(0, at).reduce((sum, one) => sum + one.width, 0) / all) * this.width,
      width: (width / all) * this.width - 8,
      align,
      whole,
    }))
    const table = this.pdf.struct('Table')
    this.#root.add(table)
    const headings = columns.map(({ heading }) => heading)
    const row = (texts: Row, kind: 'TH' | 'TD', element: Element | null) => {
      this.#style({ text: '', bold: kind === 'TH', size: kind === 'TH' ? 7.5 : 8 })
      const size = kind === 'TH' ? 7.5 : 8
      const set = texts.map((text, at) => this.#set(text, cells[at] as Cell, kind === 'TD', size))
      const height = Math.max(...set.map(({ words }) => words.length)) * 10.5 + 5
      return { height, draw: () => this.#row(set, height, cells, kind, element) }
    }
    const head = (element: Element | null) => {
      this.room(60)
      row(headings, 'TH', element).draw()
    }
    this.room(80)
    head(table)
    for await (const rows of batches) {
      for (const texts of rows) {
        const next = row(texts, 'TD', table)
        if (this.room(next.height)) {
          // Heard once; seen on each page.
          head(null)
          await new Promise(setImmediate)
          this.#style({ text: '', size: 8 })
        }
        next.draw()
      }
    }
    table.end()
    this.y += 6
  }

  /** What it comes to, at the right; names may be as long as they are. */
  sums(sums: readonly { name: string; sum: string; bold?: boolean }[]): void {
    const width = this.width * 0.56
    const left = this.left + this.width - width
    const list = this.pdf.struct('L')
    this.#root.add(list)
    for (const { name, sum, bold = false } of sums) {
      this.#style({ text: '', bold, size: bold ? 10 : 9 })
      const broken = this.#broken(name, width - 120)
      const height = broken.length * 13 + 4
      this.room(height)
      this.#style({ text: '', bold, size: bold ? 10 : 9 })
      const item = this.pdf.struct('LI')
      list.add(item)
      item.add(
        this.pdf.struct('Lbl', {}, () => {
          for (const [at, words] of broken.entries()) this.#put(words, left, this.y + 3 + at * 13)
        }),
      )
      const at = this.left + this.width - this.pdf.widthOfString(sum) - 8
      item.add(this.pdf.struct('LBody', {}, () => this.#put(sum, at, this.y + 3)))
      item.end()
      this.y += height
    }
    list.end()
  }

  /** The words of a cell and how large they are: what stays whole is as small as it must be. */
  #set(text: string, { width, whole }: Cell, isData: boolean, size: number): Words {
    const smaller = whole && isData ? Math.min(size, (size * width) / this.pdf.widthOfString(text)) : size
    return smaller < size && smaller >= SMALLEST
      ? { words: [text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trimEnd()], size: smaller }
      : { words: this.#broken(text, width), size }
  }

  #row(
    set: readonly Words[],
    height: number,
    cells: readonly Cell[],
    kind: 'TH' | 'TD',
    table: Element | null,
  ): void {
    const element = table && this.pdf.struct('TR')
    if (element) table.add(element)
    set.forEach(({ words, size }, at) => {
      const { x, width, align } = cells[at] as Cell
      const draw = () => {
        this.pdf.fontSize(size)
        words.forEach((one, line) => {
          const left = align === 'right' ? x + width - this.pdf.widthOfString(one) : x
          this.#put(one, left, this.y + 3 + line * 10.5)
        })
      }
      if (element) element.add(this.pdf.struct(kind, kind === 'TH' ? HEADS : {}, draw))
      else this.#unheard(draw)
    })
    element?.end()
    this.y += height
    this.#unheard(() => this.line(kind === 'TH' ? GREY : LINE))
  }

  line(colour = LINE): void {
    this.pdf
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke()
  }

  /** The foot of every page, and the end. */
  finish(): void {
    this.#root.end()
    const { start, count } = this.pdf.bufferedPageRange()
    for (let at = 0; at < count; at += 1) {
      this.pdf.switchToPage(start + at)
      this.#style({ text: '', size: 7.5, grey: true })
      const y = this.pdf.page.height - MARGIN - 8
      const page = this.#options.page(at + 1, count)
      this.#unheard(() => {
        this.#put(this.#broken(this.#options.foot, this.width - 120)[0] ?? '', this.left, y)
        this.#put(page, this.left + this.width - this.pdf.widthOfString(page), y)
      })
    }
    this.pdf.end()
  }

  #style({ bold = false, size = 9, grey = false }: PaperLine): void {
    this.pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(grey ? GREY : INK)
  }

  #put(words: string, x: number, y: number): void {
    this.pdf.text(words, x, y, { lineBreak: false })
  }

  /** For the eye alone. */
  #unheard(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    this.pdf.endMarkedContent()
  }

  /** At its own breaks, else between words, else where the room ends: no sign is lost. */
  #broken(text: string, width: number): string[] {
    const fits = (words: string) => this.pdf.widthOfString(words) <= width
    return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
      // Control characters have no shape.
      const clean = paragraph.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trimEnd()
      if (fits(clean)) return [clean]
      const lines: string[] = []
      let line = ''
      for (const word of clean.split(' ')) {
        const longer = line ? `${line} ${word}` : word
        if (fits(longer)) {
          line = longer
          continue
        }
        if (line) lines.push(line)
        line = ''
        for (const sign of word) {
          if (line && !fits(line + sign)) {
            lines.push(line)
            line = ''
          }
          line += sign
        }
      }
      return [...lines, line]
    })
  }
}

/** Its bytes while it is written; a fault in `write` breaks it off. */
export async function* paperBytes(
  options: PaperOptions,
  write: (paper: Paper) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const paper = new Paper(options)
  const written = write(paper).then(
    () => paper.finish(),
    (fault: unknown) => void paper.pdf.destroy(fault as Error),
  )
  for await (const piece of paper.pdf) yield piece as Uint8Array
  await written
}
