import type { Tx } from '../../../platform/server/database/tx.ts'
import type { RulesChange, RulesDifference } from '../contract.ts'

const MOST_CHANGES = 50
const MOST_ALIASES_TOLD = 20

/** The newest changes, or one of them, as people read them. */
export async function listChanges(tx: Tx, only?: number): Promise<RulesChange[]> {
  let query = tx
    .selectFrom('display_rule_changes as c')
    .leftJoin('profiles as p', 'p.user_id', 'c.changed_by')
    .select(['c.id', 'c.changed_at', 'c.changed_by', 'p.name', 'c.undoes', 'c.difference'])
    .select(['c.product_names', 'c.customer_names', 'c.product_lines', 'c.customer_lines', 'c.took_ms'])
    .orderBy('c.id', 'desc')
    .limit(MOST_CHANGES)
  if (only !== undefined) query = query.where('c.id', '=', only)
  const rows = await query.execute()
  return rows.map((row) => {
    const difference = row.difference as RulesDifference
    return {
      id: row.id,
      at: row.changed_at,
      by: row.name ?? row.changed_by,
      undoes: row.undoes,
      difference: { ...difference, aliases: difference.aliases.slice(0, MOST_ALIASES_TOLD) },
      aliasesTotal: difference.aliases.length,
      productNames: row.product_names,
      customerNames: row.customer_names,
      productLines: row.product_lines,
      customerLines: row.customer_lines,
      tookMs: row.took_ms,
    }
  })
}
