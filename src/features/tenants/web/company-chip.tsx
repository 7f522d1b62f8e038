import { useQuery } from '@tanstack/react-query'
import { type Choice, ChoiceChip } from '../../../platform/web/kit/filters.tsx'
import { tenantsQuery } from './tenants-query.ts'

type CompanyChipProps = {
  label: string
  /** The text of "no filter". */
  any: string
  value: number | undefined
  /** What stands before the companies. */
  first?: readonly Choice[]
  onChange: (id: number | undefined) => void
}

/** A filter by one of the companies that the asker may look into. */
export function CompanyChip({ label, any, value, first = [], onChange }: CompanyChipProps) {
  const { data = [] } = useQuery(tenantsQuery)
  return (
    <ChoiceChip
      label={label}
      any={any}
      value={value === undefined ? undefined : String(value)}
      choices={[...first, ...data.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  )
}
