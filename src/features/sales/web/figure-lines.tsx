import { Button, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { ExportMenu } from '../../exports/web/published.ts'
import type { AnySalesLine } from '../contract.ts'
import type { LinesFilter, Shown } from './figure.ts'
import css from './lines-drawer.module.css'
import { LinesSums } from './lines-sums.tsx'
import { linesQuery } from './sales-queries.ts'
import { usePrintedLines } from './use-printed-lines.ts'
import { useSalesFailure } from './use-sales-failure.ts'

export type FigureLinesProps = {
  /** The lines that the figure is the sum of. */
  behind: LinesFilter
  /** As it stands on the screen; null: not there any longer; undefined: not known yet. */
  shown: Shown | null | undefined
  currency: string | null
  columns: readonly Column<AnySalesLine>[]
  onOpen: (line: AnySalesLine) => void
  /** The list of exports lies over the lines. */
  onExports: (opened: boolean) => void
}

/** Of the order that the line belongs to, as its dataset counts orders. */
export const numberOf = (line: AnySalesLine) => ('so' in line ? line.so : line.invoiceNo)

/** The figure, the sums of its lines beside it, and the lines. */
export function FigureLines({ behind, shown, currency, columns, onOpen, onExports }: FigureLinesProps) {
  const t = useTranslations('sales.lines')
  const tSales = useTranslations('sales')
  const failureText = useSalesFailure(behind.dataset)
  const list = useCursorList(linesQuery(behind))
  const printing = usePrintedLines(behind, list.total)
  const rows = printing.rows ?? list.rows
  return (
    <div data-locks-page className={css.lines}>
      <LinesSums
        search={behind.search}
        currency={currency}
        shown={shown}
        // Those of the filter before would be compared with another figure.
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
        sums={list.failure ? null : list.dimmed ? undefined : (list.first?.sums ?? undefined)}
      />
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
                  message: failureText(list.failure),
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
