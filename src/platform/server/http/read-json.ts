import type { Context } from 'hono'
import type * as z from 'zod'
import { refuse } from '../endpoint/fault.ts'
import { parseInput } from '../endpoint/parse-input.ts'
import { jsonFault } from './json-fault.ts'

/** The body as `schema` wants it; otherwise 400 (not JSON) or 422 with the fields named. */
export async function readJson<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  return parseInput(schema, await readJsonText(c))
}

/** The body, whatever it says; 400 when it is not JSON. */
export async function readJsonText(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text)
  }
}

/** 400 that says where a body stops being JSON. */
export const notJson = (text: string) =>
  refuse(400, 'not_json', { values: jsonFault(text) ?? { line: 1, column: 1 } })
