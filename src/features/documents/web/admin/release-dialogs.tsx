import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { AdminDocument } from '../../admin-contract.ts'
import { libraryApi } from './library-queries.ts'

type DialogProps = { document: AdminDocument; onDone: () => void; onClose: () => void }

/** Offers a version; the one before it is superseded by it. */
export function ReleaseDialog({ document, version, onDone, onClose }: DialogProps & { version: number }) {
  const t = useTranslations('library')
  const before = document.versions.find(({ status }) => status === 'available')
  const release = async () => {
    await libraryApi.release({ id: document.id, version })
    toast.done(t('isReleased', { version }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('releaseTitle', { version })}
      submit={t('releaseNow')}
      onSubmit={release}
      onClose={onClose}
    >
      <p>{t('releaseText')}</p>
      {before && <p>{t('supersedes', { version: before.version })}</p>}
    </FormDialog>
  )
}

/** Takes a document back; whoever opened it is told, with the reason. */
export function WithdrawDialog({ document, onDone, onClose }: DialogProps) {
  const t = useTranslations('library')
  const [reason, setReason] = useState('')
  const withdraw = async () => {
    await libraryApi.withdraw({ id: document.id, reason })
    toast.done(t('isWithdrawn'))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      danger
      title={t('withdrawTitle')}
      submit={t('withdrawNow')}
      ready={reason.trim() !== ''}
      onSubmit={withdraw}
      onClose={onClose}
    >
      <p>{t('withdrawText')}</p>
      <Textarea
        label={t('reason')}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
