import { describe, expect, it } from 'vitest'
import { createNumberEvidence, type MarkSettings } from './number-evidence.ts'

const COLUMNS = ['Qty', 'Price', 'Amount'].map((name, at) => ({ name, at }))
const ARITHMETIC = { quantity: 'Qty', price: 'Price', amount: 'Amount' }

function decide(rows: readonly (readonly unknown[])[], settings: MarkSettings = {}) {
  const evidence = createNumberEvidence(COLUMNS, ARITHMETIC)
  rows.forEach((cells, at) => void evidence.observe(cells, at + 2))
  return evidence.decide(settings)
}

/** Of Qty: the mark and why, or the code of the refusal. */
function ofQuantity(rows: readonly (readonly unknown[])[], settings: MarkSettings = {}) {
  const judged = decide(rows, settings)
  if (!judged.ok) return judged.code
  const decision = judged.decisions.Qty
  return decision && `${decision.mark} ${decision.because}`
}

const repeat = (times: number, ...row: unknown[]) => Array.from({ length: times }, () => row)

describe('the decimal mark of a column (C3)', () => {
  it.each<[string, unknown[][], MarkSettings, string | undefined]>([
    ['a column without marks', [['5', '', '']], {}, undefined],
    ['cells that fit one reading need no decision', [['2,5'], ['1 234,56']], {}, ', one_reading'],
    ['nothing tells', [['12.500']], {}, 'number_mark_unclear'],
    ['the setting', [['12.500']], { setting: ',' }, ', setting'],
    [
      'the setting of the column before that of the file',
      [['12.500']],
      { setting: ',', settings: { Qty: '.' } },
      '. setting',
    ],
    [
      'a setting that the column contradicts',
      [['12.500'], ['7.25']],
      { setting: ',' },
      'setting_contradicted',
    ],
    [
      'a setting that a column contradicts whose cells need none',
      repeat(3, '7.25'),
      { setting: ',' },
      'setting_contradicted',
    ],
    [
      'a setting that one of 2,000 cells contradicts',
      [['12.500'], ['7.25'], ...repeat(1999, '7,25')],
      { setting: ',' },
      ', setting',
    ],
    ['three cells of the column', [...repeat(100, '12.500'), ...repeat(3, '7.25')], {}, '. column'],
    [
      'two cells for a hundred are too few',
      [...repeat(100, '12.500'), ...repeat(2, '7.25')],
      {},
      'number_mark_unclear',
    ],
    ['one cell for ten is enough', [...repeat(10, '12.500'), ['7.25']], {}, '. column'],
    ['cells that begin with 0 or have four digits before the mark', [['12.500'], ['0.750']], {}, '. column'],
    ['groups tell the other mark', [['12,500'], ['1.234.567']], {}, ', column'],
    ['cells of both kinds', [['12.500'], ['7.25'], ['7,25']], {}, 'number_mark_unclear'],
    ['another column', [['12.500', '', '8.25']], {}, '. other_columns'],
    ['other columns that disagree', [['12.500', '9,75', '8.25']], {}, 'number_mark_unclear'],
    ['arithmetic', repeat(3, '12.500', '4', '50'), {}, '. arithmetic'],
    ['arithmetic of two rows is too little', repeat(2, '12.500', '4', '50'), {}, 'number_mark_unclear'],
    [
      'arithmetic that is right in eight of ten rows',
      [...repeat(8, '12.500', '4', '50'), ...repeat(2, '12.500', '4', '50000')],
      {},
      'number_mark_unclear',
    ],
    [
      'arithmetic against the column',
      [...repeat(9, '12.500', '4', '50000'), ['7.25', '', '']],
      {},
      'number_mark_unclear',
    ],
    ['what was decided before', [['12.500']], { remembered: { Qty: ',' } }, ', remembered'],
    [
      'the file before what was decided',
      repeat(3, '12.500', '4', '50'),
      { remembered: { Qty: ',' } },
      '. arithmetic',
    ],
    [
      'a file that proves the contrary',
      repeat(3, '7.25'),
      { remembered: { Qty: ',' } },
      'setting_contradicted',
    ],
    ['strings of JSON', [['12.500']], { isJson: true }, '. json'],
    ['strings of JSON with decimal commas', [['12.500'], ['7,25']], { isJson: true }, 'number_mark_unclear'],
    ['JSON numbers say nothing', [[12.5, null, 7.25]], { isJson: true }, undefined],
  ])('%s', (_, rows, settings, expected) => expect(ofQuantity(rows, settings)).toBe(expected))

  it('a minority is told with its lines', () => {
    const judged = decide([...repeat(2000, '12,5'), ['7.25']])
    expect(judged).toMatchObject({ ok: true, remarks: [{ field: 'Qty', count: 1, lines: [2002] }] })
  })

  it('a refusal names the column, two cells in both readings and what to set', () => {
    expect(decide([['12.500'], ['3.125']])).toMatchObject({
      column: 'Qty',
      message:
        'Qty: "12.500" (line 2) is 12.5 or 12500, "3.125" (line 3) is 3.125 or 3125; nothing in the file tells how Qty is written. Say which mark is the decimal one: decimal "." or ",".',
    })
  })
})
