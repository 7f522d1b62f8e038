import { type RawBuilder, sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { IngestSums } from '../../contract.ts'
import { decimalText, shortDecimalText } from '../../domain/decimal-text.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { stagedTable } from '../stage/stage-rows.ts'
import type { Ask } from './ask.ts'
import { listRejected } from './list-rejected.ts'
import { numberLines } from './number-lines.ts'
import { type Act, BULK_FROM, emptyPlan, type Plan, REJECTIONS } from './plan.ts'
import { warnOfLotsToCome, warnOfMoves, warnOfOddMoney, warnOfSameTime } from './plan-warnings.ts'
import type { Reception } from './receive.ts'
import { refuseUnlessAgreed } from './refuse-unless-agreed.ts'

type Planned = {
  act: Act
  stands: boolean
  currency: string | null
  rows: number
  quantity: string | null
  amount: string | null
  /** '': several. */
  unit: string | null
  sameTime: number
  firstSameTime: number | null
}

/** Decides what becomes of every row; throws LandingRefusal where the sender's conditions are not met. */
export async function planBatch(
  tx: Tx,
  upstream: UpstreamActor,
  batch: number,
  ask: Ask,
  reception: Reception,
): Promise<Plan> {
  const plan = emptyPlan()
  const [, , , ambiguous, lossy, planned] = await Promise.all([
    planForSize(tx, reception.staged),
    checkStage(tx, batch, ask.kind, reception.staged),
    reception.numbered && numberLines(tx, upstream, batch, ask, plan),
    takeOut(tx, sql`portal.tie_lots(${batch}::bigint, ${ask.kind}, ${upstream.sourceId}::smallint)`),
    takeOut(
      tx,
      sql`portal.refuse_lost_digits(${batch}::bigint, ${ask.kind}, ${upstream.sourceId}::smallint)`,
    ),
    askPlan(tx, upstream, batch, ask),
  ])
  for (const { act, rows } of planned) plan.rows[act] += rows
  plan.rows.ambiguous_lot = ambiguous
  plan.rows.amount_precision = lossy
  plan.sums = sumsOf(planned)
  plan.errorsTotal = REJECTIONS.reduce((n, code) => n + plan.rows[code], 0)
  const [errors, moves, oddMoney, lotsToCome] = await Promise.all([
    plan.errorsTotal > 0 ? listRejected(tx, upstream, batch, ask.kind) : [],
    plan.rows.move > 0 ? warnOfMoves(tx, batch) : [],
    warnOfOddMoney(tx, batch, { kind: ask.kind, sourceId: upstream.sourceId }),
    // A key that is bound to a client learns of no lot whether it is there.
    ask.kind === 'lot-results' && upstream.tenantId === null
      ? warnOfLotsToCome(tx, batch, upstream.sourceId)
      : [],
  ])
  plan.errors = errors
  plan.warnings = [...warnOfSameTime(planned), ...moves, ...oddMoney, ...lotsToCome]
  await refuseUnlessAgreed(tx, upstream, batch, ask, reception, plan)
  return plan
}

/** How many rows a function took out of the stage before the others are planned. */
async function takeOut(tx: Tx, taken: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ refused: number }>`select ${taken} as refused`.execute(tx)
  return rows[0]?.refused ?? 0
}

async function askPlan(tx: Tx, upstream: UpstreamActor, batch: number, ask: Ask): Promise<Planned[]> {
  const scope = ask.replace && ask.replace.scope !== 'all' ? ask.replace.scope : null
  const { rows } = await sql<Planned>`
    select act, stands, currency, rows, quantity, amount, unit, same_time as "sameTime", first_same_time as "firstSameTime"
      from portal.plan_ingest(${batch}::bigint, ${ask.kind}, ${upstream.sourceId}::smallint,
        ${scope?.from ?? null}::date, ${scope?.until ?? null}::date,
        coalesce(${ask.duplicates ?? null}, (select s.duplicates from portal.source_settings s
          where s.source_id = ${upstream.sourceId}::smallint)) is not distinct from 'last',
        ${ask.confirm === true})`.execute(tx)
  return rows
}

type Sum = { rows: number; quantity: bigint | null; amount: bigint | null; units: Set<string | null> }

/** By currency, over the rows that stand; none where the kind has nothing to add up. Quantities of several units are no sum. */
function sumsOf(planned: readonly Planned[]): IngestSums[] {
  const sums = new Map<string | null, Sum>()
  for (const { currency, rows, quantity, amount, unit } of planned.filter(({ stands }) => stands)) {
    const known = sums.get(currency)
    const add = (one: bigint | null, other: string | null) =>
      one === null || other === null ? null : one + BigInt(other)
    sums.set(currency, {
      rows: rows + (known?.rows ?? 0),
      quantity: add(known ? known.quantity : 0n, whole(quantity)),
      amount: add(known ? known.amount : 0n, whole(amount)),
      units: new Set(known?.units).add(unit),
    })
  }
  return [...sums]
    .filter(([, { quantity, amount }]) => quantity !== null || amount !== null)
    .map(([currency, { rows, quantity, amount, units }]) => ({
      currency,
      rows,
      quantity: quantity === null || units.size > 1 || units.has('') ? null : shortDecimalText(quantity, 3),
      amount: amount === null ? null : decimalText(amount, 2),
    }))
    .sort((a, b) => (a.currency ?? '').localeCompare(b.currency ?? ''))
}

/** Thousandths and cents are whole, however the database writes them. */
const whole = (figure: string | null) => figure?.replace(/\.0*$/, '') ?? null

/** The stage has no statistics of a batch that came a moment ago, so the planner is told what kind of work it is. */
async function planForSize(tx: Tx, rows: number): Promise<void> {
  if (rows <= BULK_FROM) return
  await Promise.all([
    sql`set local enable_nestloop = off`.execute(tx),
    sql`set local work_mem = '64MB'`.execute(tx),
  ])
}

/** An unlogged table is empty after a crash of the database: rows that were staged before it would be missed. */
async function checkStage(tx: Tx, batch: number, kind: Kind, expected: number): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${stagedTable(kind)} where batch = ${batch}::bigint`.execute(tx)
  if (rows[0]?.n !== expected)
    throw Object.assign(new Error(`${expected - (rows[0]?.n ?? 0)} staged rows were lost`), { code: '57P02' })
}
