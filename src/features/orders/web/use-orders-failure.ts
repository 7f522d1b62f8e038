import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/**
 * A failed look-up of orders in the source's words: the server's reason, or that there was no answer (C2). An answer
 * that is not the portal's own, from a proxy before it, is none.
 */
export function useOrdersFailure(): (failure: unknown) => string {
  const t = useTranslations('orders')
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
