import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import LinesDrawer from '../lines-drawer.tsx'
import { againstYearBefore, linesBehindCurrent, shownCurrentFigure } from './current-behind.ts'
import type { CurrentFigure } from './current-figure.ts'
import { useCurrentFigureName } from './use-current-figure-name.ts'

type CurrentLinesProps = {
  figure: CurrentFigure
  filter: HistoryFilter
  sales: CurrentSales | undefined
  opened: boolean
  onClose: () => void
}

/** The lines behind a figure of Current Sales. */
export default function CurrentLines({ figure, filter, sales, ...drawer }: CurrentLinesProps) {
  const name = useCurrentFigureName()
  return (
    <LinesDrawer
      figure={{
        name: name(figure, filter, sales),
        behind: linesBehindCurrent(figure, filter, sales?.ytd),
        shown: sales && shownCurrentFigure(figure, sales, filter),
        against: againstYearBefore(figure, filter, sales),
      }}
      currency={sales?.currency ?? filter.currency ?? null}
      {...drawer}
    />
  )
}
