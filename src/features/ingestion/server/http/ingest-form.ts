import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { readMultipart } from '../../../../platform/server/http/multipart.ts'
import type { ImportMapping } from '../../domain/import-mapping.ts'
import { type Spool, spool } from '../read/spool.ts'
import { readMapping } from './read-mapping.ts'

type Part = 'mapping' | 'file'
/** `close` lets go of a file that was set aside, whether it was read or not. */
export type IngestForm = {
  mapping: ImportMapping
  file: AsyncIterable<Uint8Array>
  close: () => Promise<void>
}

/**
 * A form of a mapping and a file, in either order; a file that comes first is set aside until its mapping is known. 422
 * where a part is missing, comes twice or is another.
 */
export async function readForm(pieces: AsyncIterable<Uint8Array>, boundary: string): Promise<IngestForm> {
  const parts = readMultipart(pieces, boundary)
  async function next(...wanted: Part[]) {
    const { value: part } = await parts.next()
    const name = wanted.find((one) => one === part?.name)
    if (part && name) return { name, content: part.content }
    throw wrongPart(part?.name)
  }
  async function* untilEnd(content: AsyncIterable<Uint8Array>) {
    yield* content
    for await (const { name } of parts) throw wrongPart(name)
  }

  const first = await next('mapping', 'file')
  let aside: Spool | undefined
  try {
    if (first.name === 'file') aside = await spool(first.content)
    const mapping = await readMapping(aside ? (await next('mapping')).content : first.content)
    const content = aside ? aside.bytes() : (await next('file')).content
    return { mapping, file: untilEnd(content), close: async () => aside?.close() }
  } catch (fault) {
    await aside?.close()
    throw fault
  }
}

const wrongPart = (name = 'file') =>
  refuse(422, 'validation', {
    errors: [{ path: name, message: 'the form has two parts, mapping and file, each once' }],
  })
