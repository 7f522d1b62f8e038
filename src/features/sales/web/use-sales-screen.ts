import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Shorter, the button's word would only flicker. */
const REFRESHING_AT_LEAST_MS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The figures of a screen for its filter: those of the filter before, dimmed, until they are here. */
export function useSalesScreen<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const query = useQuery(options)
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    if (refreshing) return
    setRefreshing(true)
    await Promise.all([query.refetch(), pause(REFRESHING_AT_LEAST_MS)])
    setRefreshing(false)
  }
  return {
    data: query.data,
    dimmed: query.isPlaceholderData,
    /** Of a load without any figures to show. */
    failure: query.data ? null : query.error,
    /** The figures shown are the last good ones. */
    staleFailure: query.data ? query.error : null,
    updatedAt: query.dataUpdatedAt,
    refreshing,
    refresh: () => void refresh(),
  }
}
