import { expect, it } from 'vitest'
import { encodingOf, ImportMapping } from './import-mapping.ts'

it('a mapping says as much as it wants', () => {
  expect(ImportMapping.parse({})).toEqual({})
  expect(
    ImportMapping.parse({
      columns: { 'Qté vendue': 'Qty Sold' },
      header: ['Qté vendue'],
      separator: '\t',
      encoding: 'CP1252',
      decimal: ',',
      dateOrder: 'DD/MM/YYYY',
    }),
  ).toEqual({
    columns: { 'Qté vendue': 'Qty Sold' },
    header: ['Qté vendue'],
    separator: '\t',
    encoding: 'windows-1252',
    decimal: ',',
    dateOrder: 'dmy',
  })
  expect(ImportMapping.parse({ dateOrder: 'm-d-yy' })).toEqual({ dateOrder: 'mdy' })
})

it.each([
  [{ column: {} }, 'unrecognized_keys'],
  [{ columns: { a: 1 } }, 'invalid_type'],
  [{ separator: ':' }, 'invalid_value'],
  [{ decimal: "'" }, 'invalid_value'],
  [{ encoding: 'ebcdic' }, 'custom'],
  [{ dateOrder: 'ymd' }, 'custom'],
  [{ header: [] }, 'too_small'],
])('%j is refused', (mapping, code) => {
  const result = ImportMapping.safeParse(mapping)
  expect(result.error?.issues.map((issue) => issue.code)).toEqual([code])
})

it.each([
  ['UTF-8', 'utf-8'],
  [' iso-8859-1 ', 'windows-1252'],
  ['koi8-r', undefined],
])('the label %j means %s', (label, encoding) => expect(encodingOf(label)).toBe(encoding))
