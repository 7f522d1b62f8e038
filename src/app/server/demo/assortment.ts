import type { Month } from './calendar.ts'
import { BULK_AND_BLENDS, HOUSE_PRODUCTS, PACKAGING, PRIVATE_LABELS } from './catalogue.ts'
import type { Account, Client } from './client.ts'
import { type Item, isSold, listPrice, roundedPrice } from './item.ts'

/** Every item of the demo, once. */
export const ITEMS: readonly Item[] = [
  ...HOUSE_PRODUCTS,
  ...BULK_AND_BLENDS,
  ...PACKAGING,
  ...Object.values(PRIVATE_LABELS).flat(),
]

/** What a client buys in a month: its own range, its packaging and the house items of its forms. */
export function assortmentOf(client: Client, month: Month, currentYear: number): Item[] {
  const house = [...HOUSE_PRODUCTS, ...BULK_AND_BLENDS].filter(({ form }) =>
    client.forms.some((bought) => bought === form),
  )
  const own = PRIVATE_LABELS[client.key] ?? []
  const packaging = client.key === 'boreal' ? PACKAGING : []
  return [...own, ...house, ...packaging].filter((item) => isSold(item, month, currentYear))
}

const US_DOLLARS = 0.77

/** What an account pays for one unit, in ten-thousandths of a dollar of its currency; the large ones pay up to 5 % less. */
export function unitPrice(item: Item, client: Client, account: Account, month: Month): number {
  const rebate = 1 - Math.min(account.weight, 20) / 400
  const exchange = account.currency === 'USD' && client.currency !== 'USD' ? US_DOLLARS : 1
  return roundedPrice(listPrice(item, month) * client.priceFactor * exchange * rebate)
}
