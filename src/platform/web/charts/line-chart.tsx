import { AxisChart, type AxisChartProps, type Plot } from './axis-chart.tsx'
import css from './chart.module.css'
import { type ChartSeries, colorOf, numberOf } from './chart-data.ts'

type Point = { x: number; y: number }

/** Stretches without a gap: a missing figure interrupts the line, it does not count as zero. */
function stretches(series: ChartSeries, plot: Plot): Point[][] {
  const found: Point[][] = [[]]
  series.values.forEach((raw, index) => {
    const value = numberOf(raw)
    if (value === null) found.push([])
    else found.at(-1)?.push({ x: plot.left(index) + plot.band / 2, y: plot.y(value) })
  })
  return found.filter((points) => points.length > 0)
}

const path = (points: readonly Point[]) =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

/** The area between the two sides of an interval. */
function Interval({
  low,
  high,
  plot,
  color,
}: {
  low: ChartSeries
  high: ChartSeries
  plot: Plot
  color: string
}) {
  return stretches(low, plot).map((points, index) => {
    const above = stretches(high, plot)[index] ?? []
    return (
      <path
        key={points[0]?.x}
        className={css.interval}
        d={`${path(points)}L${path([...above].reverse()).slice(1)}Z`}
        fill={color}
      />
    )
  })
}

type LineProps = { series: ChartSeries; plot: Plot; color: string; filled: boolean }

/** One that stands alone is a dot; the others end in one unless they are dashed. */
function Line({ series, plot, color, filled }: LineProps) {
  return stretches(series, plot).map((points) => {
    const end = points.at(-1)
    const start = points[0]
    if (!start || !end) return null
    return (
      <g key={start.x}>
        {filled && points.length > 1 && (
          <path
            d={`${path(points)}L${end.x} ${plot.zero}L${start.x} ${plot.zero}Z`}
            fill={color}
            opacity={0.08}
          />
        )}
        <path
          d={path(points)}
          fill="none"
          stroke={color}
          strokeWidth={series.dashed ? 2 : 2.5}
          strokeDasharray={series.dashed ? '4 4' : undefined}
          strokeLinejoin="round"
        />
        {(!series.dashed || points.length === 1) && <circle cx={end.x} cy={end.y} r={4} fill={color} />}
      </g>
    )
  })
}

/** Lines over the categories; the first undashed series has its area filled. */
export function LineChart(props: AxisChartProps) {
  const { series } = props.data
  const main = series.findIndex((one) => !one.dashed && !one.edge)
  return (
    <AxisChart
      {...props}
      marks={(plot) =>
        series.map((one, order) => {
          const color = colorOf(one, order)
          const next = series[order + 1]
          if (one.edge === 'high') return null
          if (one.edge === 'low')
            return next && <Interval key={one.key} low={one} high={next} plot={plot} color={color} />
          return <Line key={one.key} series={one} plot={plot} color={color} filled={order === main} />
        })
      }
    />
  )
}
