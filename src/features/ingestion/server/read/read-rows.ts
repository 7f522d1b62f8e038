import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type FieldsByKind, KINDS, type Kind } from '../../domain/kinds/kinds.ts'
import { normaliseCells } from '../../domain/kinds/normalise-row.ts'
import { looksDecodedTwice } from '../../domain/western-text.ts'
import { createRawRows, type RawRow } from '../rejected/raw-rows.ts'
import { type Arranged, type ArrangedRow, createArranger, isLeftOut } from './arrange-rows.ts'
import { endingLines, inPieces, peek, watched } from './bytes.ts'
import { createObserver, type Decisions } from './observe-rows.ts'
import { type FileKind, HEAD_BYTES, openTable, recogniseFile } from './open-table.ts'
import { type Placement, placeHeadings } from './placement.ts'
import { LONGEST_ROW, RecordFault } from './raw-record.ts'
import type { Reading, ReadingReport, ReadOptions, ReadRow } from './reading.ts'
import { ReadRefusal } from './refusal.ts'
import { type Spool, spool } from './spool.ts'
import { createSumLines } from './sum-lines.ts'
import type { LeftOut, Table } from './table.ts'
import { unpack } from './unpack.ts'
import { createWarningTally } from './warning-tally.ts'

const MOST_SKIPPED = 50
const noLine = () =>
  new ReadRefusal('not_a_table', 'The body is not a table: no line ends within its first megabyte.')

/**
 * Reads a body of any size in constant memory (C3): takes it in whole, looks at all its rows for what they say of
 * encoding, decimal marks and dates, decides, then reads them again and types them. A faulty row is answered as such and
 * the next one follows; throws ReadRefusal when the body as a whole cannot be read.
 */
