import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readInteger, readOneOf, readText } from '../../../platform/web/url/read-search.ts'

const STATES = ['active', 'deactivated'] as const
const SORTS = ['name', '-name', 'email', '-email', 'lastSignIn', '-lastSignIn', 'since', '-since'] as const

/** The address of the screen: which people are shown, and in which order (B6). */
export type UsersSearch = {
  search?: string | undefined
  state?: (typeof STATES)[number] | undefined
  role?: string | undefined
  company?: number | undefined
  sort?: (typeof SORTS)[number] | undefined
  /** Which open invitations are shown beside them, and in which order. */
  invited?: string | undefined
  invitedSort?: string | undefined
}

export const readUsersSearch = withIgnoredParams(
  (raw): UsersSearch => ({
    search: readText(raw.search),
    state: readOneOf(raw.state, STATES),
    role: readText(raw.role, 60),
    company: readInteger(raw.company, 1, 2_147_483_647),
    sort: readOneOf(raw.sort, SORTS),
    invited: readText(raw.invited),
    invitedSort: readText(raw.invitedSort, 20),
  }),
)

export const NO_FILTER = { search: undefined, state: undefined, role: undefined, company: undefined }

export const isFiltered = (search: UsersSearch) =>
  Object.keys(NO_FILTER).some((key) => search[key as keyof typeof NO_FILTER] !== undefined)

/** As the API names it. */
export const filterOf = ({ company, invited: _, invitedSort: _sort, ...rest }: UsersSearch) => ({
  ...rest,
  tenantId: company,
})
