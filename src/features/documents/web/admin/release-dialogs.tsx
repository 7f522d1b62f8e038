import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { AdminDocument } from '../../admin-contract.ts'
import { libraryApi } from './library-queries.ts'

type DialogProps = { document: AdminDocument; onDone: () => void; onClose: () => void }

/** What is signed: the document, its version, and the checksum of its file. */
const signedRow = (
  t: ReturnType<typeof useTranslations<'library'>>,
  { title }: AdminDocument,
  file: AdminDocument['versions'][number] | undefined,
) => t('signing.row', { title, version: file?.version ?? 0, checksum: file?.checksum ?? '' })

/** Offers a version, with the reason; the one before it is superseded by it. */
export function ReleaseDialog({ document, version, onDone, onClose }: DialogProps & { version: number }) {
  const t = useTranslations('library')
  const [reason, setReason] = useState('')
  const before = document.versions.find(({ status }) => status === 'available')
  const release = async () => {
    const file = document.versions.find((one) => one.version === version)
    const signing = { meaning: t('signing.released'), rows: [signedRow(t, document, file)] }
    await libraryApi.release({ id: document.id, version, reason }, { context: { signing } })
    toast.done(t('isReleased', { version }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('releaseTitle', { version })}
      submit={t('releaseNow')}
      ready={reason.trim() !== ''}
      onSubmit={release}
      onClose={onClose}
    >
      <p>{t('releaseText')}</p>
      {before && <p>{t('supersedes', { version: before.version })}</p>}
      <Reason label={t('releaseReason')} value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Takes a document back; whoever opened it is told, with the reason. */
export function WithdrawDialog({ document, onDone, onClose }: DialogProps) {
  const t = useTranslations('library')
  const [reason, setReason] = useState('')
  const withdraw = async () => {
    const file = document.versions.find(({ status }) => status === 'available')
    const signing = { meaning: t('signing.withdrawn'), rows: [signedRow(t, document, file)] }
    await libraryApi.withdraw({ id: document.id, reason }, { context: { signing } })
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
      <Reason label={t('reason')} value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type ReasonProps = { label: string; value: string; onChange: (reason: string) => void }

const Reason = ({ label, value, onChange }: ReasonProps) => (
  <Textarea
    label={label}
    rows={3}
    maxLength={500}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
