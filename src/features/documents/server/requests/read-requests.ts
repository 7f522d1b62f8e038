import { sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { may } from '../../../../platform/server/endpoint/in-tenant.ts'
import { beyondCursor, cursorKey, orderBy } from '../../../../platform/server/endpoint/keyset.ts'
import { actsOnRequest, MOST_REQUEST_FILES } from '../../domain/request-rules.ts'
import type {
  DocumentRequest,
  documentRequestsContract,
  RequestDetail,
  RequestFile,
} from '../../request-contract.ts'

type Ask = z.output<NonNullable<(typeof documentRequestsContract.list)['~orpc']['inputSchema']>>

/** Microseconds: a moment as a number that a cursor can carry. */
const LAST_MOVED = {
  key: sql`(extract(epoch from r.changed_at) * 1000000)::bigint`,
  kind: 'bigint',
  id: sql.ref('r.id'),
  descending: true,
} as const

const OVERDUE = (today: string) =>
  sql<boolean>`coalesce(r.state = 'open' and r.due_on < ${today}::date, false)`

/** Requests that the asker sees; row-level security says whose. */
const selectRequests = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('document_requests as r')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    // For the planner; the policy is the guard.
    .$if(actor.tenantId !== null, (rows) => rows.where('r.tenant_id', '=', actor.tenantId as number))

const requestRows = (tx: Tx, actor: Actor, today: string) =>
  selectRequests(tx, actor)
    .select(['r.id', 'r.title', 'r.tenant_id as tenantId', 't.name as tenantName', 'r.due_on as dueOn'])
    .select(['r.asker_name as asker', 'r.asked_at as askedAt', 'r.changed_at as changedAt', 'r.version'])
    .select([OVERDUE(today).as('overdue'), sql<DocumentRequest['state']>`r.state`.as('state')])

export async function listRequests(tx: Tx, actor: Actor, today: string, { limit, cursor, ...ask }: Ask) {
  const beyond = beyondCursor(cursor, LAST_MOVED)
  const term = ask.search?.trim()
  const rows = requestRows(tx, actor, today)
    .$if(Boolean(term), (some) =>
      some.where(sql<boolean>`portal.contains_folded(r.search_text, ${term ?? ''})`),
    )
    .$if(ask.state === 'overdue', (some) => some.where(OVERDUE(today)))
    .$if(ask.state !== undefined && ask.state !== 'overdue', (some) =>
      some.where('r.state', '=', ask.state as string),
    )
    .$if(ask.company !== undefined, (some) => some.where('r.tenant_id', '=', ask.company as number))
  const page = rows
    .select(cursorKey(LAST_MOVED).as('sortKey'))
    .orderBy(orderBy(LAST_MOVED))
    .limit(limit + 1)
  const [found, count] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    cursor ? undefined : rows.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
  ])
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }): DocumentRequest => row),
    nextCursor: found.length > limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: count?.n ?? null,
  }
}

/** @throws 404 */
export async function getRequest(tx: Tx, actor: Actor, today: string, id: number): Promise<RequestDetail> {
  const request = await requestRows(tx, actor, today)
    .select('r.details')
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!request) throw refuse(404, 'not_found')
  const asks = may(actor, 'documents.write') && actor.mode === null
  const sends = may(actor, 'document_requests.write') && actor.mode === null
  const [files, record] = await Promise.all([
    readFiles(tx, request),
    tx
      .selectFrom('document_request_acts as a')
      .select(['a.id', 'a.note', 'a.author_name as author', 'a.by_staff as byStaff', 'a.at'])
      .select(sql<RequestDetail['record'][number]['act']>`a.act`.as('act'))
      .where('a.tenant_id', '=', request.tenantId)
      .where('a.request_id', '=', id)
      .orderBy('a.id')
      .execute(),
  ])
  const can: RequestDetail['can'] = actsOnRequest(request.state, { sends, asks })
  const attaches = sends && request.state === 'open' && files.length < MOST_REQUEST_FILES
  return {
    request,
    files: files.map((file) => ({ ...file, documentId: asks ? file.documentId : null })),
    record,
    can: [
      ...can.filter((act) => act !== 'send' || files.length > 0),
      ...(attaches ? (['attach'] as const) : []),
      ...(asks && request.state === 'accepted' ? (['file'] as const) : []),
    ],
  }
}

export const SCAN = sql<RequestFile['scan']>`portal.document_request_file_scan(f.tenant_id, f.id)`

export const selectRequestFiles = (tx: Tx, { tenantId, id }: { tenantId: number; id: number }) =>
  tx
    .selectFrom('document_request_files as f')
    .where('f.tenant_id', '=', tenantId)
    .where('f.request_id', '=', id)

const readFiles = (tx: Tx, request: DocumentRequest): Promise<RequestFile[]> =>
  selectRequestFiles(tx, request)
    .select(['f.id', 'f.file_name as name', 'f.size', 'f.author_name as by', 'f.by_staff as byStaff', 'f.at'])
    .select(['f.document_id as documentId', sql<RequestFile['format']>`f.format`.as('format')])
    .select(SCAN.as('scan'))
    .orderBy('f.id')
    .execute()

/** Whose it is, and where it stands. @throws 404 */
export async function findRequest(tx: Tx, actor: Actor, id: number) {
  const found = await selectRequests(tx, actor)
    .select(['r.id', 'r.title', 'r.tenant_id as tenantId'])
    .select(sql<DocumentRequest['state']>`r.state`.as('state'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse(404, 'not_found')
  return found
}
