import { useTranslations } from 'use-intl'
import type { ChartData } from '../../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import type { SalesAnalytics } from '../../contract.ts'
import { type Figure, monthKey, readFigure } from './analytics-figure.ts'
import { usePeriods } from './use-periods.ts'

type ListProps = {
  analytics: SalesAnalytics | undefined
  period: string
  dimmed: boolean
  onOpen: ((figure: Figure) => void) | undefined
}

const HEIGHT = 320

/** A list by revenue; its table and its file have the quantity beside it. */
function useRanked(currency: string | null) {
  const t = useTranslations('sales')
  const tAnalytics = useTranslations('salesAnalytics')
  const formats = useFormats()
  return (
    categoryTitle: string,
    rows: readonly { key: string; label: string; value?: string; quantity: number; amount: string }[],
  ): ChartData => ({
    categoryTitle,
    categories: rows.map(({ key, label, value }) => ({ key, label, ...(value && { value }) })),
    series: [
      {
        key: 'amount',
        name: tAnalytics('revenue'),
        values: rows.map(({ amount }) => amount),
        format: (value) => formats.moneyWhole(String(value), currency),
      },
      {
        key: 'quantity',
        name: t('quantity'),
        values: rows.map(({ quantity }) => quantity),
        format: (value) => formats.count(Number(value)),
      },
    ],
  })
}

export function TopProducts({ analytics, period, dimmed, onOpen }: ListProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const ranked = useRanked(analytics?.currency ?? null)
  const rows = analytics?.topProducts.map((row) => ({ ...row, label: row.product }))
  return (
    <ChartPanel
      title={t('topProducts')}
      note={[period, analytics?.currency].filter(Boolean).join(' · ')}
      kind="ranked"
      height={HEIGHT}
      data={rows && ranked(tSales('product'), rows)}
      dimmed={dimmed}
      {...(onOpen && { onOpen: (product: string) => onOpen({ kind: 'product', product }) })}
      empty={<EmptyState title={tSales('noProductData')} />}
      fileName={t('files.products')}
    />
  )
}

/** The customers; a company with a single client code is its only one and sees its best months (D2). */
export function TopCustomers({ analytics, period, dimmed, onOpen }: ListProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const periods = usePeriods()
  const ranked = useRanked(analytics?.currency ?? null)
  const months = analytics?.topMonths?.map((row) => ({
    ...row,
    key: `month-${monthKey(row)}`,
    label: periods.month(row),
    value: monthKey(row),
  }))
  const customers = analytics?.topCustomers.map((row) => ({
    ...row,
    key: `customer-${row.key}`,
    label: row.customer,
  }))
  const data = months ? ranked(tSales('month'), months) : customers && ranked(t('customer'), customers)
  return (
    <ChartPanel
      title={t(months ? 'topMonths' : 'topCustomers')}
      note={[period, analytics?.currency].filter(Boolean).join(' · ')}
      kind="ranked"
      height={HEIGHT}
      data={data}
      dimmed={dimmed}
      {...(onOpen && {
        onOpen: (key: string) => {
          const figure = readFigure(key)
          if (figure) onOpen(figure)
        },
      })}
      empty={<EmptyState title={t(months ? 'noMonths' : 'noCustomers')} />}
      fileName={t(months ? 'files.months' : 'files.customers')}
    />
  )
}
