import fs from 'node:fs'
import fc from 'fast-check'
import * as z from 'zod'

type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  pattern?: string
  format?: string
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  default?: unknown
}

const COLLECTION = '../shared/data/text/naughty-strings.json'
const OWN_LIST = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  "'; drop table portal.orders; --",
  "' or '1'='1",
  '\\',
  '%',
  '_',
  '%%%\\%',
  '$1',
  '$\u007b7*7}',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|1',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(40),
  '١٢٣',
  'İ',
  'ﷺ',
  '👩‍👩‍👧‍👦',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '__proto__',
  'constructor',
  'toString',
]
const collected: string[] = fs.existsSync(COLLECTION) ? JSON.parse(fs.readFileSync(COLLECTION, 'utf8')) : []

/** Text that programs have stumbled over: known bad strings, and any sequence of code units. */
export const naughtyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...OWN_LIST, ...collected) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((units) => String.fromCharCode(...units)),
  },
)

/** Values that a schema accepts, with the nastiest texts that fit. */
export function acceptedBy(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fromSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}

export function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(fromSchema))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numbers(schema, type === 'integer')
  if (type === 'array')
    return fc.array(fromSchema(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
  if (type === 'object') return objects(schema)
  if (type === 'string') return texts(schema)
  return fc.jsonValue()
}

function numbers({ minimum, maximum, exclusiveMinimum }: JsonSchema, whole: boolean): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : -(2 ** 53) + 1)
  const max = maximum ?? 2 ** 53 - 1
  if (!whole) return fc.double({ min, max, noNaN: true })
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 100) }),
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
  )
}

function texts({ pattern, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const longest = naughtyText.map((text) =>
    text.repeat(Math.ceil(maxLength / Math.max(1, text.length))).slice(0, maxLength),
  )
  return fc
    .oneof({ weight: 9, arbitrary: naughtyText }, { weight: 1, arbitrary: longest })
    .map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
}

function objects({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, fromSchema(schema)]),
  )
  return fc.record(values, { requiredKeys: required as never[] })
}

/** An accepted value with something wrong in it: a field of another type, one too many, one too few, or no object at all. */
export function mutated(accepted: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    naughtyText,
    fc.constantFrom<unknown>([], {}, 1e308, -1, 0.1, null),
  )
  return fc.oneof(
    anything,
    fc.tuple(accepted, fc.nat(), anything).map(([value, at, other]) => {
      if (typeof value !== 'object' || value === null) return other
      const keys = Object.keys(value)
      const key = keys[at % Math.max(1, keys.length)]
      return key === undefined ? { ...value, tenantId: other } : { ...value, [key]: other }
    }),
    fc
      .tuple(accepted, naughtyText, anything)
      .map(([value, key, other]) => ({ ...(value as object), [key]: other })),
  )
}

/** Without what PostgreSQL's text cannot hold. */
export const storable = (text: string) => text.replace(/\0|\p{Surrogate}/gu, '')
