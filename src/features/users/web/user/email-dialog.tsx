import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { User } from '../../contract.ts'
import css from '../users.module.css'
import { usersApi } from '../users-queries.ts'

type EmailDialogProps = { user: User; onDone: () => void; onClose: () => void }

/** Another e-mail for somebody who cannot confirm it; the reason stays on record. */
export function EmailDialog({ user: { userId, name }, onDone, onClose }: EmailDialogProps) {
  const t = useTranslations('users')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setWrong(null)
    try {
      const { email: now } = await usersApi.changeEmail({ userId, email, reason })
      toast.done(t('emailChanged', { name, email: now }))
      onDone()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('emailTitle', { name })}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={!/^\S+@\S+$/.test(email.trim()) || reason.trim().length < 3}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
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
      </div>
    </Dialog>
  )
}
