import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isModuleVisible, useAccess } from '../../../../platform/web/access/access.tsx'
import { fetchedPart } from '../../../../platform/web/fetched-part.ts'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { ReportingNote } from '../../../reporting/web/published.tsx'
import { ViewsMenu } from '../../../views/web/published.ts'
import { salesAnalyticsNavigation } from '../navigation.ts'
import { SalesLinks } from '../sales-links.tsx'
import { useOpenFigure } from '../use-open-figure.ts'
import css from './analytics.module.css'
import { AnalyticsBanner } from './analytics-banner.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import { AnalyticsComparison } from './analytics-comparison.tsx'
import {
  type Figure,
  linesBehind,
  readFigure,
  shownCompared,
  shownFigure,
  writeFigure,
} from './analytics-figure.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { TopCustomers, TopProducts } from './analytics-lists.tsx'
import { AnalyticsQuarters } from './analytics-quarters.tsx'
import { type AnalyticsSearch, analyticsFilterOf, periodsOf, trendOf } from './analytics-search.ts'
import { AnalyticsTrend } from './analytics-trend.tsx'
import { useAnalyticsExport } from './use-analytics-export.ts'
import { useFigureName, usePeriods } from './use-figure-name.ts'
import { useSalesAnalytics } from './use-sales-analytics.ts'
import { useSalesComparison } from './use-sales-comparison.ts'

const OPEN_FIGURE = ['lines'] as const

const LinesDrawer = fetchedPart(() => import('../lines-drawer.tsx'))

/** How sales go: growth, quarters, best products and customers, trend and forecast; each figure opens its lines. */
export default function SalesAnalyticsPage(): ReactElement {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const [search, change] = useUrlState<AnalyticsSearch>()
  const filter = analyticsFilterOf(search)
  const of = trendOf(search)
  const periods = periodsOf(search)
  const screen = useSalesAnalytics(filter, of)
  const comparison = useSalesComparison(filter, periods)
  const { compared } = comparison
  const workbook = useAnalyticsExport({ ...filter, ...of, ...periods })
  const { figure, open, close } = useOpenFigure(readFigure, writeFigure)
  const lastFigure = useRef<Figure | null>(null)
  if (figure) lastFigure.current = figure
  const last = lastFigure.current
  const name = useFigureName()
  const period = usePeriods().period(filter)
  // Lines and calendar belong to the module Sales: who does not have it sees the figures alone (A8).
  const onOpen = isModuleVisible(useAccess(), 'sales') ? open : undefined
  const { analytics, dimmed, failure } = screen
  const parts = { analytics, period, dimmed, onOpen }
  const trend = screen.trend.data
  const shown =
    last?.kind === 'compared'
      ? compared && shownCompared(last, compared)
      : last && analytics && trend && shownFigure(last, analytics, trend)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <SalesLinks from={salesAnalyticsNavigation} />
            <ViewsMenu screen="sales-analytics" without={OPEN_FIGURE} />
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} />}
              aria-disabled={workbook.exporting}
              onClick={workbook.start}
            >
              {t('exportData')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              aria-disabled={screen.refreshing}
              onClick={screen.refresh}
            >
              {tSales(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      <AnalyticsBanner screen={screen} />
      {onOpen && <ReportingNote />}
      <AnalyticsFilters filter={filter} analytics={analytics} onChange={change} />
      {failure ? (
        <ErrorCard
          title={tSales('failedTitle')}
          message={tSales('failedText')}
          failure={failure}
          onRetry={screen.refresh}
        />
      ) : (
        <>
          <div
            className={css.cards}
            data-dimmed={dimmed || undefined}
            aria-busy={dimmed || !analytics || undefined}
          >
            <AnalyticsCards
              analytics={analytics}
              period={period}
              onOpen={onOpen && (() => onOpen({ kind: 'total' }))}
            />
            <AnalyticsQuarters
              analytics={analytics}
              filter={filter}
              period={filter.year === undefined ? tSales('period.allYears') : String(filter.year)}
              onOpen={onOpen && ((quarter) => onOpen({ kind: 'quarter', quarter }))}
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
            unit={search.unit ?? 'amount'}
            onChange={change}
            onOpen={onOpen}
          />
          <AnalyticsComparison
            screen={comparison}
            analytics={analytics}
            asked={periods}
            onChange={change}
            onOpen={onOpen}
          />
        </>
      )}
      {last && onOpen && (last.kind !== 'compared' || compared) && (
        <Suspense fallback={null}>
          <LinesDrawer
            name={name(last, filter, of, compared)}
            behind={linesBehind(last, filter, of, compared)}
            shown={shown}
            currency={analytics?.currency ?? filter.currency ?? null}
            opened={figure !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
