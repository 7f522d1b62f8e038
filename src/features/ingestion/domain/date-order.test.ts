import { describe, expect, it } from 'vitest'
import { createDateEvidence } from './date-order.ts'
import type { DateOrder } from './date-text.ts'

type Cell = [text: string, year?: number, month?: number]
type Settings = { setting?: DateOrder; remembered?: DateOrder }

/** The order and why, or the code of the refusal. */
function decide(cells: Cell[], settings: Settings = {}) {
  const evidence = createDateEvidence()
  cells.forEach(([text, year, month], at) => void evidence.observe(text, at + 2, year, month))
  const judged = evidence.decide(settings)
  if (!judged.ok) return judged.code
  return judged.decision && `${judged.decision.order}: ${judged.decision.because}`
}

const july = (text: string): Cell => [text, 2023, 7]

describe('the order of day and month, once per file (C3)', () => {
  it.each<[string, Cell[], Settings, string | null]>([
    ['nothing needs it', [['04/04/2023'], ['2023-12-31'], ['45111']], {}, null],
    ['a value over 12', [['04/07/2023'], ['24/07/2023']], {}, 'dmy: value'],
    [
      'a value over 12 against every vote',
      [...Array(9).fill(july('04/07/2023')), ['07/24/2023']],
      {},
      'mdy: value',
    ],
    ['Year and Month', [july('7/4/23'), july('7/5/23'), july('7/6/23')], {}, 'mdy: year_month'],
    [
      'votes of another year do not count',
      [
        ['04/07/2023', 2021, 7],
        ['05/07/2023', 2021, 7],
      ],
      {},
      'date_order_unclear',
    ],
    ['nothing tells', [['03/04/2023']], {}, 'date_order_unclear'],
    ['the setting', [['03/04/2023']], { setting: 'mdy' }, 'mdy: setting'],
    ['the file before the setting', [['13/04/2023'], ['03/04/2023']], { setting: 'mdy' }, 'dmy: value'],
    ['what was decided before', [['03/04/2023']], { remembered: 'dmy' }, 'dmy: remembered'],
    [
      'the setting before what was decided',
      [['03/04/2023']],
      { setting: 'mdy', remembered: 'dmy' },
      'mdy: setting',
    ],
    ['the file before what was decided', [['04/13/2023']], { remembered: 'dmy' }, 'mdy: value'],
    ['dates of both orders', [['13/04/2023'], ['04/13/2023'], ['03/04/2023']], {}, 'date_order_unclear'],
  ])('%s', (_, cells, settings, expected) => expect(decide(cells, settings)).toBe(expected))

  it('names the cells that fit both, with their lines', () => {
    const evidence = createDateEvidence()
    evidence.observe('03/04/2023', 2)
    evidence.observe('05/06/2023', 9)
    expect(evidence.decide({})).toMatchObject({
      message: expect.stringContaining('"03/04/2023" (line 2) and "05/06/2023" (line 9)'),
    })
  })
})
