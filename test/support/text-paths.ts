import * as z from 'zod'
import { allEndpoints, type Endpoint } from '../security/support/contracts.ts'
import { HOSTILE } from './hostile-texts.ts'

type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  pattern?: string
  maxLength?: number
  $defs?: Record<string, Schema>
}
export type TextPath = { endpoint: Endpoint; name: string; field: string; longest: number }

/**
 * Every text of what a write takes, by its place (`lines.0.itemNo`): what no list of words bounds, no pattern (one that takes
 * nothing of what would run or be a formula), and what is no part of the address.
 */
export function textPaths(): TextPath[] {
  const some = [...HOSTILE, '<b>@x', '/<b>']
  return allEndpoints()
    .filter(({ method, input }) => method !== 'GET' && input)
    .flatMap((endpoint) => {
      const schema = z.toJSONSchema(endpoint.input as z.ZodType, { io: 'input', unrepresentable: 'any' })
      const found = new Map<string, TextPath>()
      for (const { at, longest } of texts(schema as Schema, [], schema as Schema, some)) {
        const field = at.join('.')
        if (endpoint.path.includes(`{${field}}`)) continue
        found.set(field, { endpoint, name: `${endpoint.name} ${field}`, field, longest })
      }
      return [...found.values()]
    })
}

type Found = { at: string[]; longest: number }
function texts(schema: Schema, at: string[], root: Schema, some: readonly string[]): Found[] {
  const of = (child: Schema, ...more: string[]) => texts(child, [...at, ...more], root, some)
  const { $ref, type, enum: words, const: word, items, pattern, maxLength, properties = {} } = schema
  if ($ref) return of(root.$defs?.[$ref.split('/').at(-1) as string] ?? {})
  if (words || word !== undefined) return []
  const { anyOf = [], oneOf = [], allOf = [], additionalProperties: others } = schema
  const bound = pattern && !some.some((text) => new RegExp(pattern, 'u').test(text))
  return [
    ...(type === 'string' && !bound ? [{ at, longest: maxLength ?? 10_000 }] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => of(one)),
    ...(items ? of(items, '0') : []),
    ...Object.entries(properties).flatMap(([key, child]) => of(child, key)),
    ...(typeof others === 'object' ? of(others, 'search') : []),
  ]
}
