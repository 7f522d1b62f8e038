import type { IngestAnswer, IngestSums, RowError } from '../../contract.ts'

/** What can become of a row; portal.plan_ingest says what each means. */
const ACTS = [
  'insert',
  'update',
  'move',
  'delete',
  'forgotten',
  'seen',
  'unchanged',
  'repeated',
  'stale',
  'unknown_client',
  'outside_scope',
  'moved_with_history',
  'duplicate_key',
  'ambiguous_lot',
  'amount_precision',
] as const
export type Act = (typeof ACTS)[number]

/** Acts that are refusals of the row. */
export const REJECTIONS = [
  'unknown_client',
  'outside_scope',
  'moved_with_history',
  'duplicate_key',
  'ambiguous_lot',
  'amount_precision',
] as const satisfies readonly Act[]
export type Rejection = (typeof REJECTIONS)[number]

export type Plan = {
  rows: Record<Act, number>
  /** Deletions of what was not sent: by replacing, and lines that their whole parents no longer have. */
  removed: number
  /** Rows that name a parent without lines. */
  emptied: number
  sums: IngestSums[]
  warnings: IngestAnswer['warnings']
  errors: RowError[]
  errorsTotal: number
  /** Of lines that were rejected as they were read, by their rows. */
  keys: ReadonlyMap<number, string>
}

/** From here on many changed sales rows are summed up anew instead of one by one. */
export const BULK_FROM = 20_000

export const emptyPlan = (): Plan => ({
  rows: Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>,
  removed: 0,
  emptied: 0,
  sums: [],
  warnings: [],
  errors: [],
  errorsTotal: 0,
  keys: new Map(),
})
