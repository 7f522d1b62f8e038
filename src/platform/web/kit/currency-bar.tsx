import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './currency-bar.module.css'
import { FilterBar, SegmentChips } from './filters.tsx'

type CurrencyBarProps = {
  label: string
  /** Not given: not known yet. */
  currencies: readonly string[] | undefined
  /** The one that is shown; none where the parts of a screen show different ones. */
  shown: string | undefined
  /** What is not among the figures. */
  note: ReactNode
  onChoose: (currency: string) => void
}

/** One currency is shown and can be changed where there are several (D2). A single one is named: the place is the same. */
export function CurrencyBar({ label, currencies, shown, note, onChoose }: CurrencyBarProps) {
  const t = useTranslations('ui.filters')
  if (!currencies)
    return (
      <div className={css.bar} data-waiting>
        <Skeleton height={34} width={120} />
      </div>
    )
  const [first, ...rest] = currencies
  if (!first) return null
  if (rest.length === 0)
    return (
      <p className={css.bar}>
        {t('name', { filter: label })} {first}
      </p>
    )
  return (
    <FilterBar note={note}>
      <SegmentChips
        label={label}
        any={first}
        value={shown === undefined ? 'several' : shown === first ? undefined : shown}
        choices={rest.map((currency) => ({ value: currency, label: currency }))}
        onChange={(currency) => onChoose(currency ?? first)}
      />
    </FilterBar>
  )
}
