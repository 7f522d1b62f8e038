import type { KindDefinition } from '../../domain/kinds/kind.ts'
import type { CsvLayout } from './csv-layout.ts'
import { CsvRecords } from './csv-records.ts'
import { RecordFault, type RecordReader } from './raw-record.ts'

/** Reads the data rows of a CSV body whose layout is known; its text begins with the first record. */
export function createCsvReader(layout: CsvLayout, kind: Pick<KindDefinition, 'columns'>): RecordReader {
  const records = new CsvRecords(layout.format)
  const { places } = layout
  const width = places.length
  const straight = places.every((place, at) => place === at)
  let skip: number = layout.skip

  function arrange(record: readonly string[]): readonly unknown[] | RecordFault {
    if (record.length !== width) {
      const count = record.length < width ? 'too few' : 'too many'
      return new RecordFault(
        'column_count',
        `The row has ${count} columns: ${record.length} instead of ${width}.`,
      )
    }
    if (straight) return record
    const cells: unknown[] = new Array(kind.columns.length).fill(null)
    for (let at = 0; at < width; at++) {
      const place = places[at]
      if (place !== undefined) cells[place] = record[at]
    }
    return cells
  }

  return {
    read(text, ended) {
      const found = records.read(text, ended)
      const data = skip > 0 ? found.slice(skip) : found
      skip = Math.max(0, skip - found.length)
      return data.map((record) => (record instanceof RecordFault ? record : arrange(record)))
    },
  }
}
