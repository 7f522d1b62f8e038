import type { ChartSeries } from './chart-data.ts'

/** A line without the months that are not over, and those as one of their own: in one line they would read as a collapse (D1). */
export function toDateApart(
  line: ChartSeries,
  over: (index: number) => boolean,
  name: string,
): ChartSeries[] {
  const those = (wanted: boolean) => line.values.map((value, at) => (over(at) === wanted ? value : null))
  const running = those(false)
  return [
    { ...line, values: those(true) },
    ...(running.some((value) => value !== null)
      ? [{ ...line, key: 'to_date', name, values: running, color: 'c2' as const, dashed: true }]
      : []),
  ]
}
