import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'

/** A failed look-up of shipments: the server's reason, or that there was no answer. */
export function useTrackingFailure(): (failure: unknown) => string {
  const t = useTranslations('tracking')
  return (failure) =>
    isProblem(failure) && failure.code !== 'unknown'
      ? t('error', { detail: failure.problem.detail ?? failure.problem.title })
      : t('failedToLoad')
}
