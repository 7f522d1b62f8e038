import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { modulesContract } from '../contract.ts'

export const modulesApi = createApi(modulesContract)
const PAGE = 100

/** Under `tenants`: it follows the same events. */
export const modulesQuery = (search: string | undefined) =>
  cursorQuery({
    queryKey: ['tenants', 'modules', search ?? ''],
    fetchPage: (cursor, signal) =>
      modulesApi.list({ ...(search && { search }), limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })
