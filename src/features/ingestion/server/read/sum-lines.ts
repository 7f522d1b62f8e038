import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type Mark, readNumber } from '../../domain/number-grammar.ts'
import { cellText, firstFilled } from './left-out-lines.ts'
import type { Placement } from './placement.ts'
import { ReadRefusal } from './refusal.ts'

const MARKS: readonly Mark[] = ['.', ',']
const SUMMED = new Set(['quantity', 'money', 'money_or_text'])
/** Sums are kept in billionths, exact; a cell with more decimals is compared by what these hold. */
const PLACES = 9

type SumLine = { line: number; cells: readonly unknown[] }
type Column = { at: number; source: number; name: string }
type Sums = readonly { exact: bigint; rounded: readonly bigint[] }[]

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
  const zero: Sums = columns.map(() => ({ exact: 0n, rounded: ROUNDINGS.map(() => 0n) }))
  let sums = zero
  const boundaries: Sums[] = [zero]
  const labels = new Set<string>()
  let last:
    | (SumLine & { fault: ReadRefusal | undefined; differsFromAll: ReadRefusal | undefined })
    | undefined

  function compare({ cells, line }: SumLine, since: Sums): ReadRefusal | undefined {
    for (const [nth, { source, name }] of columns.entries()) {
      const text = cellText(cells[source])
      if (text === '') continue
      const now = sums[nth]
      const before = since[nth]
      if (!now || !before) continue
      const exact = now.exact - before.exact
      const mark = markOf(name)
      const agrees = (mark ? [mark] : MARKS).some((one) => {
        const said = scaled(cells[source], one)
        if (!said) return true
        const rounding = Math.min(said.places, ROUNDINGS.length - 1)
        const rounded = (now.rounded[rounding] ?? 0n) - (before.rounded[rounding] ?? 0n)
        return round(exact, said.places) === said.value || rounded === said.value
      })
      if (!agrees)
        return new ReadRefusal(
          'total_differs',
          `Line ${line} says that ${name} adds up to ${text}, but the rows add up to ${plain(exact)}.`,
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
        const number = scaled(cells[at], markOf(name) ?? '.')
        if (!number) return before
        return {
          exact: before.exact + number.value,
          rounded: before.rounded.map((sum, places) => sum + round(number.value, places)),
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
        ...row,
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

function scaled(cell: unknown, mark: Mark): { value: bigint; places: number } | undefined {
  const text = cellText(cell)
  if (text === '') return undefined
  const number = readNumber(text, typeof cell === 'number' ? '.' : mark)
  if (!number.ok) return undefined
  const value = BigInt(number.integer + number.fraction.slice(0, PLACES).padEnd(PLACES, '0'))
  return { value: number.negative ? -value : value, places: Math.min(number.fraction.length, PLACES) }
}

/** Half away from zero. */
function round(value: bigint, places: number): bigint {
  const unit = 10n ** BigInt(PLACES - places)
  const half = value < 0n ? -unit / 2n : unit / 2n
  return ((value + half) / unit) * unit
}

function plain(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '').padEnd(2, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${fraction}`
}
