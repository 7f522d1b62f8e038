import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import { Evolution } from './evolution.tsx'
import { type Figure, type HistoryFilter, yearWindow } from './figure.ts'
import css from './history.module.css'
import { HistoryCards } from './history-cards.tsx'
import { MonthChart, ProductChart, YearChart } from './history-charts.tsx'
import { usePeriod } from './use-period.ts'
import type { HistoryScreen } from './use-sales-history.ts'
import { YearlySummary } from './yearly-summary.tsx'

type HistoryFiguresProps = {
  screen: HistoryScreen
  filter: HistoryFilter
  onOpen: (figure: Figure) => void
}

/** Two charts stand beside the yearly table: as high as its rows need, within reason. */
const chartHeight = (years: number) => Math.max(188, Math.min(320, 22 * years - 68))

/** Cards, tables and charts in the order of the source. */
export function HistoryFigures({ screen, filter, onOpen }: HistoryFiguresProps) {
  const t = useTranslations('sales')
  const { history, dimmed, failure, refresh } = screen
  const periodOf = usePeriod()
  if (failure)
    return (
      <ErrorCard title={t('failedTitle')} message={t('failedText')} failure={failure} onRetry={refresh} />
    )
  const period = periodOf(filter)
  const parts = { history, dimmed, onOpen }
  // The yearly figures keep their years and take the month only (D2).
  const yearly = {
    ...parts,
    note: filter.month === undefined ? undefined : periodOf({ month: filter.month }),
  }
  const charts = {
    ...yearly,
    note: [history && yearWindow(history), yearly.note].filter(Boolean).join(' · '),
    height: chartHeight(history?.years.length ?? 0),
  }
  return (
    <>
      <div
        className={css.cards}
        data-dimmed={dimmed || undefined}
        aria-busy={dimmed || !history || undefined}
      >
        <HistoryCards history={history} period={period} onOpen={() => onOpen({ kind: 'total' })} />
      </div>
      <Grid>
        <Cell span={5}>
          <YearlySummary {...yearly} onOpen={(year) => onOpen({ kind: 'year', year })} />
        </Cell>
        <Cell span={7}>
          <div className={css.stack}>
            <YearChart {...charts} unit="quantity" />
            <YearChart {...charts} unit="amount" />
          </div>
        </Cell>
        <Cell span={6}>
          <MonthChart {...parts} filter={filter} period={period} />
        </Cell>
        <Cell span={6}>
          <ProductChart {...parts} filter={filter} period={period} />
        </Cell>
        <Cell span={12}>
          <Evolution {...yearly} />
        </Cell>
      </Grid>
    </>
  )
}
