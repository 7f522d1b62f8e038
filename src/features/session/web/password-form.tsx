import { useTranslations } from 'use-intl'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { OutsideForm } from './outside-form.tsx'

type PasswordFormProps = { submit: string; send: (password: string) => Promise<void> }

/** Asks for the password of whoever is signed in before something is done. */
export function PasswordForm({ submit, send }: PasswordFormProps) {
  const t = useTranslations('secondFactor')
  return (
    <OutsideForm
      submit={submit}
      submitting={t('checking')}
      check={(value) => ({ password: value('password') ? undefined : t('passwordMissing') })}
      send={(value) => send(value('password'))}
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
  )
}
