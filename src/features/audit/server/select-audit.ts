import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { nextDay, startOfDay } from '../../../platform/server/time-zone.ts'
import type { AuditRow } from '../contract.ts'

export type AuditFilter = {
  from?: string | undefined
  to?: string | undefined
  tenantId?: number | undefined
  action?: string | undefined
  search?: string | undefined
}
/** `zone`: whose days are meant. */
type Asked = AuditFilter & { zone: string }

/** Microseconds: what a Date would lose of a time, two rows of one moment may differ in. */
const MICROS = sql<number>`(extract(epoch from a.at) * 1000000)::bigint`
export const atOfMicros = (micros: number) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** Objects that are people, by their accounts. */
const PERSONS = ['user', 'member', 'profile']
const isPerson = (type: string | null) => type !== null && PERSONS.includes(type)
const peopleLike = (search: string) =>
  sql<string>`(select p.user_id from portal.audit_people_like(${search}) p)`

/** Rows of the trail that the filter selects, of those that the asker may see; without their order. */
export function selectAudit(tx: Tx, { from, to, tenantId, action, search, zone }: Asked) {
  let rows = tx.selectFrom('audit_log as a')
  if (from !== undefined) rows = rows.where('a.at', '>=', startOfDay(from, zone).toISOString())
  if (to !== undefined) rows = rows.where('a.at', '<', startOfDay(nextDay(to), zone).toISOString())
  if (tenantId !== undefined) rows = rows.where('a.tenant_id', '=', tenantId)
  if (action !== undefined) rows = rows.where('a.action', '=', action)
  if (search !== undefined)
    rows = rows.where(({ or, and, eb }) =>
      or([
        eb('a.object_id', '=', search),
        eb('a.trace_id', '=', search),
        eb('a.actor', '=', search),
        eb('a.actor', 'in', peopleLike(search)),
        and([eb('a.object_type', 'in', PERSONS), eb('a.object_id', 'in', peopleLike(search))]),
        sql<boolean>`(a.tenant_id, a.seq) in (select s.tenant_id, s.seq from portal.audit_addressed(${search}) s)`,
      ]),
    )
  return rows
}

/** The same with everything that is shown, the newest first. Members and staff are named as far as the asker may know them. */
export const auditRows = (tx: Tx, filter: Asked) =>
  selectAudit(tx, filter)
    .leftJoin('tenants as t', 't.id', 'a.tenant_id')
    .select([
      'a.tenant_id as tenantId',
      'a.seq',
      't.name as tenant',
      'a.at',
      'a.actor_kind as actorKind',
      'a.actor',
      'a.by_staff as byStaff',
      'a.action',
      'a.object_type as objectType',
      'a.object_id as objectId',
      sql<unknown>`portal.unsealed(a.tenant_id, a.seq, a.old)`.as('old'),
      sql<unknown>`portal.unsealed(a.tenant_id, a.seq, a.new)`.as('new'),
      'a.trace_id as traceId',
      // Where staff are is the manufacturer's own affair.
      sql<string | null>`case when not a.by_staff or auth.is_admin() then a.address end`.as('address'),
      sql<string>`encode(a.hash, 'hex')`.as('hash'),
      MICROS.as('micros'),
    ])
    .orderBy('a.at', 'desc')
    .orderBy('a.tenant_id', 'desc')
    .orderBy('a.seq', 'desc')

type Read = Awaited<ReturnType<ReturnType<typeof auditRows>['execute']>>[number]

/** Rows with the names of their people, asked for at once. */
export async function withPeople(tx: Tx, rows: readonly Read[]): Promise<AuditRow[]> {
  const objects = rows.flatMap(({ objectType, objectId }) => (isPerson(objectType) && objectId) || [])
  const ids = [...new Set([...rows.map(({ actor }) => actor), ...objects])]
  const { rows: people } = await sql<{ user_id: string; name: string; email: string | null }>`
    select user_id, name, email from portal.audit_people(${ids}::text[])`.execute(tx)
  const known = new Map(people.map((person) => [person.user_id, person]))
  const unknown = [...new Set(objects)].filter((id) => !known.has(id))
  const { rows: gone } = await sql<{ user_id: string }>`
    select user_id from portal.audit_erased(${unknown}::text[])`.execute(tx)
  const erased = new Set(gone.map(({ user_id }) => user_id))
  return rows.map(({ micros: _, ...row }) => ({
    ...row,
    at: String(row.at),
    actorName: known.get(row.actor)?.name ?? null,
    actorEmail: known.get(row.actor)?.email ?? null,
    ...objectOf(row),
    old: row.old as AuditRow['old'],
    new: row.new as AuditRow['new'],
  }))

  function objectOf({ objectType, objectId }: Pick<Read, 'objectType' | 'objectId'>) {
    const id = isPerson(objectType) ? objectId : null
    const person = id === null ? undefined : known.get(id)
    return {
      objectName: person?.name ?? null,
      objectEmail: person?.email ?? null,
      objectErased: id !== null && erased.has(id),
    }
  }
}
