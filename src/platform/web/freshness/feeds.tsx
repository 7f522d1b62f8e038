import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { serverNow } from '../api/server-clock.ts'

/** One kind of upstream data: when its last batch came, and within which time the next one is expected (null: whenever). */
export type Feed = { kind: string; asOf: string; expectedEvery: number | null }

const FeedsContext = createContext<readonly Feed[]>([])

/** Gives the screens what is known of the feeds that the asker may see. */
export const FeedsProvider = ({ feeds, children }: { feeds: readonly Feed[]; children: ReactNode }) => (
  <FeedsContext value={feeds}>{children}</FeedsContext>
)

const POLL_INTERVAL_MS = 15_000

/** The server's time, looked at now and then: a feed becomes late without anything happening. */
function useServerTime(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), POLL_INTERVAL_MS)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

const isLate = ({ asOf, expectedEvery }: Feed, now: number): boolean =>
  expectedEvery !== null && now - Date.parse(asOf) > expectedEvery * 1000

/** The feeds that are later than expected. */
export function useLateFeeds(): Feed[] {
  const now = useServerTime()
  return use(FeedsContext).filter((feed) => isLate(feed, now))
}

/**
 * How fresh the data of these kinds is (B8): the oldest of their last batches, and the kind that is late, if one is.
 * `fallback` is what the data itself says; it counts while the feeds are not known.
 */
export function useFreshness(kinds: readonly string[], fallback: string | null | undefined) {
  const now = useServerTime()
  const feeds = use(FeedsContext).filter(({ kind }) => kinds.includes(kind))
  const oldest = feeds.toSorted((one, other) => Date.parse(one.asOf) - Date.parse(other.asOf))[0]
  return {
    asOf: oldest?.asOf ?? fallback ?? null,
    late: feeds.find((feed) => isLate(feed, now)) ?? null,
  }
}
