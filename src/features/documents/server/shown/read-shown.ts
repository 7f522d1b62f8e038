import dns from 'node:dns'
import net from 'node:net'
import type Vips from 'wasm-vips'
import type { ReadMail } from '../../../../platform/contract/shown-file.ts'
import { textOfHtml } from '../../domain/text-of-html.ts'
import type { Showing, Shown } from './shown-files.ts'

// Nothing that is read here asks anybody for anything.
const closed = () => {
  throw new Error('no network here')
}
net.Socket.prototype.connect = closed as never
dns.lookup = closed as never

/** As large as a screen shows it; what is larger is downloaded. */
const EDGE = 1600
const QUALITY = 82
const LONGEST_TEXT = 100_000
const LONGEST_PAGE = 1_000_000
const MOST_NAMED = 50

const WHITE = [255, 255, 255]

/** A picture that every browser shows: its first page, no larger than a screen, and nothing of what its camera wrote into it. */
async function drawPicture({ format, data }: Showing): Promise<Shown> {
  const { default: open } = await import('wasm-vips')
  // No decoder beyond its own: what is asked for here needs none.
  vips ??= open({ dynamicLibraries: [] }).then((ready) => {
    ready.concurrency(1)
    ready.Cache.max(0)
    return ready
  })
  const library = await vips
  const box = { height: EDGE, size: library.Size.down }
  const source = format === 'heic' ? await decodeHeic(data) : undefined
  const image = source
    ? library.Image.newFromMemory(source.pixels, source.width, source.height, 4, library.BandFormat.uchar)
        .copy({ interpretation: 'srgb' })
        .thumbnailImage(EDGE, box)
    : library.Image.thumbnailBuffer(data, EDGE, box)
  const flat = image.hasAlpha() ? image.flatten({ background: WHITE }) : image
  return { kind: 'picture', jpeg: flat.jpegsaveBuffer({ Q: QUALITY, keep: library.ForeignKeep.none }) }
}
let vips: ReturnType<typeof Vips> | undefined

async function decodeHeic(data: Uint8Array) {
  const { default: heif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new heif.HeifDecoder().decode(data)
  if (!image) throw new Error('no picture in it')
  const [width, height] = [image.get_width(), image.get_height()]
  const pixels = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((done, failed) =>
    image.display({ data: pixels, width, height }, (drawn) =>
      drawn ? done() : failed(new Error('not drawn')),
    ),
  )
  return { pixels: new Uint8Array(pixels.buffer), width, height }
}

/** What a mail says, as text. */
async function readMail({ data }: Showing): Promise<Shown> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(data)
  const said = mail.text ?? textOfHtml(mail.html?.slice(0, LONGEST_PAGE) ?? '')
  const told: ReadMail = {
    subject: mail.subject?.slice(0, 1000) ?? '',
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to ?? []),
    date: dateOf(mail.date),
    text: said.slice(0, LONGEST_TEXT).trim(),
    cut: said.length > LONGEST_TEXT,
    files: mail.attachments
      .filter(({ disposition }) => disposition !== 'inline')
      .slice(0, MOST_NAMED)
      .map(({ filename }) => filename?.slice(0, 200) ?? '')
      .filter((name) => name !== ''),
  }
  return { kind: 'mail', mail: told }
}

type Person = { name: string; address?: string | undefined; group?: Person[] | undefined }
const people = (found: readonly Person[]): string[] =>
  found
    .flatMap((one) => one.group ?? [one])
    .slice(0, MOST_NAMED)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)).slice(0, 400))
    .filter((said) => said !== '')

function dateOf(said: string | undefined): string | null {
  const at = new Date(said ?? '')
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

process.on('message', (asked: Showing) => {
  void (asked.as === 'mail' ? readMail(asked) : drawPicture(asked))
    .catch((): Shown => ({ kind: 'none' }))
    .then((shown) => process.send?.(shown))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
