import { sql } from 'kysely'
import type { Tx } from '../../src/platform/server/database/tx.ts'

/** A sales line as tests write it: quantity in thousandths; tenant 0 is unassigned. */
export type TestLine = {
  tenantId: number
  year: number
  month: number
  currency: string
  itemNo: string
  itemName: string
  clientCode: string
  customerName: string
  invoiceNo: string
  quantity: number
  amountCents: number
  /** Under other display rules than those that a portal begins with. */
  shown?: { product: string; customer: string }
}

const PLAIN = {
  currency: 'CAD',
  itemNo: 'P1',
  itemName: 'Omega 30',
  clientCode: 'C1',
  customerName: 'Clinic',
}

export const aLine = (of: Partial<TestLine> & { tenantId: number }): TestLine => ({
  ...PLAIN,
  year: 2024,
  month: 1,
  invoiceNo: 'I1',
  quantity: 1000,
  amountCents: 100,
  ...of,
})

const COLUMNS = sql`source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key`

/** Writes lines as upstream does; answers their ids in order. Once per transaction. */
export async function writeLines(tx: Tx, lines: TestLine[]): Promise<number[]> {
  await openImport(tx)
  return insertLines(tx, lines)
}

export const openImport = (tx: Tx) => sql`select auth.begin_import_context('test')`.execute(tx)

/** The same inside an open import. */
export async function insertLines(tx: Tx, lines: TestLine[]): Promise<number[]> {
  if (lines.length === 0) return []
  const column = (key: Exclude<keyof TestLine, 'shown'>) => lines.map((line) => line[key])
  const { rows } = await sql<{ items: number[]; customers: number[] }>`
    select portal.resolve_sales_items(${column('itemNo')}::text[], ${column('itemName')}::text[]) as items,
           portal.resolve_sales_customers(${column('clientCode')}::text[], ${column('customerName')}::text[]) as customers`.execute(
    tx,
  )
  const [{ items, customers }] = rows as [{ items: number[]; customers: number[] }]
  const batch = sql`(select * from unnest(${column('tenantId')}::int[], ${column('year')}::smallint[], ${column('month')}::smallint[],
    ${column('currency')}::text[], ${items}::int[], ${customers}::int[], ${column('quantity')}::bigint[],
    ${column('amountCents')}::bigint[], ${column('invoiceNo')}::text[])
    with ordinality x (tenant_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, at)) x`
  const values = sql`1, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, 'test-' || at`
  const assigned = await sql<{ id: number }>`
    insert into portal.sales_history (tenant_id, ${COLUMNS}) select tenant_id, ${values} from ${batch}
     where tenant_id > 0 order by at returning id`.execute(tx)
  const unassigned = await sql<{ id: number }>`
    insert into portal.unassigned_sales_history (${COLUMNS}) select ${values} from ${batch}
     where tenant_id = 0 order by at returning id`.execute(tx)
  const next = { assigned: assigned.rows[Symbol.iterator](), unassigned: unassigned.rows[Symbol.iterator]() }
  return lines.map(
    ({ tenantId }) => next[tenantId > 0 ? 'assigned' : 'unassigned'].next().value?.id as number,
  )
}
