import type { LandingCode } from './land/refusal.ts'
import type { RefusalCode } from './read/refusal.ts'

const CODES: readonly (RefusalCode | LandingCode)[] = [
  'unknown_headings',
  'duplicate_heading',
  'unknown_column',
  'key_not_possible',
  'encoding_unclear',
  'number_mark_unclear',
  'date_order_unclear',
  'setting_contradicted',
  'total_differs',
  'parent_incomplete',
]

/** Refusals of which docs/how-data-is-read.md says what to do. */
export const EXPLAINED_REFUSALS: ReadonlySet<string> = new Set(CODES)
