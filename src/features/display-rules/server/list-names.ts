import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

const MOST_NAMES = 50

type Name = { code: string; name: string; shown: string; lines: number }

/** Names as upstream writes them, over all clients: what a rule can be made of. */
export async function listNames(
  tx: Tx,
  { kind, search = '' }: { kind: 'product' | 'customer'; search?: string | undefined },
): Promise<{ items: Name[] }> {
  const [names, dimension, key, code, name, shown] =
    kind === 'product'
      ? (['sales_items', 1, 'item_id', 'item_no', 'item_name', 'product'] as const)
      : (['sales_customers', 2, 'customer_id', 'client_code', 'customer_name', 'customer'] as const)
  const { rows } = await sql<Name>`
    select n.${sql.ref(code)} as code, n.${sql.ref(name)} as name, n.${sql.ref(shown)} as shown, sum(t.lines) as lines
      from ${sql.table(`portal.${names}`)} n
      join portal.sales_sums t on t.tenant_id = 0 and t.dataset = n.dataset and t.dimension = ${dimension} and t.period = 17
           and t.key_id = n.${sql.ref(key)}
     where n.tenant_id = 0 and n.dataset = 1 and portal.contains_folded(
           portal.search_fold(concat_ws(chr(10), n.${sql.ref(code)}, n.${sql.ref(name)}, n.${sql.ref(shown)})), ${search})
     group by n.${sql.ref(key)}, 1, 2, 3 order by 4 desc, 2, 1 limit ${MOST_NAMES}`.execute(tx)
  return { items: rows }
}
