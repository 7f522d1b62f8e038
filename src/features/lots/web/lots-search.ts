import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { LOT_STATES, type LotState } from '../contract.ts'

/** The address of the list (B6). */
export type LotsSearch = { search?: string | undefined; state?: LotState | undefined }

export const readLotsSearch = withIgnoredParams(
  (raw): LotsSearch => ({
    search: readText(raw.search),
    state: readOneOf(raw.state, LOT_STATES),
  }),
)

/** The address of one lot beside its number: which test is drawn over the lots. */
export type LotSearch = { test?: string | undefined }

export const readLotSearch = (raw: Record<string, unknown>): LotSearch => ({ test: readText(raw.test, 100) })
