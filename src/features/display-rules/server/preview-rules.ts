import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { MOST_PREVIEWED, type Rules, type RulesPreview } from '../contract.ts'
import { refuseFaultyAliases } from './refuse-faulty-aliases.ts'
import { rulesBefore } from './rules-in-force.ts'

/** What would be shown otherwise, counted over everybody's rows (D3). */
export async function previewRules(tx: Tx, asked: Rules | { undo: number }): Promise<RulesPreview> {
  const rules = 'undo' in asked ? await rulesBefore(tx, asked.undo) : asked
  refuseFaultyAliases(rules)
  const { rows } = await sql<{ preview: RulesPreview }>`
    select portal.preview_display_rules(${JSON.stringify(rules)}::jsonb, ${MOST_PREVIEWED}) as preview`.execute(
    tx,
  )
  return (rows[0] as { preview: RulesPreview }).preview
}
