import * as z from 'zod'
import { refuse } from './fault.ts'
import { isStorable } from './parse-input.ts'

/** A sort value that is text, as a cursor carries it. */
export const cursorText = z.string().refine(isStorable)

/** The sort values of the last row of a page, opaque to the asker. */
export const sealCursor = (values: (string | number | boolean | null)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Back to the values; 422 when it is not a cursor of a list whose sort values have this shape. */
export function openCursor<Values>(cursor: string | undefined, shape: z.ZodType<Values>): Values | undefined {
  if (cursor === undefined) return undefined
  try {
    const opened = shape.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (opened.success) return opened.data
  } catch {
    // falls through: whatever it is, it is not one of ours
  }
  throw refuse(422, 'bad_cursor')
}
