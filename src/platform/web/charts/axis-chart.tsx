import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { DASH } from '../format/formats.ts'
import { useFormats } from '../format/use-formats.tsx'
import css from './chart.module.css'
import { type ChartData, hasValue, numberOf, textOf } from './chart-data.ts'
import { ChartTip } from './chart-tip.tsx'
import { textWidth } from './fit-text.ts'
import { labelStep, linear, niceTicks } from './scale.ts'
import { useFonts } from './use-fonts.ts'
import { useRovingTabIndex } from './use-roving-tab-index.ts'

const TOP = 10
const BOTTOM = 26
const LABEL_FONT = '11px "Inter Variable", sans-serif'
const LABEL_GAP = 8

export type Plot = {
  y: (value: number) => number
  /** Left edge of a category and the width of each. */
  left: (index: number) => number
  band: number
  zero: number
}

export type AxisChartProps = {
  label: string
  data: ChartData
  height?: number
  /** Opens the rows behind one category. */
  onOpen?: ((key: string) => void) | undefined
}

/** Axes, grid, keyboard and tooltip; what stands in it is drawn by `marks`. */
export function AxisChart(props: AxisChartProps & { marks: (plot: Plot) => ReactNode }) {
  const { label, data, height = 240, onOpen, marks } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  useFonts()
  const formats = useFormats()
  const [shown, setShown] = useState<number | null>(null)
  const { categories, series } = data
  const { measured = false } = data
  const values = series.flatMap((one) => one.values.map(numberOf))
  const ticks = niceTicks(
    values.flatMap((value) => value ?? (measured ? [] : 0)),
    4,
    !measured,
  )
  const tickTexts = ticks.map(measured ? formats.quantity : formats.compact)
  const gutter = Math.max(...tickTexts.map((text) => text.length)) * 6.6 + 10
  const y = linear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - BOTTOM, TOP])
  const band = Math.max(0, width - gutter) / Math.max(1, categories.length)
  const plot: Plot = {
    y,
    band,
    left: (index) => gutter + index * band,
    zero: measured ? height - BOTTOM : y(0),
  }
  const longest = Math.max(...categories.map((category) => textWidth(category.label, LABEL_FONT) ?? 0), 0)
  const step = labelStep(categories.length, longest + LABEL_GAP, width - gutter)

  const markAt = useRovingTabIndex({
    count: categories.length,
    keys: ['ArrowLeft', 'ArrowRight'],
    open: onOpen && ((index) => onOpen(categories[index]?.key ?? '')),
  })
  const spoken = (index: number) =>
    `${categories[index]?.longLabel ?? categories[index]?.label}: ${series
      .filter((one) => series.length === 1 || hasValue(one, index))
      .map((one) => (series.length > 1 ? `${one.name} ` : '') + textOf(one, index, DASH))
      .join(', ')}`

  return (
    <div
      ref={ref}
      className={onOpen ? `${css.chart} ${css.open}` : css.chart}
      style={width > 0 ? undefined : { height }}
    >
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
          <g aria-hidden>
            {ticks.map((tick, index) => (
              <g key={tick}>
                <line
                  className={tick === 0 ? css.zero : css.grid}
                  x1={gutter}
                  x2={width}
                  y1={y(tick)}
                  y2={y(tick)}
                />
                <text x={gutter - 8} y={y(tick) + 4} textAnchor="end">
                  {tickTexts[index]}
                </text>
              </g>
            ))}
            {marks(plot)}
            {categories.map(
              (category, index) =>
                index % step === 0 && (
                  <text key={category.key} x={plot.left(index) + band / 2} y={height - 8} textAnchor="middle">
                    {category.label}
                  </text>
                ),
            )}
          </g>
          {categories.map((category, index) => {
            const mark = markAt(index)
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the role depends on whether there is something to open
              <rect
                key={category.key}
                {...mark}
                data-screen-only
                className={css.band}
                x={plot.left(index)}
                y={TOP}
                width={band}
                height={height - BOTTOM - TOP}
                rx={4}
                role={onOpen && !category.closed ? 'button' : 'img'}
                aria-label={spoken(index)}
                onFocus={() => {
                  mark.onFocus()
                  setShown(index)
                }}
                onBlur={() => setShown(null)}
                onPointerEnter={() => setShown(index)}
                onPointerLeave={() => setShown(null)}
                onClick={() => onOpen?.(category.key)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setShown(null)
                  mark.onKeyDown(event)
                }}
              />
            )
          })}
        </svg>
      )}
      {shown !== null && categories[shown] && (
        <ChartTip data={data} index={shown} x={plot.left(shown) + band / 2} width={width} />
      )}
    </div>
  )
}
