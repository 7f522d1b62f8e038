import { AxisChart, type AxisChartProps, type Plot } from './axis-chart.tsx'
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

/** Lines over the categories; the first undashed series has its area filled, every line ends in a dot. */
export function LineChart(props: AxisChartProps) {
  const { series } = props.data
  const main = series.findIndex((one) => !one.dashed)
  return (
    <AxisChart
      {...props}
      marks={(plot) =>
        series.map((one, order) =>
          stretches(one, plot).map((points) => {
            const end = points.at(-1)
            const start = points[0]
            if (!start || !end) return null
            const color = colorOf(one, order)
            return (
              <g key={`${one.key} ${start.x}`}>
                {order === main && points.length > 1 && (
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
                  strokeWidth={one.dashed ? 2 : 2.5}
                  strokeDasharray={one.dashed ? '4 4' : undefined}
                  strokeLinejoin="round"
                />
                {!one.dashed && <circle cx={end.x} cy={end.y} r={4} fill={color} />}
              </g>
            )
          }),
        )
      }
    />
  )
}
