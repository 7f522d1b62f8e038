import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { User } from '../../contract.ts'
import css from '../users.module.css'
import { factorsApi } from '../users-queries.ts'

type ResetFactorDialogProps = { user: User; onDone: () => void; onClose: () => void }

/** For somebody who lost phone and recovery codes; the reason stays on record. */
export function ResetFactorDialog({ user: { userId, name }, onDone, onClose }: ResetFactorDialogProps) {
  const t = useTranslations('users')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    setWrong(null)
    try {
      await factorsApi.reset({ userId, reason })
      toast.done(t('factorReset', { name }))
      onDone()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('resetFactorTitle', { name })}
      onClose={onClose}
      onSubmit={() => void reset()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy} disabled={reason.trim().length < 3}>
            {t('resetFactorNow')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p>{t('resetFactorText', { name })}</p>
        <TextField
          data-autofocus
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
