import { useTranslations } from 'use-intl'
import { ChartPanel } from '../../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { SegmentChips } from '../../../../platform/web/kit/filters.tsx'
import { isSameMonth } from '../../domain/months.ts'
import { salesFailure } from '../sales-failure.ts'
import css from './analytics.module.css'
import { type AnalyticsFilter, type Figure, readFigure, type TrendOf } from './analytics-figure.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { ForecastWords } from './forecast-words.tsx'
import { NameChip } from './name-chip.tsx'
import { MOST_DRAWN, type TrendWords, trendChart, type Unit } from './trend-data.ts'
import { usePeriods } from './use-periods.ts'
import type { AnalyticsScreen } from './use-sales-analytics.ts'

type AnalyticsTrendProps = {
  screen: AnalyticsScreen
  filter: AnalyticsFilter
  of: TrendOf
  unit: Unit
  onChange: (patch: Partial<AnalyticsSearch>) => void
  onOpen: ((figure: Figure) => void) | undefined
}

/** Month by month, of everything or of one product or customer: average, season and forecast, for quantity or revenue. */
export function AnalyticsTrend({ screen, filter, of, unit, onChange, onOpen }: AnalyticsTrendProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const tCharts = useTranslations('charts')
  const formats = useFormats()
  const periods = usePeriods()
  const { analytics, trend } = screen
  const currency = analytics?.currency ?? null
  const format = (value: number | string) =>
    unit === 'amount' ? formats.moneyWhole(String(value), currency) : formats.count(Number(value))
  const name = t(unit === 'amount' ? 'revenue' : 'quantity')
  const words: TrendWords = {
    month: tSales('month'),
    unit: name,
    average: t('trend.average', { count: trend.data?.averageOver ?? 12 }),
    toDate: tCharts('toDate'),
    later: t('trend.later'),
    forecast: t('trend.forecast'),
    low: t('trend.low'),
    high: t('trend.high'),
    interval: t('trend.interval', {
      confidence: formats.share(trend.data?.forecast?.[unit].confidence ?? 80),
    }),
  }
  const whose = [of.product, of.customer].filter(Boolean).join(', ') || t('trend.everything')
  const controls = (
    <div className={css.controls} data-print="no">
      <SegmentChips
        label={t('trend.unit')}
        any={t('revenue')}
        value={unit === 'quantity' ? unit : undefined}
        choices={[{ value: 'quantity', label: t('quantity') }]}
        onChange={(value) => onChange({ unit: value === 'quantity' ? value : undefined })}
      />
      <NameChip
        of="products"
        label={tSales('product')}
        any={t('trend.allProducts')}
        value={of.product}
        best={analytics?.topProducts.map(({ key }) => key) ?? []}
        onChange={(product) => onChange({ product })}
      />
      {analytics?.topMonths === null && (
        <NameChip
          of="customers"
          label={t('customer')}
          any={t('trend.allCustomers')}
          value={of.customer}
          best={analytics.topCustomers.map(({ key }) => key)}
          onChange={(customer) => onChange({ customer })}
        />
      )}
    </div>
  )
  if (trend.failure)
    return (
      <ErrorCard
        title={t('failedTitle')}
        message={salesFailure(t, trend.failure)}
        failure={trend.failure}
        onRetry={trend.retry}
      />
    )
  const { data } = trend
  const season = data?.seasonality
  const chart = (most?: number) => data && trendChart(data, unit, words, format, periods.month, most)
  const newest = data && data.months.length > MOST_DRAWN && chart(MOST_DRAWN)
  return (
    <div className={css.trend}>
      <ChartPanel
        title={t('trend.title', { unit: name })}
        note={[whose, unit === 'amount' && currency].filter(Boolean).join(' · ')}
        kind="lines"
        height={320}
        legend
        data={chart()}
        {...(newest && {
          drawn: {
            data: newest,
            note: t('trend.newest', { count: MOST_DRAWN, all: data.months.length }),
          },
        })}
        dimmed={trend.dimmed}
        {...(onOpen && {
          opensSeries: true,
          onOpen: (month: string, series?: string) => {
            const figure = readFigure(`${series === 'average' ? series : 'trend'}-${month}`)
            // A month that is only forecast has no lines yet.
            const known =
              (figure?.kind === 'trend' || figure?.kind === 'average') &&
              data?.months.some((month) => isSameMonth(month, figure))
            if (figure && known) onOpen(figure)
          },
        })}
        empty={<EmptyState title={tSales('noMonthlyData')} />}
        fileName={t('files.trend')}
        controls={controls}
      >
        {data && data.months.length > 0 && <ForecastWords trend={data} unit={unit} filter={filter} />}
      </ChartPanel>
      <ChartPanel
        title={t('season.title', { unit: name })}
        note={whose}
        kind="columns"
        height={200}
        data={
          data && {
            categoryTitle: tSales('month'),
            categories: season
              ? season.map(({ month }) => ({
                  key: String(month),
                  label: formats.month(month),
                  longLabel: formats.month(month, 'long'),
                }))
              : [],
            series: [
              {
                key: 'index',
                name: t('season.index'),
                values: season?.map((month) => month[unit]) ?? [],
                format: (value) => formats.share(Number(value)),
              },
            ],
          }
        }
        dimmed={trend.dimmed}
        {...(onOpen && { onOpen: (month: string) => onOpen({ kind: 'season', month: Number(month) }) })}
        empty={<EmptyState title={t('season.none')} />}
        fileName={t('files.season')}
        // An index is over all years.
        regardless={[tSales('year'), t('quarter')]}
      >
        {season && <p className={css.words}>{t(onOpen ? 'season.wordsOpen' : 'season.words')}</p>}
      </ChartPanel>
    </div>
  )
}
