import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import css from './chat.module.css'
import { summaryQuery } from './conversations-queries.ts'

/** Whether somebody is there, and when an answer is to be expected: from what answers took, or not at all. */
export function Hours() {
  const t = useTranslations('chat.hours')
  const formats = useFormats()
  const { data } = useQuery(summaryQuery)
  if (!data) return null
  const { closesAt, opensAt, usualMinutes, replyBy } = data.hours
  return (
    <p className={css.quiet}>
      {[
        closesAt !== null && t('open', { time: formats.time(closesAt) }),
        opensAt !== null && t('closed', { time: formats.weekdayTime(opensAt) }),
        usualMinutes !== null && t('usual', { duration: formats.duration(Math.max(1, usualMinutes) * 60) }),
        replyBy !== null && t('by', { time: formats.weekdayTime(replyBy) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}
