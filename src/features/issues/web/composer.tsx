import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ATTACHED_ENDINGS } from '../../../platform/contract/shown-file.ts'
import { attachFile } from '../../../platform/web/api/attach-file.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PickFiles } from '../../../platform/web/kit/pick-files.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { StorageNote } from '../../storage/web/published.tsx'
import css from './issues.module.css'
import { issuesApi } from './issues-queries.ts'

type ComposerProps = { issueId: number; kind: 'comments' | 'notes' }

/** A message to the other side, or a note among the staff; kept until it has arrived. */
export function Composer({ issueId, kind }: ComposerProps) {
  const t = useTranslations('issues')
  const note = kind === 'notes'
  const queries = useQueryClient()
  const failureText = useFailureText()
  const draft = usePersistedDraft(`issue ${issueId} ${kind}`, { text: '' })
  const { values, change, forget } = draft
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)

  const attempt = async (work: () => Promise<string>, fault: (reason: string) => string) => {
    setBusy(true)
    setWrong(null)
    try {
      const said = await work()
      await queries.invalidateQueries({ queryKey: ['issues'] })
      toast.done(said)
    } catch (failure) {
      setWrong(fault(failureText(failure)))
    }
    setBusy(false)
  }
  const send = () =>
    attempt(
      async () => {
        await issuesApi[note ? 'note' : 'comment']({ id: issueId, text: values.text })
        forget()
        return t(note ? 'desk.added' : 'one.sent')
      },
      (reason) => reason,
    )
  const attach = (file: File) =>
    attempt(
      async () => {
        await attachFile(`/issues/${issueId}/files`, file)
        return t('one.attached', { name: file.name })
      },
      (reason) => t('one.notAttached', { name: file.name, reason }),
    )
  return (
    <form
      className={css.fields}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        label={t(note ? 'desk.note' : 'one.comment')}
        placeholder={t(note ? 'desk.write' : 'one.write')}
        value={values.text}
        maxLength={10_000}
        autosize
        minRows={2}
        maxRows={12}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <DraftNotice draft={draft} quiet />
      {wrong !== null && <Refusal>{wrong}</Refusal>}
      <div className={css.row}>
        <Button
          type="submit"
          loading={busy}
          disabled={values.text.trim() === ''}
          {...(note && { variant: 'default' })}
        >
          {t(note ? 'desk.add' : 'one.send')}
        </Button>
        {!note && (
          <PickFiles
            label={t('one.attach')}
            accept={ATTACHED_ENDINGS}
            disabled={busy}
            onPick={([file]) => file && void attach(file)}
          />
        )}
      </div>
      {!note && <StorageNote />}
    </form>
  )
}
