import type { SalesHistory } from '../contract.ts'

/** What the evolution is shown with, as a table or as cards. */
export type EvolutionProps = {
  label: string
  evolution: SalesHistory['evolution']
  dimmed: boolean
  /** Without a year: the product's total. */
  onOpen: (product: string, year: number | null) => void
}
