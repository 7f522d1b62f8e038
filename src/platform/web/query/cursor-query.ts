import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'

/** What every list of the API answers. */
export type CursorPage<Row> = { items: Row[]; nextCursor: string | null; total: number | null }

/** Query options of a list that is read page by page with the server's cursor; the types follow from `fetchPage`. */
export const cursorQuery = <Page extends CursorPage<unknown>>(options: {
  queryKey: QueryKey
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>
}) =>
  infiniteQueryOptions({
    queryKey: options.queryKey,
    queryFn: ({ pageParam, signal }) => options.fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export type CursorQuery<Page extends CursorPage<unknown>> = ReturnType<typeof cursorQuery<Page>>

/**
 * The list's rows so far, its first page (total, counts) and the way to more. While a changed filter loads,
 * the previous rows stay and `dimmed` is true.
 */
export function useCursorList<Page extends CursorPage<unknown>>(options: CursorQuery<Page>) {
  const query = useInfiniteQuery(options)
  const rows = useMemo(
    () => (query.data?.pages.flatMap((page) => page.items) ?? []) as Page['items'],
    [query.data],
  )
  return {
    rows,
    first: query.data?.pages[0],
    total: query.data?.pages[0]?.total ?? null,
    /** The failure of a load without any data to show. */
    failure: query.data ? null : query.error,
    /** A failed refresh or page; the rows shown are the last good ones. */
    staleFailure: query.data ? query.error : null,
    loading: query.isPending,
    dimmed: query.isPlaceholderData,
    refreshing: query.isRefetching && !query.isFetchingNextPage,
    updatedAt: query.dataUpdatedAt,
    refresh: () => query.refetch(),
    more: query.hasNextPage ? { load: () => query.fetchNextPage(), loading: query.isFetchingNextPage } : null,
  }
}
