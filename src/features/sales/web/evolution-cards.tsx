import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import css from './evolution.module.css'
import type { EvolutionProps } from './evolution-props.ts'
import { YearlyChange } from './yearly-change.tsx'

/** The evolution on a phone: per product its total, then its years in two lines of three. */
export function EvolutionCards({ label, evolution, dimmed, onOpen }: EvolutionProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  return (
    <ul className={css.cards} aria-label={label} data-dimmed={dimmed || undefined}>
      {evolution.products.map(({ key, product, quantities, changes, total }) => (
        <li key={key}>
          <div className={css.cardHead}>
            <strong>{product}</strong>
            <button type="button" onClick={() => onOpen(key, null)}>
              <small>{t('total')}</small> <b>{formats.quantity(total)}</b>
            </button>
          </div>
          <div className={css.cardYears}>
            {evolution.years.map((year, index) => (
              <button type="button" key={year} onClick={() => onOpen(key, year)}>
                <small>{year}</small>
                {formats.quantity(quantities[index])}
                <YearlyChange percent={changes[index]} />
              </button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
