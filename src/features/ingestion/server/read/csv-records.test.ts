import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEPARATORS, type Separator } from '../../domain/import-mapping.ts'
import { CsvRecords } from './csv-records.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'

type Records = (readonly string[] | string)[]

/** The records of a text that comes in pieces of the given lengths, over and over; faults by their code. */
function read(
  text: string,
  separator: Separator = ',',
  lengths = [text.length],
  newline: '\n' | '\r' = '\n',
): Records {
  const reader = new CsvRecords({ separator, newline })
  const records: RawRecord[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = Math.max(1, lengths[turn % lengths.length] as number)
    records.push(...reader.read(text.slice(at, at + length), false))
    at += length
  }
  records.push(...reader.read('', true))
  return records.map((record) => (record instanceof RecordFault ? record.code : (record.cells as string[])))
}

describe('CSV records', () => {
  it.each<[string, string, Records]>([
    [
      'LF',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      ',\na,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    [
      'empty lines and rows of separators',
      '\na,b\n\r\n , \n""," "\nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'quotes',
      '"a","b ""x"""\n"",d',
      [
        ['a', 'b "x"'],
        ['', 'd'],
      ],
    ],
    [
      'separators and lines in quotes',
      '"a,b","c\nd"\ne,f',
      [
        ['a,b', 'c\nd'],
        ['e', 'f'],
      ],
    ],
    [
      'CRLF behind a quote',
      '"a","b"\r\n"c","d"\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'blanks around quotes',
      ' "a" , "b" \nc, d ',
      [
        ['a', 'b'],
        ['c', ' d '],
      ],
    ],
    [
      'a quote inside a bare cell',
      '5" pipe,6"\nc,d',
      [
        ['5" pipe', '6"'],
        ['c', 'd'],
      ],
    ],
    [
      'a quoted separator at the end',
      '"a",\nb,"c"',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
  ])('%s', (_, text, records) => {
    expect(read(text)).toEqual(records)
    expect(read(text, ',', [1])).toEqual(records)
  })

  it('lone carriage returns, as old spreadsheets wrote them', () => {
    expect(read('a,b\r"c\rd",e\r', ',', [1], '\r')).toEqual([
      ['a', 'b'],
      ['c\rd', 'e'],
    ])
  })

  it('a stray quote costs its own row only', () => {
    expect(read('a,b\n"c"x,d\n"e "f" g",h\ni,j')).toEqual([
      ['a', 'b'],
      'stray_quote',
      'stray_quote',
      ['i', 'j'],
    ])
    expect(read('a,b\n"c"x,d\ni,j', ',', [1])).toEqual([['a', 'b'], 'stray_quote', ['i', 'j']])
  })

  it.each([
    [
      'to the end',
      'a,b\n"c,d\ne,f\ng,h\n',
      [
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'until the next quoted cell',
      'a,b\n"c,d\ne,f\ng,"h, i"\nj,k\n',
      [
        ['e', 'f'],
        ['g', 'h, i'],
        ['j', 'k'],
      ],
    ],
    ['once more', 'a,b\n"c,d\n"e,f\ng,h\n', ['unclosed_quote', ['g', 'h']]],
  ])('a quote that is never closed (%s) costs its own line', (_, text, rows) => {
    expect(read(text)).toEqual([['a', 'b'], 'unclosed_quote', ...rows])
    expect(read(text, ',', [3])).toEqual([['a', 'b'], 'unclosed_quote', ...rows])
  })

  it('says in which line of the file each record begins', () => {
    const text = 'a,b\n\n"c\nc",d\n"e,f\ng,h\n'
    const records = new CsvRecords({ separator: ',', newline: '\n' }).read(text, true)
    expect(records.map(({ line }) => line)).toEqual([1, 3, 5, 6])
  })

  it('puts no row together that is longer than 1 MB', () => {
    const long = 'x'.repeat(2_000_000)
    expect(read(`a,b\n${long}\nc,d\n`, ',', [65_536])).toEqual([['a', 'b'], 'row_too_large', ['c', 'd']])
    expect(read(`a,b\n${long}\nc,d\n`)).toEqual([['a', 'b'], 'row_too_large', ['c', 'd']])
    expect(read(`a,b\n"${long}\nc,d\n`, ',', [65_536])).toEqual([['a', 'b'], 'unclosed_quote', ['c', 'd']])
  })

  const cell = fc.oneof(
    fc.stringMatching(/^[a-z0-9 "',;|\t\n.é-]{0,8}$/),
    fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => !text.includes('\r')),
  )
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  const filled = (record: readonly string[]) => record.some((value) => value.trim() !== '')
  const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })

  it('whatever is written comes back, however it is cut into pieces, and as csv-parse reads it', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        pieces,
        (rows, delimiter, record_delimiter, quoted, lengths) => {
          const text = stringify(rows, { delimiter, record_delimiter, quoted, quoted_match: /^\s|\s$|\n/ })
          const expected = rows.filter(filled)
          const reference: string[][] = parse(text, { delimiter, relax_column_count: true })
          expect(read(text, delimiter)).toEqual(expected)
          expect(read(text, delimiter, lengths)).toEqual(expected)
          expect(reference.filter(filled)).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('any text at all gives the same records however it is cut', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab,"\r\n ]{0,40}$/), pieces, (text, lengths) => {
        expect(read(text, ',', lengths)).toEqual(read(text))
      }),
      { numRuns: 3000 },
    )
  })
})
