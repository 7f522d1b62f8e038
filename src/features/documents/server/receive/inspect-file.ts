import type { FileHandle } from 'node:fs/promises'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { FORMAT_NAMES, type Format } from '../../domain/vocabulary.ts'
import { inspectPackage, readAt, ZIP } from './inspect-package.ts'
import { inspectPicture, isPicture } from './inspect-picture.ts'

/** So much of a file says what it is. */
export const HEAD = 1024
/** Every scanner knows this one, by agreement: without a scanner it is still not taken. */
const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!'].join('-')

export const notAccepted = () =>
  refuse(415, 'unsupported_type', { values: { accepted: FORMAT_NAMES.join(', ') } })

const beginsWith = (head: Buffer, ...bytes: number[]) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes))

/** By its first bytes: whether it can be what its name says. Known before the rest has arrived. */
export function refuseOtherContent(head: Buffer, named: Format): void {
  const text = head.subarray(0, HEAD).toString('latin1')
  const fits = {
    pdf: () => text.startsWith('%PDF-') && !hasMarkup(text),
    png: () => beginsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    jpg: () => beginsWith(head, 0xff, 0xd8, 0xff),
    webp: () => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP',
    heic: () => isHeic(head),
    tif: () => beginsWith(head, 0x49, 0x49, 0x2a, 0x00) || beginsWith(head, 0x4d, 0x4d, 0x00, 0x2a),
    eml: () => isText(head.subarray(0, HEAD)) && isMail(text),
    csv: () => isText(head.subarray(0, HEAD)) && !hasMarkup(text) && !/^(%PDF|MZ|#!)/.test(text),
    xlsx: () => head.subarray(0, 4).equals(ZIP),
    docx: () => head.subarray(0, 4).equals(ZIP),
  }
  if (!fits[named]()) throw notAccepted()
}

/** HEVC in a container of the same kind as AVIF's, which names what is in it. */
const isHeic = (head: Buffer) => {
  const end = head.length < 16 ? 0 : Math.min(head.readUInt32BE(0), head.length)
  return head.toString('latin1', 4, 8) === 'ftyp' && /hei[cxms]|hev[cx]/.test(head.toString('latin1', 8, end))
}

/** Begins with the head of a message, and says in it what every message says. */
const isMail = (text: string) =>
  /^[!-9;-~]{1,70}:[ \t]?\S/.test(text) &&
  /^(from|date|subject|received|return-path|message-id|mime-version):/im.test(text)

/** What a browser could take for a page, whatever else it is. */
const hasMarkup = (text: string) => /<(!doctype|html|head|body|script|svg|iframe|\?xml)/i.test(text)
/** No binary: UTF-8, UTF-16 with its mark, or an old code page; but no control signs. */
const isText = (bytes: Buffer) =>
  beginsWith(bytes, 0xff, 0xfe) ||
  beginsWith(bytes, 0xfe, 0xff) ||
  !bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))

/** The whole file, on the disk. @throws 413, 415 or 422 where it is not what its name says, or not to be passed on */
export async function inspectFile(file: FileHandle, named: Format, size: number): Promise<void> {
  const head = await readAt(file, 0, Math.min(size, HEAD))
  refuseOtherContent(head, named)
  if (head.includes(TEST_VIRUS, 0, 'latin1')) throw refuse(422, 'unsafe_file')
  if (isPicture(named)) await inspectPicture(file, named, size)
  if ((named === 'docx' || named === 'xlsx') && (await inspectPackage(file, size)) !== named)
    throw notAccepted()
  if (named === 'pdf') await inspectPdf(file, size)
}

/** A PDF says near its end where its contents are; without that it was cut off. */
async function inspectPdf(file: FileHandle, size: number): Promise<void> {
  const length = Math.min(size, 64 * 1024)
  const tail = (await readAt(file, size - length, length)).toString('latin1')
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0 && !tail.includes('startxref')) throw refuse(422, 'damaged_file')
  if (end >= 0 && hasMarkup(tail.slice(end))) throw notAccepted()
}
