import type { SalesLineCounts, SalesLines } from '../contract.ts'
import type { LinesFilter, Measure, Shown } from './figure.ts'

/** A figure whose lines are open, as the lines are shown beside it. */
export type OpenedFigure = {
  /** What it is called, with its period. */
  name: string
  /** The lines that it is the sum of. */
  behind: LinesFilter
  /** As it stands on the screen; null: not there any longer; undefined: not known yet. */
  shown: Shown | null | undefined
  /** What it is compared with, where the screen shows the change. */
  against?: Against | undefined
  /** It is the average over so many months. */
  averageOver?: number | undefined
}

/** The other side of a change in per cent. */
export type Against = {
  of: Measure
  behind: LinesFilter
  shown: Shown | null | undefined
  /** Per cent as on the screen; null: from nothing. */
  change: number | null | undefined
  /** Both periods in words. */
  periods: { current: string; previous: string }
}

export type Sums = NonNullable<SalesLines['sums']>
export type Counted = SalesLineCounts

/** The change as the screen has it: what was nothing before is new, whatever its per cent (D1). */
export const shownChange = ({ growth, trend }: { growth: number; trend: string }): number | null =>
  trend === 'new' ? null : growth
