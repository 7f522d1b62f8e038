import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Rules } from '../contract.ts'

export async function rulesInForce(tx: Tx): Promise<Rules> {
  const { rows } = await sql<{ rules: Rules }>`select portal.display_rules() as rules`.execute(tx)
  return (rows[0] as { rules: Rules }).rules
}

/** The number of the last change; 0: there was none. */
export async function rulesVersion(tx: Tx): Promise<number> {
  const last = await tx
    .selectFrom('display_rule_changes')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return last?.id ?? 0
}

/** Nobody else changes rules, and no commit looks at them, until the end of the transaction. 412: others came first. */
export async function takeRules(tx: Tx, known: number): Promise<Rules> {
  await sql`select portal.lock_display_rules(true)`.execute(tx)
  if ((await rulesVersion(tx)) !== known) throw refuse(412, 'stale_version')
  return rulesInForce(tx)
}

/** The rules before a change. 404: there was no such change. */
export async function rulesBefore(tx: Tx, change: number): Promise<Rules> {
  const row = await tx
    .selectFrom('display_rule_changes')
    .select('rules_before')
    .where('id', '=', change)
    .executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return row.rules_before as Rules
}
