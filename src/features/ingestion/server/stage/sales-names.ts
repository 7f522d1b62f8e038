import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { SalesHistoryFields } from '../../domain/kinds/sales-history.ts'
import { arrayLiteral } from './array-literal.ts'

/** A file names a few hundred items and customers; a hostile one must not fill the memory with others. */
const MOST_REMEMBERED = 50_000

type Pair = readonly [string, string]

/** Item and customer of each sales line as numbers of the registers; each pair is asked once per batch. */
export function createSalesNames() {
  const items = new Map<string, number>()
  const customers = new Map<string, number>()

  async function learn(
    tx: Handle,
    known: Map<string, number>,
    pairs: Iterable<Pair>,
    resolve: 'resolve_sales_items' | 'resolve_sales_customers',
  ) {
    const unknown = new Map<string, Pair>()
    for (const pair of pairs) if (!known.has(keyOf(pair))) unknown.set(keyOf(pair), pair)
    if (unknown.size === 0) return
    const list = [...unknown.values()]
    const { rows } = await sql<{ ids: number[] }>`select portal.${sql.raw(resolve)}(
      ${arrayLiteral(list.map(([first]) => first))}::text[], ${arrayLiteral(list.map(([, second]) => second))}::text[]) as ids`.execute(
      tx,
    )
    const ids = rows[0]?.ids ?? []
    list.forEach((pair, at) => void known.set(keyOf(pair), ids[at] as number))
  }

  return async (tx: Handle, sales: readonly SalesHistoryFields[]) => {
    if (items.size > MOST_REMEMBERED) items.clear()
    if (customers.size > MOST_REMEMBERED) customers.clear()
    await learn(tx, items, sales.map(itemOf), 'resolve_sales_items')
    await learn(tx, customers, sales.map(customerOf), 'resolve_sales_customers')
    return (sale: SalesHistoryFields) => ({
      itemId: items.get(keyOf(itemOf(sale))) as number,
      customerId: customers.get(keyOf(customerOf(sale))) as number,
    })
  }
}

const itemOf = (sale: SalesHistoryFields): Pair => [sale.itemNo ?? '', sale.itemName ?? '']
const customerOf = (sale: SalesHistoryFields): Pair => [sale.clientCode ?? '', sale.customerName ?? '']
const keyOf = ([first, second]: Pair) => `${first}\0${second}`
