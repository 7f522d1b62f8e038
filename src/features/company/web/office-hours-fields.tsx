import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import type { OfficeHours } from '../contract.ts'
import css from './company.module.css'

const WEEK = [1, 2, 3, 4, 5, 6, 7]

type OfficeHoursFieldsProps = {
  value: OfficeHours
  onChange: (hours: OfficeHours) => void
  error: string | false
}

/** On which weekdays somebody is there, and from when to when. */
export function OfficeHoursFields({ value, onChange, error }: OfficeHoursFieldsProps) {
  const t = useTranslations('company')
  const formats = useFormats()
  const time = (key: 'opensAt' | 'closesAt') => (
    <TextField
      type="time"
      label={t(key)}
      value={value[key]}
      onChange={(event) => onChange({ ...value, [key]: event.currentTarget.value })}
    />
  )
  return (
    <fieldset className={css.office}>
      <legend>{t('officeHours')}</legend>
      <p>{t('officeHoursText')}</p>
      <div className={css.days}>
        {WEEK.map((day) => (
          <Checkbox
            key={day}
            label={formats.weekdayName(day)}
            checked={value.days.includes(day)}
            onChange={(event) =>
              onChange({
                ...value,
                days: WEEK.filter((one) =>
                  one === day ? event.currentTarget.checked : value.days.includes(one),
                ),
              })
            }
          />
        ))}
      </div>
      <div className={css.times}>
        {time('opensAt')}
        {time('closesAt')}
      </div>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
