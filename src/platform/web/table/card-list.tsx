import { Fragment } from 'react'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'

type CardListProps<Row> = DataTableProps<Row> & {
  dimmed: boolean
  onOpen: (row: Row) => void
}

/** The rows on a phone: title, corner and three facts each; a touch opens the rest. */
export function CardList<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowTitle,
  onOpen,
  dimmed,
  changed,
}: CardListProps<Row>) {
  const corner = columns.find((column) => column.card === 'corner')
  const facts = columns.filter((column) => column.card === 'fact').slice(0, 3)
  return (
    <ul
      className={css.cards}
      aria-label={label}
      aria-busy={dimmed || undefined}
      data-dimmed={dimmed || undefined}
    >
      {rows.map((row) => (
        <li key={rowKey(row)} data-changed={changed?.has(rowKey(row)) || undefined}>
          <button type="button" className={css.rowCard} onClick={() => onOpen(row)}>
            <span className={css.cardHead}>
              <strong>{rowTitle(row)}</strong>
              {corner?.cell(row)}
            </span>
            {columns.map(({ id, line }) => line && <Fragment key={id}>{line(row)}</Fragment>)}
            {facts.map((fact) => (
              <span key={fact.id} className={css.fact}>
                <span>{fact.title}</span>
                <span>{fact.cell(row)}</span>
              </span>
            ))}
          </button>
        </li>
      ))}
    </ul>
  )
}
