import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FilterBar } from './filters.tsx'
import css from './record-list.module.css'
import { SearchField } from './search-field.tsx'

export type RecordItem = {
  key: string | number
  title: ReactNode
  /** Beneath the title, each on a line of its own. */
  facts?: readonly ReactNode[]
  actions?: ReactNode
}

/** As many are seen at one look. */
const FEW = 8

type LongListSearchProps = {
  value: string | undefined
  /** How many are shown, how many there are, and whether there are more. */
  count: number
  total: number | null
  more: boolean
  onChange: (term: string | undefined) => void
}

/** The search of a list that the server searches; nothing where all is seen at one look. */
export function LongListSearch({ value, count, total, more, onChange }: LongListSearchProps) {
  const t = useTranslations('ui.records')
  if (value === undefined && !more && count <= FEW) return null
  return (
    <div className={css.search}>
      <FilterBar note={value && total !== null && t('found', { count: total })}>
        <SearchField label={t('search')} placeholder={t('search')} value={value} onChange={onChange} />
      </FilterBar>
    </div>
  )
}

/** Things that are looked after one by one, with what can be done to each. */
export const RecordList = ({ label, items }: { label: string; items: readonly RecordItem[] }) => (
  <ul className={css.list} aria-label={label}>
    {items.map(({ key, title, facts = [], actions }) => (
      <li key={key}>
        <div className={css.text}>
          <strong>{title}</strong>
          {facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other identity than their place
            <small key={at}>{fact}</small>
          ))}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </li>
    ))}
  </ul>
)

type FactsTableProps = {
  label: string
  /** `figure`: to the right, with tabular digits. */
  columns: readonly { title: string; figure?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table without sorting or paging, as it stands in a dialog; on a phone each row is its facts, one below the other. */
export const FactsTable = ({ label, columns, rows }: FactsTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
  <section className={css.scroll} aria-label={label} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map(({ title, figure }) => (
            <th key={title} scope="col" data-figure={figure || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map(({ title, figure }, at) => (
              <td key={title} data-title={title} data-figure={figure || undefined}>
                <div>{cells[at]}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
