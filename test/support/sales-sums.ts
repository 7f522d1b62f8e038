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
  invoice: string
}

/**
 * Every sum that must exist, by key, added up in plain code from the lines; and every sum that does exist. The keys say
 * table | tenant | currency | period | year | item or customer, the values lines | quantity | cents | orders; `repeated` has how
 * often the months of a period count an invoice that another of them counts too.
 */
export async function comparedSums(tx: Tx, dataset: keyof typeof TABLES = 'history') {
  const { rows: asker } = await sql<{ all: boolean }>`
    select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user`.execute(tx)
  // Under policies there would be nothing on either side, and that is equal.
  if (!asker[0]?.all) throw new Error('sums are compared by who sees every row')
  const { lines: source, invoice } = TABLES[dataset]
  const { rows: lines } = await sql<Line>`
    select tenant_id as tenant, currency, year, month, item_id as item, customer_id as customer, quantity, amount_cents as cents,
           ${sql.ref(invoice)} as invoice from ${sql.table(`portal.${source}`)}`.execute(tx)
  return { expected: expectedSums(lines), actual: await actualSums(tx, dataset) }
}

/** The same in a portal's database, by a connection of its own. */
export async function comparedSumsIn(location: DatabaseLocation, dataset: keyof typeof TABLES) {
  const client = new pg.Client(location.owner)
  await client.connect()
  try {
    return await comparedSums(createTx(client), dataset)
  } finally {
    await client.end()
  }
}

const TABLES = {
  history: {
    lines: 'all_sales_history',
    invoice: 'invoice_no',
    sums: (name: string) => sql.table(`portal.sales_${name}`),
    shared: 'sales_shared_invoices',
  },
  current: {
    lines: 'all_current_sales',
    invoice: 'so',
    sums: (name: string) => sql.table(`portal.current_sales_${name}`),
    shared: 'current_sales_shared_orders',
  },
}

function expectedSums(lines: Line[]): Record<string, string> {
  const sums = new Map<string, { lines: number; quantity: number; cents: number; invoices: Set<string> }>()
  const periods = new Map<string, { invoices: Set<string>; ofMonths: Set<string> }>()
  const names = new Set<string>()
  const sellers = new Map<string, Set<number>>()
  const add = (line: Line, ...key: (string | number)[]) => {
    const sum = sums.get(key.join('|')) ?? { lines: 0, quantity: 0, cents: 0, invoices: new Set() }
    sum.lines++
    sum.quantity += line.quantity
    sum.cents += line.cents
    if (line.invoice) sum.invoices.add(line.invoice)
    sums.set(key.join('|'), sum)
  }
  for (const line of lines) {
    const { currency, year, month, item, customer } = line
    const quarter = 13 + Math.floor((month - 1) / 3)
    for (const tenant of new Set([line.tenant, 0])) {
      for (const period of [month, 17]) {
        add(line, 'item', tenant, currency, period, year, item)
        add(line, 'customer', tenant, currency, period, year, customer)
      }
      add(line, 'total', tenant, currency, month, year)
      if (line.invoice)
        for (const period of [month, quarter, 17])
          for (const y of [year, 0]) {
            const key = ['repeated', tenant, currency, period, y].join('|')
            const inPeriod = periods.get(key) ?? { invoices: new Set(), ofMonths: new Set() }
            inPeriod.invoices.add(line.invoice)
            inPeriod.ofMonths.add([line.invoice, year, month].join('|'))
            periods.set(key, inPeriod)
          }
      names.add(`item name|${tenant}|${item}`).add(`customer name|${tenant}|${customer}`)
    }
    const invoice = `${currency}|${line.invoice}`
    if (line.invoice) sellers.set(invoice, (sellers.get(invoice) ?? new Set()).add(line.tenant))
  }
  const shared = [...sellers].flatMap(([invoice, of]) =>
    of.size > 1 ? [...of].map((tenant) => `shared|${tenant}|${invoice}`) : [],
  )
  return Object.fromEntries([
    ...[...sums].map(([key, { lines: count, quantity, cents, invoices }]) => [
      key,
      [count, quantity, cents, ...(key.startsWith('total') ? [invoices.size] : [])].join('|'),
    ]),
    ...[...periods].flatMap(([key, { invoices, ofMonths }]) =>
      ofMonths.size > invoices.size ? [[key, String(ofMonths.size - invoices.size)]] : [],
    ),
    ...[...names, ...shared].map((key) => [key, '']),
  ])
}

async function actualSums(tx: Tx, dataset: keyof typeof TABLES): Promise<Record<string, string>> {
  const { invoice, sums, shared } = TABLES[dataset]
  const { rows } = await sql<{ key: string; value: string }>`
    select concat_ws('|', 'item', tenant_id, currency, period, year, item_id) as key, concat_ws('|', lines, quantity, amount_cents) as value
      from ${sums('item_totals')}
    union all select concat_ws('|', 'customer', tenant_id, currency, period, year, customer_id), concat_ws('|', lines, quantity, amount_cents)
      from ${sums('customer_totals')}
    union all select concat_ws('|', 'total', tenant_id, currency, month, year), concat_ws('|', lines, quantity, amount_cents, orders)
      from ${sums('totals')}
    union all select concat_ws('|', 'repeated', tenant_id, currency, period, year), orders::text from ${sums('repeated_orders')}
    union all select concat_ws('|', 'item name', tenant_id, item_id), '' from ${sums('items')}
    union all select concat_ws('|', 'customer name', tenant_id, customer_id), '' from ${sums('customers')}
    union all select concat_ws('|', 'shared', tenant_id, currency, ${sql.ref(invoice)}), '' from ${sql.table(`portal.${shared}`)}
    union all select 'left over|' || xid, '' from ${sums('changes')}
    union all select 'pending|' || xid, '' from ${sums('pending')}
    union all select 'unsettled|' || xid, '' from ${sums('unsettled')}`.execute(tx)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
