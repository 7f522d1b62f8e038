import { withIgnoredParams } from '../../../../platform/web/url/ignored-params.ts'
import { readInteger, readOneOf, readText } from '../../../../platform/web/url/read-search.ts'
import { DOCUMENT_STATUSES, SHELVES, TYPES } from '../../domain/vocabulary.ts'

const AUDIENCES = ['all', 'tenants', 'order'] as const
const EXPIRIES = ['expired', '7', '30', '60'] as const
export const STATES = ['to-release', ...DOCUMENT_STATUSES] as const

/** The address of the library as its staff look after it (B6). */
export type LibrarySearch = {
  search?: string | undefined
  status?: (typeof STATES)[number] | undefined
  type?: (typeof TYPES)[number] | undefined
  shelf?: (typeof SHELVES)[number] | undefined
  audience?: (typeof AUDIENCES)[number] | undefined
  expiry?: (typeof EXPIRIES)[number] | undefined
  company?: number | undefined
}

export const NO_FILTER: LibrarySearch = {
  ...{ search: undefined, status: undefined, type: undefined },
  ...{ shelf: undefined, audience: undefined, expiry: undefined, company: undefined },
}

export const isFiltered = (search: LibrarySearch) =>
  Object.values(search).some((value) => value !== undefined)

export const readLibrarySearch = withIgnoredParams(
  (raw): LibrarySearch => ({
    search: readText(raw.search),
    status: readOneOf(raw.status, STATES),
    type: readOneOf(raw.type, TYPES),
    shelf: readOneOf(raw.shelf, SHELVES),
    audience: readOneOf(raw.audience, AUDIENCES),
    expiry: readOneOf(String(raw.expiry), EXPIRIES),
    company: readInteger(raw.company, 1, 2_147_483_647),
  }),
)
