import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type FieldsByKind, KINDS, type Kind } from '../../domain/kinds/kinds.ts'
import { normaliseCells } from '../../domain/kinds/normalise-row.ts'
import { createDateOrderHold } from './date-order-hold.ts'
import { type OpenBody, openBody } from './open-body.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'
import type { Reading, ReadOptions, ReadRow } from './reading.ts'
import { createWarningTally } from './warning-tally.ts'

/**
 * Reads a body of any size row by row in constant memory: unpacks, decodes, cuts, types (C3). A faulty row is answered
 * as such and the next one follows; throws ReadRefusal when the body as a whole cannot be read.
 */
export function readRows<K extends Kind>(
  stream: AsyncIterable<Uint8Array>,
  options: ReadOptions<K>,
): Reading<K> {
  const definition: KindDefinition<FieldsByKind[K]> = KINDS[options.kind]
  const decimal = options.decimal ?? 'auto'
  const hold = createDateOrderHold(definition, options.dateOrder)
  const tally = createWarningTally()
  const counts = { rows: 0, good: 0, bad: 0 }
  let stoppedAt: number | null = null
  let body: OpenBody | undefined

  function read(record: RawRecord): ReadRow<K> {
    counts.rows += 1
    const row = counts.rows
    if (record instanceof RecordFault) {
      counts.bad += 1
      if (record.last) stoppedAt = row
      const errors = [{ field: null, code: record.code, message: record.message }]
      return { row, ok: false, errors, key: null }
    }
    const result = normaliseCells<K>(definition, record, { decimal, dateOrder: hold.order() })
    if (!result.ok) {
      counts.bad += 1
      return { row, ok: false, errors: result.errors, key: result.key }
    }
    counts.good += 1
    for (const warning of result.warnings) tally.add(row, warning)
    return { row, ok: true, value: result.row, warnings: result.warnings }
  }

  async function* batches(): AsyncGenerator<ReadRow<K>[]> {
    body = await openBody(stream, definition, options)
    const { text, reader } = body
    for await (const piece of text) {
      const records = reader.read(piece, false)
      const stopped = endsReading(records)
      const ready = hold.pass(records, stopped)
      if (ready.length > 0) yield ready.map(read)
      if (stopped) return
    }
    const ready = hold.pass(reader.read('', true), true)
    if (ready.length > 0) yield ready.map(read)
  }

  return {
    batches,
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch
    },
    summary: () => ({
      ...counts,
      format: body?.format ?? null,
      encoding: body?.encoding() ?? null,
      separator: body?.separator ?? null,
      headings: body?.headings ?? null,
      decimal,
      dateOrder: hold.decision(),
      unknownColumns: body?.unknownColumns() ?? [],
      warnings: tally.counts(),
      stoppedAt,
    }),
  }
}

const endsReading = (records: readonly RawRecord[]) => {
  const last = records.at(-1)
  return last instanceof RecordFault && last.last
}
