import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import css from './analytics.module.css'
import { AnalyticsCards } from './analytics-cards.tsx'
import type { AnalyticsFilter, ComparedPeriods, Figure, TrendOf } from './analytics-figure.ts'
import { TopCustomers, TopProducts } from './analytics-lists.tsx'
import { AnalyticsQuarters } from './analytics-quarters.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { AnalyticsTrend } from './analytics-trend.tsx'
import { usePeriods } from './use-periods.ts'
import type { AnalyticsScreen } from './use-sales-analytics.ts'
import type { ComparisonScreen } from './use-sales-comparison.ts'

// The last of the screen, out of sight at first.
const AnalyticsComparison = lazyComponent(() => import('./analytics-comparison.tsx'))

type AnalyticsFiguresProps = {
  screen: AnalyticsScreen
  comparison: ComparisonScreen
  filter: AnalyticsFilter
  of: TrendOf
  periods: ComparedPeriods
  unit: 'amount' | 'quantity'
  onChange: (patch: Partial<AnalyticsSearch>) => void
  /** Not given: the lines are not for whoever looks. */
  onOpen: ((figure: Figure) => void) | undefined
}

/** Cards, quarters, best lists, trend and comparison in the order of the source. */
export function AnalyticsFigures(props: AnalyticsFiguresProps) {
  const { screen, comparison, filter, of, periods, unit, onChange, onOpen } = props
  const t = useTranslations('sales')
  const period = usePeriods().period(filter)
  const { analytics, dimmed, failure, refresh } = screen
  if (failure)
    return (
      <ErrorCard title={t('failedTitle')} message={t('failedText')} failure={failure} onRetry={refresh} />
    )
  const parts = { analytics, period, dimmed, onOpen }
  return (
    <>
      <div
        className={css.cards}
        data-dimmed={dimmed || undefined}
        aria-busy={dimmed || !analytics || undefined}
      >
        <AnalyticsCards analytics={analytics} period={period} onOpen={onOpen} />
        <AnalyticsQuarters
          analytics={analytics}
          filter={filter}
          period={filter.year === undefined ? t('period.allYears') : String(filter.year)}
          onOpen={onOpen}
        />
      </div>
      <Grid>
        <Cell span={6}>
          <TopProducts {...parts} />
        </Cell>
        <Cell span={6}>
          <TopCustomers {...parts} />
        </Cell>
      </Grid>
      <AnalyticsTrend
        screen={screen}
        filter={filter}
        of={of}
        unit={unit}
        onChange={onChange}
        onOpen={onOpen}
      />
      <Suspense fallback={null}>
        <AnalyticsComparison
          screen={comparison}
          analytics={analytics}
          asked={periods}
          onChange={onChange}
          onOpen={onOpen}
        />
      </Suspense>
    </>
  )
}
