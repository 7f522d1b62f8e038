import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import type { ComparisonProps } from './comparison-props.ts'
import css from './current.module.css'

const SIDES = ['previous', 'current'] as const

/** The comparison on a phone: per SKU both years of quantity and of revenue, each with its growth. */
export function ComparisonCards({ label, sales, dimmed, onOpen }: ComparisonProps) {
  const t = useTranslations('currentSales')
  const formats = useFormats()
  const { comparison, ytd, currency } = sales
  return (
    <ul className={css.cards} aria-label={label} data-dimmed={dimmed || undefined}>
      {comparison.map((sku) => {
        const units = [
          {
            name: t('quantity'),
            text: (side: 'previous' | 'current') => formats.quantity(sku[side].quantity),
            of: 'quantity' as const,
            growth: { percent: sku.quantityGrowth, trend: sku.quantityTrend },
          },
          {
            name: t('revenue'),
            text: (side: 'previous' | 'current') => formats.money(sku[side].revenue, currency),
            of: 'amount' as const,
            growth: { percent: sku.revenueGrowth, trend: sku.trend },
          },
        ]
        return (
          <li key={sku.code}>
            <strong>{sku.product}</strong>
            <small>{sku.code}</small>
            {units.map(({ name, of, text, growth }) => (
              <div key={name} className={css.cardUnit}>
                <div className={css.unitHead}>
                  <b>{name}</b>
                  <Growth
                    {...growth}
                    label={name}
                    onOpen={() => onOpen({ kind: 'growth', of, code: sku.code })}
                  />
                </div>
                {SIDES.map((side, column) => {
                  const year = ytd.years[column] as number
                  return (
                    <button
                      key={side}
                      type="button"
                      onClick={() => onOpen({ kind: 'code', year, code: sku.code })}
                    >
                      <small>{year}</small>
                      {text(side)}
                    </button>
                  )
                })}
              </div>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
