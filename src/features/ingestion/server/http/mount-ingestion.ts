import type { Hono } from 'hono'
import { mayKey } from '../../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { boundaryOf } from '../../../../platform/server/http/multipart.ts'
import { tellUnknownNames } from '../../../../platform/server/http/query-names.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { type Http, originOf } from '../../../../platform/server/http/request-context.ts'
import { whoSends } from '../../../../platform/server/http/upstream-key.ts'
import type { Log } from '../../../../platform/server/log.ts'
import type { ImportMapping } from '../../domain/import-mapping.ts'
import { KINDS, type Kind } from '../../domain/kinds/kinds.ts'
import { type BodyThreads, createBodyThreads } from '../body/body-threads.ts'
import { type BodyOptions, fingerprintBody, readBody } from '../body/read-body.ts'
import { getOwnBatch } from '../get-batch.ts'
import { apiKeyContext, type IngestContext } from '../ingest-context.ts'
import { ingest } from '../land/ingest.ts'
import { findMapping } from '../mappings.ts'
import type { RowSeal } from '../rejected/row-seal.ts'
import { asProblem } from './as-problem.ts'
import { readForm } from './ingest-form.ts'
import { QUERY_NAMES, readQuery } from './ingest-query.ts'
import { mountMappings } from './mount-mappings.ts'
import { requestBody } from './request-body.ts'
import { statusOf } from './status-of.ts'

type Parts = { database: Database; signIn: SignInService; rowSeal: RowSeal; log: Log }

/**
 * What upstream systems call, with a key instead of a session (G1). Mounted before the rules of the screens' requests:
 * these bodies are large and not always JSON, and no browser can be made to send an Authorization header.
 */
export function mountIngestion(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, rowSeal, log }: Parts,
) {
  const threads = createBodyThreads()
  mountMappings(app, { database, signIn })
  app.post('/api/v1/ingest/:kind', tellUnknownNames(QUERY_NAMES), async (c) => {
    c.set('endpoint', 'ingestion')
    try {
      const { keyHash, upstream } = await whoSends(c, signIn)
      if (!mayKey(upstream.scope, 'ingest')) throw refuse(403, 'key_scope')
      const kind = c.req.param('kind')
      if (!isKind(kind))
        throw refuse(404, 'unknown_kind', { values: { kinds: Object.keys(KINDS).join(', ') } })
      const { answer, body, replayed } = await receive(
        c,
        { threads, rowSeal, log },
        apiKeyContext(database, keyHash),
        kind,
        (name) =>
          database.withKey(
            keyHash,
            async (tx, { sourceId }) => (await findMapping(tx, sourceId, name)).mapping,
            { mode: 'read only' },
          ),
      )
      if (replayed) c.header('idempotency-replayed', 'true')
      return c.body(body, statusOf(answer), {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
    } catch (fault) {
      throw asProblem(fault)
    }
  })

  app.get('/api/v1/ingest/batches/:id', async (c, next) => {
    if (!c.req.header('authorization')) return next() // a person: the contract's endpoint answers
    try {
      const { keyHash } = await whoSends(c, signIn)
      c.set('endpoint', 'ingestion.batch')
      const find = (tx: Tx, upstream: UpstreamActor) => getOwnBatch(tx, upstream, c.req.param('id'))
      const batch = await database.withKey(keyHash, find, { mode: 'read only' })
      return c.body(batch, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    } catch (fault) {
      throw asProblem(fault)
    }
  })
}

/** In bytes: what is read in less time than a thread takes to be asked. */
const SMALL = 16 * 1024

const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && Object.hasOwn(KINDS, kind)

/** Types that are certainly no table; whatever else is said, the body itself decides. */
const NO_TABLE =
  /^(image|audio|video|font|model)\/|^application\/(pdf|vnd\.(?!openxmlformats-officedocument\.spreadsheetml\.sheet)|msword|xml|x-7z|x-tar)/i

/** What the headers say of the body. 415 where it is no table, or packed otherwise than with gzip. */
function readHeaders(c: Http) {
  const contentType = c.req.header('content-type')
  const boundary = boundaryOf(contentType)
  if (contentType !== undefined && boundary === undefined && NO_TABLE.test(contentType))
    throw refuse(415, 'unsupported_type', {
      values: { accepted: 'text/csv, application/x-ndjson, application/json, XLSX, multipart/form-data' },
    })
  const packing = c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (packing !== 'gzip' && packing !== 'identity')
    throw refuse(415, 'unsupported_type', { values: { accepted: 'gzip' } })
  // The type of a form says nothing of the file in it.
  return { contentType: boundary === undefined ? contentType : undefined, boundary, gzip: packing === 'gzip' }
}

async function receive(
  c: Http,
  { threads, rowSeal, log }: { threads: BodyThreads; rowSeal: RowSeal; log: Log },
  context: IngestContext,
  kind: Kind,
  savedMapping: (name: string) => Promise<ImportMapping>,
) {
  const {
    atomic,
    replace,
    confirm,
    duplicates,
    complete,
    controls,
    idempotencyKey,
    mapping: name,
    ...written
  } = readQuery(kind, c.req.query(), c.req.header('idempotency-key'))
  const { contentType, boundary, gzip } = readHeaders(c)
  const saved = name === undefined ? undefined : await savedMapping(name)
  const form = boundary === undefined ? undefined : await readForm(requestBody(c), boundary)
  const mapping: ImportMapping = { ...form?.mapping, ...saved, ...written }
  const options: BodyOptions = {
    kind,
    contentType,
    gzip,
    mapping,
    replaces: replace !== undefined,
    // The request is the same only if it asks the same of the same body.
    fingerprintOf: JSON.stringify([kind, c.req.query(), ...(form || saved ? [mapping] : [])]),
  }
  const body = () => form?.file ?? requestBody(c)
  const small = !gzip && Number(c.req.header('content-length')) <= SMALL
  try {
    return await ingest(context, {
      kind,
      body: (known) => (small ? readBody : threads.readElsewhere)(body(), { ...options, known }),
      fingerprint: () => fingerprintBody(body(), options),
      options: c.req.query(),
      idempotencyKey,
      atomic,
      replace,
      confirm,
      duplicates,
      complete: complete ?? mapping.complete,
      controls,
      seal: rowSeal,
      origin: originOf(c),
      warn: (what, fault) => log.warn({ fault: String(fault), kind }, what),
    })
  } finally {
    await form?.close()
  }
}
