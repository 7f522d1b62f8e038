import type { Hono } from 'hono'
import { mayKey } from '../../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import { busy, fromDatabase, refuse } from '../../../../platform/server/endpoint/fault.ts'
import { boundaryOf } from '../../../../platform/server/http/multipart.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { originOf } from '../../../../platform/server/http/request-context.ts'
import { whoSends } from '../../../../platform/server/http/upstream-key.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { createSemaphore } from '../../../../platform/server/semaphore.ts'
import {
  apiKeyContext,
  asProblem,
  keepRefusedBatch,
  requestBody,
  statusOf,
} from '../../../ingestion/server/published.ts'
import type { Receiver } from '../receive/receive-file.ts'
import { landDocument } from './land-document.ts'
import { isAboutWhatWasSent, type Refused, receiveForm, titleOf } from './receive-form.ts'

/** Leaves a refused form in the list of batches, where whoever looks after the source sees it. */
async function keepRefused(database: Database, keyHash: Buffer, { data }: Refused): Promise<void> {
  // What is marked on a form of a screen is said of the form that was sent.
  const code = data.code === 'validation' ? 'document_form' : data.code
  const faults = (data.errors ?? []).flatMap((one) =>
    'message' in one ? [`${one.path}: ${one.message}`] : [],
  )
  data.batchId = await keepRefusedBatch(apiKeyContext(database, keyHash), {
    ...{ kind: 'documents', options: {}, received: 1, errors: [] },
    refusal: { code, message: [titleOf(code), ...faults].join('. ') },
  })
}

/** Each may hold its file in memory where a bucket keeps it. */
const AT_ONCE = 3
type Parts = { database: Database; signIn: SignInService; receiver: Receiver; log: Log }
/**
 * Documents from upstream: a form of what the document is, and its file (G1). With a key instead of a session, and mounted
 * where ingestion is, because no browser can be made to send an Authorization header.
 */
export function mountDocumentFeed(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, receiver, log }: Parts,
) {
  const slots = createSemaphore({ limit: AT_ONCE, timeoutMs: 10_000, onRejected: busy })
  app.post('/api/v1/ingest/documents', async (c) => {
    c.set('endpoint', 'documents.ingest')
    try {
      const { keyHash, upstream } = await whoSends(c, signIn)
      if (!mayKey(upstream.scope, 'ingest')) throw refuse(403, 'key_scope')
      const idempotencyKey = c.req.header('idempotency-key')
      if (idempotencyKey !== undefined && (idempotencyKey.length < 1 || idempotencyKey.length > 255))
        throw refuse(422, 'validation', {
          errors: [{ path: 'idempotencyKey', message: '1 to 255 characters' }],
        })
      const boundary = boundaryOf(c.req.header('content-type'))
      if (boundary === undefined)
        throw refuse(415, 'unsupported_type', { values: { accepted: 'multipart/form-data' } })
      const { answer, body, replayed } = await slots.run(async () => {
        const sent = await receiveForm(requestBody(c), boundary, receiver).catch(async (fault) => {
          // The refusal is the one to tell, whether it could be kept or not.
          if (isAboutWhatWasSent(fault))
            await keepRefused(database, keyHash, fault).catch((why) =>
              log.warn({ fault: String(why) }, 'a refused document was not kept in the list'),
            )
          throw fault
        })
        const land = { ...sent, scans: receiver.scans, idempotencyKey, origin: originOf(c) }
        return landDocument(database, keyHash, land, receiver.files)
      })
      if (replayed) c.header('idempotency-replayed', 'true')
      return c.body(body, statusOf(answer), {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
    } catch (fault) {
      throw asProblem(fromDatabase(fault))
    }
  })
}
