import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { assortmentOf, unitPrice } from './assortment.ts'
import { yearOf } from './calendar.ts'
import { CLIENTS } from './clients.ts'
import { priceText } from './money-text.ts'

/** So often a product has no price yet: on confirmation. */
const UNPRICED = 9

/** The price list of every client for the current year, in its own currency. */
export function priceRows(asOf: string): UpstreamRow[] {
  const month = { year: yearOf(asOf), month: Number(asOf.slice(5, 7)) }
  return CLIENTS.flatMap((client) => {
    const account = client.accounts[0]
    if (!account) return []
    return assortmentOf(client, month, month.year)
      .filter((_, index) => index % UNPRICED !== UNPRICED - 1)
      .map((item) => ({
        'Client Code': account.code,
        'Item No': item.no,
        'Unit Price': priceText(unitPrice(item, client, account, month)),
        Currency: client.currency,
        Unit: item.unit,
        'Valid From': `${month.year}-01-01`,
        'Valid To': `${month.year}-12-31`,
      }))
  })
}
