import { headingKey } from '../../domain/kinds/column.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'

/** A hostile row can hold a hundred thousand keys: no table grows with those that nobody knows. */
const MOST_UNKNOWN = 1000

/** The keys of JSON rows, in the order in which they first came; a key's place is that of its cell in every row. */
export type KeyTable = { readonly keys: readonly string[]; place(key: string): number | undefined }

export function createKeyTable(isKnown: (key: string) => boolean): KeyTable {
  const keys: string[] = []
  const places = new Map<string, number>()
  let unknown = 0
  return {
    keys,
    place(key) {
      const known = places.get(key)
      if (known !== undefined) return known
      if (!isKnown(key) && ++unknown > MOST_UNKNOWN) return undefined
      // Spellings of one name are one key.
      const spelling = headingKey(key)
      const place = places.get(spelling) ?? keys.push(key) - 1
      places.set(spelling, place)
      places.set(key, place)
      return place
    },
  }
}

/**
 * The cells of a parsed JSON row, each where its key stands in the table. Only its own keys are looked at, each by name,
 * so `__proto__` and its like are unknown columns and nothing more.
 */
export function arrangeObject(value: unknown, table: KeyTable, line: number): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new RecordFault('not_an_object', 'The row is not a JSON object.', false, line)
  }
  const cells: unknown[] = new Array(table.keys.length).fill(null)
  for (const [key, cell] of Object.entries(value)) {
    const place = table.place(key)
    if (place !== undefined) cells[place] = cell
  }
  return { line, cells }
}
