import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { addDays } from './calendar.ts'
import type { Item } from './item.ts'
import type { Order } from './order.ts'
import { createRandom, type Random } from './random.ts'

type Lot = {
  no: string
  item: Item
  made: string
  state: 'released' | 'quarantine' | 'on hold' | 'rejected'
  /** Thousandths that orders took of it. */
  ordered: number
}

const SHELF_LIFE_DAYS = 730

/** Every lot that stands on a line, once: not tested to the end while its order is, a few held back or rejected. */
export function lotsOf(orders: readonly Order[], asOf: string): Lot[] {
  const lots = new Map<string, Lot>()
  for (const { lines, status } of orders)
    for (const { lot, item, ordered } of lines) {
      if (lot === null) continue
      const known = lots.get(lot)
      if (known) known.ordered += ordered
      else lots.set(lot, { no: lot, item, made: madeOn(lot, asOf), state: stateOf(lot, status), ordered })
    }
  return [...lots.values()]
}

/** L26117B07 was blended on the 117th day of 2026. */
function madeOn(lot: string, asOf: string): string {
  const day = addDays(`20${lot.slice(1, 3)}-01-01`, Number(lot.slice(3, 6)) - 1)
  return day < asOf ? day : asOf
}

function stateOf(lot: string, status: Order['status']): Lot['state'] {
  const random = createRandom(`state of ${lot}`)
  if (status !== 'completed')
    return random.chance(0.12) ? 'on hold' : random.chance(0.7) ? 'quarantine' : 'released'
  return random.chance(0.006) ? 'rejected' : random.chance(0.01) ? 'on hold' : 'released'
}

export const lotRow = ({ no, item, made, state, ordered }: Lot): UpstreamRow => ({
  'Lot No': no,
  'Item No': item.no,
  Manufactured: made,
  Expiry: addDays(made, SHELF_LIFE_DAYS),
  State: state,
  Quantity: Math.ceil((ordered * 1.04) / 1_000_000) * 1000,
  Unit: item.unit,
  'Updated At': `${addDays(made, 1)}T14:00:00Z`,
})

type Test = {
  name: string
  method: string
  specification: string
  unit: string | null
  min?: number | string
  max?: number | string
  result: string | number
}

const LABORATORY = 'Laboratoire Rive-Nord'

/**
 * What the laboratory found of a lot; a rejected one, and every other that is held, has a figure outside its limits. Yeast and
 * mould is counted on two samples. Of one lot in twelve a first figure for moisture was replaced by a re-test, and of one in
 * fifteen the limit of detection for lead lies above what is allowed, so that the result stays open.
 */
export function lotResultRows(lot: Lot, asOf: string): UpstreamRow[] {
  const random = createRandom(`tests of ${lot.no}`)
  const tested = addDays(lot.made, 6)
  if (tested > asOf) return []
  const fails = lot.state === 'rejected' || (lot.state === 'on hold' && random.chance(0.5))
  const pending = lot.state === 'quarantine' ? 3 : 0
  const tests = testsOf(lot.item, random, fails)
  const row = (test: Test, more: object = {}): UpstreamRow => ({
    'Lot No': lot.no,
    'Item No': lot.item.no,
    Test: test.name,
    Method: test.method,
    Specification: test.specification,
    Min: test.min ?? null,
    Max: test.max ?? null,
    Result: test.result,
    Unit: test.unit,
    Sample: '1',
    Laboratory: LABORATORY,
    'Tested On': tested,
    'Updated At': `${tested}T15:20:00Z`,
    ...more,
  })
  return tests.slice(0, tests.length - pending).flatMap((test) => {
    if (test.name === 'Yeast and mould') return [row(test), row({ ...test, result: '< 10' }, { Sample: '2' })]
    const again = addDays(tested, 5)
    if (test.name !== 'Moisture' || fails || again > asOf || !random.chance(1 / 12)) return [row(test)]
    return [
      row({ ...test, result: '4.4' }),
      row(test, {
        'Tested On': again,
        Replaces: tested,
        Reason: 'Oven out of calibration',
        'Updated At': `${again}T15:20:00Z`,
      }),
    ]
  })
}

function testsOf({ name, form, no }: Item, random: Random, fails: boolean): Test[] {
  const claimed = claimOf(name)
  const habit = createRandom(`habit of ${no}`).next()
  const count = claimed * (1.06 + 0.22 * random.next())
  const moisture = fails ? 4.2 + random.next() * 0.6 : 2.6 + habit * 0.6 + random.next() * 0.75
  const weight = 480 + 9 * random.next()
  return [
    {
      name: 'Total viable count',
      method: 'ISO 4833-1',
      specification: `≥ ${claimed} × 10⁹ CFU`,
      unit: '× 10⁹ CFU',
      min: claimed,
      result: count.toFixed(1),
    },
    {
      name: 'Water activity',
      method: 'ISO 18787',
      specification: '≤ 0.20',
      unit: null,
      max: 0.2,
      result: (0.1 + 0.07 * random.next()).toFixed(2),
    },
    {
      name: 'Moisture',
      method: 'Karl Fischer',
      specification: '≤ 4.0 %',
      unit: '%',
      max: 4,
      result: moisture.toFixed(1),
    },
    ...(form === 'blend'
      ? []
      : [
          {
            name: 'Average fill weight',
            method: 'USP <2091>',
            specification: '465 to 505 mg',
            unit: 'mg',
            min: 465,
            max: 505,
            result: weight.toFixed(1),
          },
        ]),
    {
      name: 'Lead',
      method: 'ICP-MS',
      specification: 'NMT 0.5 ppm',
      unit: 'ppm',
      max: 'NMT 0.5',
      result: random.chance(1 / 15) ? '< 1' : '< LOQ (0.01)',
    },
    {
      name: 'Yeast and mould',
      method: 'ISO 21527-2',
      specification: '≤ 100 CFU/g',
      unit: 'CFU/g',
      max: 100,
      result: random.chance(0.8) ? '< 10' : random.whole(10, 60),
    },
    {
      name: 'Escherichia coli',
      method: 'ISO 16649-3',
      specification: 'Absent in 10 g',
      unit: null,
      result: 'Absent',
    },
    {
      name: 'Salmonella',
      method: 'ISO 6579-1',
      specification: 'Absent in 25 g',
      unit: null,
      result: 'Absent',
    },
  ]
}

/** The count that the label promises, in 10⁹ CFU. */
const claimOf = (name: string): number => Number(/(\d+) (?:Billion|milliards?)/.exec(name)?.[1] ?? 10)
