import { useTranslations } from 'use-intl'
import { TextField } from '../../../platform/web/kit/fields.tsx'

type CodeFieldProps = {
  name?: string
  label?: string
  recovery?: boolean
  error?: string | undefined
  autoFocus?: boolean
}

/** Six digits of an app or an SMS, which phones and browsers offer to fill in, or a recovery code. */
export function CodeField({ name = 'code', label, recovery = false, error, autoFocus }: CodeFieldProps) {
  const t = useTranslations('secondFactor')
  return (
    <TextField
      // Two fields, not one that changes: what was typed for the one is nothing for the other.
      key={recovery ? 'recovery' : 'code'}
      name={name}
      label={label ?? t(recovery ? 'recoveryCode' : 'code')}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize={recovery ? 'characters' : 'off'}
      spellCheck={false}
      required
      maxLength={40}
      error={error}
      {...(autoFocus && { 'data-autofocus': true, autoFocus: true })}
    />
  )
}
