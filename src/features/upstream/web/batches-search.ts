import { readDay, readInteger, readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { BATCH_KINDS, type BatchKind } from '../../ingestion/contract.ts'

/** The address of the screen: which batches are shown (B6). */
export type BatchesSearch = {
  kind?: BatchKind | undefined
  key?: number | undefined
  state?: (typeof STATES)[number] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  sort?: (typeof SORTS)[number] | undefined
  /** Which keys are shown above them, and in which order. */
  keys?: string | undefined
  keysSort?: string | undefined
  /** Which feeds, and in which order. */
  feeds?: string | undefined
  feedsSort?: string | undefined
  /** Which sources, and in which order. */
  sources?: string | undefined
  sourcesSort?: string | undefined
  /** Which unknown statuses, and in which order. */
  statuses?: string | undefined
  statusesSort?: string | undefined
}

const STATES = ['clean', 'rejected', 'refused'] as const

const SORTS = [
  'receivedAt',
  '-receivedAt',
  'received',
  '-received',
  'rejected',
  '-rejected',
  'milliseconds',
  '-milliseconds',
] as const

export const readBatchesSearch = (raw: Record<string, unknown>): BatchesSearch => ({
  kind: readOneOf(raw.kind, BATCH_KINDS),
  key: readInteger(raw.key, 0, 2_147_483_647),
  state: readOneOf(raw.state, STATES),
  from: readDay(raw.from),
  to: readDay(raw.to),
  search: readText(raw.search),
  keys: readText(raw.keys),
  keysSort: readText(raw.keysSort, 20),
  feeds: readText(raw.feeds),
  feedsSort: readText(raw.feedsSort, 20),
  sources: readText(raw.sources),
  sourcesSort: readText(raw.sourcesSort, 20),
  statuses: readText(raw.statuses),
  statusesSort: readText(raw.statusesSort, 20),
  sort: readOneOf(raw.sort, SORTS),
})

/** Of the batches; the other lists of the screen keep theirs. */
export const NO_FILTER: Pick<BatchesSearch, 'search' | 'kind' | 'key' | 'state' | 'from' | 'to'> = {
  search: undefined,
  kind: undefined,
  key: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
}
