import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isEmailAddress } from '../../../../platform/contract/email-address.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { User } from '../../contract.ts'
import { usersApi } from '../users-queries.ts'

type EmailDialogProps = { user: User; onDone: () => void; onClose: () => void }

/** Another e-mail for somebody who cannot confirm it; the reason stays on record. */
export function EmailDialog({ user: { userId, name }, onDone, onClose }: EmailDialogProps) {
  const t = useTranslations('users')
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const save = async () => {
    const { email: now } = await usersApi.changeEmail({ userId, email, reason })
    toast.done(t('emailChanged', { name, email: now }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('emailTitle', { name })}
      submit={t('save')}
      ready={isEmailAddress(email) && reason.trim().length >= 3}
      onSubmit={save}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <p>{t('emailDialogText')}</p>
          <TextField
            data-autofocus
            type="email"
            label={t('newEmail')}
            maxLength={320}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextField
            label={t('reason')}
            description={t('reasonHint')}
            maxLength={500}
            value={reason}
            error={wrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
