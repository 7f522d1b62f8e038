import { useTranslations } from 'use-intl'
import { useRegions } from '../../../platform/web/format/regions.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { zoneChoices } from '../../../platform/web/format/zone-names.ts'
import { LOCALE_NAMES, LOCALES } from '../../../platform/web/i18n/locales.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { TextArea } from '../../../platform/web/kit/text-area.tsx'
import type { ClientDetail } from '../contract.ts'

/** What is kept of a client, as a form holds it: '' is "none". */
export type FactsDraft = {
  name: string
  language: string
  currency: string
  timezone: string
  region: string
  address: string
  terms: string
}

export const NEW_CLIENT: FactsDraft = {
  name: '',
  language: '',
  currency: 'CAD',
  timezone: '',
  region: '',
  address: '',
  terms: '',
}

const CURRENCIES = ['CAD', 'USD', 'EUR', 'GBP', 'CHF', 'MXN', 'AUD']

/** As the API takes it. */
export const factsOf = ({ name, language, currency, timezone, region, address, terms }: FactsDraft) => ({
  name,
  language: (language || null) as ClientDetail['language'],
  currency,
  timezone: timezone || null,
  region: region || null,
  address: address.trim() || null,
  terms: terms.trim() || null,
})

type FieldsProps = {
  values: FactsDraft
  onChange: (patch: Partial<FactsDraft>) => void
}

export function FactsFields({ values, onChange }: FieldsProps) {
  const t = useTranslations('clients')
  const { locale } = useFormats()
  const regions = useRegions()
  const known = (choices: { value: string; label: string }[], value: string) =>
    choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
  const choice = (key: keyof FactsDraft, label: string, data: { value: string; label: string }[]) => (
    <ChoiceField
      label={label}
      path={key}
      value={values[key]}
      data={known(data, values[key])}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <TextField
        label={t('name')}
        path="name"
        value={values.name}
        maxLength={200}
        required
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {choice('region', t('region'), [{ value: '', label: t('notSaid') }, ...regions])}
      <TextArea
        label={t('address')}
        path="address"
        maxLength={500}
        value={values.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <TextField
        label={t('terms')}
        placeholder={t('termsHint')}
        path="terms"
        maxLength={200}
        value={values.terms}
        onChange={(event) => onChange({ terms: event.currentTarget.value })}
      />
      {choice('language', t('language'), [
        { value: '', label: t('languageByRegion') },
        ...LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] })),
      ])}
      {choice(
        'currency',
        t('currency'),
        CURRENCIES.map((code) => ({ value: code, label: `${code} – ${currencies.of(code)}` })),
      )}
      {choice('timezone', t('timezone'), [
        { value: '', label: t('notSaid') },
        ...zoneChoices(locale, values.timezone),
      ])}
    </>
  )
}
