import type { LandingCode } from './land/refusal.ts'
import type { RefusalCode } from './read/refusal.ts'

const SECTIONS: Partial<Record<RefusalCode | LandingCode | 'unknown_mapping', string>> = {
  not_a_table: 'files',
  unknown_headings: 'headings',
  duplicate_heading: 'headings',
  unknown_column: 'mappings',
  unknown_mapping: 'mappings',
  key_not_possible: 'keys-and-repeated-rows',
  encoding_unclear: 'encodings',
  number_mark_unclear: 'numbers',
  setting_contradicted: 'numbers',
  date_order_unclear: 'dates',
  total_differs: 'mappings',
  parent_incomplete: 'keys-and-repeated-rows',
}

/** Refusals of which docs/how-data-is-read.md says what to do, and in which section. */
export const EXPLAINED_REFUSALS: ReadonlyMap<string, string> = new Map(Object.entries(SECTIONS))
