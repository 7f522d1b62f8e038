import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { SalesHistory, SalesLine } from '../contract.ts'
import { type Figure, type HistoryFilter, linesBehind, shownFigure } from './figure.ts'
import css from './lines-drawer.module.css'
import { LinesSums } from './lines-sums.tsx'
import { linesQuery } from './sales-queries.ts'
import { useSalesFailure } from './use-sales-failure.ts'

type FigureLinesProps = {
  figure: Figure
  filter: HistoryFilter
  history: SalesHistory | undefined
  columns: readonly Column<SalesLine>[]
  onOpen: (line: SalesLine) => void
}

/** The figure, the sums of its lines beside it, and the lines. */
export function FigureLines({ figure, filter, history, columns, onOpen }: FigureLinesProps) {
  const t = useTranslations('sales.lines')
  const failureText = useSalesFailure()
  const behind = linesBehind(figure, filter, history?.evolution.years ?? [])
  const list = useCursorList(linesQuery(behind))
  return (
    <div data-locks-page className={css.lines}>
      <LinesSums
        search={filter.search}
        currency={history?.currency ?? filter.currency ?? null}
        shown={history && shownFigure(figure, history)}
        // Those of the filter before would be compared with another figure.
        sums={list.failure ? null : list.dimmed ? undefined : (list.first?.sums ?? undefined)}
      />
      <div className={css.table}>
        <DataTable<SalesLine>
          label={t('table')}
          columns={columns}
          rows={list.rows}
          rowKey={(line) => `${line.tenantName ?? ''} ${line.id}`}
          rowTitle={(line) => line.invoiceNo || line.product}
          onOpen={onOpen}
          total={list.total}
          more={list.more}
          loading={list.loading}
          dimmed={list.dimmed}
          failure={
            list.failure
              ? {
                  title: t('failed'),
                  message: failureText(list.failure),
                  cause: list.failure,
                  onRetry: list.refresh,
                }
              : null
          }
          empty={<EmptyState title={t('none')} />}
        />
      </div>
    </div>
  )
}
