import { useTranslations } from 'use-intl'
import { isProblem, NoAnswerError, NotSentError } from '../api/failures.ts'

/** A failure as a sentence for people: the server's detail or title, else ours. */
export function useFailureText(): (failure: unknown) => string {
  const t = useTranslations('ui.failure')
  return (failure) => {
    if (isProblem(failure)) return failure.problem.detail ?? (failure.problem.title || t('unexpected'))
    if (failure instanceof NotSentError) return t('notSent')
    if (failure instanceof NoAnswerError && failure.wrote) return t('notConfirmed')
    if (failure instanceof NoAnswerError) return t(failure.timedOut ? 'timedOut' : 'noAnswer')
    return t('unexpected')
  }
}
