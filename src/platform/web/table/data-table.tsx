import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../kit/error-card.tsx'
import { lazyComponent } from '../lazy-component.ts'
import { CardList } from './card-list.tsx'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { RowTable } from './row-table.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

// Loaded with the first row that is opened.
const RowSheet = lazyComponent(() => import('./row-sheet.tsx'))

/**
 * The product's table. Sorting and paging are the server's; the address holds the sort, the browser the columns.
 * Arrows move, Enter opens, Escape goes back; on a phone a row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, rowTitle, loading = false, dimmed = false, failure, flush = false } = props
  const [sheet, setSheet] = useState<{ row: Row; opened: boolean } | null>(null)
  const t = useTranslations('ui.table')
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const open = props.onOpen ?? ((row: Row) => setSheet({ row, opened: true }))
  const frame = flush ? css.flush : css.frame
  if (failure)
    return (
      <ErrorCard
        title={failure.title}
        {...(failure.message ? { message: failure.message } : {})}
        failure={failure.cause}
        onRetry={failure.onRetry}
        framed={!flush}
      />
    )
  if (loading)
    return (
      <div className={frame}>
        <TableSkeleton
          label={props.label}
          columns={phone ? 2 : Math.min(columns.length, 8)}
          rows={props.expected ?? 10}
        />
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={frame} aria-busy={dimmed || undefined}>
        {props.empty}
      </div>
    )
  const foot = <TableFoot shown={rows.length} total={props.total ?? null} more={props.more ?? null} />
  return (
    <>
      <VisuallyHidden role="status">
        {props.changed && props.changed.size > 0 && t('changed', { count: props.changed.size })}
      </VisuallyHidden>
      {phone ? (
        <div className={flush ? css.flushCards : undefined}>
          <CardList {...props} dimmed={dimmed} onOpen={open} />
          {foot}
        </div>
      ) : (
        <div className={frame}>
          <RowTable {...props} dimmed={dimmed} onOpen={open} />
          {foot}
        </div>
      )}
      {sheet && (
        <Suspense fallback={null}>
          <RowSheet
            {...sheet}
            // As it is now, while it is among the rows: what is done in the sheet shows there.
            row={rows.find((row) => rowKey(row) === rowKey(sheet.row)) ?? sheet.row}
            title={rowTitle}
            columns={columns}
            actions={props.actions}
            onClose={() => setSheet({ ...sheet, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}
