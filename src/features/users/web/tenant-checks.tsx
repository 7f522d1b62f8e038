import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { tenantsQuery } from '../../tenants/web/published.ts'
import css from './users.module.css'

type TenantChecksProps = {
  /** Null: all tenants. */
  value: number[] | null
  onChange: (value: number[] | null) => void
}

/** Which companies one of the staff may see: all of them, or those that are ticked. */
export function TenantChecks({ value, onChange }: TenantChecksProps) {
  const t = useTranslations('users')
  const { data } = useQuery(tenantsQuery)
  return (
    <>
      <ChoiceField
        label={t('sees')}
        value={value === null ? 'all' : 'assigned'}
        data={[
          { value: 'all', label: t('seesAll') },
          { value: 'assigned', label: t('seesAssigned') },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {value !== null && (
        <fieldset className={css.checks}>
          <legend>{t('assigned')}</legend>
          {(data ?? []).map(({ id, name }) => (
            <label key={id} className={css.check}>
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
