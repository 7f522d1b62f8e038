import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { LOCALE_NAMES, LOCALES } from '../../../platform/web/i18n/locales.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import type { OwnValues } from './own-values.ts'
import { FIRST_ZONES, otherZones, zoneName } from './timezones.ts'

type Props = {
  values: OwnValues
  change: (patch: Partial<OwnValues>) => void
  screen: keyof typeof FIRST_ZONES
}

/** Language and timezone, as both screens have them. */
export function ChoiceFields({ values, change, screen }: Props) {
  const t = useTranslations('profile')
  const { locale } = useFormats()
  const first = FIRST_ZONES[screen]
  const zones = useMemo(
    () => [
      { value: '', label: t('ownTimezone') },
      {
        group: t('usualTimezones'),
        items: first.map((zone) => ({ value: zone, label: zoneName(zone, locale) })),
      },
      {
        group: t('allTimezones'),
        items: otherZones(first, values.timezone).map((zone) => ({
          value: zone,
          label: zone.replaceAll('_', ' '),
        })),
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
