import { Button, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { ExportMenu } from '../../exports/web/published.ts'
import type { AnySalesLine } from '../contract.ts'
import type { LinesFilter } from './figure.ts'
import css from './lines-drawer.module.css'
import { LinesSums } from './lines-sums.tsx'
import type { OpenedFigure } from './opened-figure.ts'
import { salesFailure } from './sales-failure.ts'
import { lineCountsQuery, linesQuery } from './sales-queries.ts'
import { usePrintedLines } from './use-printed-lines.ts'
import { isCounted, type Side, useSumRows } from './use-sum-rows.ts'

export type FigureLinesProps = {
  figure: OpenedFigure
  currency: string | null
  columns: readonly Column<AnySalesLine>[]
  onOpen: (line: AnySalesLine) => void
  /** The list of exports lies over the lines. */
  onExports: (opened: boolean) => void
}

/** Of the order that the line belongs to, as its dataset counts orders. */
export const numberOf = (line: AnySalesLine) => ('so' in line ? line.so : line.invoiceNo)

/** The figure, the sums of its lines beside it, and the lines. */
export function FigureLines({ figure, currency, columns, onOpen, onExports }: FigureLinesProps) {
  const { against, shown } = figure
  const [before, setBefore] = useState(false)
  const isBefore = before && against !== undefined
  // Of a change the lines of both sides are added up, and those of one are listed.
  const own = useSide(figure.behind, isCounted(figure))
  const beside = useSide(against?.behind ?? figure.behind, isCounted(figure))
  const behind = isBefore ? against.behind : figure.behind
  const { list } = isBefore ? beside : own
  const rowsOf = useSumRows(figure, currency)
  const t = useTranslations('sales.lines')
  const tSales = useTranslations('sales')
  const tCurrent = useTranslations('currentSales')
  const words = behind.dataset === 'current' ? tCurrent : tSales
  const printing = usePrintedLines(behind, list.total)
  const rows = printing.rows ?? list.rows
  return (
    <div data-locks-page className={css.lines}>
      <LinesSums
        search={behind.search}
        tables={rowsOf(own.side, beside.side)}
        gone={shown === null && against === undefined}
        busy={own.side.sums === undefined || beside.side.sums === undefined}
        actions={
          <div className={css.actions}>
            <Button
              variant="default"
              size="compact-sm"
              aria-disabled={printing.preparing || !list.total}
              leftSection={
                printing.preparing ? (
                  <Loader size={16} aria-hidden />
                ) : (
                  <IconPrinter size={16} stroke={1.75} />
                )
              }
              onClick={printing.print}
            >
              {t(printing.preparing ? 'preparingPrint' : 'print')}
            </Button>
            <ExportMenu
              size="compact-sm"
              onList={onExports}
              offers={[
                {
                  kind: 'sales-lines',
                  filter: behind,
                  rows: list.dimmed ? null : list.total,
                  title: tSales('exportLines', { count: list.total ?? 0 }),
                },
              ]}
            />
          </div>
        }
      />
      {against && (
        <fieldset className={css.sides} data-print="no">
          <legend className="visually-hidden">{t('sides')}</legend>
          {[against.periods.current, against.periods.previous].map((period, at) => (
            <Button
              key={period}
              size="compact-sm"
              variant="default"
              aria-pressed={isBefore === (at === 1)}
              onClick={() => setBefore(at === 1)}
            >
              {t('linesOf', { period })}
            </Button>
          ))}
        </fieldset>
      )}
      <div className={css.table}>
        <DataTable<AnySalesLine>
          label={t('table')}
          columns={columns}
          rows={rows}
          rowKey={(line) => `${line.tenantName ?? ''} ${line.id}`}
          rowTitle={(line) => numberOf(line) || line.product}
          onOpen={onOpen}
          total={list.total}
          more={printing.rows ? null : list.more}
          loading={list.loading}
          dimmed={list.dimmed}
          failure={
            list.failure
              ? {
                  title: t('failed'),
                  message: salesFailure(words, list.failure),
                  cause: list.failure,
                  onRetry: list.refresh,
                }
              : null
          }
          empty={<EmptyState title={t('none')} />}
        />
      </div>
      {list.total !== null && list.total > 0 && (
        <p className={css.printed}>
          {t('printed', {
            count: rows.length,
            total: list.total,
            rest: rows.length < list.total ? 'yes' : 'no',
          })}
        </p>
      )}
    </div>
  )
}

/** The lines of one side, their sums and, where it is asked for, what they count. */
function useSide(behind: LinesFilter, counting: boolean) {
  const list = useCursorList(linesQuery(behind))
  const counts = useQuery({ ...lineCountsQuery(behind), enabled: counting })
  const side: Side = {
    // Those of the filter before would be compared with another figure.
    sums: list.failure ? null : list.dimmed ? undefined : (list.first?.sums ?? undefined),
    units: list.first?.units,
    counted: counts.error ? null : counts.data,
  }
  return { list, side }
}
