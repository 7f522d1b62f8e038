import { QueryClient } from '@tanstack/react-query'
import { isPassing } from '../api/failures.ts'

/** Nothing below 500 is asked again; what passes by itself is, twice. Writes never are. */
const retryReads = (failures: number, failure: unknown) => isPassing(failure) && failures < 2

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: retryReads,
        // Fail visibly when offline, with the last data kept, and catch up when the line is back (B8).
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
