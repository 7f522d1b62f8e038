import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/** A failed look-up in the words of the other screens: the server's reason, or that there was no answer. */
export function useFinanceFailure(): (failure: unknown) => string {
  const t = useTranslations('finance')
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
