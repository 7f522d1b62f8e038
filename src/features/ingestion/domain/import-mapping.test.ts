import { expect, it } from 'vitest'
import { encodingOf, ImportMapping, parseMapping } from './import-mapping.ts'

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
  [{ columns: { a: 1 } }, 'invalid_union'],
  [{ columns: { a: { column: 'Amount', decimals: ',' } } }, 'unrecognized_keys'],
  [{ split: [{ from: 'A', at: '', columns: ['Amount'] }] }, 'too_small'],
  [{ skipRows: ['(a+)+'] }, 'custom'],
  [{ skipRows: ['(?=a)'] }, 'custom'],
  [{ skipRows: ['a*b*c*d*'] }, 'custom'],
  [{ skipRows: ['['] }, 'custom'],
  [{ separator: ':' }, 'invalid_value'],
  [{ decimal: "'" }, 'invalid_value'],
  [{ encoding: 'ebcdic' }, 'custom'],
  [{ dateOrder: 'ydm' }, 'custom'],
  [{ header: [] }, 'too_small'],
])('%j is refused', (mapping, code) => {
  const result = ImportMapping.safeParse(mapping)
  expect(result.error?.issues.map((issue) => issue.code)).toEqual([code])
})

it('a wrong one is answered with what is allowed', () => {
  const faults = (mapping: unknown) => {
    const parsed = parseMapping(JSON.stringify(mapping))
    return 'faults' in parsed ? parsed.faults : undefined
  }
  expect(faults({ colums: {} })?.[0]).toMatch(
    /^"colums" is not known; allowed: columns, split, constants, key,/,
  )
  expect(faults({ split: [{ from: 'A', at: '/', columns: ['B'], to: 'C' }] })?.[0]).toBe(
    'split.0: "to" is not known; allowed: from, at, columns',
  )
  expect(faults({ columns: { Betrag: { col: 'Amount' } } })).toEqual([
    'columns.Betrag: neither the name of a column, null, nor {column, decimal, values, join, with}',
  ])
  expect(faults({ encoding: 'ebcdic' })?.[0]).toMatch(/^encoding: not one of utf-8, /)
})

it.each([
  ['UTF-8', 'utf-8'],
  ['MacRoman', 'macintosh'],
  ['cp850', 'ibm850'],
  [' iso-8859-1 ', 'windows-1252'],
  ['koi8-r', undefined],
])('the label %j means %s', (label, encoding) => expect(encodingOf(label)).toBe(encoding))
