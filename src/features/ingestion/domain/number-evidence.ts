import {
  type Mark,
  type MarkEvidence,
  markEvidence,
  otherMark,
  quoted,
  readNumber,
} from './number-grammar.ts'

/** What decided how numbers that fit two readings were read (C3), by its rank. */
export type MarkReason =
  | 'setting'
  | 'column'
  | 'other_columns'
  | 'arithmetic'
  | 'remembered'
  | 'json'
  | 'one_reading'

/** `cell` and `line` are the first that speak for it, where cells of the file do. */
export type MarkDecision = { mark: Mark; because: MarkReason; cell?: string; line?: number }

/** Cells that fit one reading, and it is not the column's: they were read as written. */
export type MarkRemark = { field: string; lines: number[]; count: number }

export type MarkDecisions =
  | { ok: true; decisions: Record<string, MarkDecision>; remarks: MarkRemark[] }
  | { ok: false; code: 'number_mark_unclear' | 'setting_contradicted'; column: string; message: string }

export type MarkSettings = {
  /** Of the request, mapping or source; or of single columns. */
  setting?: Mark | undefined
  settings?: Readonly<Record<string, Mark>> | undefined
  /** What was decided before for this source and kind, by column. */
  remembered?: Readonly<Record<string, Mark>> | undefined
  /** A string that fits two readings has a dot as its decimal mark. */
  isJson?: boolean | undefined
}

type NumberColumn = { readonly name: string; readonly at: number }
/** The columns of which the first two multiply to the third, by their names. */
export type Arithmetic = { readonly quantity: string; readonly price: string; readonly amount: string }

type Seen = { cell: string; line: number }
type Counts = {
  column: NumberColumn
  cells: Record<Mark, number>
  first: Partial<Record<Mark, Seen>>
  lines: Record<Mark, number[]>
  open: number
  openCells: Seen[]
  votes: Record<Mark, number>
}

const MOST_LINES = 20
const MARKS: readonly Mark[] = ['.', ',']

export type NumberEvidence = {
  /** Looks at the number cells of one row; `line` is the line of the file. */
  observe(cells: readonly unknown[], line: number): void
  decide(settings: MarkSettings): MarkDecisions
}

/** Counts what the numbers of a file say about their decimal mark, in constant memory, and decides by it (C3). */
export function createNumberEvidence(
  columns: readonly NumberColumn[],
  arithmetic?: Arithmetic | undefined,
): NumberEvidence {
  const counted = columns.map(
    (column): Counts => ({
      column,
      cells: { '.': 0, ',': 0 },
      first: {},
      lines: { '.': [], ',': [] },
      open: 0,
      openCells: [],
      votes: { '.': 0, ',': 0 },
    }),
  )
  const factors = arithmetic
    ? [arithmetic.quantity, arithmetic.price, arithmetic.amount].map((name) =>
        counted.find(({ column }) => column.name === name),
      )
    : []
  const [quantity, price, amount] = factors

  function observe(cells: readonly unknown[], line: number): void {
    let hasOpen = false
    for (const counts of counted) {
      const cell = cells[counts.column.at]
      if (typeof cell !== 'string' || cell === '') continue
      const said = evidenceOf(cell)
      if (said === undefined || said === 'none') continue
      if (said === 'open') {
        hasOpen = true
        counts.open += 1
        if (counts.openCells.length < 2) counts.openCells.push({ cell: cell.trim(), line })
        continue
      }
      counts.cells[said] += 1
      counts.first[said] ??= { cell: cell.trim(), line }
      if (counts.lines[said].length < MOST_LINES) counts.lines[said].push(line)
    }
    if (hasOpen && quantity && price && amount) vote([quantity, price, amount], cells)
  }

  function decide({ setting, settings = {}, remembered = {}, isJson = false }: MarkSettings): MarkDecisions {
    const decisions: Record<string, MarkDecision> = {}
    const remarks: MarkRemark[] = []
    for (const counts of counted) {
      const { name } = counts.column
      const judged = judge(counts, counted, {
        setting: settings[name] ?? setting,
        remembered: remembered[name],
        isJson,
      })
      if (judged === undefined) continue
      if ('code' in judged) return { ok: false, ...judged }
      decisions[name] = judged
      const other = otherMark(judged.mark)
      if (counts.cells[other] > 0)
        remarks.push({ field: name, count: counts.cells[other], lines: counts.lines[other] })
    }
    return { ok: true, decisions, remarks }
  }
  return { observe, decide }
}

/** Nearly every cell of a real file is plain: told by a loop that costs a tenth of the grammar. */
function evidenceOf(cell: string): MarkEvidence | undefined {
  let dot = -1
  let at = cell.charCodeAt(0) === MINUS ? 1 : 0
  for (; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code >= ZERO && code <= NINE) continue
    if (code !== DOT || dot >= 0) return markEvidence(cell.trim())
    dot = at
  }
  if (dot === -1) return 'none'
  const decimals = cell.length - dot - 1
  return decimals > 0 && decimals !== 3 && cell.length <= MOST_PLAIN ? '.' : markEvidence(cell)
}

/** Longer ones are no number to the grammar. */
const MOST_PLAIN = 20
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57

type Judged =
  | MarkDecision
  | { code: 'number_mark_unclear' | 'setting_contradicted'; column: string; message: string }
  | undefined
type ForColumn = { setting: Mark | undefined; remembered: Mark | undefined; isJson: boolean }

