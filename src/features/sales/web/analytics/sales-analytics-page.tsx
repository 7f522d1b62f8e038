import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isModuleVisible, useAccess } from '../../../../platform/web/access/access.tsx'
import { withDeferredRender } from '../../../../platform/web/kit/deferred-render.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { ReportingNote } from '../../../reporting/web/published.tsx'
import { MissingView, ViewsMenu } from '../../../views/web/published.ts'
import { salesAnalyticsNavigation } from '../navigation.ts'
import { SalesLinks } from '../sales-links.tsx'
import { useOpenFigure } from '../use-open-figure.ts'
import { AnalyticsBanner } from './analytics-banner.tsx'
import { type Figure, readFigure, writeFigure } from './analytics-figure.ts'
import { AnalyticsFigures } from './analytics-figures.tsx'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { type AnalyticsSearch, analyticsFilterOf, periodsOf, trendOf } from './analytics-search.ts'
import { useAnalyticsExport } from './use-analytics-export.ts'
import { useSalesAnalytics } from './use-sales-analytics.ts'
import { useSalesComparison } from './use-sales-comparison.ts'

const OPEN_FIGURE = ['lines'] as const

const Figures = withDeferredRender(AnalyticsFigures)

const AnalyticsLines = lazyComponent(() => import('./analytics-lines.tsx'))

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
  // Lines and calendar belong to the module Sales: who does not have it sees the figures alone (A8).
  const onOpen = isModuleVisible(useAccess(), 'sales') ? open : undefined
  const { analytics } = screen
  const shown = { analytics, trend: screen.trend.data, compared }
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
      <MissingView screen="sales-analytics" />
      <Figures
        screen={screen}
        comparison={comparison}
        filter={filter}
        of={of}
        periods={periods}
        unit={search.unit ?? 'amount'}
        onChange={change}
        onOpen={onOpen}
      />
      {last && onOpen && isFound(last, shown) && (
        <Suspense fallback={null}>
          <AnalyticsLines
            figure={last}
            filter={filter}
            of={of}
            {...shown}
            opened={figure !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** Which lines they are follows from what the screen says of periods and months. */
function isFound(
  { kind }: Figure,
  { analytics, trend, compared }: Record<'analytics' | 'trend' | 'compared', unknown>,
) {
  if (kind === 'compared' || kind === 'change') return compared !== undefined
  if (kind === 'growth') return analytics !== undefined
  return kind !== 'average' || trend !== undefined
}
