import { sql } from 'kysely'
import pg from 'pg'
import type { DatabaseLocation } from '../../src/platform/server/database/location.ts'
import { createTx, type Tx } from '../../src/platform/server/database/tx.ts'

type Line = {
  tenant: number
  currency: string
  year: number
  month: number
  item: number
  customer: number
  quantity: number
  cents: number
  order: string
}

const DATASETS = { history: 1, current: 2 }

/**
 * Every sum of a dataset that must exist, by key, added up in plain code from the lines; and every sum that does exist. Sums are
 * lines | orders | quantity | cents. What may stay without lines (pairs, months of orders) is left out where it has none, and orders
 * that are no longer shared are not held against anything.
 */
export async function comparedSums(tx: Tx, dataset: keyof typeof DATASETS = 'history') {
  const { rows: asker } = await sql<{ all: boolean }>`
    select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user`.execute(tx)
  // Under policies there would be nothing on either side, and that is equal.
  if (!asker[0]?.all) throw new Error('sums are compared by who sees every row')
  const { rows: lines } = await sql<Line>`
    select tenant_id as tenant, currency, year, month, item_id as item, customer_id as customer, quantity, amount_cents as cents,
           order_no as order from portal.sales_lines where dataset = ${DATASETS[dataset]}`.execute(tx)
  const expected = expectedSums(lines)
  return { expected, actual: await actualSums(tx, DATASETS[dataset], expected) }
}

/** The same in a portal's database, by a connection of its own. */
export async function comparedSumsIn(location: DatabaseLocation, dataset: keyof typeof DATASETS) {
  const client = new pg.Client(location.owner)
  await client.connect()
  try {
    return await comparedSums(createTx(client), dataset)
  } finally {
    await client.end()
  }
}

function expectedSums(lines: Line[]): Record<string, string> {
  const sums = new Map<string, { lines: number; orders: Set<string>; quantity: number; cents: number }>()
  const orderMonths = new Map<string, number>()
  const names = new Set<string>()
  const tenants = new Map<string, Set<number>>()
  const add = (line: Line, ...key: (string | number)[]) => {
    const sum = sums.get(key.join('|')) ?? { lines: 0, orders: new Set(), quantity: 0, cents: 0 }
    sum.lines++
    sum.quantity += line.quantity
    sum.cents += line.cents
    if (line.order && key[0] === 'total') sum.orders.add(line.order)
    sums.set(key.join('|'), sum)
  }
  for (const line of lines) {
    const { tenant: own, currency, year, month, item, customer, order } = line
    const quarter = 13 + Math.floor((month - 1) / 3)
    add(line, 'pair', own, currency, year, item, customer)
    for (const tenant of [own, 0]) {
      for (const period of [month, 17]) {
        add(line, 'item', tenant, currency, period, year, item)
        add(line, 'customer', tenant, currency, period, year, customer)
      }
      for (const period of [month, quarter, 17])
        for (const y of [year, 0]) add(line, 'total', tenant, currency, period, y, 0)
      names.add(`item name|${tenant}|${item}`).add(`customer name|${tenant}|${customer}`)
    }
    if (!order) continue
    const place = `order|${own}|${currency}|${order}|${year}|${month}`
    orderMonths.set(place, (orderMonths.get(place) ?? 0) + 1)
    const number = `${currency}|${order}`
    tenants.set(number, (tenants.get(number) ?? new Set()).add(own))
  }
  const shared = [...tenants].flatMap(([number, of]) =>
    of.size > 1 ? [...of].map((tenant) => `shared|${tenant}|${number}`) : [],
  )
  return Object.fromEntries([
    ...[...sums].map(([key, { lines: count, orders, quantity, cents }]) => [
      key,
      [count, orders.size, quantity, cents].join('|'),
    ]),
    ...[...orderMonths].map(([key, count]) => [key, String(count)]),
    ...[...names, ...shared].map((key) => [key, '']),
  ])
}

async function actualSums(
  tx: Tx,
  dataset: number,
  expected: Record<string, string>,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select concat_ws('|', case dimension when 0 then 'total' when 1 then 'item' else 'customer' end, tenant_id, currency, period, year, key_id) as key,
           concat_ws('|', lines, orders, quantity, amount_cents) as value
      from portal.sales_sums where dataset = ${dataset}
    union all select concat_ws('|', 'pair', tenant_id, currency, year, item_id, customer_id), concat_ws('|', lines, 0, quantity, amount_cents)
      from portal.sales_pairs where dataset = ${dataset} and (lines, quantity, amount_cents) <> (0, 0, 0)
    union all select concat_ws('|', 'order', tenant_id, currency, order_no, year, month), lines::text
      from portal.sales_order_months where dataset = ${dataset} and lines <> 0
    union all select concat_ws('|', 'item name', tenant_id, item_id), '' from portal.sales_items where dataset = ${dataset}
    union all select concat_ws('|', 'customer name', tenant_id, customer_id), '' from portal.sales_customers where dataset = ${dataset}
    union all select concat_ws('|', 'shared', tenant_id, currency, order_no), '' from portal.sales_shared_orders where dataset = ${dataset}
    union all select 'left over|' || xid, '' from portal.sales_changes
    union all select 'unsettled|' || xid, '' from portal.sales_unsettled`.execute(tx)
  return Object.fromEntries(
    rows
      .map(({ key, value }) => [key, value] as const)
      .filter(([key]) => key in expected || !key.startsWith('shared|')),
  )
}
