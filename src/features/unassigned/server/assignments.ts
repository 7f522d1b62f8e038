import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { ASSIGNMENT_SORTS, Assignment } from '../contract.ts'

/** As the contract has them, with the names that they are sorted by. */
const assignments = sql`
  select a.id, s.name as source, a.client_code as "clientCode", a.client_name as "clientName",
         jsonb_build_object('id', t.id, 'name', t.name) as tenant, a.moved, a.assigned_at as at,
         coalesce(p.name, a.assigned_by) as by, a.undone_at as "undoneAt", coalesce(u.name, a.undone_by) as "undoneBy",
         a.made_link and a.undone_at is null as undoable
    from client_assignments a
    join tenants t on t.id = a.to_tenant
    left join auth.ingest_source_names() s on s.id = a.source_id
    left join profiles p on p.user_id = a.assigned_by
    left join profiles u on u.user_id = a.undone_by`

const KEYS = {
  client: { text: sql`coalesce(r."clientCode", r."clientName", '')` },
  tenant: { text: sql`(r.tenant ->> 'name')` },
  by: { text: sql`r.by` },
  at: { moment: sql`r.at` },
}

/** Which clients were given to whom, page by page; found by client, tenant or who gave them. */
export async function listAssignments(
  tx: Tx,
  ask: SortedAsk<(typeof ASSIGNMENT_SORTS)[number]> & { search?: string | undefined },
) {
  const term = ask.search ?? null
  const rows = sql`${assignments} where ${term}::text is null
    or portal.contains_folded(portal.search_fold(concat_ws(chr(10), a.client_code, a.client_name, t.name, coalesce(p.name, a.assigned_by))), ${term})`
  const list = { rows, keys: KEYS, id: { column: 'id', type: 'int' } } as const
  const { rows: items, ...page } = await sortedPage<Assignment, keyof typeof KEYS>(tx, list, ask)
  return { items, ...page }
}

/** One of them, just made or taken back. */
export async function findAssignment(tx: Tx, id: number): Promise<Assignment> {
  const { rows } = await sql<Assignment>`${assignments} where a.id = ${id}::int`.execute(tx)
  return rows[0] as Assignment
}
