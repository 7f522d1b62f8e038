import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ConversationDetail } from '../contract.ts'
import { conversationsApi } from './conversations-queries.ts'

const subscribe = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const isLookedAt = () => document.visibilityState === 'visible'

/** What is on a screen that somebody looks at is read; said once for each newest message. */
export function useMarkRead({ id, readTo, marks }: ConversationDetail, newest: number) {
  const lookedAt = useSyncExternalStore(subscribe, isLookedAt)
  const told = useRef(0)
  useEffect(() => {
    if (!lookedAt || !marks || newest <= Math.max(readTo, told.current)) return
    told.current = newest
    conversationsApi.read({ id, upTo: newest }).catch(() => {
      // Without an answer it may not be known: the next change says it again.
      told.current = 0
    })
  }, [id, lookedAt, marks, newest, readTo])
}
