import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/** A failed look-up of orders in the source's words: the server's reason, or that there was no answer (C2). */
export function useOrdersFailure(): (failure: unknown) => string {
  const t = useTranslations('orders')
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
