import { ActionIcon, Textarea } from '@mantine/core'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ATTACHED_ENDINGS } from '../../../platform/contract/shown-file.ts'
import { attachFile } from '../../../platform/web/api/attach-file.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { StorageNote } from '../../storage/web/published.tsx'
import css from './chat.module.css'
import { conversationsApi } from './conversations-queries.ts'

const TELL_EVERY_MS = 3_000

/** The field to say something, kept until it is said; Enter says it, Shift and Enter begin a line. */
export function Composer({ id, onSend }: { id: number; onSend: (text: string) => void }) {
  const t = useTranslations('chat')
  const draft = usePersistedDraft(`conversation ${id}`, { text: '' })
  const { values, change, forget } = draft
  const attachment = useAttachment(id)
  const toldAt = useRef(0)
  const send = () => {
    if (values.text.trim() === '') return
    onSend(values.text.trim())
    forget()
  }
  const type = (text: string) => {
    change({ text })
    if (text === '' || Date.now() - toldAt.current < TELL_EVERY_MS) return
    toldAt.current = Date.now()
    // Who does not hear of it has missed nothing.
    conversationsApi.typing({ id }).catch(() => undefined)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DraftNotice draft={draft} quiet />
      {attachment.wrong !== null && <Refusal>{attachment.wrong}</Refusal>}
      <div className={css.write}>
        <IconButton
          label={t('attach')}
          variant="default"
          size="lg"
          loading={attachment.busy}
          onClick={() => attachment.picker.current?.click()}
        >
          <IconPaperclip size={18} stroke={1.75} aria-hidden />
        </IconButton>
        <input
          ref={attachment.picker}
          type="file"
          hidden
          aria-label={t('attach')}
          accept={ATTACHED_ENDINGS}
          onChange={(event) => void attachment.attach(event)}
        />
        <Textarea
          aria-label={t('message')}
          placeholder={t('write')}
          value={values.text}
          maxLength={10_000}
          autosize
          minRows={1}
          maxRows={8}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={pressed}
        />
        <ActionIcon
          type="submit"
          size="lg"
          data-hint={t('send')}
          aria-label={t('send')}
          disabled={values.text.trim() === ''}
        >
          <IconSend size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <StorageNote />
    </form>
  )
}

/** A file goes as soon as it is chosen; tried again, it goes under the key of the first attempt. */
function useAttachment(id: number) {
  const t = useTranslations('chat')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const picker = useRef<HTMLInputElement>(null)
  const failed = useRef<{ name: string; size: number; key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const attach = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // The same one can be chosen again.
    event.currentTarget.value = ''
    if (!file) return
    const { name, size } = file
    const again = failed.current?.name === name && failed.current.size === size ? failed.current.key : null
    const key = again ?? crypto.randomUUID()
    setBusy(true)
    setWrong(null)
    try {
      await attachFile(`/conversations/${id}/files`, file, { key })
      failed.current = null
      await queries.invalidateQueries({ queryKey: ['conversations'] })
    } catch (failure) {
      failed.current = { name, size, key }
      setWrong(t('notAttached', { name, reason: failureText(failure) }))
    }
    setBusy(false)
  }
  return { picker, busy, wrong, attach }
}
