import type { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/** The messages of a screen, which has its own in the source. */
type ScreenWords = ReturnType<typeof useTranslations<'sales' | 'currentSales' | 'salesAnalytics'>>

/**
 * A failed look-up of sales in the source's words: the server's reason, or that there was no answer (C2). An answer
 * that is not the portal's own, from a proxy before it, is none.
 */
export const salesFailure = (t: ScreenWords, failure: unknown): string =>
  isProblem(failure) && failure.code !== 'unknown'
    ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
    : t('failedToLoad')
