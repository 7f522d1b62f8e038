import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { PhaseOnScreen } from '../contract.ts'
import { LONGEST_COMMENT } from '../domain/roadmap.ts'
import css from './roadmap.module.css'
import { commentsQuery, roadmapApi } from './roadmap-queries.ts'

type PhaseCommentsProps = { phase: PhaseOnScreen; mayComment: boolean }

/** What was said of a phase; looked up once it is opened. */
export function PhaseComments({ phase, mayComment }: PhaseCommentsProps) {
  const t = useTranslations('roadmap')
  const [open, setOpen] = useState(false)
  return (
    <details className={css.comments} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {phase.comments === 0 ? t('commentsTitle') : t('comments', { count: phase.comments })}
      </summary>
      {open && <Comments phase={phase.phase} mayComment={mayComment} />}
    </details>
  )
}

function Comments({ phase, mayComment }: { phase: PhaseOnScreen['phase']; mayComment: boolean }) {
  const t = useTranslations('roadmap')
  const formats = useFormats()
  const { rows, failure, loading, more, refresh } = useCursorList(commentsQuery(phase))
  if (failure)
    return (
      <ErrorCard
        title={t('commentsNotLoaded')}
        failure={failure}
        onRetry={() => void refresh()}
        framed={false}
      />
    )
  return (
    <>
      {loading ? (
        <p role="status">{t('loadingComments')}</p>
      ) : rows.length === 0 ? (
        <p className={css.quiet}>{t('noComments')}</p>
      ) : (
        <ul className={css.said}>
          {rows.map(({ id, author, company, text, at }) => (
            <li key={id}>
              <span className={css.quiet}>
                {[author, company ?? t('manufacturer'), formats.dateTime(at)].join(' · ')}
              </span>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {more && <MoreButton more={more}>{t('more')}</MoreButton>}
      {mayComment && <CommentForm phase={phase} />}
    </>
  )
}

function CommentForm({ phase }: { phase: PhaseOnScreen['phase'] }) {
  const t = useTranslations('roadmap')
  const { seesAllTenants } = useAccess()
  const queries = useQueryClient()
  const failureText = useFailureText()
  const { values, change, forget } = usePersistedDraft(`roadmap ${phase}`, { text: '' })
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const empty = values.text.trim() === ''
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || empty) return
    setBusy(true)
    setWrong(null)
    try {
      await roadmapApi.comment({ phase, text: values.text })
      forget()
      await queries.invalidateQueries({ queryKey: ['roadmap'] })
    } catch (failure) {
      setWrong(failureText(failure))
    }
    setBusy(false)
  }
  return (
    <form className={css.write} onSubmit={(event) => void send(event)}>
      <Textarea
        label={t('yours')}
        description={t(seesAllTenants ? 'readByStaff' : 'readBy')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST_COMMENT}
        value={values.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {wrong && <Refusal>{wrong}</Refusal>}
      <Button type="submit" variant="default" loading={busy} disabled={empty}>
        {t('add')}
      </Button>
    </form>
  )
}
