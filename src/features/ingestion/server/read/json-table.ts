import { looksDecodedTwice } from '../../domain/western-text.ts'
import { type EncodingDecision, textOf } from './encoding.ts'
import { createKeyTable, type KeyTable } from './json-object.ts'
import { createJsonReader } from './json-rows.ts'
import { createNdjsonReader } from './ndjson-rows.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'
import type { Spool } from './spool.ts'
import type { Table } from './table.ts'

/** Opens JSON, whose rows name their own columns: all keys are gathered first, so that each has its place. */
export async function openJson(
  body: Spool,
  encoding: EncodingDecision,
  format: 'json' | 'ndjson',
  isKnown: (key: string) => boolean,
): Promise<Table> {
  const createReader = format === 'json' ? createJsonReader : createNdjsonReader
  let suspicious = false

  async function* read(keys: KeyTable): AsyncGenerator<RawRecord[]> {
    const reader = createReader(keys)
    for await (const text of textOf(body, encoding)) {
      suspicious ||= looksDecodedTwice(text)
      const rows = reader.read(text, false)
      yield rows
      if (endsReading(rows)) return
    }
    yield reader.read('', true)
  }

  const keys = createKeyTable(isKnown)
  for await (const _ of read(keys)) {
    // Only the keys are wanted.
  }
  return {
    format,
    encoding,
    separator: null,
    headings: keys.keys,
    width: keys.keys.length,
    headingLine: null,
    isRectangular: false,
    isJson: true,
    titles: [],
    otherSheets: [],
    records: () => read(keys),
    looksDecodedTwice: () => suspicious,
  }
}

const endsReading = (records: readonly RawRecord[]) => {
  const last = records.at(-1)
  return last instanceof RecordFault && last.last
}
