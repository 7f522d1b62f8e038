import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import type { HistoryFilter } from '../figure.ts'
import { usePeriod } from '../use-period.ts'
import css from './current.module.css'
import { CurrentCards } from './current-cards.tsx'
import { MonthChart, ProductChart } from './current-charts.tsx'
import type { CurrentFigure } from './current-figure.ts'
import type { CurrentScreen } from './use-current-sales.ts'
import { YearToDate } from './year-to-date.tsx'

// The last of the screen, out of sight at first.
const Comparison = lazyComponent(() => import('./comparison.tsx'))

type CurrentFiguresProps = {
  screen: CurrentScreen
  filter: HistoryFilter
  onOpen: (figure: CurrentFigure) => void
}

/** Cards, charts and the comparison in the order of the source. */
export function CurrentFigures({ screen, filter, onOpen }: CurrentFiguresProps) {
  const t = useTranslations('sales')
  const { sales, dimmed, failure, refresh } = screen
  const period = usePeriod()(filter)
  if (failure)
    return (
      <ErrorCard title={t('failedTitle')} message={t('failedText')} failure={failure} onRetry={refresh} />
    )
  const parts = { sales, filter, dimmed, onOpen }
  return (
    <div className={css.screen} data-dimmed={dimmed || undefined}>
      <Grid>
        <CurrentCards sales={sales} period={period} onOpen={() => onOpen({ kind: 'total' })} />
        <Cell span={6} onPaper={12}>
          <YearToDate {...parts} />
        </Cell>
        <Cell span={6}>
          <MonthChart {...parts} period={period} />
        </Cell>
        <Cell span={6}>
          <ProductChart {...parts} period={period} />
        </Cell>
        <Cell span={12}>
          <Suspense fallback={null}>
            <Comparison {...parts} />
          </Suspense>
        </Cell>
      </Grid>
    </div>
  )
}
