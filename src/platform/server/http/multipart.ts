import { refuse } from '../endpoint/fault.ts'

/** A part of a form, its content as it arrives; what of it nobody reads is passed over. */
type Part = { name: string; filename: string | undefined; content: AsyncGenerator<Buffer> }

const HEAD_BYTES = 8 * 1024
const BREAK = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

/** What stands between the parts; undefined: it is no form with files. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^";,\s]{1,70}))/i.exec(
      contentType ?? '',
    ) ?? []
  return quoted ?? plain
}

/**
 * The parts of multipart/form-data (RFC 7578), one after the other: memory stays flat whatever their size.
 * @throws 400 where it is not well formed, or ends too early
 */
export async function* readMultipart(
  pieces: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const source = pieces[Symbol.asyncIterator]()
  const mark = Buffer.from(`\r\n--${boundary}`)
  // So that the first one has a line before it, as the others.
  let held: Buffer = BREAK

  async function more(): Promise<void> {
    const { value, done } = await source.next()
    if (done) throw refuse(400, 'bad_request')
    held = Buffer.concat([held, value])
  }
  /** All up to the next mark, which is passed over. */
  async function* upToMark(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark)
      const sure = at === -1 ? held.length - mark.length + 1 : at
      if (sure > 0) {
        const piece = held.subarray(0, sure)
        held = held.subarray(sure)
        yield piece
      }
      if (at !== -1) {
        held = held.subarray(mark.length)
        return
      }
      await more()
    }
  }
  async function headOf(): Promise<string | undefined> {
    while (held.length < 2) await more()
    if (held.toString('latin1', 0, 2) === '--') return undefined
    if (!held.subarray(0, 2).equals(BREAK)) throw refuse(400, 'bad_request')
    for (;;) {
      const at = held.indexOf(HEAD_END)
      if (at > HEAD_BYTES || (at === -1 && held.length > HEAD_BYTES)) throw refuse(400, 'bad_request')
      if (at !== -1) {
        const head = held.toString('utf8', 2, at)
        held = held.subarray(at + HEAD_END.length)
        return head
      }
      await more()
    }
  }

  try {
    for await (const _ of upToMark()) {
      // Nothing is said before the first part.
    }
    for (let head = await headOf(); head !== undefined; head = await headOf()) {
      const name = parameter(head, 'name')
      if (name === undefined) throw refuse(400, 'bad_request')
      const content = upToMark()
      yield { name, filename: parameter(head, 'filename'), content }
      for await (const _ of content) {
        // What nobody wanted.
      }
    }
  } finally {
    await source.return?.()
  }
}

function parameter(head: string, name: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1]
  const found = new RegExp(`(?:^|;)\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition ?? '')?.[1]
  return found?.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"')
}
