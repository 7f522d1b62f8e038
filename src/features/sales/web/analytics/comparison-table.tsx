import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import type { SalesComparison } from '../../contract.ts'
import type { Side } from './analytics-figure.ts'
import css from './comparison.module.css'

export type Figures = SalesComparison['totals']['figures']

export type ComparisonRow = { key: string; name: string; figures: Figures }

type ComparisonTableProps = {
  label: string
  heading: string
  rows: readonly ComparisonRow[]
  periods: Record<Side, string>
  currency: string | null
  /** A figure of one side, or the change from one to the other. */
  onOpen: ((what: Side | 'quantity' | 'amount', key: string) => void) | undefined
}

const SIDES = ['current', 'previous'] as const

/** Revenue and quantity of both periods with their growth; each period's figures open its lines. */
export function ComparisonTable({ label, heading, rows, periods, currency, onOpen }: ComparisonTableProps) {
  const t = useTranslations('salesAnalytics')
  const formats = useFormats()
  const money = (amount: string) => formats.money(amount, currency)
  const open = (row: ComparisonRow, side: Side, text: string) =>
    onOpen ? (
      <button type="button" onClick={() => onOpen(side, row.key)}>
        {text}
      </button>
    ) : (
      text
    )
  const change = (row: ComparisonRow, of: 'revenue' | 'quantity') => {
    const { growth, trend } = row.figures[of]
    return (
      <Growth
        percent={growth}
        trend={trend}
        label={`${row.name}, ${t(of)}`}
        onOpen={onOpen && (() => onOpen(of === 'revenue' ? 'amount' : of, row.key))}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              {heading}
            </th>
            <th colSpan={3} scope="colgroup">
              {t('revenue')}
            </th>
            <th colSpan={3} scope="colgroup">
              {t('quantity')}
            </th>
          </tr>
          <tr>
            {(['revenue', 'quantity'] as const).flatMap((unit) => [
              ...SIDES.map((side) => (
                <th key={`${unit} ${side}`} scope="col">
                  {periods[side]}
                </th>
              )),
              <th key={unit} scope="col">
                {t('compare.change')}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={row.name}>
                {row.name}
              </th>
              {SIDES.map((side) => (
                <td key={side}>{open(row, side, money(row.figures.revenue[side]))}</td>
              ))}
              <td>{change(row, 'revenue')}</td>
              {SIDES.map((side) => (
                <td key={side}>{open(row, side, formats.quantity(row.figures.quantity[side]))}</td>
              ))}
              <td>{change(row, 'quantity')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
