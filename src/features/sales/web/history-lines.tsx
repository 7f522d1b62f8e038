import type { SalesHistory } from '../contract.ts'
import type { Figure, HistoryFilter } from './figure.ts'
import { againstYearBefore, linesBehind, shownFigure } from './figure-behind.ts'
import { useFigureName } from './figure-name.ts'
import LinesDrawer from './lines-drawer.tsx'
import { usePeriod } from './use-period.ts'

type HistoryLinesProps = {
  figure: Figure
  filter: HistoryFilter
  history: SalesHistory | undefined
  opened: boolean
  onClose: () => void
}

/** The lines behind a figure of Sales History. */
export default function HistoryLines({ figure, filter, history, ...drawer }: HistoryLinesProps) {
  const name = useFigureName()
  const period = usePeriod()
  const window = history?.evolution.years ?? []
  return (
    <LinesDrawer
      figure={{
        name: name(figure, filter, window),
        behind: linesBehind(figure, filter, window),
        shown: history && shownFigure(figure, history),
        against: againstYearBefore(figure, filter, history, (year) => period({ year, month: filter.month })),
      }}
      currency={history?.currency ?? filter.currency ?? null}
      {...drawer}
    />
  )
}
