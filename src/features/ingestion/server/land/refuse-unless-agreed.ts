import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { decimalText } from '../../domain/decimal-text.ts'
import type { Ask } from './ask.ts'
import type { Plan } from './plan.ts'
import type { Reception } from './receive.ts'
import { LandingRefusal } from './refusal.ts'

/** Replacing may take away a fifth of the scope without being asked back. */
const FEW = 0.2

/** The sender's conditions: control sums, all or nothing, and how much replacing may take away (G1). */
export async function refuseUnlessAgreed(
  tx: Tx,
  upstream: UpstreamActor,
  batch: number,
  ask: Ask,
  reception: Reception,
  plan: Plan,
): Promise<void> {
  compareControls(ask, reception)
  const rejected = reception.rejected + plan.errorsTotal
  if (ask.atomic && rejected > 0)
    throw new LandingRefusal('rows_rejected', `${rejected} of ${reception.received} rows were rejected.`, {
      figures: { received: reception.received, rejected },
      errors: [...reception.errors, ...plan.errors],
    })
  if (!ask.replace) return
  refuseNameless(reception)
  const { scope } = ask.replace
  const [from, until] = scope === 'all' ? [null, null] : [scope.from, scope.until]
  const { rows } = await sql<{
    stored: number
    going: number
  }>`select stored, going from portal.plan_replacement(${batch}::bigint,
    ${ask.kind}, ${upstream.sourceId}::smallint, ${from}::date, ${until}::date)`.execute(tx)
  const { stored, going } = rows[0] as { stored: number; going: number }
  plan.removed += going
  if (going > stored * FEW && !ask.confirm)
    throw new LandingRefusal('replace_confirm', `${going} of ${stored} stored rows would go.`, {
      figures: { stored, going },
    })
}

/** Which stored rows they stand for is unknown, and what was never read is not gone: no confirmation makes that the whole truth. */
function refuseNameless({ nameless, received, errors }: Reception): void {
  if (nameless === 0) return
  throw new LandingRefusal(
    'replace_unread',
    `${nameless} of ${received} rows could not be read so far that their key is known; what replacing would take away is not certain.`,
    { figures: { nameless, received }, errors },
  )
}

/** What the sender counted against what arrived; a doubled row counts twice on both sides, a faulty one only as a row. */
function compareControls(ask: Ask, { received, sums }: Reception): void {
  const { rows, quantity, amount } = ask.controls ?? {}
  const wrong = [
    ['rows', rows?.toString(), String(received)],
    [
      'quantity',
      quantity === undefined ? undefined : decimalText(quantity, 3),
      decimalText(sums.quantity, 3),
    ],
    ['amount', amount === undefined ? undefined : decimalText(amount, 2), decimalText(sums.amount, 2)],
  ].filter(([, expected, arrived]) => expected !== undefined && expected !== arrived)
  if (wrong.length === 0) return
  const said = wrong.map(([name, expected, arrived]) => `${name}: ${expected} expected, ${arrived} arrived`)
  throw new LandingRefusal('controls_mismatch', `Control sums differ: ${said.join('; ')}.`, {
    figures: Object.fromEntries(wrong.map(([name, , arrived]) => [name as string, arrived as string])),
  })
}
