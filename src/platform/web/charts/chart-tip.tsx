import { DASH } from '../format/formats.ts'
import css from './chart.module.css'
import { type ChartData, colorOf, hasValue, textOf } from './chart-data.ts'

type ChartTipProps = { data: ChartData; index: number; x: number; width: number }

/** The figures of one category beside the pointer or the focus. The same text is the mark's accessible name. */
export function ChartTip({ data, index, x, width }: ChartTipProps) {
  const category = data.categories[index]
  const side = x < width * 0.25 ? 'left' : x > width * 0.75 ? 'right' : undefined
  return (
    <div className={css.tip} data-side={side} style={{ left: x }} aria-hidden>
      <b>{category?.longLabel ?? category?.label}</b>
      {data.series.map(
        (series, order) =>
          (data.series.length === 1 || hasValue(series, index)) && (
            <span key={series.key}>
              <i style={{ background: colorOf(series, order) }} data-edge={series.edge} />
              {data.series.length > 1 && `${series.name} `}
              {textOf(series, index, DASH)}
            </span>
          ),
      )}
    </div>
  )
}

/** Names of the series; one series needs none. */
export const ChartLegend = ({ data }: { data: ChartData }) =>
  data.series.length > 1 && (
    <ul className={css.legend}>
      {data.series.map(
        (series, order) =>
          series.legend !== null && (
            <li key={series.key}>
              <i style={{ background: colorOf(series, order) }} data-edge={series.edge} />
              {series.legend ?? series.name}
            </li>
          ),
      )}
    </ul>
  )
