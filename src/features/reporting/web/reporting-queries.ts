import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { reportingContract } from '../contract.ts'

export const reportingApi = createApi(reportingContract)

/** Under the key of sales, so that it is asked again whenever sales move. */
export const calendarQuery = queryOptions({
  queryKey: ['sales', 'calendar'],
  queryFn: ({ signal }) => reportingApi.calendar({}, { signal }),
})

export const closingsQuery = queryOptions({
  queryKey: ['sales', 'closings'],
  queryFn: async ({ signal }) => (await reportingApi.closings({}, { signal })).items,
})

export const checksQuery = queryOptions({
  queryKey: ['sales-checks'],
  queryFn: async ({ signal }) => (await reportingApi.salesChecks({}, { signal })).items,
})
