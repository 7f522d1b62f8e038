import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../../../platform/web/kit/fields.tsx'
import { CodeField } from './code-field.tsx'
import { OutsideForm } from './outside-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './second-factor.module.css'
import { beginFactor, confirmFactor, type NewFactor } from './second-factor-api.ts'

type FactorSetUpProps = {
  /** Typed a moment ago at the sign-in: not asked for again. */
  password?: string | undefined
  /** The button after the recovery codes. */
  done: string
  onDone: () => void
  /** The codes are on screen: from now on the app is asked for. */
  onEnrolled?: () => void
}

/** Password, picture and first code, recovery codes: one after the other. */
export function FactorSetUp({ password, done, onDone, onEnrolled }: FactorSetUpProps) {
  const t = useTranslations('secondFactor')
  const [begun, setBegun] = useState<NewFactor | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  // When it does not work by itself, the form asks.
  useEffect(() => {
    if (password) beginFactor(password).then(setBegun, () => undefined)
  }, [password])
  if (codes) return <RecoveryCodes codes={codes} done={done} onDone={onDone} />
  if (!begun)
    return (
      <OutsideForm
        submit={t('continue')}
        submitting={t('checking')}
        check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
        send={async (value) => setBegun(await beginFactor(value('password')))}
      >
        {(faults) => (
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
      </OutsideForm>
    )
  return (
    <div className={css.steps}>
      <p>{t('scan')}</p>
      <QrCode text={begun.uri} label={t('picture')} />
      <p>
        {t('orType')}
        <br />
        <code className={css.secret}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <OutsideForm
        submit={t('turnOn')}
        submitting={t('checking')}
        check={(value) => ({ code: value('code').trim() ? undefined : t('codeMissing') })}
        send={async (value) => {
          setCodes(await confirmFactor(value('code')))
          onEnrolled?.()
        }}
      >
        {(faults) => <CodeField error={faults.code} autoFocus />}
      </OutsideForm>
    </div>
  )
}
