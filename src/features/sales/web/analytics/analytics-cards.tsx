import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth, type Trend } from '../../../../platform/web/kit/growth.tsx'
import { KpiCard } from '../../../../platform/web/kit/kpi-card.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import type { SalesAnalytics } from '../../contract.ts'
import css from './analytics.module.css'
import type { Figure } from './analytics-figure.ts'
import { usePeriods } from './use-periods.ts'

type AnalyticsCardsProps = {
  analytics: SalesAnalytics | undefined
  /** What the figures cover, in words. */
  period: string
  onOpen: ((figure: Figure) => void) | undefined
}

/** The source's four cards: quantity and revenue with their growth, customers with products, orders per customer. */
export function AnalyticsCards({ analytics, period, onOpen }: AnalyticsCardsProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const formats = useFormats()
  const totals = analytics?.totals
  const money = (amount: string | undefined) =>
    amount && formats.moneyWhole(amount, analytics?.currency ?? null)
  const change = (of: 'quantity' | 'revenue', label: string) =>
    analytics && (
      <Change
        comparison={analytics.comparison}
        of={of}
        label={label}
        onOpen={onOpen && (() => onOpen({ kind: 'growth', of: of === 'revenue' ? 'amount' : of }))}
      />
    )
  const cards = [
    {
      label: tSales('totalQuantity'),
      value: totals && formats.count(totals.quantity),
      lines: [period],
      foot: change('quantity', tSales('totalQuantity')),
    },
    {
      label: t('totalRevenue'),
      value: money(totals?.revenue),
      lines: [
        t('averages', {
          line: money(totals?.averagePerLine) ?? '',
          order: money(totals?.averagePerOrder) ?? '',
        }),
      ],
      foot: change('revenue', t('totalRevenue')),
    },
    {
      label: t('uniqueCustomers'),
      value: totals && formats.count(totals.customers),
      lines: [t('products', { count: totals?.products ?? 0 }), period],
    },
    {
      label: t('totalOrders'),
      value: totals && formats.count(totals.orders),
      lines: [
        t('perCustomer', { average: formats.quantity(totals?.ordersPerCustomer) }),
        tSales('salesLines', { count: totals?.lines ?? 0 }),
      ],
    },
  ]
  return (
    <Grid>
      {cards.map(({ label, value, lines, foot }) => (
        <Cell key={label} span={3}>
          <KpiCard
            label={label}
            value={value}
            subLines={3}
            sub={lines.map((line) => (
              <span key={line} className={css.line}>
                {line}
              </span>
            ))}
            foot={foot}
            onOpen={totals && onOpen && (() => onOpen({ kind: 'total' }))}
          />
        </Cell>
      ))}
    </Grid>
  )
}

type ChangeProps = {
  comparison: { years: readonly number[]; months: readonly number[] } & Record<
    'quantity' | 'revenue',
    { growth: number; trend: Trend }
  >
  of: 'quantity' | 'revenue'
  label: string
  onOpen: (() => void) | undefined
}

/** The growth and which months of which years it compares (D1). */
function Change({ comparison: { years, months, ...changes }, of, ...open }: ChangeProps) {
  const t = useTranslations('salesAnalytics')
  const periods = usePeriods()
  const [previous = '', current = ''] = years.map(String)
  if (months.length === 0) return t('noMonthOver', { year: current })
  return (
    <>
      <Growth percent={changes[of].growth} trend={changes[of].trend} {...open} />{' '}
      {t('against', { current, previous, months: periods.months(months) })}
    </>
  )
}
