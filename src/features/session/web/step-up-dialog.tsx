import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/fields.tsx'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { showFactor } from './second-factor-api.ts'

type StepUpDialogProps = { ways: readonly string[]; onEnd: (shown: boolean) => void }

/** A code, or of whoever has no second factor the password; then what was asked for goes on by itself. */
export default function StepUpDialog({ ways, onEnd }: StepUpDialogProps) {
  const t = useTranslations('secondFactor')
  const byPassword = ways.includes('password')
  const [recovery, setRecovery] = useState(false)
  return (
    <Dialog opened title={t('againTitle')} onClose={() => onEnd(false)} size="sm">
      <div className={css.steps}>
        <p>{t(byPassword ? 'againPassword' : 'againCode')}</p>
        <OutsideForm
          submit={t('continue')}
          submitting={t('checking')}
          check={(value) =>
            byPassword
              ? { password: value('password') ? undefined : t('passwordMissing') }
              : { code: value('code').trim() ? undefined : t('codeMissing') }
          }
          send={async (value) => {
            await showFactor(byPassword ? { password: value('password') } : { code: value('code') })
            onEnd(true)
          }}
        >
          {(faults) =>
            byPassword ? (
              <PasswordField
                name="password"
                label={t('password')}
                autoComplete="current-password"
                required
                maxLength={128}
                error={faults.password}
                data-autofocus
              />
            ) : (
              <CodeField recovery={recovery} error={faults.code} autoFocus />
            )
          }
        </OutsideForm>
        {!byPassword && (
          <p className={css.ways}>
            <button type="button" onClick={() => setRecovery(!recovery)}>
              {t(recovery ? 'useApp' : 'useRecovery')}
            </button>
          </p>
        )}
      </div>
    </Dialog>
  )
}
