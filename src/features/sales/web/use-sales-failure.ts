import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/** The messages of each screen: they have their own in the source. */
export const WORDS = { history: 'sales', current: 'currentSales', analytics: 'salesAnalytics' } as const

/**
 * A failed look-up of sales in the source's words: the server's reason, or that there was no answer (C2). An answer
 * that is not the portal's own, from a proxy before it, is none.
 */
export function useSalesFailure(screen: keyof typeof WORDS = 'history'): (failure: unknown) => string {
  const t = useTranslations(WORDS[screen])
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
