export type ChartColor = 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6'

export type ChartCategory = {
  key: string
  label: string
  longLabel?: string
  /** In files, in the place of its label: a month as 2024-03, a year as a number. */
  value?: string | number
  /** There are no rows behind it. */
  closed?: boolean
}

export type ChartSeries = {
  key: string
  name: string
  /** One per category, as the wire has it: money stays a decimal string; null where there is none. */
  values: readonly (number | string | null)[]
  /** The figure with its unit, for labels, tables and tooltips. */
  format: (value: number | string) => string
  /** Of the cells of a workbook; not given: a decimal string of cents is money, other figures are plain. */
  kind?: 'text' | 'number' | 'money'
  color?: ChartColor
  /** A comparison: drawn as a dashed line. */
  dashed?: boolean
  /** One side of an interval: lines fill the area between a `low` and the `high` after it, instead of drawing them. */
  edge?: 'low' | 'high'
  /** In the place of the name in the legend; null: not there. */
  legend?: string | null
  /** There are no rows behind its figures. */
  closed?: boolean
}

/** What every chart shows, reads as a table and exports. */
export type ChartData = {
  /** Heading of the categories in the table: "Year". */
  categoryTitle: string
  categories: readonly ChartCategory[]
  series: readonly ChartSeries[]
  /** Measurements: the axis begins near the lowest of them, and not at zero. */
  measured?: boolean
}

export const inFiles = ({ value, longLabel, label }: ChartCategory): string | number =>
  value ?? longLabel ?? label

/** For drawing only; what is read and exported comes from the wire's own text. */
export const numberOf = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

export const hasValue = (series: ChartSeries, index: number): boolean =>
  (series.values[index] ?? null) !== null

export const textOf = (series: ChartSeries, index: number, missing: string): string => {
  const value = series.values[index]
  return value === null || value === undefined ? missing : series.format(value)
}

export const colorOf = (series: ChartSeries, index: number): string =>
  `var(--${series.color ?? `c${(index % 6) + 1}`})`
