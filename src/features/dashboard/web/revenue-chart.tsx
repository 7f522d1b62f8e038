import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ChartData } from '../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../platform/web/charts/chart-panel.tsx'
import { toDateApart } from '../../../platform/web/charts/to-date.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import type { Dashboard } from '../contract.ts'
import { CHART_HEIGHT } from './revenue-skeleton.tsx'
import type { Part } from './use-dashboard.ts'
import { useDashboardFailure } from './use-dashboard-failure.ts'

type Evolution = NonNullable<Dashboard['cards']['ytdEvolution']>

/** Twelve months of both years; a month opens its lines. Loaded after the figures. */
export default function RevenueChart({ data, failure, dimmed, onRetry }: Part & { onRetry: () => void }) {
  const t = useTranslations('dashboard')
  const failureText = useDashboardFailure()
  const navigate = useNavigate()
  const evolution = data?.cards.ytdEvolution
  const chart = useChart(evolution)
  if (failure)
    return (
      <ErrorCard
        title={t('salesFailedTitle')}
        message={failureText('sales', failure)}
        failure={failure}
        onRetry={onRetry}
      />
    )
  const open = (month: string) => {
    if (!evolution) return
    const { years, currency } = evolution
    void navigate({ to: '/sales', search: { year: years[1], currency, lines: `month-${month}` } })
  }
  const [previous = '', current = ''] = evolution?.years.map(String) ?? []
  return (
    <ChartPanel
      title={t('revenue.title')}
      note={evolution && t('revenue.note', { previous, current, currency: evolution.currency })}
      kind="lines"
      data={chart}
      dimmed={dimmed}
      height={CHART_HEIGHT}
      legend
      onOpen={open}
      empty={<EmptyState title={t('revenue.none')} />}
      fileName={t('revenue.file')}
    />
  )
}

function useChart(evolution: Evolution | undefined): ChartData | undefined {
  const t = useTranslations('dashboard.revenue')
  const tCharts = useTranslations('charts')
  const formats = useFormats()
  if (!evolution) return undefined
  const { months, years, throughMonth, currency } = evolution
  const format = (value: number | string) => formats.moneyWhole(String(value), currency)
  const nothing = months.every(
    ({ previous, current }) => !Number(previous.amount) && !Number(current?.amount ?? 0),
  )
  const named = (month: number, width: 'short' | 'long') => {
    const name = formats.month(month, width)
    return month > throughMonth && months[month - 1]?.current ? t('toDate', { month: name }) : name
  }
  return {
    categoryTitle: t('month'),
    categories: nothing
      ? []
      : months.map(({ month }) => ({
          key: String(month),
          label: formats.month(month),
          longLabel: named(month, 'long'),
        })),
    series: [
      ...toDateApart(
        {
          key: 'current',
          name: String(years[1]),
          values: months.map(({ current }) => current?.amount ?? null),
          format,
        },
        (at) => at < throughMonth,
        tCharts('toDate'),
      ),
      {
        key: 'previous',
        name: String(years[0]),
        values: months.map(({ previous }) => previous.amount),
        format,
        color: 'c6',
        dashed: true,
      },
    ],
  }
}
