import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import type * as z from 'zod'
import { fieldMessage } from '../../contract/field-message.ts'

/** Input as `schema` wants it; otherwise 422 with the fields named. For endpoints outside the typed router. */
export function parseInput<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  refuseUnstorable(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues, given)
}

/** Text that PostgreSQL can hold: no NUL, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

// No contract nests deeper; a body may, to exhaust the stack of whoever walks through it.
const DEEPEST = 32

/** 422 when a text in the input, at any depth, cannot be stored or compared. */
export function refuseUnstorable(input: unknown): void {
  const path = unstorable(input, DEEPEST)
  if (path)
    throw invalidInput([{ code: 'custom', path, message: 'not text', ...fieldMessage('notStorable') }], input)
}

function unstorable(value: unknown, deeper: number): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  if (deeper === 0) return []
  for (const [key, item] of Object.entries(value)) {
    const path = isStorable(key) ? unstorable(item, deeper - 1) : []
    if (path) return [key, ...path]
  }
  return undefined
}

function invalidInput(issues: readonly z.core.$ZodIssue[], data: unknown) {
  const list = issues as unknown as ValidationError['issues']
  return new ORPCError('BAD_REQUEST', {
    cause: new ValidationError({ message: 'input', issues: list, data }),
  })
}
