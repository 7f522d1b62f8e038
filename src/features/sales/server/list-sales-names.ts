import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { DATASETS } from './datasets.ts'
import { sumsOf } from './sums-of.ts'

/** As many as somebody looks through; who looks for another types more of it. */
const MOST_NAMES = 20

/** Names of products or customers in which the text is, also in their codes; those that begin with it first. */
export async function listSalesNames(
  tx: Tx,
  actor: Actor,
  { of, search = '' }: { of: 'products' | 'customers'; search?: string | undefined },
): Promise<{ items: string[] }> {
  const [table, name] = of === 'products' ? ['sales_items', 'n.product'] : ['sales_customers', 'n.customer']
  const term = search.trim()
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)} n
     where n.tenant_id = any (${sumsOf(actor)}::int[]) and n.dataset = ${DATASETS.history.id}
       and (${term} = '' or n.search_text like any (portal.search_patterns(${term})))
     group by 1
     order by starts_with(portal.search_fold(${sql.ref(name)}), portal.search_fold(${term})) desc, 1 limit ${MOST_NAMES}`.execute(
    tx,
  )
  return { items: rows.map((row) => row.name) }
}
