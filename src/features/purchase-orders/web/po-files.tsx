import { Button } from '@mantine/core'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { queryString } from '../../../platform/web/api/query-string.ts'
import { sendFile } from '../../../platform/web/api/send-file.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { MOST_FILES, type PoDetail, type PoFile } from '../contract.ts'
import css from './po.module.css'
import { api } from './po-queries.ts'

/** What was sent with it, and the way to send more. */
export function PoFiles({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders.files')
  const { files, can, purchaseOrder } = detail
  if (files.length === 0 && !can.includes('attach')) return null
  return (
    <Panel title={t('title')} note={t('count', { count: files.length })}>
      {files.length === 0 && <p className={css.quiet}>{t('none')}</p>}
      <ul className={css.files}>
        {files.map((file) => (
          <File key={file.id} of={purchaseOrder.id} file={file} removable={can.includes('edit')} />
        ))}
      </ul>
      {can.includes('attach') && files.length < MOST_FILES && <Attach of={purchaseOrder.id} />}
    </Panel>
  )
}

type FileProps = { of: number; file: PoFile; removable: boolean }

function File({ of, file, removable }: FileProps) {
  const t = useTranslations('purchaseOrders.files')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const attempt = (work: Promise<unknown>) => {
    setBusy(true)
    void work.catch((failure) => toast.failed(failureText(failure))).finally(() => setBusy(false))
  }
  const remove = async () => {
    await api.removeFile({ id: of, fileId: file.id })
    await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
    toast.done(t('removed', { name: file.name }))
  }
  const withheld = file.scan === 'clean' ? null : file.scan
  return (
    <li>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        aria-label={t('download', { name: file.name })}
        aria-disabled={busy}
        disabled={withheld !== null}
        onClick={() =>
          !busy && attempt(downloadFile(`/purchase-orders/${of}/files/${file.id}`, {}, file.name))
        }
      >
        {file.name}
      </Button>
      {withheld !== null && (
        <Badge tone={withheld === 'pending' ? 'warn' : 'bad'}>{t(`scans.${withheld}`)}</Badge>
      )}
      <span className={css.quiet}>
        {[formats.fileSize(file.size), file.by, formats.dateTime(file.at)].join(' · ')}
      </span>
      {removable && (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('removeOne', { name: file.name })}
          disabled={busy}
          onClick={() => attempt(remove())}
        >
          {t('remove')}
        </Button>
      )}
    </li>
  )
}

function Attach({ of }: { of: number }) {
  const t = useTranslations('purchaseOrders.files')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const attach = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // The same one can be chosen again.
    event.currentTarget.value = ''
    if (!file) return
    setBusy(true)
    setWrong(null)
    try {
      await sendFile(`/purchase-orders/${of}/files${queryString({ name: file.name })}`, file, {
        method: 'POST',
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
      toast.done(t('attached', { name: file.name }))
    } catch (failure) {
      setWrong(t('notAttached', { name: file.name, reason: failureText(failure) }))
    }
    setBusy(false)
  }
  return (
    <>
      {wrong !== null && <p role="alert">{wrong}</p>}
      <p>
        <input ref={picker} type="file" hidden onChange={(event) => void attach(event)} />
        <Button
          variant="default"
          leftSection={<IconPaperclip size={18} stroke={1.75} aria-hidden />}
          loading={busy}
          onClick={() => picker.current?.click()}
        >
          {t('attach')}
        </Button>
      </p>
    </>
  )
}
