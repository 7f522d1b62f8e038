import { type Month, monthNumber } from './calendar.ts'

export type ItemForm = 'finished' | 'bulk' | 'blend' | 'packaging'
/** What the item is for: it sells by this in the course of a year. */
export type Demand = 'gut' | 'women' | 'mood' | 'immune' | 'travel' | 'children' | 'even'

export type Item = {
  no: string
  name: string
  form: ItemForm
  demand: Demand
  /** Bottles, boxes or pieces; kilograms; thousands of capsules. */
  unit: 'UN' | 'KG' | 'M'
  /** Canadian list price of 2019 in ten-thousandths of a dollar, for one unit. */
  price: number
  /** How often it is bought, beside others of its assortment. */
  weight: number
  /** Change of demand from one year to the next. */
  trend: number
  life?: Life
}

/** Years relative to the current one (0) of the reporting calendar. Both months are months of sales. */
export type Life = {
  from?: { year: number; month: number }
  until?: { year: number; month: number }
}

/** Whether the item is sold in this month. */
export function isSold({ life }: Item, { year, month }: Month, currentYear: number): boolean {
  const at = monthNumber({ year: year - currentYear, month })
  if (life?.from && at < monthNumber(life.from)) return false
  return !(life?.until && at > monthNumber(life.until))
}

// January to December, in per cent of an average month. Construction holidays empty July, stock-taking December.
const SEASONS: Record<Demand, readonly number[]> = {
  gut: [128, 112, 106, 100, 97, 94, 82, 90, 108, 103, 98, 82],
  women: [104, 102, 104, 103, 104, 100, 88, 94, 106, 103, 102, 90],
  mood: [122, 116, 104, 94, 88, 84, 78, 86, 106, 116, 118, 88],
  immune: [136, 118, 98, 78, 66, 60, 62, 88, 124, 142, 134, 94],
  travel: [118, 126, 112, 88, 94, 116, 112, 82, 70, 78, 92, 112],
  children: [112, 104, 100, 92, 86, 78, 74, 120, 142, 112, 100, 80],
  even: [104, 100, 104, 102, 102, 98, 84, 94, 106, 106, 104, 96],
}

/** Demand for the item in a month, in the unit of its weight. */
export function demandFor(item: Item, { year, month }: Month): number {
  let demand = (item.weight * (SEASONS[item.demand][month - 1] as number)) / 100
  for (let y = 2019; y < year; y++) demand *= 1 + item.trend
  // In 2020 and 2021 everybody looked after their immune system.
  if (item.demand === 'immune' && (year === 2020 || year === 2021)) demand *= 1.45
  return demand
}

// Resins, cultures and freight: what each February's price list added, from 2020 on, in per cent.
const INCREASES = [2, 3, 6.5, 4, 2.5, 2]
const USUAL_INCREASE = 2.5

/** The Canadian list price in a month, in ten-thousandths of a dollar: whole cents above a dollar. */
export function listPrice(item: Item, { year, month }: Month): number {
  const lists = year - 2019 + (month >= 2 ? 0 : -1)
  let price = item.price
  for (let i = 0; i < lists; i++) price *= 1 + (INCREASES[i] ?? USUAL_INCREASE) / 100
  return roundedPrice(price)
}

/** Whole cents from a dollar on; below, hundredths of a cent. */
export const roundedPrice = (price: number): number =>
  price >= 10_000 ? Math.round(price / 100) * 100 : Math.round(price)
