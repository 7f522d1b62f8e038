import type { DateOrderDecision } from '../../domain/date-order.ts'
import { createDateEvidence } from '../../domain/date-order.ts'
import type { ImportMapping } from '../../domain/import-mapping.ts'
import type { RowSettings } from '../../domain/kinds/cells.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { createNumberEvidence, type MarkDecision, type MarkRemark } from '../../domain/number-evidence.ts'
import type { Mark } from '../../domain/number-grammar.ts'
import type { ArrangedRow } from './arrange-rows.ts'
import { cellText } from './left-out-lines.ts'
import type { Placement } from './placement.ts'
import type { Known } from './reading.ts'
import { ReadRefusal } from './refusal.ts'
import { MOST_LINES } from './warning-tally.ts'

const NUMBERS = new Set(['quantity', 'money', 'money_or_text', 'price', 'decimal'])
const DATES = new Set(['date', 'date_or_text', 'date_or_month'])

export type Decisions = {
  settings: RowSettings
  decimals: Record<string, MarkDecision>
  remarks: MarkRemark[]
  dateOrder: DateOrderDecision | null
  /** Rows that do not say whose they are, in a body in which others do: how many, and the lines of the first. */
  nameless: { count: number; lines: number[] }
}

/** Gathers from every row of a body what it says of its marks and dates; then decides both (C3). */
export function createObserver(kind: KindDefinition, placement: Placement, isJson: boolean) {
  const placed = kind.columns.map(({ name, type }, at) => ({ name, type, at }))
  const numbers = createNumberEvidence(
    placed.filter(({ type }) => NUMBERS.has(type)),
    kind.arithmetic,
  )
  const dates = createDateEvidence()
  const dateColumns = placed.filter(({ type }) => DATES.has(type)).map(({ at }) => at)
  const yearAt = placed.find(({ type }) => type === 'year')?.at
  const monthAt = placed.find(({ type }) => type === 'month')?.at
  const clientAt = placed.filter(({ name }) => kind.client?.includes(name)).map(({ at }) => at)
  const opAt = placed.find(({ type }) => type === 'op')?.at
  let named = 0
  const nameless: Decisions['nameless'] = { count: 0, lines: [] }

  function lookForClient({ cells, line }: ArrangedRow) {
    if (clientAt.some((at) => cellText(cells[at]) !== '')) named += 1
    else if (opAt === undefined || cellText(cells[opAt]) === '') {
      nameless.count += 1
      if (nameless.lines.length < MOST_LINES) nameless.lines.push(line)
    }
  }

  return {
    observe(row: ArrangedRow) {
      const { cells, line } = row
      if (clientAt.length > 0) lookForClient(row)
      numbers.observe(cells, line)
      for (const at of dateColumns) {
        const cell = cells[at]
        // Dates with the year first say nothing of the order, and most files have no others.
        if (typeof cell !== 'string' || cell === '' || cell.charCodeAt(4) === HYPHEN) continue
        dates.observe(cell.trim(), line, wholeNumber(cells, yearAt), wholeNumber(cells, monthAt))
      }
    },
    /** Throws `number_mark_unclear`, `date_order_unclear` or `setting_contradicted`. */
    decide(mapping: ImportMapping, known: Known): Decisions {
      const setting = markOf(mapping.decimal) ?? known.decimal
      const marks = numbers.decide({
        setting,
        settings: placement.marks,
        remembered: known.marks,
        isJson,
      })
      if (!marks.ok) throw new ReadRefusal(marks.code, marks.message, { column: marks.column })
      const order = dates.decide({
        setting: mapping.dateOrder === 'auto' ? undefined : (mapping.dateOrder ?? known.dateOrder),
        remembered: known.rememberedOrder,
      })
      if (!order.ok) throw new ReadRefusal(order.code, order.message)
      const { decisions, remarks } = marks
      return {
        decimals: decisions,
        remarks,
        dateOrder: order.decision,
        nameless: named > 0 ? nameless : { count: 0, lines: [] },
        settings: {
          // Strings of JSON have a dot; in text every column with an open number was decided.
          decimal: isJson ? '.' : 'auto',
          marks: Object.fromEntries(Object.entries(decisions).map(([name, { mark }]) => [name, mark])),
          setting,
          dateOrder: order.decision?.order,
        },
      }
    },
  }
}

const HYPHEN = 45

const markOf = (decimal: ImportMapping['decimal']): Mark | undefined =>
  decimal === 'auto' ? undefined : decimal

function wholeNumber(cells: readonly unknown[], at: number | undefined): number | undefined {
  const text = at === undefined ? '' : cellText(cells[at])
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}
