import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { fromDatabase } from '../../../../platform/server/endpoint/fault.ts'
import type { FileStore } from '../../../../platform/server/files/stored-file.ts'
import type { Origin } from '../../../../platform/server/records/write-records.ts'
import type { IngestAnswer } from '../../../ingestion/contract.ts'
import { earlierAnswer, keepBatch, nextBatch } from '../../../ingestion/server/published.ts'
import type { UpstreamDocument } from '../../domain/upstream-document.ts'
import { type FedFile, type Sent, wrong } from './receive-form.ts'

type Land = Sent & { scans: boolean; idempotencyKey: string | undefined; origin: Origin }
type Act = 'insert' | 'update' | 'unchanged' | 'stale' | 'delete'
type Landed = { act: Act; kept?: string } | { field: string; code: keyof typeof WRONG }

const WRONG = {
  required: 'A document that is new needs a file.',
  unknown_client: 'The key does not know one of these clients.',
  unknown_order: 'There is no such order of this source.',
  ambiguous_order: 'Several orders of this source have this number.',
}
const NO_CLIENTS = 'The key is bound to one client, and this is the manufacturer’s.'

const COUNTED = {
  insert: 'inserted',
  update: 'updated',
  unchanged: 'unchanged',
  stale: 'stale',
  delete: 'deleted',
} as const satisfies Record<Act, keyof IngestAnswer>

/** The document, its batch and its audit row in one transaction; what was sent and is not used goes. */
export async function landDocument(
  database: Database,
  keyHash: Buffer,
  land: Land,
  files: FileStore,
): Promise<{ answer: IngestAnswer; body: string; replayed: boolean }> {
  let used = false
  try {
    const landed = await database.withKey(
      keyHash,
      async (tx, upstream) => {
        const known = await earlierAnswer(tx, upstream, land.idempotencyKey, async () => land.fingerprint)
        if (known) return { ...known, used: false }
        const result = await landOne(tx, upstream, land, files)
        const answer = answerFor(await nextBatch(tx), land, result)
        const body = JSON.stringify(answer)
        for (const statement of keepBatch(upstream, { ...land, options: {} }, { answer, body }))
          await statement.execute(tx)
        return { answer, body, replayed: false, used: 'kept' in result && result.kept === land.file?.key }
      },
      { pace: 'batch' },
    )
    used = landed.used
    return landed
  } catch (fault) {
    const told = fromDatabase(fault)
    // Where it is not certain that nothing was stored, the sweeper looks later.
    if (!(told instanceof ORPCError && told.status < 500)) used = true
    throw fault
  } finally {
    if (land.file && !used) await files.remove(land.file.key)
  }
}

async function landOne(
  tx: Tx,
  upstream: UpstreamActor,
  { document, file, scans }: Land,
  files: FileStore,
): Promise<Landed | { errors: IngestAnswer['errors'] }> {
  if (!document) return { errors: [] }
  if (upstream.tenantId !== null) return { errors: [wrong(null, 'unknown_client', NO_CLIENTS)] }
  const tenants = await tenantsOf(tx, upstream, document)
  if (!tenants) return { field: 'Client Codes', code: 'unknown_client' }
  const stored = file && {
    ...file,
    key: await keyOf(tx, file, files),
    checksum: file.checksum.toString('hex'),
    scans,
  }
  const { rows } = await sql<{ landed: Landed }>`
    select portal.land_document(${upstream.sourceId}::smallint, ${JSON.stringify({ ...document, tenants })}::jsonb,
      ${stored ? JSON.stringify(stored) : null}::jsonb) as landed`.execute(tx)
  return (rows[0] as { landed: Landed }).landed
}

/** Of the clients that it is for; undefined where one of them is nobody's. */
async function tenantsOf(
  tx: Tx,
  { sourceId }: UpstreamActor,
  document: UpstreamDocument,
): Promise<number[] | undefined> {
  if (document.op === 'delete' || document.audience !== 'clients') return []
  const { clients } = document
  const found = await tx
    .selectFrom('upstream_clients')
    .select(['client_code', 'tenant_id'])
    .where('source_id', '=', sourceId)
    .where('client_code', 'in', clients)
    .execute()
  if (found.length < clients.length) return undefined
  return [...new Set(found.map(({ tenant_id }) => tenant_id))].toSorted((one, other) => one - other)
}

/** The same content is kept once: that which is there already, where it is whole. */
async function keyOf(tx: Tx, { key, size, checksum }: FedFile, files: FileStore): Promise<string> {
  const { rows } = await sql<{ known: string | null }>`
    select portal.upstream_document_file(${checksum}::bytea) as known`.execute(tx)
  const known = rows[0]?.known
  return known && (await files.isWhole({ key: known, size, checksum })) ? known : key
}

function answerFor(
  batchId: number,
  { errors: read, unknown }: Land,
  landed: Awaited<ReturnType<typeof landOne>>,
): IngestAnswer {
  const more =
    'errors' in landed
      ? landed.errors
      : 'code' in landed
        ? [wrong(landed.field, landed.code, WRONG[landed.code])]
        : []
  const errors = [...read, ...more]
  return {
    ...{ batchId, kind: 'documents', received: 1 },
    ...{ inserted: 0, updated: 0, moved: 0, unchanged: 0, repeated: 0, stale: 0, deleted: 0, removed: 0 },
    ...('act' in landed && { [COUNTED[landed.act]]: 1 }),
    ...{ rejected: errors.length > 0 ? 1 : 0, errors, errorsTotal: errors.length },
    ...{
      warnings: [],
      unknownColumns: unknown,
      reading: null,
      sums: [],
      receivedAt: new Date().toISOString(),
    },
  }
}
