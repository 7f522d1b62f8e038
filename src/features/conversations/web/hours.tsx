import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { textIn } from '../../../platform/contract/languages.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import css from './chat.module.css'
import { summaryQuery } from './conversations-queries.ts'

const SIX_DAYS = 6 * 86_400_000

/** Whether somebody is there, and when an answer is to be expected: from what answers took, or not at all. */
export function Hours() {
  const t = useTranslations('chat.hours')
  const formats = useFormats()
  const { data } = useQuery(summaryQuery)
  if (!data) return null
  const { closesAt, opensAt, closedDay, usualMinutes, replyBy } = data.hours
  // A weekday names a moment of the coming days; after closed days it may be a later one.
  const soon = (at: string) =>
    Date.parse(at) - Date.now() < SIX_DAYS ? formats.weekdayTime(at) : formats.dateTime(at)
  return (
    <p className={css.quiet}>
      {[
        closedDay !== null && t('closedDay', { name: textIn(closedDay, formats.locale) }),
        closesAt !== null && t('open', { time: formats.time(closesAt) }),
        opensAt !== null && t('closed', { time: soon(opensAt) }),
        usualMinutes !== null && t('usual', { duration: formats.duration(Math.max(1, usualMinutes) * 60) }),
        replyBy !== null && t('by', { time: soon(replyBy) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}
