import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { CurrencyBar } from '../../../platform/web/kit/currency-bar.tsx'
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
  const waits = [orders, sales].some((part) => part && !part.data && !part.failure)
  const currencies = [...new Set(all)].sort()
  const others = currencies.filter((one) => !shown.includes(one))
  return (
    <CurrencyBar
      label={t('currency')}
      currencies={waits ? undefined : currencies}
      shown={shown.length > 1 ? undefined : shown[0]}
      note={
        shown.length === 1 &&
        t('currencyNote', { currency: formats.list(shown), others: formats.list(others) })
      }
      onChoose={onChoose}
    />
  )
}
