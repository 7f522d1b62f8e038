import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { Slot, useIsFilled } from '../../../../platform/web/slots/slots.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { parseSort } from '../../../../platform/web/url/url-state.ts'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { CertificateBell, LotCertificate, LotLink } from '../../../lots/web/published.ts'
import type { OrderDetail } from '../../contract.ts'
import { Text } from '../text.tsx'
import css from './order-detail.module.css'
import type { LineSort, OrderSearch } from './order-search.ts'

type Line = OrderDetail['lines'][number]

const NO_DEFAULTS = {}

/** The lines with what was ordered, shipped and is open, and their sums by unit. */
export function OrderLines({ detail }: { detail: OrderDetail }) {
  const t = useTranslations('orders.lines')
  const formats = useFormats()
  const [{ lines: sort }, change] = useUrlState<OrderSearch>(NO_DEFAULTS)
  const columns = useLineColumns(detail.order)
  const rows = sort ? sorted(detail.lines, sort, formats.locale) : detail.lines
  return (
    <Panel title={t('title')} note={t('count', { count: detail.lineCount })} flush>
      <div className={css.lines}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowKey={({ lineNo }) => lineNo}
          rowTitle={({ lineNo }) => t('line', { line: lineNo })}
          sort={sort}
          onSort={(next) => change({ lines: next as LineSort })}
          total={detail.lineCount}
          empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
          flush
        />
      </div>
      {detail.lineTotals.length > 0 && (
        <table className={css.totals} aria-label={t('totals')}>
          <thead>
            <tr>
              {(['unit', 'ordered', 'shipped', 'open'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {detail.lineTotals.map(({ unit, ordered, shipped, open }) => (
              <tr key={unit ?? ''}>
                <th scope="row">{unit ?? t('noUnit')}</th>
                {[ordered, shipped, open].map((quantity, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three columns
                  <td key={index}>{formats.quantity(quantity)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function useLineColumns(order: OrderDetail['order']): readonly Column<Line>[] {
  const t = useTranslations('orders.lines')
  const formats = useFormats()
  const hasActions = useIsFilled('order-line.action')
  const quantity = (id: 'ordered' | 'shipped' | 'open', card?: 'fact'): Column<Line> => ({
    id,
    title: t(`columns.${id}`),
    cell: (line) => formats.quantity(line[id]),
    align: 'end',
    ...(card && { card }),
  })
  const text = (id: 'lineNo' | 'unit'): Column<Line> => ({
    id,
    title: t(`columns.${id}`),
    cell: (line) => <Text>{line[id]}</Text>,
  })
  return [
    text('lineNo'),
    {
      id: 'itemName',
      title: t('columns.itemName'),
      cell: ({ itemNo, itemName }) => (
        <span className={css.item}>
          <Text>{itemName ?? itemNo}</Text>
          {itemName && itemNo && <small title={t('columns.itemNo')}>{itemNo}</small>}
        </span>
      ),
      // Lot and certificate of every line stay in sight beside it (C2, E4).
      fills: true,
      card: 'fact',
    },
    quantity('ordered', 'fact'),
    quantity('shipped'),
    quantity('open', 'fact'),
    text('unit'),
    {
      id: 'unitPrice',
      title: t('columns.unitPrice'),
      cell: ({ unitPrice }) => (unitPrice === null ? DASH : formats.unitPrice(unitPrice, order.currency)),
      align: 'end',
    },
    {
      id: 'lot',
      title: t('columns.lot'),
      cell: ({ lot, lotAddress, lotState, certificate, wished }) =>
        lot === null ? (
          DASH
        ) : (
          <span className={css.lot}>
            <LotLink lotNo={lot} address={lotAddress} state={lotState} />
            {certificate && (
              <span className={css.certificate}>
                <LotCertificate lotNo={lot} certificate={certificate} />
                {wished !== null && certificate.state !== 'available' && (
                  <CertificateBell ordNo={`id:${order.id}`} lotNo={lot} wished={wished} />
                )}
              </span>
            )}
          </span>
        ),
    },
    ...(hasActions
      ? [
          {
            id: 'actions',
            title: t('columns.actions'),
            cell: (line: Line) => <Slot name="order-line.action" given={{ order, line }} />,
            sortable: false,
          },
        ]
      : []),
  ]
}

/** What is missing comes last in either direction. */
function sorted(lines: readonly Line[], sort: LineSort, locale: string): Line[] {
  const { field, descending } = parseSort(sort) as {
    field: Exclude<keyof Line, 'certificate' | 'wished'>
    descending: boolean
  }
  const numeric = field === 'unitPrice'
  const key = (line: Line) => (numeric && line[field] !== null ? Number(line[field]) : line[field])
  const compare = new Intl.Collator(locale, { numeric: true }).compare
  return lines.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    const order = typeof x === 'number' ? x - (y as number) : compare(x, y as string)
    return descending ? -order : order
  })
}
