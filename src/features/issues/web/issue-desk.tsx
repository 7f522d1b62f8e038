import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { IssueDetail, IssueNote } from '../contract.ts'
import { Composer } from './composer.tsx'
import css from './issues.module.css'
import { issuesApi } from './issues-queries.ts'

type IssueDeskProps = { issue: IssueDetail['issue']; desk: NonNullable<IssueDetail['desk']> }

/** Who looks after it, and what the staff say among themselves. */
export function IssueDesk({ issue, desk }: IssueDeskProps) {
  const t = useTranslations('issues.desk')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const assign = async (userId: string | null) => {
    setBusy(true)
    try {
      await issuesApi.assign({ id: issue.id, userId, version: issue.version })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: ['issues'] })
    setBusy(false)
  }
  const known = issue.assignedId === null || desk.handlers.some(({ id }) => id === issue.assignedId)
  return (
    <Panel title={t('title')}>
      <div className={css.fields}>
        <p className={css.quiet}>{t('hint')}</p>
        <ChoiceField
          label={t('assign')}
          value={issue.assignedId ?? ''}
          disabled={busy}
          data={[
            { value: '', label: t('nobody') },
            ...(known ? [] : [{ value: issue.assignedId as string, label: issue.assignedTo ?? '' }]),
            ...desk.handlers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => void assign(event.currentTarget.value || null)}
        />
        {desk.notes.length > 0 && (
          <ol className={css.thread}>
            {desk.notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ol>
        )}
        <Composer issueId={issue.id} kind="notes" />
      </div>
    </Panel>
  )
}

function Note({ note }: { note: IssueNote }) {
  const t = useTranslations('issues.desk')
  const formats = useFormats()
  const assigned = note.text === null ? t('unassigned') : t('assigned', { name: note.text })
  return (
    <li data-note data-act={note.kind === 'assign' || undefined}>
      <span className={css.by}>
        {note.author} · {formats.dateTime(note.at)}
        {note.kind === 'assign' && ` · ${assigned}`}
      </span>
      {note.kind === 'note' && <p className={`${css.text} ${css.bubble}`}>{note.text}</p>}
    </li>
  )
}
