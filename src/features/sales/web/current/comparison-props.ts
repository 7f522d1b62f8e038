import type { CurrentSales } from '../../contract.ts'

/** What the comparison is shown with, as a table or as cards. */
export type ComparisonProps = {
  label: string
  sales: CurrentSales
  dimmed: boolean
  onOpen: (year: number, code: string) => void
}
