import { refuse } from './fault.ts'

export type CursorValue = string | number | boolean | null

/** The sort values of the last row of a page, opaque to the asker. */
export const sealCursor = (values: CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Back to the values; 422 when it is not a cursor of a list with so many sort values. */
export function openCursor(cursor: string | undefined, length: number): CursorValue[] | undefined {
  if (cursor === undefined) return undefined
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const plain = (v: unknown) => v === null || ['string', 'number', 'boolean'].includes(typeof v)
    if (Array.isArray(values) && values.length === length && values.every(plain)) return values
  } catch {
    // falls through: whatever it is, it is not one of ours
  }
  throw refuse(422, 'bad_cursor')
}
