import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FilterBar } from '../kit/filters.tsx'
import { Panel } from '../kit/panel.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { useColumnChoice } from './column-choice.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'
import css from './record-panel.module.css'

type RecordPanelProps<Row> = Omit<DataTableProps<Row>, 'choice' | 'flush'> & {
  note?: ReactNode
  /** The name under which the browser keeps its columns. */
  name: string
  search?: string | undefined
  /** What is searched in, where the panel's title does not say it. */
  placeholder?: string
  /** Not given: the list is short, and seen at one look. */
  onSearch?: (term: string | undefined) => void
  /** Beside the choice of columns. */
  tools?: ReactNode
}

/** A table that is one of several on its screen: a panel with its own search and choice of columns. */
export function RecordPanel<Row>({
  note,
  name,
  search,
  placeholder,
  onSearch,
  tools,
  ...table
}: RecordPanelProps<Row>) {
  const t = useTranslations('ui.records')
  const choice = useColumnChoice(name, table.columns)
  const { label, total, rows, loading, dimmed } = table
  const found = total ?? rows.length
  return (
    <Panel
      title={label}
      note={note}
      flush
      busy={loading || dimmed}
      actions={
        <span className={css.tools}>
          <ColumnChooser choice={choice} />
          {tools}
        </span>
      }
    >
      {onSearch && (search !== undefined || rows.length > 0) && (
        <div className={css.search}>
          <FilterBar note={search !== undefined && !dimmed && t('found', { count: found })}>
            <SearchField
              label={t('searchIn', { list: label })}
              placeholder={placeholder ?? t('search')}
              value={search}
              onChange={onSearch}
            />
          </FilterBar>
        </div>
      )}
      <DataTable {...table} choice={choice} flush />
    </Panel>
  )
}
