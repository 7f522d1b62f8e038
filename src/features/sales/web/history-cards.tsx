import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import type { SalesHistory } from '../contract.ts'

type HistoryCardsProps = {
  history: SalesHistory | undefined
  /** What the figures cover, in words. */
  period: string
  onOpen: () => void
}

/** The totals of what is filtered; average per line as in the source, per order beside it (D2). */
export function HistoryCards({ history, period, onOpen }: HistoryCardsProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const currency = history?.currency ?? null
  const totals = history?.totals
  const orders = t('orders', { count: totals?.orders ?? 0 })
  const money = (amount: string | undefined) => amount && formats.moneyWhole(amount, currency)
  const cards = [
    {
      label: t('totalQuantity'),
      value: totals && formats.count(totals.quantity),
      sub: `${orders} · ${period}`,
    },
    {
      label: t('totalSales'),
      value: money(totals?.amount),
      sub: currency ? `${currency} · ${period}` : period,
    },
    {
      label: t('averagePerLine'),
      value: money(totals?.averagePerLine),
      sub: t('salesLines', { count: totals?.lines ?? 0 }),
    },
    { label: t('averagePerOrder'), value: money(totals?.averagePerOrder), sub: orders },
  ]
  return (
    <Grid>
      {cards.map(({ label, value, sub }) => (
        <Cell key={label} span={3}>
          <KpiCard label={label} value={value} sub={sub} onOpen={totals && onOpen} />
        </Cell>
      ))}
    </Grid>
  )
}
