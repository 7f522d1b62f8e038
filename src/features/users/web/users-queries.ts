import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { factorsContract } from '../../factors/contract.ts'
import { OPEN_INVITATION_SORTS, usersContract } from '../contract.ts'
import type { SessionsSearch } from './sessions-search.ts'
import { filterOf, type UsersSearch } from './users-search.ts'

export const usersApi = createApi(usersContract)
export const factorsApi = createApi(factorsContract)
const PAGE = 100

/** Every query of this feature begins so: after a change all of them are asked anew. */
export const USERS = ['users'] as const

export const usersQuery = (search: UsersSearch) =>
  cursorQuery({
    queryKey: [...USERS, 'list', filterOf(search)],
    fetchPage: (cursor, signal) =>
      usersApi.list({ ...filterOf(search), limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const sessionsQuery = (search: SessionsSearch) =>
  cursorQuery({
    queryKey: [...USERS, 'sessions', search],
    fetchPage: (cursor, signal) =>
      usersApi.sessions({ ...search, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [...USERS, 'one', userId],
    queryFn: ({ signal }) => usersApi.get({ userId }, { signal }),
  })

export const rolesQuery = queryOptions({
  queryKey: [...USERS, 'roles'],
  queryFn: ({ signal }) => usersApi.roles({}, { signal }),
})

/** Where the address says which open invitations are shown, and in which order. */
export const useInvitedAddress = () => useListAddress('invited', OPEN_INVITATION_SORTS, '-createdAt')
type InvitedAddress = ReturnType<typeof useInvitedAddress>

export const invitationsQuery = ({ search, sort }: Pick<InvitedAddress, 'search' | 'sort'>) =>
  cursorQuery({
    queryKey: [...USERS, 'invitations', search, sort],
    fetchPage: (cursor, signal) =>
      usersApi.invitations({ search, sort, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })
