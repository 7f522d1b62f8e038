import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type ImportMapping, parseMapping } from '../../domain/import-mapping.ts'
import { readSmall } from './request-body.ts'

const LARGEST = 256 * 1024
/** Of what is said of a fault. */
const MOST_CHARACTERS = 500

/** A mapping as JSON. 422 with what is wrong and what is allowed instead; 413 where it is larger than any. */
export async function readMapping(body: AsyncIterable<Uint8Array>): Promise<ImportMapping> {
  const read = parseMapping((await readSmall(body, LARGEST)).toString('utf8'))
  if ('mapping' in read) return read.mapping
  const faults = read.faults.map((message) => ({
    path: 'mapping',
    message: message.slice(0, MOST_CHARACTERS),
  }))
  throw refuse(422, 'validation', {
    errors: faults.length > 0 ? faults : [{ path: 'mapping', messageKey: 'json' }],
  })
}
