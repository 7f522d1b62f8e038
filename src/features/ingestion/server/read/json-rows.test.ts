import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingKey } from '../../domain/kinds/column.ts'
import { createKeyTable, type KeyTable } from './json-object.ts'
import { createJsonReader } from './json-rows.ts'
import { createNdjsonReader } from './ndjson-rows.ts'
import { RecordFault, type RecordReader } from './raw-record.ts'

/** The client code of each row, or the code of its fault; stops where the reader says that nothing follows. */
function codes(create: (keys: KeyTable) => RecordReader, text: string, length = text.length): unknown[] {
  const keys = createKeyTable(() => true)
  const reader = create(keys)
  const code = (cells: readonly unknown[]) =>
    cells[keys.keys.findIndex((key) => headingKey(key) === 'client_code')] ?? null

  const found: unknown[] = []
  for (let at = 0; at <= text.length; at += length) {
    const ended = at + length > text.length
    const records = reader.read(text.slice(at, at + length), ended)
    found.push(...records.map((record) => (record instanceof RecordFault ? record.code : code(record.cells))))
    const last = records.at(-1)
    if (ended || (last instanceof RecordFault && last.last)) break
  }
  return found
}

const json = (text: string, length?: number) => codes(createJsonReader, text, length)
const ndjson = (text: string, length?: number) => codes(createNdjsonReader, text, length)
const deep = (levels: number) => `{"client_code":${'['.repeat(levels)}${']'.repeat(levels)}}`

describe('a JSON array', () => {
  it.each([
    ['[]', []],
    [' [ ] ', []],
    ['[{"Client Code":"a"},\n {"client_code":"b"} ]\n', ['a', 'b']],
    ['[{"Client Code":"a\\"}],[{\\\\"},{"Client Code":"b"}]', ['a"}],[{\\', 'b']],
    ['[{"Client Code":1},{"Client Code":null},{}]', [1, null, null]],
    ['[{"Client Code":"a","Client Code":"b"}]', ['b']],
    ['[1,"x",null,[{}],true,{"Client Code":"a"}]', [...new Array(5).fill('not_an_object'), 'a']],
  ])('%j', (text, expected) => {
    expect(json(text)).toEqual(expected)
    expect(json(text, 1)).toEqual(expected)
  })

  it.each([
    ['[{"Client Code":"a"}', ['a', 'invalid_json']],
    ['[{"Client Code":"a"},', ['a', 'invalid_json']],
    ['[{"Client Code":"a"},]', ['a', 'invalid_json']],
    ['[{"Client Code":"a"} {"Client Code":"b"}]', ['a', 'invalid_json']],
    ['[{"Client Code":"a"},{"Client Code":"b},{"Client Code":"c"}]', ['a', 'invalid_json']],
    ['[{"Client Code":"a"},{Client:"b"},{"Client Code":"c"}]', ['a', 'invalid_json']],
    ['[{"Client Code":"a"}]x', ['a', 'invalid_json']],
    ['[}]', ['invalid_json']],
    ['[,]', ['invalid_json']],
    ['[', ['invalid_json']],
  ])('%j ends where it is malformed', (text, expected) => {
    expect(json(text)).toEqual(expected)
    expect(json(text, 1)).toEqual(expected)
  })

  it('goes on behind a row that is too long or too deep', () => {
    const long = `{"Client Code":"${'x'.repeat(1_200_000)}"}`
    expect(json(`[${long},{"Client Code":"a"}]`)).toEqual(['row_too_large', 'a'])
    expect(json(`[${long},{"Client Code":"a"}]`, 65_536)).toEqual(['row_too_large', 'a'])
    expect(json(`[${deep(100_000)},{"Client Code":"a"}]`)).toEqual(['too_deep', 'a'])
  })

  it('gives what JSON.parse gives, however it is cut into pieces', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true }),
      fc.constant(null),
      fc.boolean(),
    )
    const rows = fc.array(fc.record({ 'Client Code': value, other: fc.jsonValue({ maxDepth: 3 }) }))
    fc.assert(
      fc.property(
        rows,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(undefined, 1),
        (list, length, space) => {
          const text = JSON.stringify(list, null, space)
          const expected = (JSON.parse(text) as typeof list).map((row) => row['Client Code'])
          expect(json(text, length)).toEqual(expected)
          expect(ndjson(list.map((row) => JSON.stringify(row)).join('\n'), length)).toEqual(expected)
        },
      ),
    )
  })
})

describe('one JSON object per line', () => {
  it('a faulty line costs its own row only', () => {
    const text = '{"client_code":"a"}\r\n\n{"client_code":\n[1]\n"x"\n  \n{"client_code":"b"}'
    const expected = ['a', 'invalid_json', 'not_an_object', 'not_an_object', 'b']
    expect(ndjson(text)).toEqual(expected)
    expect(ndjson(text, 1)).toEqual(expected)
  })

  it('goes on behind a row that is too long or too deep', () => {
    const long = `{"client_code":"${'x'.repeat(1_200_000)}"}`
    expect(ndjson(`${long}\n{"client_code":"a"}\n`)).toEqual(['row_too_large', 'a'])
    expect(ndjson(`${long}\n{"client_code":"a"}\n`, 65_536)).toEqual(['row_too_large', 'a'])
    expect(ndjson(`${deep(100_000)}\n{"client_code":"a"}\n`)[1]).toBe('a')
  })
})
