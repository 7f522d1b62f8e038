import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { removeFactor } from './second-factor-api.ts'
import type { Passkey } from './use-factor-items.tsx'

type RemoveFactorProps = {
  /** Undefined: the app. */
  passkey: Passkey | undefined
  /** Nothing else is left then. */
  isLast: boolean
  onEnd: () => void
}

/** Without the last one the password alone signs in again: said before, and the password is asked for. */
export function RemoveFactor({ passkey, isLast, onEnd }: RemoveFactorProps) {
  const t = useTranslations('secondFactor')
  const title = passkey ? t('removePasskey', { name: passkey.name }) : t('removeApp')
  return (
    <Dialog opened title={isLast ? t('removeTitle') : title} onClose={onEnd} size="sm">
      <div className={css.steps}>
        <p>{t(isLast ? 'removeText' : 'removeOneText')}</p>
        <OutsideForm
          submit={t('remove')}
          submitting={t('checking')}
          check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
          send={async (value) => {
            await removeFactor(value('password'), passkey?.id)
            toast.done(t(isLast ? 'removed' : 'removedOne'))
            onEnd()
          }}
        >
          {(faults) => (
            <PasswordField
              name="password"
              label={t('password')}
              autoComplete="current-password"
              required
              maxLength={128}
              error={faults.password}
              data-autofocus
            />
          )}
        </OutsideForm>
      </div>
    </Dialog>
  )
}
