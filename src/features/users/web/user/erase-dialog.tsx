import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import type { ErasureReport, User } from '../../contract.ts'
import { usersApi } from '../users-queries.ts'
import { ErasureDone } from './erasure-done.tsx'

type EraseDialogProps = { user: User; onDone: () => void; onClose: () => void }

/** It cannot be undone: whoever is meant is named by their address. */
export function EraseDialog({ user: { userId, name, email }, onDone, onClose }: EraseDialogProps) {
  const t = useTranslations('users')
  const [typed, setTyped] = useState('')
  const [report, setReport] = useState<ErasureReport | null>(null)
  const erase = async () => {
    setReport((await usersApi.erase({ userId, email: typed.trim() })).report)
    return undefined
  }
  if (report) return <ErasureDone report={report} onClose={onDone} />
  return (
    <FormDialog
      title={t('eraseTitle', { name })}
      submit={t('eraseNow')}
      danger
      ready={typed.trim().toLowerCase() === email.toLowerCase()}
      onSubmit={erase}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <p>{t('eraseText')}</p>
          <p>{t('eraseKept')}</p>
          <TextField
            data-autofocus
            type="email"
            label={t('eraseEmail', { email })}
            maxLength={320}
            value={typed}
            error={wrong}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
