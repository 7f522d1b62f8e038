import { useQuery } from '@tanstack/react-query'
import css from './reporting.module.css'
import { calendarQuery } from './reporting-queries.ts'
import { useCalendarText } from './use-calendar-text.ts'

/** What the sales screens say of the calendar that their comparisons follow. Without an answer, nothing: the figures stand alone. */
export function ReportingNote() {
  const { data } = useQuery(calendarQuery)
  const text = useCalendarText()
  return data ? <p className={css.note}>{text(data)}</p> : null
}
