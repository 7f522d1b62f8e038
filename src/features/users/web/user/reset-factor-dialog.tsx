import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { User } from '../../contract.ts'
import { factorsApi } from '../users-queries.ts'

type ResetFactorDialogProps = { user: User; onDone: () => void; onClose: () => void }

/** For somebody who lost phone and recovery codes; the reason stays on record. */
export function ResetFactorDialog({ user: { userId, name }, onDone, onClose }: ResetFactorDialogProps) {
  const t = useTranslations('users')
  const [reason, setReason] = useState('')
  const reset = async () => {
    await factorsApi.reset({ userId, reason })
    toast.done(t('factorReset', { name }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('resetFactorTitle', { name })}
      submit={t('resetFactorNow')}
      danger
      ready={reason.trim().length >= 3}
      onSubmit={reset}
      onClose={onClose}
    >
      {(wrong) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
