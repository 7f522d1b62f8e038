import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { INVITATION_SORTS, MEMBER_SORTS, membersContract } from '../contract.ts'

export const membersApi = createApi(membersContract)
const PAGE = 100

/** Who works here and who is invited are asked anew together. */
export const MEMBERS = ['members', 'list'] as const

/** Where the address says which of the people are shown, and in which order. */
export const useMembersAddress = () => useListAddress('search', MEMBER_SORTS, 'name')
export const useInvitedAddress = () => useListAddress('invited', INVITATION_SORTS, '-createdAt')
export type MembersAddress = ReturnType<typeof useMembersAddress>
type InvitedAddress = ReturnType<typeof useInvitedAddress>

export const membersQuery = ({ search, sort }: Pick<MembersAddress, 'search' | 'sort'>) =>
  cursorQuery({
    queryKey: [...MEMBERS, 'people', search, sort],
    fetchPage: (cursor, signal) =>
      membersApi.list({ search, sort, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const invitationsQuery = ({ search, sort }: Pick<InvitedAddress, 'search' | 'sort'>) =>
  cursorQuery({
    queryKey: [...MEMBERS, 'invited', search, sort],
    fetchPage: (cursor, signal) =>
      membersApi.invitations({ search, sort, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const viewingsQuery = (search: string | undefined) =>
  cursorQuery({
    queryKey: ['members', 'viewings', search],
    fetchPage: (cursor, signal) =>
      membersApi.viewings({ search, limit: 20, ...(cursor && { cursor }) }, { signal }),
  })
