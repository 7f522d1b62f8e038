import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isEmailAddress } from '../../../platform/contract/email-address.ts'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { brandName } from '../../../platform/web/brand.ts'
import { zoneChoices } from '../../../platform/web/format/zone-names.ts'
import { useLanguage } from '../../../platform/web/i18n/language.ts'
import { LOCALE_NAMES, LOCALES } from '../../../platform/web/i18n/locales.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { passwordWeakness } from '../domain/password-rules.ts'
import { type SetUpWish, setUp } from './set-up-api.ts'
import css from './set-up-page.module.css'

/** The ones that a manufacturer of this part of the world keeps books in come first. */
const CURRENCIES = ['CAD', 'USD', 'EUR', 'GBP', 'AUD', 'CHF', 'MXN', 'NZD']

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Field = keyof SetUpWish
const FIELDS: readonly Field[] = ['name', 'email', 'password', 'company', 'currency', 'language', 'timezone']
type Faults = Partial<Record<Field, string>>

type SetUpFormProps = {
  token: string
  /** Characters that the password has at least. */
  shortest: number
  onDone: (made: { key: string; signedIn: boolean }) => void
}

/** What is missing or wrong is said at its field, which takes the focus; what was typed stays. */
export function SetUpForm({ token, shortest, onDone }: SetUpFormProps) {
  const t = useTranslations('setUp')
  const { locale } = useLanguage()
  const failureText = useFailureText()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const names = new Intl.DisplayNames(locale, { type: 'currency' })

  const show = (found: Faults) => {
    setFaults(found)
    const first = FIELDS.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    return first === undefined
  }
  const check = (wish: SetUpWish): Faults => {
    const missing = FIELDS.filter((field) => wish[field] === '').map((field) => [
      field,
      t(`missing.${field}`),
    ])
    const mail = wish.email !== '' && !isEmailAddress(wish.email)
    const known = [brandName, wish.company, wish.name, wish.email]
    const weakness = wish.password ? passwordWeakness(wish.password, known, shortest) : undefined
    return {
      ...Object.fromEntries(missing),
      ...(mail && { email: t('noEmail') }),
      ...(weakness && { password: t(`weak.${weakness}`, { shortest }) }),
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const given = new FormData(event.currentTarget)
    const value = (field: Field) => {
      const text = String(given.get(field) ?? '')
      return field === 'password' ? text : text.trim()
    }
    const wish = Object.fromEntries(FIELDS.map((field) => [field, value(field)])) as SetUpWish
    if (!show(check(wish))) return
    setSending(true)
    setFailure(null)
    try {
      onDone(await setUp(token, wish))
    } catch (caught) {
      setSending(false)
      const named = isProblem(caught, 422) ? (caught.problem.errors ?? []) : []
      show(Object.fromEntries(named.map(({ path, message }) => [path, message])))
      setFailure(failureText(caught))
    }
  }
  const text = { required: true, maxLength: 200 }
  return (
    <form ref={form} className={css.fields} onSubmit={submit} noValidate aria-busy={sending || undefined}>
      <fieldset>
        <legend>{t('administrator')}</legend>
        <TextField name="name" label={t('name')} autoComplete="name" error={faults.name} {...text} />
        <TextField
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          inputMode="email"
          error={faults.email}
          {...text}
          maxLength={320}
        />
        <PasswordField
          name="password"
          label={t('password')}
          description={t('passwordHint', { shortest })}
          autoComplete="new-password"
          required
          maxLength={128}
          error={faults.password}
        />
      </fieldset>
      <fieldset>
        <legend>{t('installation')}</legend>
        <TextField
          name="company"
          label={t('company')}
          autoComplete="organization"
          error={faults.company}
          {...text}
        />
        <div className={css.pair}>
          <ChoiceField
            name="currency"
            label={t('currency')}
            data={CURRENCIES.map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }))}
            error={faults.currency}
          />
          <ChoiceField
            name="language"
            label={t('language')}
            defaultValue={locale}
            data={LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
            error={faults.language}
          />
        </div>
        <ChoiceField
          name="timezone"
          label={t('timezone')}
          description={t('timezoneHint')}
          defaultValue={deviceZone}
          data={[...zoneChoices(locale, deviceZone)]}
          error={faults.timezone}
        />
      </fieldset>
      {failure && (
        <div className={css.error} role="alert">
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <p>{failure}</p>
        </div>
      )}
      <Button type="submit" size="md" fullWidth aria-disabled={sending}>
        {t(sending ? 'sending' : 'submit')}
      </Button>
    </form>
  )
}
