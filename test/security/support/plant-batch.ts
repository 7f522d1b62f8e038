import type { Superuser } from './superuser.ts'

const STAGED = [
  'customers',
  'orders',
  'order_lines',
  'sales_history',
  'current_sales',
  'invoices',
  'invoice_lines',
  'payments',
  'price_list',
  'products',
  'shipments',
  'shipment_events',
  'shipment_lines',
  'lots',
  'lot_results',
]

/** A tenant's batch with a row of every kind that waits in the stage, and the sums of sales that a batch leaves to settle. */
export async function plantBatch(
  superuser: Superuser,
  tenantId: number,
  keyId: number | undefined,
): Promise<void> {
  await superuser.query(
    `insert into sales_changes (tenant_id, xid, dataset, currency, year, month, item_id, customer_id, order_no, lines, quantity, amount_cents)
     values ($1, pg_current_xact_id(), 1, 'CAD', 2024, 1, 1, 1, 'x', 1, 1, 1)`,
    [tenantId],
  )
  await superuser.query(`insert into sales_unsettled values ($1::int::text::xid8, '{}')`, [tenantId])
  await superuser.query(`insert into ingest_batches (key_id, source_id, kind) values ($1, 1, 'orders')`, [
    keyId,
  ])
  await superuser.query(
    `insert into rejected_rows (batch, source_id, row_numbers, sealed) select max(id), 1, '{1}', 'x' from ingest_batches`,
  )
  await superuser.query(
    `insert into ingest_plan (batch, row_no, key, act, from_tenant, to_tenant) values ($1::int, 1, 'x', 'insert', $1::int, $1::int)`,
    [tenantId],
  )
  for (const kind of STAGED)
    await superuser.query(
      `insert into staged_${kind} (batch, row_no, key, is_delete) values ($1, 1, 'x', false)`,
      [tenantId],
    )
}
