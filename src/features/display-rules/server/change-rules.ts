import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Rules, RulesChange } from '../contract.ts'
import { differenceOf, isNothing } from '../domain/difference.ts'
import { listChanges } from './list-changes.ts'
import { refuseFaultyAliases } from './refuse-faulty-aliases.ts'
import { rulesBefore, takeRules } from './rules-in-force.ts'

type Record = (act: Act) => void

/** Puts rules in the place of those in force; every name that follows from them is right at the same commit (D3). */
export async function changeRules(
  tx: Tx,
  { version, ...rules }: Rules & { version: number },
  record: Record,
): Promise<RulesChange> {
  refuseFaultyAliases(rules)
  return putInForce(tx, await takeRules(tx, version), rules, null, record)
}

/** Back to the rules as they were before a change: what came after it goes too. */
export async function undoChange(
  tx: Tx,
  { version, change }: { version: number; change: number },
  record: Record,
): Promise<RulesChange> {
  const before = await takeRules(tx, version)
  return putInForce(tx, before, await rulesBefore(tx, change), change, record)
}

async function putInForce(
  tx: Tx,
  before: Rules,
  after: Rules,
  undoes: number | null,
  record: Record,
): Promise<RulesChange> {
  const difference = differenceOf(before, after)
  if (isNothing(difference)) throw refuse(422, 'nothing_to_change')
  const { rows } = await sql<{ id: number }>`
    select id from portal.change_display_rules(${JSON.stringify(after)}::jsonb, ${JSON.stringify(difference)}::jsonb, ${undoes}::int)`.execute(
    tx,
  )
  const { id } = rows[0] as { id: number }
  const told = (of: 'before' | 'after') => ({
    ...(difference.productRules && { productRules: difference.productRules[of] }),
    ...Object.fromEntries(difference.aliases.map((alias) => [`alias ${alias.variant}`, alias[of]])),
  })
  record({
    objectType: 'display_rules',
    objectId: String(id),
    before: told('before'),
    after: { ...told('after'), ...(undoes !== null && { undoes }) },
  })
  return (await listChanges(tx, id))[0] as RulesChange
}
