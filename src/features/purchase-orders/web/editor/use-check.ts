import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../po-queries.ts'
import { type DraftValues, draftOf } from './draft-values.ts'

const PAUSE_MS = 400

type CheckOf = {
  id: number | undefined
  issueId: number | undefined
  tenant: number | undefined
  ready: boolean
}

/** What the draft would be, after a short pause in typing. */
export function useCheck(values: DraftValues, { id, issueId, tenant, ready }: CheckOf) {
  const { poNo, requestedDate, lines } = draftOf(values)
  const wish = JSON.stringify({ id, issueId, poNo, requestedDate, lines, tenant })
  const [asked, ask] = useState(wish)
  useEffect(() => {
    const waiting = setTimeout(() => ask(wish), PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [wish])
  return useQuery({
    queryKey: ['purchase-orders', 'check', asked],
    queryFn: ({ signal }) => api.check(JSON.parse(asked), { signal }),
    placeholderData: keepPreviousData,
    enabled: ready,
    staleTime: 30_000,
  })
}
