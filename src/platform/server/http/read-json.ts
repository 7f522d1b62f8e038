import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import type * as z from 'zod'
import { refuse } from '../endpoint/fault.ts'

/** The body as `schema` wants it; otherwise 400 (not JSON) or 422 with the fields named. */
export async function readJson<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const text = await c.req.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw refuse(400, 'bad_request')
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues as unknown as ValidationError['issues']
  throw new ORPCError('BAD_REQUEST', { cause: new ValidationError({ message: 'input', issues, data: body }) })
}
