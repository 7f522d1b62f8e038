import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { tenantsQuery } from '../../tenants/web/published.ts'
import css from './announcements.module.css'

type AudienceProps = {
  /** Null: all tenants. */
  value: readonly number[] | null
  onChange: (value: number[] | null) => void
}

/** For everybody, or for the companies that are ticked. */
export function AudienceField({ value, onChange }: AudienceProps) {
  const t = useTranslations('announcements')
  const { data = [] } = useQuery(tenantsQuery)
  return (
    <>
      <ChoiceField
        label={t('audience')}
        value={value === null ? 'all' : 'some'}
        data={[
          { value: 'all', label: t('toAll') },
          { value: 'some', label: t('toSome') },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {value !== null && (
        <fieldset className={css.checks} aria-label={t('companies')}>
          {data.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
