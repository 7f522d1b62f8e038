import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactElement, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { withDeferredRender } from '../../../platform/web/kit/deferred-render.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ReportingNote } from '../../reporting/web/published.tsx'
import { MissingView, ViewsMenu } from '../../views/web/published.ts'
import { type Figure, readFigure, writeFigure } from './figure.ts'
import { HistoryBanner } from './history-banner.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { filterOf, type HistorySearch } from './history-search.ts'
import { salesHistoryNavigation } from './navigation.ts'
import { SalesExport } from './sales-export.tsx'
import { SalesLinks } from './sales-links.tsx'
import { useOpenFigure } from './use-open-figure.ts'
import { useSalesHistory } from './use-sales-history.ts'

const OPEN_FIGURE = ['lines'] as const

const Figures = withDeferredRender(HistoryFigures)

const HistoryLines = lazyComponent(() => import('./history-lines.tsx'))

/** Every line ever invoiced, by year, month and product; each figure opens the lines that it counts. */
export default function SalesHistoryPage(): ReactElement {
  const t = useTranslations('sales')
  const [search, change] = useUrlState<HistorySearch>()
  const filter = filterOf(search)
  const screen = useSalesHistory(filter)
  const { history } = screen
  const { figure, open, close } = useOpenFigure(readFigure, writeFigure)
  const lastFigure = useRef<Figure | null>(null)
  if (figure) lastFigure.current = figure
  const last = lastFigure.current
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <SalesLinks from={salesHistoryNavigation} />
            <ViewsMenu screen="sales-history" without={OPEN_FIGURE} />
            <SalesExport
              dataset="history"
              filter={filter}
              lines={history && !screen.dimmed ? history.totals.lines : null}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              aria-disabled={screen.refreshing}
              onClick={screen.refresh}
            >
              {t(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      <HistoryBanner screen={screen} />
      <ReportingNote />
      <HistoryFilters
        filter={filter}
        shown={history}
        placeholder={t('searchPlaceholder')}
        onChange={change}
      />
      <MissingView screen="sales-history" />
      <Figures screen={screen} filter={filter} onOpen={open} />
      {last && (
        <Suspense fallback={null}>
          <HistoryLines
            figure={last}
            filter={filter}
            history={history}
            opened={figure !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
