import { queryOptions } from '@tanstack/react-query'
import { sessionApi } from './session-api.ts'

/** What the asker has as a second factor, and whether they need one. */
export const ownSecondFactorQuery = queryOptions({
  queryKey: ['own-second-factor'],
  queryFn: ({ signal }) => sessionApi.secondFactor({}, { signal }),
})
