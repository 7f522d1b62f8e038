import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { readMultipart } from '../../../../platform/server/http/multipart.ts'
import type { ImportMapping } from '../../domain/import-mapping.ts'
import { spool } from '../read/spool.ts'
import { readMapping } from './mount-mappings.ts'
import { readSmall } from './request-body.ts'

const MAPPING_BYTES = 256 * 1024

export type IngestForm = { mapping: ImportMapping; file: AsyncIterable<Uint8Array> }

/**
 * A form of a mapping and a file, in either order; a file that comes first is set aside until its mapping is known. 422
 * where a part is missing, comes twice or is another.
 */
export async function readForm(pieces: AsyncIterable<Uint8Array>, boundary: string): Promise<IngestForm> {
  const parts = readMultipart(pieces, boundary)
  const first = (await parts.next()).value
  if (first?.name === 'mapping') {
    const mapping = readMapping(await readSmall(first.content, MAPPING_BYTES))
    const file = (await parts.next()).value
    if (file?.name !== 'file') throw wrongPart(file?.name)
    return {
      mapping,
      file: (async function* () {
        yield* file.content
        const more = await parts.next()
        if (!more.done) throw wrongPart(more.value.name)
      })(),
    }
  }
  if (first?.name !== 'file') throw wrongPart(first?.name)
  const aside = await spool(first.content)
  try {
    const second = (await parts.next()).value
    if (second?.name !== 'mapping') throw wrongPart(second?.name)
    const mapping = readMapping(await readSmall(second.content, MAPPING_BYTES))
    const more = await parts.next()
    if (!more.done) throw wrongPart(more.value.name)
    return {
      mapping,
      file: (async function* () {
        try {
          yield* aside.bytes()
        } finally {
          await aside.close()
        }
      })(),
    }
  } catch (fault) {
    await aside.close()
    throw fault
  }
}

const wrongPart = (name: string | undefined) =>
  refuse(422, 'validation', {
    errors: [{ path: name ?? 'file', message: 'the form has two parts, mapping and file, each once' }],
  })
