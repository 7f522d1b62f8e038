import { useTranslations } from 'use-intl'
import type { Problem } from '../../contract/problem.ts'
import { isProblem, NetworkError, OfflineError, UnexpectedResponseError } from '../api/failures.ts'

/** What was refused and why, in sentences; a detail that begins as the title does says it all. */
export function problemText({ title, detail = '' }: Pick<Problem, 'title' | 'detail'>): string {
  if (detail.startsWith(title)) return detail
  return [/[\p{L}\p{N})»“”"%]$/u.test(title) ? `${title}.` : title, detail].filter(Boolean).join(' ')
}

/** A failure as sentences for people: the server's title and detail, else ours. */
export function useFailureText(): (failure: unknown) => string {
  const t = useTranslations('ui.failure')
  return (failure) => {
    if (isProblem(failure)) return problemText(failure.problem) || t('unexpected')
    if (failure instanceof OfflineError) return t('notSent')
    if (failure instanceof UnexpectedResponseError)
      return t(failure.wrote ? 'otherAnswerToWrite' : 'otherAnswer', { status: String(failure.status) })
    if (failure instanceof NetworkError && failure.wrote) return t('notConfirmed')
    if (failure instanceof NetworkError) return t(failure.timedOut ? 'timedOut' : 'noAnswer')
    return t('unexpected')
  }
}
