import * as z from 'zod'
import { refuse } from './fault.ts'
import { isStorable } from './parse-input.ts'

/** A sort value that is text, as a cursor carries it. */
export const cursorText = z.string().refine(isStorable)

/** The sort values of the last row of a page, opaque to the asker. */
export const sealCursor = (values: (string | number | boolean | null)[]): string => seal({ values })

/** Back to the values; 422 when it is not a cursor of a list whose sort values have this shape. */
export function openCursor<Values>(cursor: string | undefined, shape: z.ZodType<Values>): Values | undefined {
  if (cursor === undefined) return undefined
  const opened = shape.safeParse(open(cursor)?.values)
  if (opened.success) return opened.data
  throw refuse(422, 'bad_cursor')
}

/** The answer to a request of this company (null: of all): the cursor of its page is good for the same one only. */
export function cursorOfCompany<Answer>(answer: Answer, tenantId: number | null): Answer {
  const { nextCursor } = (answer ?? {}) as { nextCursor?: unknown }
  if (typeof nextCursor !== 'string') return answer
  return { ...answer, nextCursor: seal({ values: open(nextCursor)?.values, tenantId }) }
}

/** 422 when a request brings the cursor of another company's page: its place means nothing here. */
export function refuseForeignCursor(input: unknown, tenantId: number | null): void {
  const { cursor } = (input ?? {}) as { cursor?: unknown }
  const made = typeof cursor === 'string' ? open(cursor)?.tenantId : undefined
  if (made !== undefined && made !== tenantId) throw refuse(422, 'bad_cursor')
}

type Sealed = { values: unknown; tenantId?: number | null }

const seal = (sealed: Sealed): string => Buffer.from(JSON.stringify(sealed)).toString('base64url')

/** Undefined where it is not one of ours. */
function open(cursor: string): Sealed | undefined {
  try {
    const opened = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return typeof opened === 'object' && opened !== null ? opened : undefined
  } catch {
    return undefined
  }
}
