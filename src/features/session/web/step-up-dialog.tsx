import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordForm } from './password-form.tsx'
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
          <PasswordForm
            submit={t('continue')}
            send={async (password) => {
              await showFactor({ password })
              onEnd(true)
            }}
          />
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
