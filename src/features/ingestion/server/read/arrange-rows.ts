import type { ImportMapping } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { cellText, firstFilled, groupText, hasSums, isSumLine, rowText } from './left-out-lines.ts'
import type { Placement } from './placement.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'
import type { LeftOut, Table } from './table.ts'

/** A row whose cells stand in the order of the kind's columns; `raw` are those of the file. */
export type ArrangedRow = {
  line: number
  cells: readonly unknown[]
  /** The parts of the key that the mapping makes; null: the kind's own key. */
  key: readonly string[] | null
  raw: readonly unknown[]
}

export type Arranged = ArrangedRow | RecordFault | (LeftOut & { cells: readonly unknown[] })

export const isLeftOut = (row: Arranged): row is LeftOut & { cells: readonly unknown[] } => 'why' in row

/** Arranges the records of a table in their order: each call may depend on the ones before it (groups, blank cells filled down). */
export function createArranger(
  kind: KindDefinition,
  table: Pick<Table, 'isRectangular' | 'isJson' | 'headings'>,
  placement: Placement,
  mapping: ImportMapping,
): (record: RawRecord) => Arranged {
  const patterns = (mapping.skipRows ?? []).map((pattern) => new RegExp(pattern, 'iu'))
  const { width, fillDown, key } = placement
  const above = new Map<number, unknown>()
  let aboveIsKnown = true
  let group: string | null = null
  let ended = false

  function leftOut(record: { line: number; cells: readonly unknown[] }, why: LeftOut['why']) {
    return { line: record.line, why, text: rowText(record.cells), cells: record.cells }
  }

  /** Why a record is no row of the table; undefined where it is one. */
  function whyLeftOut(cells: readonly unknown[]): LeftOut['why'] | undefined {
    if (ended) return 'end'
    if (table.isJson) return undefined
    if (mapping.stopAt !== undefined) {
      const first = cellText(cells[firstFilled(cells)])
      ended = first.toLowerCase() === mapping.stopAt.trim().toLowerCase()
      if (ended) return 'end'
    }
    if (isSumLine(cells)) return 'subtotal'
    if (patterns.length > 0) {
      const text = rowText(cells)
      if (patterns.some((pattern) => pattern.test(text))) return hasSums(cells) ? 'subtotal' : 'rule'
    }
    if (placement.group !== null) {
      const heading = groupText(cells)
      if (heading !== undefined) {
        group = heading
        return 'group'
      }
    }
    return undefined
  }

  /** Blank cells take what stands above them; a row above that could not be read leaves them unknown. */
  function filledDown({
    line,
    cells,
  }: {
    line: number
    cells: readonly unknown[]
  }): readonly unknown[] | RecordFault {
    const filled = [...cells]
    let whole = true
    for (const at of fillDown) {
      if (cellText(filled[at]) !== '') above.set(at, filled[at])
      else if (aboveIsKnown) filled[at] = above.get(at)
      else whole = false
    }
    if (!whole)
      return new RecordFault(
        'row_above_unread',
        'Blank cells of this row take what stands above them, and the row above could not be read.',
        false,
        line,
        cells,
      )
    aboveIsKnown = true
    return filled
  }

  return (record) => {
    if (record instanceof RecordFault) {
      aboveIsKnown = fillDown.length === 0
      return record
    }
    const why = whyLeftOut(record.cells)
    if (why !== undefined) return leftOut(record, why)
    if (table.isRectangular ? record.cells.length !== width : isFilledBeyond(record.cells, width)) {
      aboveIsKnown = fillDown.length === 0
      return columnCount(record, width)
    }
    const file = fillDown.length === 0 ? record.cells : filledDown(record)
    if (file instanceof RecordFault) return file
    return {
      line: record.line,
      cells: placement.straight && placement.group === null ? file : place(kind, placement, file, group),
      key: key?.map((at) => cellText(file[at])) ?? null,
      raw: record.cells,
    }
  }
}

const isFilledBeyond = (cells: readonly unknown[], width: number) =>
  cells.length > width && cells.slice(width).some((cell) => cellText(cell) !== '')

function columnCount(
  { line, cells }: { line: number; cells: readonly unknown[] },
  width: number,
): RecordFault {
  const count = cells.length < width ? 'too few' : 'too many'
  const message = `The row has ${count} columns: ${cells.length} instead of ${width}.`
  return new RecordFault('column_count', message, false, line, cells)
}

function place(
  kind: KindDefinition,
  { moves, joins, splits, constants, group: groupColumn }: Placement,
  file: readonly unknown[],
  group: string | null,
): unknown[] {
  const cells: unknown[] = new Array(kind.columns.length).fill(null)
  for (const { from, to, values } of moves) {
    const cell = file[from]
    cells[to] = values ? (values.get(cellText(cell)) ?? cell) : cell
  }
  for (const join of joins)
    cells[join.to] = join.from
      .map((at) => cellText(file[at]))
      .filter((text) => text !== '')
      .join(join.with)
  for (const { from, at, to } of splits) {
    const parts = cellText(file[from]).split(at)
    to.forEach((column, nth) => {
      const part = nth === to.length - 1 ? parts.slice(nth).join(at) : parts[nth]
      cells[column] = part?.trim() ?? null
    })
  }
  for (const { to, text } of constants) cells[to] = text
  if (groupColumn !== null && group !== null && cellText(cells[groupColumn]) === '')
    cells[groupColumn] = group
  return cells
}
