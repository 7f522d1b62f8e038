import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactElement, Suspense, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { withDeferredRender } from '../../../../platform/web/kit/deferred-render.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { ReportingNote } from '../../../reporting/web/published.tsx'
import { MissingView, ViewsMenu } from '../../../views/web/published.ts'
import { HistoryFilters } from '../history-filters.tsx'
import { filterOf } from '../history-search.ts'
import { currentSalesNavigation } from '../navigation.ts'
import { SalesExport } from '../sales-export.tsx'
import { SalesLinks } from '../sales-links.tsx'
import { useOpenFigure } from '../use-open-figure.ts'
import { CurrentBanner } from './current-banner.tsx'
import { type CurrentFigure, readCurrentFigure, writeCurrentFigure } from './current-figure.ts'
import { CurrentFigures } from './current-figures.tsx'
import type { CurrentSearch } from './current-search.ts'
import { useCurrentSales } from './use-current-sales.ts'

const OPEN_FIGURE = ['lines'] as const

const Figures = withDeferredRender(CurrentFigures)

const CurrentLines = lazyComponent(() => import('./current-lines.tsx'))

/** This year against the one before, from the lines of sales orders; each figure opens the lines that it counts. */
export default function CurrentSalesPage(): ReactElement {
  const t = useTranslations('sales')
  const tCurrent = useTranslations('currentSales')
  const [search, change] = useUrlState<CurrentSearch>()
  const filter = filterOf(search)
  const screen = useCurrentSales(filter)
  const { figure, open, close } = useOpenFigure(readCurrentFigure, writeCurrentFigure)
  const lastFigure = useRef<CurrentFigure | null>(null)
  if (figure) lastFigure.current = figure
  const last = lastFigure.current
  const { sales } = screen
  return (
    <>
      <PageHead
        title={tCurrent('title')}
        subtitle={tCurrent('subtitle')}
        actions={
          <>
            <SalesLinks from={currentSalesNavigation} />
            <ViewsMenu screen="current-sales" without={OPEN_FIGURE} />
            <SalesExport
              dataset="current"
              filter={filter}
              lines={sales && !screen.dimmed ? sales.totals.lines : null}
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
      <CurrentBanner screen={screen} />
      <ReportingNote />
      <HistoryFilters
        filter={filter}
        shown={sales}
        placeholder={tCurrent('searchPlaceholder')}
        onChange={change}
      />
      <MissingView screen="current-sales" />
      <Figures screen={screen} filter={filter} onOpen={open} />
      {last && (last.kind !== 'growth' || sales) && (
        <Suspense fallback={null}>
          <CurrentLines
            figure={last}
            filter={filter}
            sales={sales}
            opened={figure !== null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
