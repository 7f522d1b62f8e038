import { randomUUID } from 'node:crypto'
import type { EndpointMeta } from '../../../../platform/contract/endpoint.ts'
import { type RequestContext, runInTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { releaseUpload, type Upload } from '../../../storage/server/published.ts'
import { LARGEST_FILE } from '../../domain/vocabulary.ts'

/** No request takes longer. */
const ON_ITS_WAY_MS = 3_600_000

/** How a file that comes as the body of one request is counted until it is kept. */
export const newUpload = (declared: string | undefined): Upload => ({
  ...{ name: randomUUID(), bytes: declaredSize(declared), keptMs: ON_ITS_WAY_MS },
})

/** Who does not say how much is coming may send as much as anybody. */
export const declaredSize = (contentLength: string | undefined): number =>
  Math.min(contentLength === undefined ? LARGEST_FILE : Number(contentLength), LARGEST_FILE)

/** Nothing came of it; where that cannot be said now, it is counted until its time is over. */
export const release = (context: RequestContext, meta: EndpointMeta, name: string): Promise<void> =>
  runInTenant(context, { meta, write: true }, async ({ tx, record }) => {
    record(null)
    await releaseUpload(tx, name)
  }).catch(() => undefined)
