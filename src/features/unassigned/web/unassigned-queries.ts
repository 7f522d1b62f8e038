import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import {
  ASSIGNMENT_SORTS,
  type TenantClient,
  type UnassignedClient,
  unassignedContract,
} from '../contract.ts'

/** A million rows are on their way for longer than a screen is. */
const MOVE_TIMEOUT_MS = 150_000

export const unassignedApi = createApi(unassignedContract, { timeoutMs: MOVE_TIMEOUT_MS })

export const clientsQuery = (search: string | undefined) =>
  queryOptions({
    queryKey: ['unassigned', 'clients', search],
    queryFn: ({ signal }) => unassignedApi.list({ search }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Where the address says which assignments are shown, and in which order. */
export const useAssignmentsAddress = () => useListAddress('given', ASSIGNMENT_SORTS, '-at')
type AssignmentsAddress = ReturnType<typeof useAssignmentsAddress>

export const assignmentsQuery = ({ search, sort }: Pick<AssignmentsAddress, 'search' | 'sort'>) =>
  cursorQuery({
    queryKey: ['unassigned', 'assignments', search, sort],
    fetchPage: (cursor, signal) =>
      unassignedApi.assignments({ search, sort, ...(cursor && { cursor }) }, { signal }),
  })

type Key = Pick<UnassignedClient, 'sourceId' | 'clientCode' | 'clientName'>

export const keyOf = ({ sourceId, clientCode, clientName }: Key) => ({
  sourceId,
  clientCode,
  clientName,
})

/** The address has no word for "none". */
const given = (client: Key) =>
  Object.fromEntries(Object.entries(keyOf(client)).filter(([, value]) => value !== null))

/** Counted anew each time that somebody looks. */
export const moveQuery = (client: UnassignedClient, tenantId: number | null) =>
  queryOptions({
    queryKey: ['unassigned', 'move', keyOf(client), tenantId],
    queryFn: ({ signal }) =>
      unassignedApi.preview({ ...given(client), tenantId: tenantId as number }, { signal }),
    enabled: tenantId !== null,
    staleTime: 0,
    gcTime: 0,
  })

export const undoQuery = (id: number) =>
  queryOptions({
    queryKey: ['unassigned', 'undo', id],
    queryFn: ({ signal }) => unassignedApi.undoPreview({ id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The codes and names of one client. */
export const codesQuery = (id: number) =>
  queryOptions({
    queryKey: ['unassigned', 'codes', id],
    queryFn: ({ signal }) => unassignedApi.ofTenant({ id }, { signal }),
  })

export const codeMoveQuery = (id: number, client: TenantClient) =>
  queryOptions({
    queryKey: ['unassigned', 'codeMove', id, keyOf(client)],
    queryFn: ({ signal }) => unassignedApi.previewOfTenant({ id, ...given(client) }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
