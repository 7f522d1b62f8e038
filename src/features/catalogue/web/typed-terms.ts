import { type Bounds, decimalWithin, QUANTITY } from '../../../platform/web/format/typed-number.ts'

export const WEEKS: Bounds = { decimals: 0, least: 1, most: 520 }

type Typed = { minimum: string; from: string; to: string }
type Terms = { minimum: number | null; weeks: { from: number; to: number } | null }

/** Null: nothing is typed; undefined: no number that is taken. */
function figure(text: string, bounds: Bounds): number | null | undefined {
  if (text.trim() === '') return null
  const decimal = decimalWithin(text, bounds)
  return decimal === null ? undefined : Number(decimal)
}

/** A minimum, and weeks of which one may be left out; or which of the faults it has. */
export function readTerms({ minimum, from, to }: Typed): Terms | { wrong: 'number' | 'order' } {
  const least = figure(minimum, QUANTITY)
  const [first, last] = [figure(from, WEEKS), figure(to, WEEKS)]
  if (least === undefined || first === undefined || last === undefined) return { wrong: 'number' }
  const [begin, end] = [first ?? last, last ?? first]
  if (begin === null || end === null) return { minimum: least, weeks: null }
  return begin > end ? { wrong: 'order' } : { minimum: least, weeks: { from: begin, to: end } }
}
