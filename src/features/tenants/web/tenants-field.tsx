import { useQuery } from '@tanstack/react-query'
import { Checks } from '../../../platform/web/kit/checks.tsx'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
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
        <Checks
          legend={legend}
          choices={data.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={value}
          onChange={onChange}
          long
        />
      )}
    </>
  )
}
