import { AxisChart, type AxisChartProps } from './axis-chart.tsx'
import css from './chart.module.css'
import { colorOf, numberOf, textOf } from './chart-data.ts'

const DIRECT_LABELS_UP_TO = 12
/** Of a character of such a label. */
const LABEL_CHARACTER = 6.6

/** Upright bars from zero, side by side per category; few bars of one series carry their figure. */
export function ColumnChart(props: AxisChartProps) {
  const { categories, series } = props.data
  return (
    <AxisChart
      {...props}
      marks={({ y, left, band, zero }) => {
        const room = Math.min(band * 0.7, 56 * series.length)
        const bar = room / Math.max(1, series.length)
        const [only] = series.length === 1 && categories.length <= DIRECT_LABELS_UP_TO ? series : []
        const longest = Math.max(
          0,
          ...categories.map((_, index) => (only ? textOf(only, index, '').length : 0)),
        )
        const labelled = only !== undefined && band > longest * LABEL_CHARACTER
        return series.map((one, order) =>
          categories.map((category, index) => {
            const value = numberOf(one.values[index])
            if (value === null) return null
            const x = left(index) + (band - room) / 2 + order * bar
            return (
              <g key={`${one.key} ${category.key}`}>
                <rect
                  x={x + 1}
                  y={Math.min(y(value), zero)}
                  width={Math.max(1, bar - 2)}
                  height={Math.abs(zero - y(value))}
                  rx={3}
                  fill={colorOf(one, order)}
                />
                {labelled && (
                  <text
                    className={css.figure}
                    x={x + bar / 2}
                    y={Math.min(y(value), zero) - 5}
                    textAnchor="middle"
                  >
                    {textOf(one, index, '')}
                  </text>
                )}
              </g>
            )
          }),
        )
      }}
    />
  )
}
