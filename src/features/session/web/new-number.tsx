import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { dialled } from '../../../platform/contract/phone.ts'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import css from './second-factor.module.css'
import { beginSms, confirmSms, type SmsSent, sendSmsAgain } from './second-factor-api.ts'
import { SmsCode } from './sms-code.tsx'

type NewNumberProps = { password?: string | undefined; onAdded: (recoveryCodes: string[]) => void }

/** The number that codes are to go to, and the first of them. */
export function NewNumber({ password: given, onAdded }: NewNumberProps) {
  const t = useTranslations('secondFactor')
  const [password, setPassword] = useState(given)
  const [sent, setSent] = useState<SmsSent | null>(null)
  return (
    <div className={css.steps}>
      {sent ? (
        <SmsCode
          ask={sendSmsAgain}
          sent={sent}
          submit={t('turnOn')}
          send={async (code) => onAdded(await confirmSms(code))}
        />
      ) : (
        <OutsideForm
          submit={t('sendSms')}
          submitting={t('smsSending')}
          check={(value) => ({
            number: !value('number').trim()
              ? t('smsNumberMissing')
              : dialled(value('number'))
                ? undefined
                : t('noNumber'),
            password: password || value('password') ? undefined : t('passwordMissing'),
          })}
          send={async (value) => {
            try {
              setSent(await beginSms(password ?? value('password'), value('number')))
            } catch (failure) {
              // What was typed at the sign-in is not good any more: the form asks.
              if (isProblem(failure, 422) && failure.code === 'invalid_password') setPassword(undefined)
              throw failure
            }
          }}
        >
          {(faults) => (
            <>
              <TextField
                name="number"
                type="tel"
                label={t('smsNumber')}
                description={t('smsNumberHint')}
                autoComplete="tel"
                required
                maxLength={40}
                error={faults.number}
                autoFocus
                data-autofocus
              />
              {password === undefined && (
                <PasswordField
                  name="password"
                  label={t('password')}
                  description={t('passwordWhy')}
                  autoComplete="current-password"
                  required
                  maxLength={128}
                  error={faults.password}
                />
              )}
            </>
          )}
        </OutsideForm>
      )}
    </div>
  )
}
