import type { Ref } from 'react'
import css from './current.module.css'

export type Unit = {
  unit: string
  percent: string
  sides: readonly { year: number; text: string; share: number }[]
}

const WIDTH = 560
const HEAD = 26
const BAR = 30
const LABEL = 52
const ROOM = 300
const HEIGHT = 2 * (HEAD + 2 * BAR) + 12

/** The bars of the year to date as one drawing, for the picture that is saved: on the screen they are buttons. */
export const YearToDatePicture = ({ units, ref }: { units: readonly Unit[]; ref: Ref<SVGSVGElement> }) => (
  <div className={css.picture}>
    <svg aria-hidden ref={ref} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {units.map(({ unit, percent, sides }, order) => {
        const top = order * (HEAD + 2 * BAR + 12)
        return (
          <g key={unit} fill="var(--ink)" fontSize={13}>
            <text x={0} y={top + 16} fontWeight={550}>
              {unit}
            </text>
            <text x={WIDTH} y={top + 16} fontWeight={600} textAnchor="end">
              {percent}
            </text>
            {sides.map(({ year, text, share }, side) => {
              const y = top + HEAD + side * BAR
              return (
                <g key={year}>
                  <text x={0} y={y + 18} fill="var(--ink-3)">
                    {year}
                  </text>
                  <rect
                    x={LABEL}
                    y={y + 8}
                    width={Math.max(1, share * ROOM)}
                    height={12}
                    rx={3}
                    fill={side === 0 ? 'var(--c6)' : 'var(--c1)'}
                  />
                  <text x={WIDTH} y={y + 18} fontWeight={600} textAnchor="end">
                    {text}
                  </text>
                </g>
              )
            })}
          </g>
        )
      })}
    </svg>
  </div>
)
