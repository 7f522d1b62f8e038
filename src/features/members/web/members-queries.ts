import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { membersContract } from '../contract.ts'

export const membersApi = createApi(membersContract)

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => membersApi.list({}, { signal }),
})
