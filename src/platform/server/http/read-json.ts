import type { Context } from 'hono'
import type * as z from 'zod'
import { refuse } from '../endpoint/fault.ts'
import { parseInput } from '../endpoint/parse-input.ts'

/** The body as `schema` wants it; otherwise 400 (not JSON) or 422 with the fields named. */
export async function readJson<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  return parseInput(schema, await readJsonText(c))
}

/** The body, whatever it says; 400 when it is not JSON. */
export async function readJsonText(c: Context): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch {
    throw refuse(400, 'bad_request')
  }
}
