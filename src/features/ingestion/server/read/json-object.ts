import type { Headings } from './headings.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'

/**
 * The cells of a parsed JSON row in the order of the kind's columns. Only its own keys are looked at, each by name, so
 * `__proto__` and its like are unknown columns and nothing more.
 */
export function arrangeObject(value: unknown, width: number, headings: Headings): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new RecordFault('not_an_object', 'The row is not a JSON object.')
  }
  const cells: unknown[] = new Array(width).fill(null)
  for (const [key, cell] of Object.entries(value)) {
    const place = headings.place(key)
    if (place !== undefined) cells[place] = cell
  }
  return cells
}
