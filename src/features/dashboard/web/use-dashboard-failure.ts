import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import type { DashboardPart } from './dashboard-queries.ts'

const WORDS = {
  orders: ['ordersError', 'ordersFailed'],
  sales: ['salesError', 'salesFailed'],
} as const

/**
 * A part that failed, in the source's words: the server's reason, or that there was no answer (C2). An answer that is not
 * the portal's own, from a proxy before it, is none.
 */
export function useDashboardFailure(): (part: DashboardPart, failure: unknown) => string {
  const t = useTranslations('dashboard')
  return (part, failure) => {
    const [refused, silent] = WORDS[part]
    return isProblem(failure) && failure.code !== 'unknown'
      ? t(refused, { detail: failure.problem.detail ?? failure.problem.title })
      : t(silent)
  }
}
