import pg from 'pg'
import type { Answer, Json } from './client.ts'
import type { TestPortal } from './portal.ts'

/** Sends a batch with a key: an object as JSON, text and bytes as they are. `address` may hold options (`orders?atomic=true`). */
export function sender(url: string, key: string | undefined) {
  return async <T = Json>(
    address: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T> & { text: string }> => {
    const plain = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    const response = await fetch(`${url}/api/v1/ingest/${address}`, {
      method: 'POST',
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
      body: plain ? body : JSON.stringify(body),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) }
  }
}

export type Sender = ReturnType<typeof sender>

/** What the tables hold, whoever may see it: looks past every policy. */
export async function peek<T = Json>(portal: TestPortal, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(portal.location.owner)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Opens a transaction that does `text`, and keeps what it locks until it is let go. */
export async function hold(portal: TestPortal, text: string): Promise<{ letGo(): Promise<void> }> {
  const client = new pg.Client(portal.location.owner)
  await client.connect()
  await client.query('begin')
  await client.query(text)
  return { letGo: () => client.end() }
}

/** Rows that a batch left in the stage; none may stay. */
export async function stagedRows(portal: TestPortal): Promise<number> {
  const [row] = await peek(
    portal,
    `select (select count(*) from portal.ingest_plan) + (select count(*) from portal.staged_customers)
      + (select count(*) from portal.staged_orders) + (select count(*) from portal.staged_order_lines)
      + (select count(*) from portal.staged_sales_history) + (select count(*) from portal.staged_current_sales)
      + (select count(*) from portal.staged_products)
      + (select count(*) from portal.staged_invoices) + (select count(*) from portal.staged_invoice_lines)
      + (select count(*) from portal.staged_payments) + (select count(*) from portal.staged_price_list) + (select count(*) from portal.staged_shipments)
      + (select count(*) from portal.staged_shipment_events) + (select count(*) from portal.staged_shipment_lines)
      + (select count(*) from portal.staged_lots) + (select count(*) from portal.staged_lot_results) as n`,
  )
  return Number(row.n)
}

/** The counts of an answer that are not zero. */
export function counts(body: Json): Record<string, number> {
  const names = [
    'received',
    'inserted',
    'updated',
    'moved',
    'unchanged',
    'repeated',
    'stale',
    'deleted',
    'removed',
    'rejected',
  ]
  return Object.fromEntries(names.filter((name) => body[name] !== 0).map((name) => [name, body[name]]))
}

/** A sales line with everything that is required; `_op` and whatever else is given goes on top. */
export const sale = (id: number | string, fields: Record<string, unknown> = {}) => ({
  Id: id,
  Year: 2024,
  Month: 3,
  'Invoice No': `I${id}`,
  'Qty Sold': 1,
  Amount: '10.00',
  ...fields,
})

/** A line of current sales, likewise. */
export const currentSale = (id: number | string, fields: Record<string, unknown> = {}) => ({
  id,
  Year: 2025,
  Month: 3,
  SO: `SO-${id}`,
  'Qty Sent': 1,
  Total: '10.00',
  ...fields,
})

export const order = (primary: number | string, fields: Record<string, unknown> = {}) => ({
  Primary: primary,
  'Client Name': 'A client',
  ...fields,
})
