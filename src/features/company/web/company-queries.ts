import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { companyContract } from '../contract.ts'

export const companyApi = createApi(companyContract)

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => companyApi.get({}, { signal }),
})

export const closedDaysQuery = queryOptions({
  queryKey: ['company', 'closed days'],
  queryFn: ({ signal }) => companyApi.closedDays({}, { signal }),
})
