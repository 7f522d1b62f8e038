import { useElementSize } from '@mantine/hooks'
import { DASH } from '../format/formats.ts'
import css from './chart.module.css'
import { type ChartData, colorOf, numberOf, textOf } from './chart-data.ts'
import { fitText, textWidth } from './fit-text.ts'
import { linear } from './scale.ts'
import { useFonts } from './use-fonts.ts'
import { useRovingTabIndex } from './use-roving-tab-index.ts'

const ROW = 32
const GAP = 12
/** Below this width the name stands above its bar, else too little of it would be left. */
const STACKED_BELOW = 480
const STACKED_ROW = 48

type RankedBarsProps = {
  label: string
  data: ChartData
  onOpen?: ((key: string) => void) | undefined
}

/**
 * A top list: name, bar, figure. Bars begin at zero; a negative figure has no bar, its figure says it.
 */
export function RankedBars({ label, data, onOpen }: RankedBarsProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  useFonts()
  const markAt = useRovingTabIndex({
    count: data.categories.length,
    keys: ['ArrowUp', 'ArrowDown'],
    open: (index) => onOpen?.(data.categories[index]?.key ?? ''),
  })
  const series = data.series[0]
  if (!series) return null
  const texts = data.categories.map((_, index) => textOf(series, index, DASH))
  const longest = Math.max(...data.categories.map(({ label }) => textWidth(label) ?? 0), 90) + 4
  // Names that half of the line would cut have all of it, but for the figure.
  const stacked = width < STACKED_BELOW || longest > width / 2
  // Without a bar beside it a figure may have more of the line: the longest would stand on its name.
  const widest = stacked ? 0.6 : 0.4
  const figures = Math.min(width * widest, Math.max(...texts.map((text) => text.length), 4) * 7.6)
  const height = stacked ? STACKED_ROW : ROW
  const names = stacked ? width - figures - GAP : Math.min(longest, width / 2)
  const bars = stacked ? 0 : names + GAP
  const most = Math.max(0, ...series.values.map((value) => numberOf(value) ?? 0))
  const length = linear([0, most || 1], [0, Math.max(0, stacked ? width : width - bars - figures - GAP)])
  const whole = data.categories.length * height
  return (
    <div
      ref={ref}
      className={onOpen ? `${css.chart} ${css.open}` : css.chart}
      style={width > 0 ? undefined : { height: whole }}
    >
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no list element
        <svg width={width} height={whole} viewBox={`0 0 ${width} ${whole}`} role="group" aria-label={label}>
          {data.categories.map((category, index) => {
            const name = category.longLabel ?? category.label
            const top = index * height
            const middle = top + ROW / 2
            const shown = fitText(category.label, names)
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the role depends on whether there is something to open
              <g
                key={category.key}
                className={css.rankBand}
                role={onOpen ? 'button' : 'img'}
                aria-label={`${name}: ${texts[index]}`}
                data-hint={shown === name ? undefined : name}
                {...(onOpen && markAt(index))}
                onClick={() => onOpen?.(category.key)}
              >
                <rect
                  data-screen-only
                  className={css.band}
                  x={-6}
                  y={top}
                  width={width + 12}
                  height={height}
                  rx={4}
                />
                <text className={css.name} x={0} y={middle + 4}>
                  {shown}
                </text>
                <rect
                  x={bars}
                  y={stacked ? middle + 12 : middle - 5}
                  width={Math.max(0, length(numberOf(series.values[index]) ?? 0))}
                  height={10}
                  rx={4}
                  fill={colorOf(series, 0)}
                />
                <text className={`${css.name} ${css.figure}`} x={width} y={middle + 4} textAnchor="end">
                  {texts[index]}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
