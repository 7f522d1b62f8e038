import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { zoneChoices, zoneLabel } from '../../../platform/web/format/zone-names.ts'
import { LOCALE_NAMES, LOCALES } from '../../../platform/web/i18n/locales.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import type { OwnValues } from './own-values.ts'
import { FIRST_ZONES } from './timezones.ts'

type Props = {
  values: OwnValues
  change: (patch: Partial<OwnValues>) => void
  screen: keyof typeof FIRST_ZONES
}

/** Language and timezone, as both screens have them. */
export function ChoiceFields({ values, change, screen }: Props) {
  const t = useTranslations('profile')
  const { locale } = useFormats()
  const first: readonly string[] = FIRST_ZONES[screen]
  const zones = useMemo(
    () => [
      { value: '', label: t('ownTimezone') },
      {
        group: t('usualTimezones'),
        items: first.map((zone) => ({ value: zone, label: zoneLabel(zone, locale) })),
      },
      {
        group: t('allTimezones'),
        items: zoneChoices(locale, values.timezone).filter(({ value }) => !first.includes(value)),
      },
    ],
    [t, locale, first, values.timezone],
  )
  return (
    <>
      <ChoiceField
        label={t('language')}
        value={values.language}
        data={[
          { value: '', label: t('ownLanguage') },
          ...LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] })),
        ]}
        onChange={(event) => change({ language: event.currentTarget.value })}
      />
      <ChoiceField
        label={t('timezone')}
        value={values.timezone}
        data={zones}
        onChange={(event) => change({ timezone: event.currentTarget.value })}
      />
    </>
  )
}
