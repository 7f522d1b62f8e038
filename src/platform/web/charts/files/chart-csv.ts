import { neutralise } from '../../../contract/neutralise.ts'
import { type ChartData, inFiles } from '../chart-data.ts'

/** Quotes where needed; a text that a spreadsheet would run as a formula gets an apostrophe before it. */
const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? neutralise(value) : String(value)
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The chart's figures as the wire has them: RFC 4180, with a byte order mark so that Excel reads the accents. */
export function chartCsv({ categoryTitle, categories, series }: ChartData): string {
  const lines = [
    [categoryTitle, ...series.map((one) => one.name)],
    ...categories.map((category, index) => [inFiles(category), ...series.map((one) => one.values[index])]),
  ]
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