export function readRows<K extends Kind>(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions<K>,
): Reading<K> {
  const definition: KindDefinition<FieldsByKind[K]> = KINDS[options.kind]
  const { mapping = {}, known = {} } = options
  const tally = createWarningTally()
  const counts = { rows: 0, good: 0, bad: 0 }
  let stoppedAt: number | null = null
  let close = async () => {}
  let opened: { table: Table; placement: Placement; decisions: Decisions; skipped: LeftOut[] } | undefined

  function refused(row: RecordFault): ReadRow<K> {
    counts.bad += 1
    if (row.last) stoppedAt = counts.rows
    const errors = [{ field: null, code: row.code, message: row.message }]
    return { row: counts.rows, line: row.line, parent: null, ok: false, errors, key: null, raw: row.cells }
  }

  function typed(row: ArrangedRow, { settings }: Decisions, numbered: boolean): ReadRow<K> {
    const mapped = row.key || numbered ? { parts: row.key, numbered, headings: mapping.key } : undefined
    const result = normaliseCells<K>(definition, row.cells, settings, mapped)
    const { line } = row
    if (!result.ok) {
      counts.bad += 1
      const { errors, key } = result
      return { row: counts.rows, line, parent: numbered ? key : null, ok: false, errors, key, raw: row.raw }
    }
    counts.good += 1
    const { row: value, warnings } = result
    for (const warning of warnings) tally.add({ row: counts.rows, line }, warning)
    return { row: counts.rows, line, parent: numbered ? value.key : null, ok: true, value, warnings }
  }

  /** Whether cells, taken in the source's order, make a row without fault. */
  const looksLikeData = (cells: readonly unknown[]) =>
    (['dmy', 'mdy'] as const).some(
      (dateOrder) => normaliseCells<K>(definition, cells, { decimal: '.', dateOrder }).ok,
    )

  async function open(body: Spool, file: FileKind) {
    const table = await openTable(body, file, definition, mapping, looksLikeData)
    const placement = placeHeadings(definition, table, mapping)
    const observer = createObserver(definition, placement, table.isJson)
    let hasSums = false
    for await (const rows of arranged(table, placement))
      for (const row of rows) {
        if (row instanceof RecordFault) continue
        if (isLeftOut(row)) hasSums ||= row.why === 'subtotal'
        else observer.observe(row)
      }
    const decisions = observer.decide(mapping, known)
    return { table, placement, decisions, hasSums, skipped: [...table.titles] }
  }

  async function* arranged(table: Table, placement: Placement): AsyncGenerator<Arranged[]> {
    const arrange = createArranger(definition, table, placement, mapping)
    for await (const records of table.records()) if (records.length > 0) yield records.map(arrange)
  }

  /** What cannot be a table is refused before all of it has come. */
  async function begin() {
    const bytes = watched(unpack(inPieces(stream), options.gzip === true), options.onBytes)
    const { head, all } = await peek(bytes, HEAD_BYTES)
    try {
      const file = recogniseFile(head, options)
      return { file, bytes: file.format === 'csv' ? endingLines(all, LONGEST_ROW, noLine) : all }
    } catch (fault) {
      await bytes.return(undefined)
      throw fault
    }
  }

  async function* batches(): AsyncGenerator<ReadRow<K>[]> {
    const { file, bytes } = await begin()
    const body = await spool(bytes)
    let kept = false
    try {
      const found = await open(body, file)
      opened = found
      const { table, placement, decisions, skipped } = found
      for (const { field, count, lines } of decisions.remarks) {
        const message = `${field}: cells with the other decimal mark were read as they are written.`
        tally.addCounted({ field, code: 'other_decimal_mark', message, count, firstRow: 0, lines })
      }
      for (const heading of table.isJson ? [] : placement.missing) {
        const message = `The mapping names the heading "${heading}", which the file does not have.`
        tally.addCounted({
          field: heading,
          code: 'heading_missing',
          message,
          count: 1,
          firstRow: 0,
          lines: [],
        })
      }
      const { nameless } = decisions
      if (nameless.count > 0)
        tally.addCounted({
          field: definition.client?.[1] ?? '',
          code: 'client_missing',
          message: `Rows have neither ${definition.client?.join(' nor ')}, while others do. Where a blank cell means what stands above it, the mapping says so with fillDown.`,
          ...nameless,
          firstRow: 0,
        })
      const suspicious = table.looksDecodedTwice()
      const sums = found.hasSums
        ? createSumLines(definition, placement, (name) => decisions.decimals[name]?.mark)
        : undefined
      for await (const rows of arranged(table, placement)) {
        const ready: ReadRow<K>[] = []
        for (const row of rows) {
          if (!(row instanceof RecordFault) && isLeftOut(row)) {
            if (row.why === 'subtotal') sums?.sumLine(row)
            if (skipped.length < MOST_SKIPPED) skipped.push({ line: row.line, why: row.why, text: row.text })
            continue
          }
          counts.rows += 1
          if (row instanceof RecordFault) {
            ready.push(refused(row))
            continue
          }
          sums?.add(row.cells)
          if (suspicious) warnOfMojibake(row)
          ready.push(typed(row, decisions, placement.numbered))
        }
        if (ready.length > 0) yield ready
      }
      sums?.end()
      kept = options.keepOpen === true
      if (kept) close = () => body.close()
    } finally {
      if (!kept) await body.close()
    }
  }

  async function rowsAgain(rows: readonly number[]): Promise<RawRow[]> {
    const raw = createRawRows()
    if (!opened || rows.length === 0) return raw.rows
    const wanted = new Set(rows)
    const last = rows.reduce((one, other) => Math.max(one, other))
    let row = 0
    for await (const group of arranged(opened.table, opened.placement))
      for (const one of group) {
        if (!(one instanceof RecordFault) && isLeftOut(one)) continue
        row += 1
        const cells = one instanceof RecordFault ? one.cells : one.raw
        if (wanted.has(row) && cells) raw.add(row, cells)
        if (row >= last) return raw.rows
      }
    return raw.rows
  }

  function warnOfMojibake(row: ArrangedRow) {
    row.cells.forEach((cell, at) => {
      if (typeof cell !== 'string' || !looksDecodedTwice(cell)) return
      const field = definition.columns[at]?.name ?? ''
      const message = `${field} looks as if its text had been decoded twice ("Ã©" for "é").`
      tally.add({ row: counts.rows, line: row.line }, { field, code: 'mojibake', message })
    })
  }

  return {
    batches,
    rowsAgain,
    close: () => close(),
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch
    },
    summary: () => ({
      ...counts,
      format: opened?.table.format ?? null,
      headings: opened?.table.headings ?? null,
      reading: opened ? reportOf(opened) : null,
      unknownColumns: [...(opened?.placement.unknown ?? [])],
      warnings: tally.counts(),
      stoppedAt,
    }),
  }
}

function reportOf({
  table,
  placement,
  decisions,
  skipped,
}: {
  table: Table
  placement: Placement
  decisions: Decisions
  skipped: LeftOut[]
}): ReadingReport {
  const { order, ...because } = decisions.dateOrder ?? { order: null }
  return {
    encoding: table.encoding?.encoding ?? null,
    encodingBecause: table.encoding?.because ?? null,
    separator: table.separator,
    header: table.headingLine,
    columns: placement.recognised,
    skipped: totalLast(skipped),
    dateOrder: order,
    dateOrderBecause: 'because' in because ? because : null,
    decimals: decisions.decimals,
    ...(table.otherSheets.length > 0 && { otherSheets: [...table.otherSheets] }),
  }
}

/** The last line that held sums is the total. */
function totalLast(skipped: readonly LeftOut[]): LeftOut[] {
  const last = skipped.findLastIndex(({ why }) => why === 'subtotal')
  return skipped.map((line, at) =>
    at === last && at === skipped.length - 1 ? { ...line, why: 'total' } : line,
  )
}
