import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { PasswordForm } from './password-form.tsx'
import css from './second-factor.module.css'
import { removeFactor } from './second-factor-api.ts'
import type { Removable } from './use-factor-items.tsx'

type RemoveFactorProps = {
  what: Removable
  /** Nothing else is left then. */
  isLast: boolean
  onEnd: () => void
}

/** Without the last one the password alone signs in again: said before, and the password is asked for. */
export function RemoveFactor({ what, isLast, onEnd }: RemoveFactorProps) {
  const t = useTranslations('secondFactor')
  const { passkey, sms } = what
  const title = passkey
    ? t('removePasskey', { name: passkey.name })
    : sms
      ? t('smsRemove', { number: sms.number })
      : t('removeApp')
  const removed = passkey ? { passkey: passkey.id } : sms ? { sms: true as const } : {}
  return (
    <Dialog opened title={isLast ? t('removeTitle') : title} onClose={onEnd} size="sm">
      <div className={css.steps}>
        <p>{t(isLast ? 'removeText' : 'removeOneText')}</p>
        <PasswordForm
          submit={t('remove')}
          send={async (password) => {
            await removeFactor(password, removed)
            toast.done(t(isLast ? 'removed' : 'removedOne'))
            onEnd()
          }}
        />
      </div>
    </Dialog>
  )
}
