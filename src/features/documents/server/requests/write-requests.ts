import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { knownVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act, Notice } from '../../../../platform/server/records/write-records.ts'
import { REQUEST_RULES, type RequestAct } from '../../domain/request-rules.ts'
import type { NewAttachment } from '../mount-attachments.ts'

type Record = (act: Act) => void
type Refused = { stale?: true; refused?: true; nothing?: true; closed?: true; full?: true }

const about = (id: number, tenantId: number) => ({
  ...{ chain: tenantId, objectType: 'document_request', objectId: String(id) },
  event: { topic: 'document-requests', permission: 'documents.read', tenantId, payload: { id } },
})

async function ask<T>(tx: Tx, call: RawBuilder<{ done: (T & Refused) | null }>): Promise<T> {
  const { rows } = await call.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  if (done.refused || done.closed) throw refuse(409, 'request_step')
  if (done.nothing) throw refuse(409, 'request_nothing')
  if (done.full) throw refuse(409, 'request_full')
  return done
}

type Wish = { tenantIds: number[]; title: string; details: string | null; dueOn: string | null }

/** All of them or none. @throws 422 where a company is none of the asker's */
export async function askForDocument(
  tx: Tx,
  { tenantIds, dueOn, ...wish }: Wish,
  record: Record,
): Promise<{ ids: number[] }> {
  const title = wish.title.trim()
  const ids: number[] = []
  for (const tenantId of tenantIds) {
    const { rows } = await sql<{ id: number | null }>`
      select portal.ask_for_document(${tenantId}::int, ${title}, ${wish.details?.trim() ?? null}, ${dueOn}::date) as id`.execute(
      tx,
    )
    const id = rows[0]?.id ?? null
    if (id === null) throw refuse(422, 'unknown_tenant')
    ids.push(id)
    record({
      ...about(id, tenantId),
      after: { title, dueOn },
      notice: forClient('document_asked', tenantId, { id, title }),
    })
  }
  return { ids }
}

const forClient = (
  kind: 'document_asked' | 'document_request_moved',
  tenantId: number,
  facts: { id: number; title: string; act?: RequestAct },
): Notice => ({ kind, subject: 'documents', tenantId, permission: 'document_requests.write', facts })

const forStaff = (tenantId: number, facts: { id: number; title: string }): Notice => ({
  ...{ kind: 'document_sent', subject: 'documents', tenantId, permission: 'documents.write', to: 'staff' },
  facts,
})

type Step = { id: number; act: RequestAct; note?: string | undefined; version?: number | undefined }

/** @throws 409 where the rules do not allow it, 412 where somebody else was first, 422 without a reason, 428 without a version */
export async function stepRequest(
  tx: Tx,
  { id, act, note, version }: Step,
  { ifMatch, record }: { ifMatch: string | undefined; record: Record },
): Promise<{ version: number }> {
  const known = knownVersion(ifMatch, version)
  if (known === undefined) throw refuse(428, 'version_needed')
  if (REQUEST_RULES[act].reason && note === undefined) throw refuse(422, 'request_reason')
  const done = await ask<{ tenant: number; title: string; before: string; after: string; version: number }>(
    tx,
    sql`select portal.act_on_document_request(${id}::bigint, ${act}, ${note?.trim() ?? null}, ${known}::int) as done`,
  )
  const facts = { id, title: done.title }
  record({
    ...about(id, done.tenant),
    before: { state: done.before },
    after: { state: done.after },
    notice:
      act === 'send'
        ? forStaff(done.tenant, facts)
        : forClient('document_request_moved', done.tenant, { ...facts, act }),
  })
  return { version: done.version }
}

export async function attachToRequest(
  tx: Tx,
  id: number,
  { scans, ...file }: NewAttachment,
  record: Record,
): Promise<number> {
  const done = await ask<{ tenant: number; file: number }>(
    tx,
    sql`select portal.attach_to_document_request(${id}::bigint, ${file.name}, ${file.key}, ${file.format}, ${file.size}::bigint,
      ${file.checksum}::bytea, ${scans}::boolean) as done`,
  )
  record({
    ...about(id, done.tenant),
    after: { file: file.name, size: file.size, checksum: file.checksum.toString('hex') },
  })
  return done.file
}

export async function detachFromRequest(
  tx: Tx,
  { id, fileId }: { id: number; fileId: number },
  record: Record,
) {
  const done = await ask<{ tenant: number; name: string }>(
    tx,
    sql`select portal.detach_from_document_request(${id}::bigint, ${fileId}::bigint) as done`,
  )
  record({ ...about(id, done.tenant), before: { file: done.name }, after: {} })
  return { removed: true as const }
}
