import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { Assignment } from '../contract.ts'

const MOST_ASSIGNMENTS = 50

/** The newest assignments, or one of them. */
export async function listAssignments(tx: Handle, only?: number): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select a.id, s.name as source, a.client_code as "clientCode", a.client_name as "clientName",
           json_build_object('id', t.id, 'name', t.name) as tenant, a.moved, a.assigned_at as at,
           coalesce(p.name, a.assigned_by) as by, a.undone_at as "undoneAt", coalesce(u.name, a.undone_by) as "undoneBy",
           a.made_link and a.undone_at is null as undoable
      from client_assignments a
      join tenants t on t.id = a.to_tenant
      left join auth.ingest_source_names() s on s.id = a.source_id
      left join profiles p on p.user_id = a.assigned_by
      left join profiles u on u.user_id = a.undone_by
     where ${only ?? null}::int is null or a.id = ${only ?? null}::int
     order by a.id desc limit ${MOST_ASSIGNMENTS}`.execute(tx)
  return rows
}
