import {
  addExact,
  compareExact,
  EXACT_ZERO,
  type ExactNumber,
  exactNumber,
  exactText,
  roundExact,
} from '../../domain/exact-number.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type Mark, readNumber } from '../../domain/number-grammar.ts'
import { cellText, firstFilled } from './left-out-lines.ts'
import type { Placement } from './placement.ts'
import { ReadRefusal } from './refusal.ts'

const MARKS: readonly Mark[] = ['.', ',']
const SUMMED = new Set(['quantity', 'money', 'money_or_text'])

type SumLine = { line: number; cells: readonly unknown[] }
type Column = { at: number; source: number; name: string }
/** Of each column: of its cells as they are, and of its cells rounded to each of ROUNDINGS. */
type Sums = readonly { exact: ExactNumber; rounded: readonly ExactNumber[] }[]

/**
 * Compares subtotals and totals with the rows between them (J2): a subtotal with those since any line before it that
 * held sums, the total in the last line with all. Both what rounds to the printed figure and what the rounded rows add
 * up to agree. Throws `total_differs`.
 */
export function createSumLines(
  kind: KindDefinition,
  placement: Placement,
  /** Undefined where no row of the column told: its total may be written either way. */
  markOf: (name: string) => Mark | undefined,
) {
  const columns: Column[] = kind.columns.flatMap(({ name, type }, at) => {
    const source = placement.sources.get(at)
    return source !== undefined && SUMMED.has(type) ? [{ at, source, name }] : []
  })
  const zero: Sums = columns.map(() => ({ exact: EXACT_ZERO, rounded: ROUNDINGS.map(() => EXACT_ZERO) }))
  let sums = zero
  const boundaries: Sums[] = [zero]
  const labels = new Set<string>()
  let last: { fault: ReadRefusal | undefined; differsFromAll: ReadRefusal | undefined } | undefined

  function compare({ cells, line }: SumLine, since: Sums): ReadRefusal | undefined {
    for (const [nth, { source, name }] of columns.entries()) {
      const text = cellText(cells[source])
      if (text === '') continue
      const now = sums[nth]
      const before = since[nth]
      if (!now || !before) continue
      const exact = addExact(now.exact, before.exact, -1n)
      const mark = markOf(name)
      const agrees = (mark ? [mark] : MARKS).some((one) => {
        const said = numberOf(cells[source], one)
        if (!said) return true
        const rounding = Math.min(said.places, ROUNDINGS.length - 1)
        const rounded = addExact(
          now.rounded[rounding] as ExactNumber,
          before.rounded[rounding] as ExactNumber,
          -1n,
        )
        return [roundExact(exact, said.places), rounded].some((sum) => compareExact(sum, said.value) === 0)
      })
      if (!agrees)
        return new ReadRefusal(
          'total_differs',
          `Line ${line} says that ${name} adds up to ${text}, but the rows add up to ${exactText(exact)}.`,
          { column: name },
        )
    }
    return undefined
  }

  return {
    add(cells: readonly unknown[]) {
      if (last?.fault) throw last.fault
      last = undefined
      sums = columns.map(({ at, name }, nth) => {
        const before = sums[nth] as Sums[number]
        const number = numberOf(cells[at], markOf(name) ?? '.')
        if (!number) return before
        return {
          exact: addExact(before.exact, number.value, 1n),
          rounded: before.rounded.map((sum, places) => addExact(sum, roundExact(number.value, places), 1n)),
        }
      })
    },
    sumLine(row: SumLine) {
      const label = cellText(row.cells[firstFilled(row.cells)]).toLowerCase()
      const differsFromAll = compare(row, zero)
      const fits = boundaries.some((since) => compare(row, since) === undefined)
      if (last?.fault) throw last.fault
      // The same word has closed groups before: then it closes one here, too.
      const closesGroup = labels.has(label) || label.startsWith('total for ')
      last = {
        fault: fits ? undefined : compare(row, boundaries.at(-1) ?? zero),
        differsFromAll: closesGroup ? undefined : differsFromAll,
      }
      labels.add(label)
      boundaries.push(sums)
    },
    end() {
      const fault = last?.fault ?? last?.differsFromAll
      if (fault) throw fault
    },
  }
}

/** Decimal places that rows may have been rounded to before they were added up. */
const ROUNDINGS = [0, 1, 2, 3]

/** What a cell says, and with how many decimals; undefined where it is no number. */
function numberOf(cell: unknown, mark: Mark): { value: ExactNumber; places: number } | undefined {
  const number = readNumber(cellText(cell), typeof cell === 'number' ? '.' : mark)
  if (!number.ok) return undefined
  const value = exactNumber(number.negative, number.integer, number.fraction)
  return value ? { value, places: number.fraction.length } : undefined
}
