import type { Hono } from 'hono'
import { sql } from 'kysely'
import * as z from 'zod'
import { mayKey } from '../../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import type { Http } from '../../../../platform/server/http/request-context.ts'
import { whoSends } from '../../../../platform/server/http/upstream-key.ts'
import { MappingName } from '../../contract.ts'
import { ImportMapping } from '../../domain/import-mapping.ts'
import { deleteMapping, findMapping, listMappings, saveMapping } from '../mappings.ts'
import { asProblem } from './as-problem.ts'
import { readMapping } from './read-mapping.ts'
import { requestBody } from './request-body.ts'

type Parts = { database: Database; signIn: SignInService }

/** Saved mappings with a key of scope ingest, for its source (J2); people are answered by the contract's endpoints. */
export function mountMappings(app: Hono<{ Variables: RequestVariables }>, { database, signIn }: Parts) {
  app.get('/api/v1/ingest/mapping.schema.json', (c) =>
    c.json(z.toJSONSchema(ImportMapping, { io: 'input' }), 200, { 'cache-control': 'no-cache' }),
  )
  app.on(
    ['GET', 'PUT', 'DELETE'],
    ['/api/v1/ingest/mappings', '/api/v1/ingest/mappings/:name'],
    async (c, next) => {
      if (!c.req.header('authorization')) return next()
      c.set('endpoint', 'ingestion.mapping')
      try {
        const { keyHash, upstream } = await whoSends(c, signIn)
        if (!mayKey(upstream.scope, 'ingest')) throw refuse(403, 'key_scope')
        const name = c.req.param('name')
        const answer = await actOn(c, name, upstream, (work, mode) =>
          database.withKey(keyHash, work, { mode }),
        )
        return c.json(answer, 200, { 'cache-control': 'no-store' })
      } catch (fault) {
        throw asProblem(fault)
      }
    },
  )
}

type Mode = 'read only' | 'read write'
type Run = <T>(work: (tx: Tx, upstream: UpstreamActor) => Promise<T>, mode: Mode) => Promise<T>

async function actOn(c: Http, given: string | undefined, upstream: UpstreamActor, run: Run): Promise<object> {
  const { method } = c.req
  if (given === undefined) {
    if (method !== 'GET') throw refuse(405, 'method_not_allowed')
    return { items: await run((tx, { sourceId }) => listMappings(tx, sourceId), 'read only') }
  }
  const name = parseInput(MappingName, given)
  if (method === 'GET') return run((tx, { sourceId }) => findMapping(tx, sourceId, name), 'read only')
  // It would decide how the rows of the source's other keys are read.
  if (upstream.tenantId !== null) throw refuse(403, 'key_bound')
  const mapping = method === 'PUT' ? await readMapping(requestBody(c)) : null
  return run(async (tx, { sourceId }) => {
    const act = mapping ? 'mapping.saved' : 'mapping.deleted'
    const answer = mapping ? await saveMapping(tx, sourceId, name, mapping) : { name }
    if (!mapping) await deleteMapping(tx, sourceId, name)
    await sql`select portal.append_audit(0, ${act}, 'import_mapping', ${name}, null, ${JSON.stringify({ name, ...(mapping && { mapping }) })}::jsonb,
      null, null, null)`.execute(tx)
    return answer
  }, 'read write')
}
