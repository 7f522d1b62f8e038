import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { askPasskeyAgain, askSmsAgain, showFactor } from './second-factor-api.ts'
import { firstWay, ShowFactor } from './show-factor.tsx'

type StepUpDialogProps = { ways: readonly string[]; onEnd: (shown: boolean) => void }

/** The second factor, or of whoever has none the password; then what was asked for goes on by itself. */
export default function StepUpDialog({ ways, onEnd }: StepUpDialogProps) {
  const t = useTranslations('secondFactor')
  const byPassword = ways.includes('password')
  const [way, setWay] = useState(() => firstWay(ways))
  return (
    <Dialog opened title={t('againTitle')} onClose={() => onEnd(false)} size="sm">
      <div className={css.steps}>
        <p>{t(byPassword ? 'againPassword' : way === 'totp' ? 'againCode' : 'againFactor')}</p>
        {byPassword ? (
          <OutsideForm
            submit={t('continue')}
            submitting={t('checking')}
            check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
            send={async (value) => {
              await showFactor({ password: value('password') })
              onEnd(true)
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
        ) : (
          <ShowFactor
            ways={ways}
            way={way}
            onWay={setWay}
            askPasskey={askPasskeyAgain}
            askSms={askSmsAgain}
            send={async (shown) => {
              await showFactor(shown)
              onEnd(true)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
