/** How wide a text is in a font, in pixels. */
export type Measure = (text: string, font: string) => number

export type TextLine = { text: string; x: number; y: number; font: string; ink: string }
/** What stands for a series: a patch, a dashed line, or the pale patch of an interval. */
export type Mark = 'patch' | 'dashed' | 'interval'
export type Swatch = { x: number; y: number; mark: Mark; color: string }
export type LegendEntry = { name: string; color: string; mark: Mark }
export type PictureWords = {
  title: string
  /** Below the title, a paragraph each. */
  lines: readonly string[]
  legend: readonly LegendEntry[]
}

const FACE = '"Inter Variable", Arial, sans-serif'
const TITLE = { font: `600 15px ${FACE}`, ink: '--ink', height: 20 }
const LINE = { font: `13px ${FACE}`, ink: '--ink-3', height: 18 }
const NAME = { font: `12.5px ${FACE}`, ink: '--ink-2', height: 20 }
export const SWATCH = { patch: 10, interval: 10, dashed: 18 }
const [SWATCH_GAP, NAME_GAP] = [6, 16]

/** Lines that are no wider than the room; a word that is wider by itself is cut into pieces. */
export function wrapped(text: string, room: number, font: string, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (measure(longer, font) <= room) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const sign of word) {
      if (line && measure(line + sign, font) > room) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return line ? [...lines, line] : lines
}

/** Where the words of a picture stand above its drawing, and how high they are together; the left edge is at zero. */
export function layOut({ title, lines, legend }: PictureWords, room: number, measure: Measure) {
  const texts: TextLine[] = []
  const swatches: Swatch[] = []
  let top = 0
  const write = (text: string, { font, ink, height }: typeof LINE) => {
    for (const line of wrapped(text, room, font, measure)) {
      texts.push({ text: line, x: 0, y: top + height - 5, font, ink })
      top += height
    }
  }
  write(title, TITLE)
  for (const line of lines) write(line, LINE)
  if (legend.length > 0) top += 6
  let x = 0
  for (const { name, color, mark } of legend) {
    const before = SWATCH[mark] + SWATCH_GAP
    if (x > 0 && x + before + measure(name, NAME.font) > room) {
      x = 0
      top += NAME.height
    }
    swatches.push({ x, y: top + NAME.height / 2, mark, color })
    const parts = wrapped(name, room - before, NAME.font, measure)
    for (const [at, text] of parts.entries()) {
      if (at > 0) top += NAME.height
      texts.push({ text, x: x + before, y: top + NAME.height - 5.5, font: NAME.font, ink: NAME.ink })
    }
    x = parts.length > 1 ? room : x + before + measure(name, NAME.font) + NAME_GAP
  }
  if (legend.length > 0) top += NAME.height
  return { texts, swatches, height: top }
}
