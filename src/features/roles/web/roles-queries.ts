import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { rolesContract } from '../contract.ts'

export const rolesApi = createApi(rolesContract)

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await rolesApi.list({}, { signal })).items,
})
