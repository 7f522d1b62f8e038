import type { RowError } from '../../contract.ts'

/** What can become of a row; portal.plan_ingest says what each means. */
const ACTS = [
  'insert',
  'update',
  'move',
  'delete',
  'forgotten',
  'seen',
  'unchanged',
  'stale',
  'unknown_client',
  'outside_scope',
  'ambiguous_lot',
] as const
export type Act = (typeof ACTS)[number]

export type Plan = { rows: Record<Act, number>; replaced: number; errors: RowError[]; errorsTotal: number }

/** From here on many changed sales rows are summed up anew instead of one by one. */
export const BULK_FROM = 20_000

export const emptyPlan = (): Plan => ({
  rows: Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>,
  replaced: 0,
  errors: [],
  errorsTotal: 0,
})
