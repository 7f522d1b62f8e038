import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import type { DatasetName } from '../contract.ts'

/**
 * A failed look-up of sales in the source's words: the server's reason, or that there was no answer (C2). An answer
 * that is not the portal's own, from a proxy before it, is none.
 */
export function useSalesFailure(dataset: DatasetName = 'history'): (failure: unknown) => string {
  const t = useTranslations(dataset === 'current' ? 'sales.current' : 'sales')
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
