import { sql } from 'kysely'
import type { FieldsByKind, SalesKind } from '../../domain/kinds/kinds.ts'
import type { Door } from '../door.ts'
import { arrayLiteral } from './array-literal.ts'

type Sale = FieldsByKind[SalesKind]

/** A file names a few hundred items and customers; a hostile one must not fill the memory with others. */
const MOST_REMEMBERED = 50_000

type Pair = readonly [string, string]
type Register = 'resolve_sales_items' | 'resolve_sales_customers'

/**
 * Item and customer of sales lines as numbers of the registers, in the order of the lines; each pair is asked once per
 * batch. In a transaction of its own: another batch that meets the same new name must not wait until this one has landed.
 */
export function createSalesNames(door: Door) {
  const items = createNames(door, 'resolve_sales_items', (sale) => [sale.itemNo ?? '', sale.itemName ?? ''])
  const customers = createNames(door, 'resolve_sales_customers', (sale) => [
    sale.clientCode ?? '',
    sale.customerName ?? '',
  ])
  return async (sales: readonly Sale[]) => ({
    itemIds: await items(sales),
    customerIds: await customers(sales),
  })
}

function createNames(door: Door, register: Register, pairOf: (sale: Sale) => Pair) {
  const known = new Map<string, number>()
  return async (sales: readonly Sale[]): Promise<number[]> => {
    if (known.size > MOST_REMEMBERED) known.clear()
    const unknown = new Map<string, Pair>()
    const keys = sales.map((sale) => {
      const pair = pairOf(sale)
      const key = `${pair[0]}\0${pair[1]}`
      if (!known.has(key)) unknown.set(key, pair)
      return key
    })
    if (unknown.size > 0) {
      const ids = await resolve(door, register, [...unknown.values()])
      let at = 0
      for (const key of unknown.keys()) known.set(key, ids[at++] as number)
    }
    return keys.map((key) => known.get(key) as number)
  }
}

async function resolve(door: Door, register: Register, pairs: Pair[]): Promise<number[]> {
  const firsts = arrayLiteral(pairs, ([first]) => first)
  const seconds = arrayLiteral(pairs, ([, second]) => second)
  const { rows } = await door.briefly((tx) =>
    sql<{
      ids: number[]
    }>`select portal.${sql.raw(register)}(${firsts}::text[], ${seconds}::text[]) as ids`.execute(tx),
  )
  return rows[0]?.ids ?? []
}
