import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { SalesHistoryFields } from '../../domain/kinds/sales-history.ts'
import { arrayLiteral } from './array-literal.ts'

/** A file names a few hundred items and customers; a hostile one must not fill the memory with others. */
const MOST_REMEMBERED = 50_000

type Pair = readonly [string, string]
type Register = 'resolve_sales_items' | 'resolve_sales_customers'

/** Item and customer of sales lines as numbers of the registers, in the order of the lines; each pair is asked once per batch. */
export function createSalesNames() {
  const items = createNames('resolve_sales_items', (sale) => [sale.itemNo ?? '', sale.itemName ?? ''])
  const customers = createNames('resolve_sales_customers', (sale) => [
    sale.clientCode ?? '',
    sale.customerName ?? '',
  ])
  return async (tx: Handle, sales: readonly SalesHistoryFields[]) => ({
    itemIds: await items(tx, sales),
    customerIds: await customers(tx, sales),
  })
}

function createNames(register: Register, pairOf: (sale: SalesHistoryFields) => Pair) {
  const known = new Map<string, number>()
  return async (tx: Handle, sales: readonly SalesHistoryFields[]): Promise<number[]> => {
    if (known.size > MOST_REMEMBERED) known.clear()
    const unknown = new Map<string, Pair>()
    const keys = sales.map((sale) => {
      const pair = pairOf(sale)
      const key = `${pair[0]}\0${pair[1]}`
      if (!known.has(key)) unknown.set(key, pair)
      return key
    })
    if (unknown.size > 0) {
      const ids = await resolve(tx, register, [...unknown.values()])
      let at = 0
      for (const key of unknown.keys()) known.set(key, ids[at++] as number)
    }
    return keys.map((key) => known.get(key) as number)
  }
}

async function resolve(tx: Handle, register: Register, pairs: Pair[]): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select portal.${sql.raw(register)}(
    ${arrayLiteral(pairs, ([first]) => first)}::text[], ${arrayLiteral(pairs, ([, second]) => second)}::text[]) as ids`.execute(
    tx,
  )
  return rows[0]?.ids ?? []
}
