import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { namesOf, unknownNames } from './query-names.ts'

const object = z.object({ a: z.string(), b: z.string().optional() })

test.each<[string, z.ZodType | undefined, readonly string[] | null]>([
  ['none', undefined, []],
  ['an object', object, ['a', 'b']],
  ['with a rule', object.refine(() => true), ['a', 'b']],
  ['read further', object.transform(({ a }) => a), ['a', 'b']],
  ['left out', object.optional(), ['a', 'b']],
  ['together', z.intersection(object, z.object({ c: z.string() })), ['a', 'b', 'c']],
  ['one of several', z.union([object, z.object({ d: z.string() })]), ['a', 'b', 'd']],
  ['whatever', z.record(z.string(), z.string()), null],
])('the names of a schema: %s', (_, schema, names) => {
  expect(namesOf(schema)).toEqual(names)
})

describe('names in an address', () => {
  it.each([
    ['', []],
    ['?a=1&b=2', []],
    ['?a[0]=1&b[x]=2', []],
    ['?_=1&lang=fr-CA&theme=dark&utm_source=x', []],
    ['?c=1&c=2&d', ['c', 'd']],
    ['?language=de&utm=1&A=1', ['language', 'utm', 'A']],
  ])('%s', (search, names) => {
    expect(unknownNames(search, ['a', 'b'])).toEqual(names)
  })
})
