import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { Text } from '../../orders/web/published.ts'
import type { PoDetail, PoLine } from '../contract.ts'
import css from './po.module.css'
import { usePrice, useTotal } from './po-cells.tsx'

type Changed = NonNullable<PoDetail['proposal']>['lines'][number]

/** What the other side proposes or asks, beside what it is now: the date, each line and the total. */
export function ProposalPanel({ detail: { proposal, lines, purchaseOrder } }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const price = usePrice()
  const total = useTotal()
  if (!proposal) return null
  const { currency } = purchaseOrder
  const before = (changed: Changed) => lines.find(({ lineNo }) => lineNo === changed.lineNo) as PoLine
  const fromTo = (old: string, now: string) => (old === now ? now : t('proposal.fromTo', { old, new: now }))
  const amountOf = ({ amount }: { amount: string | null }) =>
    amount === null ? DASH : formats.money(amount, currency)
  const columns: Column<Changed>[] = [
    {
      id: 'itemNo',
      title: t('lines.itemNo'),
      cell: (line) => <Text strong>{before(line).itemNo}</Text>,
      fixed: true,
    },
    { id: 'name', title: t('lines.name'), cell: (line) => <Text>{before(line).name}</Text> },
    {
      id: 'quantity',
      title: t('lines.quantity'),
      cell: (line) =>
        `${fromTo(formats.quantity(before(line).quantity), formats.quantity(line.quantity))} ${before(line).unit ?? ''}`.trim(),
      align: 'end',
      card: 'fact',
    },
    {
      id: 'unitPrice',
      title: t('lines.unitPrice'),
      cell: (line) =>
        fromTo(price(before(line), currency), price({ ...line, unit: before(line).unit }, currency)),
      align: 'end',
      card: 'fact',
    },
    {
      id: 'amount',
      title: t('lines.amount'),
      cell: (line) => fromTo(amountOf(before(line)), amountOf(line)),
      align: 'end',
      card: 'fact',
    },
  ]
  const old = Number(purchaseOrder.total ?? 0)
  const more = Number(proposal.difference ?? 0)
  const difference = `${more > 0 ? '+' : ''}${formats.money(proposal.difference, currency)}`
  const now = total({ ...purchaseOrder, total: proposal.total, unpricedLines: proposal.unpricedLines })
  return (
    <Panel title={t(`proposal.${proposal.kind}`)}>
      {proposal.requestedDate && (
        <p>
          {t('proposal.date', {
            old: formats.date(purchaseOrder.requestedDate),
            new: formats.date(proposal.requestedDate),
          })}
        </p>
      )}
      {proposal.lines.length > 0 && (
        <DataTable
          label={t('proposal.lines')}
          columns={columns.map((column) => ({ ...column, sortable: false }))}
          rows={proposal.lines}
          rowKey={({ lineNo }) => lineNo}
          rowTitle={(line) => before(line).itemNo}
          empty={null}
          flush
        />
      )}
      {proposal.kind !== 'cancel' && proposal.total !== null && (
        <p className={css.sum}>
          <strong>
            {now === total(purchaseOrder)
              ? t('lines.total', { total: now })
              : t('proposal.total', { old: total(purchaseOrder), new: now })}
          </strong>
          {more !== 0 && (
            <span>
              {old > 0
                ? t('proposal.difference', {
                    difference,
                    percent: formats.growth((more / old) * 100),
                  })
                : difference}
            </span>
          )}
        </p>
      )}
      {proposal.note && <p>{t('timeline.quoted', { note: proposal.note })}</p>}
    </Panel>
  )
}
