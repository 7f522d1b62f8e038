import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import { SORTS } from '../contract.ts'
import { ISSUE_STATUSES, ISSUE_TYPES, PRIORITIES } from '../domain/rules.ts'

/** What the staff pick their work by, and clients what waits for them. */
export const DESKS = ['waiting', 'soon', 'missed', 'mine', 'nobody'] as const
export const STATES = ['active', ...ISSUE_STATUSES] as const

/** The address of the screen (B6). */
export type IssuesSearch = {
  search?: string | undefined
  status?: (typeof STATES)[number] | undefined
  priority?: (typeof PRIORITIES)[number] | undefined
  type?: (typeof ISSUE_TYPES)[number] | undefined
  desk?: (typeof DESKS)[number] | undefined
  /** The id of an order. */
  order?: number | undefined
  /** The id of an invoice. */
  invoice?: number | undefined
  /** The id of a lot. */
  lot?: number | undefined
  sort?: `${'' | '-'}${(typeof SORTS)[number]}` | undefined
}
export type IssuesFilter = IssuesSearch & { sort: NonNullable<IssuesSearch['sort']> }

export const DEFAULTS = { sort: '-lastAt' } as const satisfies IssuesSearch
export const NO_FILTER = {
  ...{ search: undefined, status: undefined, priority: undefined },
  ...{ type: undefined, desk: undefined, order: undefined, invoice: undefined, lot: undefined },
} as const satisfies IssuesSearch

const id = (value: unknown) => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Reads the address; what the API would refuse counts as not set. */
export const readIssuesSearch = withIgnoredParams((raw): IssuesSearch => {
  const sort = parseSort(readText(raw.sort))
  const field = readOneOf(sort?.field, SORTS)
  return {
    search: readText(raw.search),
    status: readOneOf(raw.status, STATES),
    priority: readOneOf(raw.priority, PRIORITIES),
    type: readOneOf(raw.type, ISSUE_TYPES),
    desk: readOneOf(raw.desk, DESKS),
    order: id(raw.order),
    invoice: id(raw.invoice),
    lot: id(raw.lot),
    sort: field && `${sort?.descending ? '-' : ''}${field}`,
  }
})

export const filterOf = ({ sort = DEFAULTS.sort, ...filter }: IssuesSearch): IssuesFilter => ({
  ...filter,
  sort,
})

export const isFiltered = ({ sort: _, ...filter }: IssuesSearch): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** As the API asks for it. */
export const askOf = ({ desk, ...filter }: IssuesFilter) => ({
  ...filter,
  ...(desk === 'waiting' && { waiting: 'me' as const }),
  ...((desk === 'soon' || desk === 'missed') && { clock: desk }),
  ...(desk === 'mine' && { assigned: 'me' as const }),
  ...(desk === 'nobody' && { assigned: desk }),
})
