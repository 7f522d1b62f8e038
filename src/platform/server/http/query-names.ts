import type { MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import { refuse } from '../endpoint/fault.ts'

/** Of the page and of whoever linked to it; they ask nothing. */
const ASKS_NOTHING = /^(?:_|lang|theme|utm_.*)$/
// What is wrong repeats what was sent: nobody reads more of it.
const MOST_NAMES = 20

/** The names that a schema knows; null where it takes any. */
export function namesOf(schema: z.core.$ZodType | undefined): readonly string[] | null {
  if (!schema) return []
  const def = schema._zod.def as unknown as { type: string } & Record<string, unknown>
  switch (def.type) {
    case 'object':
      return Object.keys(def.shape as object)
    case 'pipe':
      return namesOf(def.in as z.core.$ZodType)
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
      return namesOf(def.innerType as z.core.$ZodType)
    case 'intersection':
      return together([def.left, def.right])
    case 'union':
      return together(def.options as unknown[])
    default:
      return null
  }
}

function together(schemas: readonly unknown[]): readonly string[] | null {
  const names = schemas.map((schema) => namesOf(schema as z.core.$ZodType))
  return names.some((one) => one === null) ? null : [...new Set(names.flatMap((one) => one ?? []))]
}

/** The names of an address that `known` has not, each once. */
export function unknownNames(search: string, known: readonly string[] | null): string[] {
  if (search === '' || known === null) return []
  // a[0] and a[b] are parts of a.
  const names = [...new URLSearchParams(search).keys()].map((name) => name.replace(/\[.*$/s, ''))
  return [...new Set(names)]
    .filter((name) => !known.includes(name) && !ASKS_NOTHING.test(name))
    .slice(0, MOST_NAMES)
}

/** A filter that is not known would be left out, and the answer one to another question. @throws 422 */
export function refuseUnknownNames(search: string, schema: z.core.$ZodType | undefined, path = ''): void {
  const inPath = [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name)
  const known = namesOf(schema)?.filter((name) => !inPath.includes(name)) ?? null
  const names = unknownNames(search, known)
  if (names.length === 0) return
  const values = { names: names.map((name) => name.slice(0, 40)).join(', '), known: known?.join(', ') || '–' }
  throw refuse(422, 'unknown_query', { values })
}

/** Systems that send rows are not stopped by a name too many; the answer says which were left aside. */
export const tellUnknownNames =
  (known: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const names = unknownNames(new URL(c.req.url).search, known)
    if (names.length > 0)
      c.res.headers.set(
        'portal-unknown-query',
        names.map((name) => encodeURIComponent(name.slice(0, 40))).join(', '),
      )
  }
