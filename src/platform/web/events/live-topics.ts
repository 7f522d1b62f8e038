import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type Change = { topic: string; tenant: number; object: string | null; version: number | null }

/** What a feature does when something of a topic changed: which queries to ask anew, or a step of its own, which answers them where it asks. */
export type LiveTopics = Readonly<
  Record<
    string,
    readonly QueryKey[] | ((queries: QueryClient, change: Change) => readonly QueryKey[] | undefined)
  >
>

/** Changes come in swarms (one for each tenant, one for each row of work): one look for all that come this close together. */
const TOGETHER_MS = 40
const APART_MS = 700

/** Brings changes to the queries that show them; only what is on screen is asked for at once. */
export function createRefresher(queries: QueryClient, features: readonly LiveTopics[]) {
  const waiting = new Map<string, QueryKey>()
  let timer: number | undefined
  let flushedAt = 0

  function refresh(queryKey: QueryKey) {
    // An answer that is on its way may be older than the change, and would be taken for new.
    for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      if (query.state.data === undefined) {
        const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
        query.promise?.then(again, again)
      }
    void queries.invalidateQueries({ queryKey })
  }
  function flush() {
    timer = undefined
    flushedAt = performance.now()
    const keys = [...waiting.values()]
    waiting.clear()
    for (const key of keys) refresh(key)
  }

  return {
    change(change: Change) {
      for (const topics of features) {
        const topic = topics[change.topic]
        const keys = typeof topic === 'function' ? topic(queries, change) : topic
        for (const key of keys ?? []) waiting.set(JSON.stringify(key), key)
      }
      if (waiting.size === 0 || timer !== undefined) return
      const apart = flushedAt + APART_MS - performance.now()
      timer = window.setTimeout(flush, Math.max(TOGETHER_MS, apart))
    },
    /** Something was missed: everything that is shown is asked for, the rest when it is shown again. */
    everything: () => void queries.invalidateQueries(),
    /** What could not be asked for meanwhile. */
    whatFailed: () =>
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) =>
          state.status === 'error' || state.isInvalidated || state.fetchFailureCount > 0,
      }),
    stop() {
      window.clearTimeout(timer)
      timer = undefined
      waiting.clear()
    },
  }
}
