import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import type * as z from 'zod'

/** Input as `schema` wants it; otherwise 422 with the fields named. For endpoints outside the typed router. */
export function parseInput<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues as unknown as ValidationError['issues']
  throw new ORPCError('BAD_REQUEST', {
    cause: new ValidationError({ message: 'input', issues, data: given }),
  })
}
