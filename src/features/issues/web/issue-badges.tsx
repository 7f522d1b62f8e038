import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Issue } from '../contract.ts'
import css from './issues.module.css'

const STATUS_TONES: Record<Issue['status'], Tone> = {
  open: 'warn',
  in_progress: 'info',
  resolved: 'good',
  closed: 'mute',
}
const PRIORITY_TONES: Record<Issue['priority'], Tone> = { high: 'bad', medium: 'warn', low: 'mute' }

/** In two lines at most; whole where one points at it. */
export const IssueTitle = ({ children }: { children: string }) => (
  <span className={css.title} title={children}>
    {children}
  </span>
)

export function IssueStatus({ issue: { status } }: { issue: Pick<Issue, 'status'> }) {
  const t = useTranslations('issues.statuses')
  return <Badge tone={STATUS_TONES[status]}>{t(status)}</Badge>
}

export function IssuePriority({ issue: { priority, escalated } }: { issue: Issue }) {
  const t = useTranslations('issues')
  return (
    <span className={css.badges}>
      <Badge tone={PRIORITY_TONES[priority]}>{t(`priorities.${priority}`)}</Badge>
      {escalated && <Badge tone="bad">{t('escalated')}</Badge>}
    </span>
  )
}

/** What is promised next, and whether it is about to be late. */
export function IssueDue({ issue: { dueAt, duePart, clock } }: { issue: Issue }) {
  const t = useTranslations('issues')
  const formats = useFormats()
  if (dueAt === null || duePart === null) return DASH
  return (
    <span className={css.badges}>
      <span>{t(`due.${duePart}`, { at: formats.dateTime(dueAt) })}</span>
      {clock !== null && clock !== 'on_time' && (
        <Badge tone={clock === 'missed' ? 'bad' : 'warn'}>{t(`clocks.${clock}`)}</Badge>
      )}
    </span>
  )
}

/** The same in the width of a column: when, and beneath it what, with how late it is. */
export function IssueDueInShort({ issue: { dueAt, duePart, clock } }: { issue: Issue }) {
  const t = useTranslations('issues.dueInShort')
  const formats = useFormats()
  if (dueAt === null || duePart === null) return DASH
  const what = t(`${duePart}.${clock ?? 'on_time'}`)
  return (
    <span className={css.due}>
      <span>{formats.dateTime(dueAt)}</span>
      {clock === null || clock === 'on_time' ? (
        <span className={css.what}>{what}</span>
      ) : (
        <Badge tone={clock === 'missed' ? 'bad' : 'warn'}>{what}</Badge>
      )}
    </span>
  )
}
