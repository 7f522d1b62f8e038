import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { removeFactor } from './second-factor-api.ts'

/** Without it the password alone signs in again: said before, and the password is asked for. */
export function RemoveFactor({ onEnd }: { onEnd: () => void }) {
  const t = useTranslations('secondFactor')
  return (
    <Dialog opened title={t('removeTitle')} onClose={onEnd} size="sm">
      <div className={css.steps}>
        <p>{t('removeText')}</p>
        <OutsideForm
          submit={t('remove')}
          submitting={t('checking')}
          check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
          send={async (value) => {
            await removeFactor(value('password'))
            toast.done(t('removed'))
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
