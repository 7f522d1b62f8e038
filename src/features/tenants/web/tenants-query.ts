import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { tenantsContract } from '../contract.ts'

const api = createApi(tenantsContract)

/** The tenants that the asker may look into, to choose one of. */
export const tenantsQuery = queryOptions({
  queryKey: ['tenants', 'all'],
  queryFn: async ({ signal }) => (await api.list({ limit: 1000 }, { signal })).items,
})
