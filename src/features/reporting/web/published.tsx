import { useQuery } from '@tanstack/react-query'
import css from './reporting.module.css'
import { calendarQuery } from './reporting-queries.ts'
import { useCalendarText } from './use-calendar-text.ts'

/**
 * What the sales screens say of the calendar that their comparisons follow; its place waits. Without an answer, nothing: the
 * figures stand alone.
 */
export function ReportingNote() {
  const { data, isError } = useQuery(calendarQuery)
  const text = useCalendarText()
  return isError && !data ? null : <p className={css.note}>{data && text(data)}</p>
}