/** Undefined where the column has no mark at all. */
function judge(counts: Counts, all: readonly Counts[], { setting, remembered, isJson }: ForColumn): Judged {
  const { cells, open, column } = counts
  const own = majority(cells, open)
  if (remembered && own && own !== remembered && cells[own] >= 3)
    return contradicted(counts, remembered, 'was decided for this source before')
  if (setting && cells[otherMark(setting)] * 1000 > cells['.'] + cells[','])
    return contradicted(counts, setting, 'is set')
  if (open === 0) {
    const mark = cells[','] > cells['.'] ? ',' : '.'
    return cells[mark] === 0 ? undefined : { mark, because: 'one_reading', ...counts.first[mark] }
  }
  if (setting) return { mark: setting, because: 'setting' }
  if (isJson) {
    return own === ','
      ? unclear(counts, 'other strings of the column have a decimal comma')
      : { mark: '.', because: 'json' }
  }
  const others = all.filter((other) => other !== counts)
  const summed = MARKS.map((mark) => others.reduce((sum, other) => sum + other.cells[mark], 0))
  const neighbours = majority({ '.': summed[0] as number, ',': summed[1] as number }, open)
  const computed = arithmeticSays(counts.votes)
  const told = own ?? neighbours
  if (told && computed && told !== computed)
    return unclear(
      counts,
      `cells of the ${own ? 'column' : 'other columns'} say ${named(told)}, quantity × price = amount says ${named(computed)}`,
    )
  if (own) return { mark: own, because: 'column', ...counts.first[own] }
  if (neighbours) {
    const first = others.find((other) => other.first[neighbours])?.first[neighbours]
    return { mark: neighbours, because: 'other_columns', ...first }
  }
  if (computed) return { mark: computed, because: 'arithmetic' }
  if (remembered) return { mark: remembered, because: 'remembered' }
  return unclear(counts, `nothing in the file tells how ${column.name} is written`)
}

/** Three cells, or as many as one in ten of those that need it, agree; at most one in a thousand disagrees. */
function majority(cells: Record<Mark, number>, needed: number): Mark | undefined {
  return MARKS.find((mark) => {
    const [agree, disagree] = [cells[mark], cells[otherMark(mark)]]
    return agree > 0 && (agree >= 3 || agree * 10 >= needed) && disagree * 1000 <= agree + disagree
  })
}

/** At least three rows can tell, and nine of ten of them agree. */
const arithmeticSays = (votes: Record<Mark, number>): Mark | undefined =>
  MARKS.find((mark) => {
    const all = votes['.'] + votes[',']
    return all >= 3 && votes[mark] * 10 >= all * 9
  })

/** A row can tell of a column where its cell makes quantity × price the amount in one reading alone. */
function vote(columns: readonly [Counts, Counts, Counts], cells: readonly unknown[]): void {
  const texts = columns.map(({ column }) => cells[column.at])
  const readings = texts.map((text) => (typeof text === 'string' ? readingsOf(text.trim()) : undefined))
  const [quantities, prices, amounts] = readings
  if (!quantities || !prices || !amounts) return
  columns.forEach((counts, which) => {
    if (readings[which]?.length !== 2) return
    const fits = MARKS.map((_, reading) => {
      const of = (at: number, all: Reading[]) => (at === which ? [all[reading] as Reading] : all)
      return of(0, quantities).some((q) =>
        of(1, prices).some((p) => of(2, amounts).some((a) => multiplies(q, p, a))),
      )
    })
    if (fits[0] !== fits[1]) counts.votes[fits[0] ? '.' : ','] += 1
  })
}

type Reading = { value: number; step: number }

/** As dot and as comma where both are possible, else the one; `step` is the last digit's worth. */
function readingsOf(text: string): Reading[] | undefined {
  const read = (mark: Mark): Reading | undefined => {
    const number = readNumber(text, mark)
    if (!number.ok) return undefined
    const value = Number(`${number.integer || '0'}.${number.fraction || '0'}`)
    return { value: number.negative ? -value : value, step: 10 ** -number.fraction.length }
  }
  const dot = read('.')
  if (!dot) return undefined
  return markEvidence(text) === 'open' ? [dot, read(',') as Reading] : [dot]
}

/** Within what rounding the price and the amount can make of it. */
function multiplies(quantity: Reading, price: Reading, amount: Reading): boolean {
  const tolerance = Math.max(amount.step, 0.01) / 2 + (Math.abs(quantity.value) * price.step) / 2
  return Math.abs(quantity.value * price.value - amount.value) <= tolerance + 1e-9
}

const named = (mark: Mark) => (mark === '.' ? 'dot' : 'comma')

function unclear({ column, openCells }: Counts, why: string) {
  const both = openCells.map(({ cell, line }) => `${quoted(cell)} (line ${line}) is ${bothReadings(cell)}`)
  return {
    code: 'number_mark_unclear' as const,
    column: column.name,
    message: `${column.name}: ${both.join(', ')}; ${why}. Say which mark is the decimal one: decimal "." or ",".`,
  }
}

function contradicted({ column, cells, first }: Counts, mark: Mark, where: string) {
  const other = otherMark(mark)
  const { cell = '', line = 0 } = first[other] ?? {}
  return {
    code: 'setting_contradicted' as const,
    column: column.name,
    message: `${column.name}: the decimal ${named(mark)} ${where}, but ${cells[other]} cells have a decimal ${named(other)}, ${quoted(cell)} in line ${line} the first of them. A mapping can set the mark of one column alone.`,
  }
}

function bothReadings(cell: string): string {
  const [dot, comma] = (readingsOf(cell) ?? []).map(({ value }) => String(value))
  return `${dot} or ${comma}`
}
