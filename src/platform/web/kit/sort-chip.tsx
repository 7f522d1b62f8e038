import { parseSort } from '../url/url-state.ts'
import { ChoiceChip } from './filters.tsx'
import css from './sort-chip.module.css'

type SortChipProps<Field extends string> = {
  label: string
  sort: Field | `-${Field}`
  /** The sort that nobody has to choose. */
  usual: Field | `-${Field}`
  fields: readonly Field[]
  name: (field: Field, descending: boolean) => string
  /** Undefined: the usual one. */
  onChange: (sort: Field | `-${Field}` | undefined) => void
}

/** The sort of a table on a phone, where there are no headings. */
export function SortChip<Field extends string>(props: SortChipProps<Field>) {
  const { label, sort, usual, fields, onChange } = props
  const name = (one: Field | `-${Field}`) => {
    const { field, descending } = parseSort(one) as { field: Field; descending: boolean }
    return props.name(field, descending)
  }
  const choices = fields
    .flatMap((field) => [field, `-${field}`] as const)
    .filter((one) => one !== usual)
    .map((one) => ({ value: one, label: name(one) }))
  return (
    <span className={css.phoneOnly}>
      <ChoiceChip
        label={label}
        any={name(usual)}
        value={sort === usual ? undefined : sort}
        choices={choices}
        onChange={(one) => onChange(one as Field | `-${Field}` | undefined)}
      />
    </span>
  )
}
