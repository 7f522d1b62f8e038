import LinesDrawer from '../lines-drawer.tsx'
import { type AnalyticsShown, againstOf, linesBehind, shownFigure } from './analytics-behind.ts'
import type { AnalyticsFilter, Figure, TrendOf } from './analytics-figure.ts'
import { useFigureName } from './use-figure-name.ts'
import { usePeriods } from './use-periods.ts'

type AnalyticsLinesProps = AnalyticsShown & {
  figure: Figure
  filter: AnalyticsFilter
  /** Whose months the trend shows. */
  of: TrendOf
  opened: boolean
  onClose: () => void
}

/** The lines behind a figure of Sales Analytics. */
export default function AnalyticsLines({
  figure,
  filter,
  of,
  opened,
  onClose,
  ...shown
}: AnalyticsLinesProps) {
  const name = useFigureName()
  const { range } = usePeriods()
  const { analytics, trend } = shown
  return (
    <LinesDrawer
      figure={{
        name: name(figure, filter, of, shown),
        behind: linesBehind(figure, filter, of, shown),
        shown: shownFigure(figure, shown),
        against: againstOf(figure, filter, shown, range),
        averageOver: figure.kind === 'average' ? trend?.averageOver : undefined,
      }}
      currency={analytics?.currency ?? filter.currency ?? null}
      opened={opened}
      onClose={onClose}
    />
  )
}
