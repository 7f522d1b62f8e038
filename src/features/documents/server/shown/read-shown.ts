import fs from 'node:fs'
import net from 'node:net'
import heif from 'libheif-js/wasm-bundle.js'
import PostalMime from 'postal-mime'
import openVips from 'wasm-vips'
import type { ReadMail } from '../../../../platform/contract/shown-file.ts'
import { textOfHtml } from '../../domain/text-of-html.ts'
import type { Showing, Shown } from './shown-files.ts'

/** As large as a screen shows it; what is larger is downloaded. */
const EDGE = 1600
const QUALITY = 82
const LONGEST_TEXT = 100_000
const LONGEST_PAGE = 1_000_000
const MOST_NAMED = 50

const WHITE = [255, 255, 255]
const BY_PATH =
  /^(open|readdir|readFile|readlink|realpath|writeFile|append|copy|cp|mk|rm|rename|unlink|link|symlink|truncate|chmod|chown|lchown|stat|lstat|access|exists|utimes|lutimes)/

// No decoder beyond its own: what is asked for here needs none.
const vips = await openVips({ dynamicLibraries: [] })
vips.concurrency(1)
vips.Cache.max(0)
closeDoors()

/**
 * From here on nothing in this process opens a file or a connection: WebAssembly can call nothing but what its surroundings hand
 * to it, and these hand it Node's own functions.
 */
function closeDoors(): void {
  const closed = () => {
    throw new Error('closed')
  }
  const doors = fs as unknown as Record<string, unknown>
  // What is open is its own output, which leads nowhere, and the line to the server.
  for (const name of Object.keys(doors)) if (BY_PATH.test(name)) doors[name] = closed
  net.Socket.prototype.connect = closed as never
}

/** A picture that every browser shows: its first page, no larger than a screen, and nothing of what its camera wrote into it. */
async function drawPicture({ format, data }: Showing): Promise<Shown> {
  const box = { height: EDGE, size: vips.Size.down }
  const source = format === 'heic' ? await decodeHeic(data) : undefined
  const image = source
    ? vips.Image.newFromMemory(source.pixels, source.width, source.height, 4, vips.BandFormat.uchar)
        .copy({ interpretation: 'srgb' })
        .thumbnailImage(EDGE, box)
    : vips.Image.thumbnailBuffer(data, EDGE, box)
  const flat = image.hasAlpha() ? image.flatten({ background: WHITE }) : image.copy()
  const jpeg = flat.jpegsaveBuffer({ Q: QUALITY, keep: vips.ForeignKeep.none })
  for (const used of [flat, image]) used.delete()
  return { kind: 'picture', jpeg }
}

async function decodeHeic(data: Uint8Array) {
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
