import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useId } from 'react'
import { nextSort, parseSort } from '../url/url-state.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'

type HeadingProps<Row> = {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** A column heading; the sorted one says so to everyone (arrow and aria-sort), a hint explains it on hover and focus. */
export function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const id = useId()
  const { title, hint } = column
  const sorted = parseSort(sort)
  const own = sorted?.field === column.id
  const Arrow = own && !sorted.descending ? IconArrowUp : IconArrowDown
  const explained = hint ? { 'data-hint': hint, 'aria-describedby': id } : {}
  const text = <span className={hint ? css.hinted : undefined}>{title}</span>
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={own ? (sorted.descending ? 'descending' : 'ascending') : undefined}
    >
      {onSort && column.sortable !== false ? (
        <button
          type="button"
          className={css.sort}
          data-sorted={own || undefined}
          onClick={() => onSort(nextSort(sort, column.id))}
          {...explained}
        >
          {text}
          <Arrow size={14} aria-hidden />
        </button>
      ) : (
        // What has a hint must be reachable; the rest is no stop in the tab order.
        <span tabIndex={hint ? 0 : undefined} {...explained}>
          {text}
          {own && <Arrow size={12} aria-hidden />}
        </span>
      )}
      {hint && (
        <span id={id} hidden>
          {hint}
        </span>
      )}
    </th>
  )
}
