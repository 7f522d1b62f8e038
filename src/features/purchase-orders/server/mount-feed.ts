import type { Hono } from 'hono'
import { mayKey } from '../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { NoSession, type UpstreamActor } from '../../../platform/server/database/context.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { fromDatabase, refuse } from '../../../platform/server/endpoint/fault.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { boundedBody } from '../../../platform/server/http/bounded-body.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, originOf } from '../../../platform/server/http/request-context.ts'
import { whoSends } from '../../../platform/server/http/upstream-key.ts'
import { acknowledgeInput, feedQuery } from '../feed-contract.ts'
import { acknowledgePurchaseOrders, collectPurchaseOrders } from './collect.ts'

type Parts = { database: Database; signIn: SignInService }
const PATH = '/api/v1/feed/purchase-orders'
/** A thousand acknowledgements are far less. */
const BODY = { bytes: 256 * 1024, words: '256 kB', withinMs: 15_000 }

/**
 * What upstream collects, with a key instead of a session (C5). Mounted before the rules of the screens' requests, as ingestion
 * is: no browser can be made to send an Authorization header.
 */
export function mountPurchaseOrderFeed(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn }: Parts,
) {
  const withKey = async <T>(
    c: Http,
    endpoint: string,
    mode: 'read only' | 'read write',
    work: (tx: Tx, upstream: UpstreamActor) => Promise<T>,
  ) => {
    c.set('endpoint', endpoint)
    const { keyHash, upstream } = await whoSends(c, signIn)
    if (!mayKey(upstream.scope, 'collect')) throw refuse(403, 'key_scope')
    try {
      return await database.withKey(keyHash, work, { mode })
    } catch (fault) {
      throw fault instanceof NoSession ? refuse(401, 'unknown_key') : fromDatabase(fault)
    }
  }

  app.get(PATH, async (c) => {
    const answer = await withKey(c as Http, 'purchaseOrders.collect', 'read only', async (tx, upstream) =>
      collectPurchaseOrders(tx, upstream, parseInput(feedQuery, c.req.query())),
    )
    c.header('cache-control', 'no-store')
    return c.json(answer)
  })

  app.post(`${PATH}/acknowledge`, boundedBody(BODY), async (c) => {
    const answer = await withKey(c as Http, 'purchaseOrders.acknowledge', 'read write', async (tx) => {
      return acknowledgePurchaseOrders(tx, await readJson(c, acknowledgeInput), originOf(c))
    })
    return c.json(answer)
  })
}
