import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { feedsQuery } from '../../../features/ingestion/web/feeds-query.ts'
import { FeedsProvider } from '../../../platform/web/freshness/feeds.tsx'

/** Asks once how fresh upstream's data is, for every screen. On the way to another tenant nothing is asked. */
export function KnownFeeds({ ask, children }: { ask: boolean; children: ReactNode }) {
  const { data } = useQuery({ ...feedsQuery, enabled: ask })
  return <FeedsProvider feeds={data?.items ?? []}>{children}</FeedsProvider>
}
