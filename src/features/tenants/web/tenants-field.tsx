import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import css from './tenants-field.module.css'
import { tenantsQuery } from './tenants-query.ts'

type TenantsFieldProps = {
  label: string
  /** The two choices. */
  all: string
  some: string
  /** Above the companies. */
  legend: string
  /** Null: all tenants. */
  value: readonly number[] | null
  onChange: (value: number[] | null) => void
}

/** All companies, or those that are ticked. */
export function TenantsField({ label, all, some, legend, value, onChange }: TenantsFieldProps) {
  const { data = [] } = useQuery(tenantsQuery)
  return (
    <>
      <ChoiceField
        label={label}
        value={value === null ? 'all' : 'some'}
        data={[
          { value: 'all', label: all },
          { value: 'some', label: some },
        ]}
        onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
      />
      {value !== null && (
        <fieldset className={css.checks}>
          <legend>{legend}</legend>
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
