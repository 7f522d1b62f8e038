import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { StorageNote } from '../../../storage/web/published.tsx'
import type { AdminDocument } from '../../admin-contract.ts'
import { LARGEST_FILE } from '../../domain/vocabulary.ts'
import { checksumOf, sendDocument } from '../upload/send-document.ts'
import css from './library.module.css'

type NewVersionProps = { document: AdminDocument; onDone: () => void; onClose: () => void }

/** Another file of the same document; readers see the one before until it is released. */
export function NewVersionDialog({ document, onDone, onClose }: NewVersionProps) {
  const t = useTranslations('library')
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const send = async () => {
    if (!file) return undefined
    if (file.size > LARGEST_FILE) return t('tooLarge', { limit: LARGEST_FILE / 1024 / 1024 })
    ending.current = new AbortController()
    const { signal } = ending.current
    try {
      const wish = {
        file,
        checksum: await checksumOf(file),
        note: note.trim() || null,
        target: { id: document.id },
      }
      const added = await sendDocument(wish, { signal, onProgress: setSent, onWaiting: () => {} })
      toast.done(t('versionAdded', { version: added.version }))
      onDone()
      return undefined
    } finally {
      setSent(null)
    }
  }
  return (
    <FormDialog
      title={t('newVersionTitle')}
      submit={t('uploadNow')}
      ready={file !== null}
      onSubmit={send}
      onClose={onClose}
    >
      <label>
        <span>{t('file')}</span>
        <input type="file" onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)} />
      </label>
      <StorageNote />
      <TextField
        label={t('note')}
        description={t('noteText')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {sent !== null && file && (
        <progress className={css.bar} aria-label={t('sending')} max={file.size} value={sent} />
      )}
    </FormDialog>
  )
}
