import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import type { DashboardScreen } from './use-dashboard.ts'

type CurrencyChoiceProps = { screen: DashboardScreen; onChoose: (currency: string) => void }

/** One currency is shown and the others named, where there are several (D2). */
export function CurrencyChoice({ screen: { orders, sales }, onChoose }: CurrencyChoiceProps) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const figures = [orders?.data?.cards.totalOrders, sales?.data?.cards.totalQuantity]
  const shown = [...new Set(figures.flatMap((figure) => figure?.currency ?? []))]
  const all = figures.flatMap((figure) =>
    figure ? [figure.currency, ...figure.others.map((one) => one.currency)] : [],
  )
  const [first = '', ...rest] = [...new Set(all)].sort()
  if (rest.length === 0) return null
  const others = [first, ...rest].filter((one) => !shown.includes(one))
  return (
    <FilterBar
      note={
        shown.length === 1 &&
        t('currencyNote', { currency: formats.list(shown), others: formats.list(others) })
      }
    >
      <SegmentChips
        label={t('currency')}
        any={first}
        value={shown.length > 1 ? 'several' : shown[0] === first ? undefined : shown[0]}
        choices={rest.map((currency) => ({ value: currency, label: currency }))}
        onChange={(currency) => onChoose(currency ?? first)}
      />
    </FilterBar>
  )
}
