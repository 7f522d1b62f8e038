import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ConversationDetail, ConversationNote } from '../contract.ts'
import css from './chat.module.css'
import { conversationsApi } from './conversations-queries.ts'

type DeskProps = { detail: ConversationDetail; desk: NonNullable<ConversationDetail['desk']> }

/** Who answers, whether anything is left to answer, and what the staff say among themselves. */
export function Desk({ detail: { id, version, waitingFor, assignedTo }, desk }: DeskProps) {
  const t = useTranslations('chat.desk')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const { values, change, forget } = usePersistedDraft(`conversation ${id} note`, { text: '' })
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: ['conversations'] })
    setBusy(false)
  }
  const known = desk.assignedId === null || desk.handlers.some((one) => one.id === desk.assignedId)
  const note = async () => {
    await conversationsApi.note({ id, text: values.text })
    forget()
  }
  return (
    <div className={css.desk}>
      <div className={css.row}>
        <ChoiceField
          label={t('assign')}
          value={desk.assignedId ?? ''}
          disabled={busy}
          data={[
            { value: '', label: t('nobody') },
            ...(known ? [] : [{ value: desk.assignedId as string, label: assignedTo ?? '' }]),
            ...desk.handlers.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={(event) => {
            const userId = event.currentTarget.value || null
            void attempt(() => conversationsApi.assign({ id, userId, version }))
          }}
        />
        {waitingFor === 'staff' && (
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void attempt(() => conversationsApi.settle({ id }))}
          >
            {t('settle')}
          </Button>
        )}
      </div>
      <details>
        <summary>{t('notes', { count: desk.notes.filter(({ kind }) => kind === 'note').length })}</summary>
        <p className={css.quiet}>{t('hint')}</p>
        <ol className={css.notes}>
          {desk.notes.map((one) => (
            <Note key={one.id} note={one} />
          ))}
        </ol>
        <form
          className={css.write}
          onSubmit={(event) => {
            event.preventDefault()
            void attempt(note)
          }}
        >
          <Textarea
            aria-label={t('note')}
            placeholder={t('write')}
            value={values.text}
            maxLength={10_000}
            autosize
            minRows={1}
            maxRows={6}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <Button type="submit" variant="default" disabled={busy || values.text.trim() === ''}>
            {t('add')}
          </Button>
        </form>
      </details>
    </div>
  )
}

function Note({ note }: { note: ConversationNote }) {
  const t = useTranslations('chat.desk')
  const formats = useFormats()
  const done = {
    note: null,
    assign: note.text === null ? t('unassigned') : t('assigned', { name: note.text }),
    settle: t('settled'),
  }[note.kind]
  return (
    <li data-note>
      <span className={css.by}>
        {[note.author, formats.dateTime(note.at), done].filter(Boolean).join(' · ')}
      </span>
      {note.kind === 'note' && <p className={`${css.text} ${css.bubble}`}>{note.text}</p>}
    </li>
  )
}
