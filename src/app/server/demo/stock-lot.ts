import { ITEMS } from './assortment.ts'
import { addDays, dayOfYear } from './calendar.ts'
import type { Item } from './item.ts'
import { createRandom } from './random.ts'

/** The lot that lies in stock in a month: blended the month before, and numbered as every lot is: L26117B07. Packaging has none. */
export function stockLot(item: Item, date: string): string | null {
  if (item.form === 'packaging') return null
  const month = date.slice(0, 7)
  const random = createRandom(`stock ${item.no} ${month}`)
  const blended = addDays(`${month}-01`, -random.whole(22, 45))
  return `L${blended.slice(2, 4)}${dayOfYear(blended)}${random.pick(['A', 'B', 'C', 'D'])}${itemMark(item)}`
}

/** Two digits by which a lot number tells its item. */
export const itemMark = (item: Item): string => String(ITEMS.indexOf(item) + 1).padStart(2, '0')
