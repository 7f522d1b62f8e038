import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import css from './evolution.module.css'
import type { EvolutionProps } from './evolution-props.ts'
import { useCellKeys } from './use-cell-keys.ts'
import { YearlyChange } from './yearly-change.tsx'

/** How much of the product's best year a year is: it tints the cell, the figure says it. */
const share = (quantity: number, best: number) =>
  ({ '--share': best > 0 ? Math.max(0, quantity) / best : 0 }) as CSSProperties

/** A grid of figures; each opens its lines. */
export function EvolutionTable({ label, evolution, dimmed, onOpen }: EvolutionProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const { years, products } = evolution
  const keys = useCellKeys(products.length, years.length + 1)
  return (
    <div className={css.scroll} data-dimmed={dimmed || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows move in it; a plain table does not say so */}
      <table className={css.grid} role="grid" aria-label={label} onKeyDown={keys.onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{t('product')}</th>
            {years.map((year) => (
              <th scope="col" key={year}>
                {year}
              </th>
            ))}
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ key, product, quantities, changes, total }, row) => {
            const best = Math.max(...quantities)
            return (
              <tr key={key}>
                <th scope="row">{product}</th>
                {years.map((year, column) => (
                  <td key={year} style={share(quantities[column] ?? 0, best)}>
                    <button type="button" {...keys.cell(row, column)} onClick={() => onOpen(key, year)}>
                      {formats.quantity(quantities[column])}
                      <YearlyChange percent={changes[column]} />
                    </button>
                  </td>
                ))}
                <td>
                  <button type="button" {...keys.cell(row, years.length)} onClick={() => onOpen(key, null)}>
                    <b>{formats.quantity(total)}</b>
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
