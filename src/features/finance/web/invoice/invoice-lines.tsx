import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import type { InvoiceDetail } from '../../contract.ts'
import { taxName } from '../../domain/tax-name.ts'
import css from '../finance.module.css'

type Line = InvoiceDetail['lines'][number]

/** The lines, then subtotal, taxes as given and total. */
export function InvoiceLines({ detail }: { detail: InvoiceDetail }) {
  const t = useTranslations('finance.lines')
  const tFinance = useTranslations('finance')
  const formats = useFormats()
  const { invoice, subtotal, taxes, lines, lineCount } = detail
  const money = (amount: string) => formats.money(amount, invoice.currency)
  const isCredit = invoice.kind === 'credit_note'
  const text = (id: 'lineNo' | 'itemNo' | 'description' | 'unit', card?: 'fact'): Column<Line> => ({
    id,
    title: t(`columns.${id}`),
    cell: (line) => line[id] ?? DASH,
    sortable: false,
    ...(card && { card }),
  })
  const columns: Column<Line>[] = [
    text('lineNo'),
    text('itemNo'),
    {
      ...text('description', 'fact'),
      cell: ({ description, lots }) => (
        <>
          {description ?? DASH}
          {lots && <small className={css.lots}>{t('lots', { lots })}</small>}
        </>
      ),
    },
    {
      id: 'quantity',
      title: t('columns.quantity'),
      cell: ({ quantity }) => formats.quantity(quantity),
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    text('unit'),
    {
      id: 'unitPrice',
      title: t('columns.unitPrice'),
      cell: ({ unitPrice }) => (unitPrice === null ? DASH : formats.unitPrice(unitPrice, invoice.currency)),
      align: 'end',
      sortable: false,
    },
    {
      id: 'amount',
      title: t('columns.amount'),
      cell: ({ amount }) => money(amount),
      align: 'end',
      sortable: false,
      card: 'fact',
    },
  ]
  const sums: [string, string][] = [
    ...(subtotal === null ? [] : [[t('subtotal'), subtotal] as [string, string]]),
    ...taxes.map(({ name, rate, amount }): [string, string] => [
      [taxName(name, (code) => tFinance(`taxNames.${code}`)) || t('tax'), rate && formats.rate(rate)]
        .filter(Boolean)
        .join(' '),
      amount,
    ]),
  ]
  return (
    <Panel title={t('title')} note={t('count', { count: lineCount })} flush>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={lines}
        rowKey={({ lineNo }) => lineNo}
        rowTitle={({ lineNo }) => t('line', { line: lineNo })}
        total={lineCount}
        empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
        flush
      />
      <dl className={css.totals}>
        {sums.map(([name, amount], at) => [
          // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may bear one name
          <dt key={`${at} name`}>{name}</dt>,
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <dd key={`${at} sum`}>{money(amount)}</dd>,
        ])}
        <dt data-sum>{t('total')}</dt>
        <dd data-sum>{money(invoice.total)}</dd>
        <dt>{t(isCredit ? 'applied' : 'paid')}</dt>
        <dd>{money(invoice.paid)}</dd>
        <dt data-sum>{t(isCredit ? 'creditLeft' : 'balance')}</dt>
        <dd data-sum>{money(invoice.balance)}</dd>
      </dl>
    </Panel>
  )
}
