import { Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { nextSort, parseSort } from '../url/url-state.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'

type HeadingProps<Row> = {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** A column heading; the sorted one says so to everyone (arrow and aria-sort). */
export function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const sorted = parseSort(sort)
  const own = sorted?.field === column.id
  const Arrow = own && !sorted.descending ? IconArrowUp : IconArrowDown
  const title = <span className={column.hint ? css.hinted : undefined}>{column.title}</span>
  const content =
    onSort && column.sortable !== false ? (
      <button
        type="button"
        className={css.sort}
        data-sorted={own || undefined}
        onClick={() => onSort(nextSort(sort, column.id))}
      >
        {title}
        <Arrow size={14} aria-hidden />
      </button>
    ) : (
      // Only what has a hint needs to be reachable.
      <span tabIndex={column.hint ? 0 : undefined}>{title}</span>
    )
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={own ? (sorted.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.hint ? <Tooltip label={column.hint}>{content}</Tooltip> : content}
    </th>
  )
}
