import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import { useCellKeys } from '../use-cell-keys.ts'
import type { ComparisonProps } from './comparison-props.ts'
import css from './current.module.css'

const SIDES = ['previous', 'current'] as const

/** A grid of figures; each opens its lines. */
export function ComparisonTable({ label, sales, dimmed, onOpen }: ComparisonProps) {
  const t = useTranslations('currentSales')
  const formats = useFormats()
  const { comparison, ytd, currency } = sales
  const keys = useCellKeys(comparison.length, 6)
  return (
    <div className={css.scroll} data-dimmed={dimmed || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows move in it; a plain table does not say so */}
      <table className={css.grid} role="grid" aria-label={label} onKeyDown={keys.onKeyDown}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('product')}
            </th>
            <th scope="colgroup" colSpan={3}>
              {t('quantity')}
            </th>
            <th scope="colgroup" colSpan={3}>
              {t('revenue')}
            </th>
          </tr>
          <tr>
            {['quantity', 'revenue'].flatMap((unit) => [
              ...ytd.years.map((year) => (
                <th scope="col" key={`${unit} ${year}`}>
                  {year}
                </th>
              )),
              <th scope="col" key={unit}>
                {t('growth')}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {comparison.map((sku, row) => {
            const figure = (column: number, side: (typeof SIDES)[number], text: string) => (
              <td key={`${column}`}>
                <button
                  type="button"
                  {...keys.cell(row, column)}
                  onClick={() =>
                    onOpen({ kind: 'code', year: ytd.years[side === 'current' ? 1 : 0], code: sku.code })
                  }
                >
                  {text}
                </button>
              </td>
            )
            const growth = (column: number, of: 'quantity' | 'amount', label: string) => (
              <td>
                <Growth
                  percent={of === 'amount' ? sku.revenueGrowth : sku.quantityGrowth}
                  trend={of === 'amount' ? sku.trend : sku.quantityTrend}
                  label={`${sku.product}, ${label}`}
                  onOpen={() => onOpen({ kind: 'growth', of, code: sku.code })}
                  {...keys.cell(row, column)}
                />
              </td>
            )
            return (
              <tr key={sku.code}>
                <th scope="row">
                  {sku.product}
                  <small className={css.code}>{sku.code}</small>
                </th>
                {SIDES.map((side, at) => figure(at, side, formats.quantity(sku[side].quantity)))}
                {growth(2, 'quantity', t('quantity'))}
                {SIDES.map((side, at) => figure(3 + at, side, formats.money(sku[side].revenue, currency)))}
                {growth(5, 'amount', t('revenue'))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
