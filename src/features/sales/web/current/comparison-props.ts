import type { CurrentSales } from '../../contract.ts'
import type { CurrentFigure } from './current-figure.ts'

/** What the comparison is shown with, as a table or as cards. */
export type ComparisonProps = {
  label: string
  sales: CurrentSales
  dimmed: boolean
  onOpen: (figure: CurrentFigure) => void
}
