import type { useCursorList } from '../query/cursor-query.ts'

/** What a table shows of a list that is read page by page; `notLoaded` is said where it could not be. */
export function tableOf<Row>(
  {
    rows,
    total,
    more,
    loading,
    dimmed,
    failure,
    refresh,
  }: Pick<
    ReturnType<typeof useCursorList>,
    'total' | 'more' | 'loading' | 'dimmed' | 'failure' | 'refresh'
  > & { rows: readonly Row[] },
  notLoaded: string,
) {
  return {
    rows,
    total,
    more,
    loading,
    dimmed,
    failure: failure && { title: notLoaded, cause: failure, onRetry: () => void refresh() },
  }
}
