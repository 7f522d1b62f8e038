import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'

type Found = { id: number; title: string; at: string; total: number }

/** How many invoices a client has, and the newest by their date. */
export async function invoicesOfClient(tx: Tx, tenantId: number, most: number) {
  const { rows } = await sql<Found>`
    select i.id, i.invoice_no as title, i.invoice_date as at, count(*) over ()::int as total
      from invoices i where i.tenant_id = ${tenantId}::int order by i.invoice_date desc, i.id desc limit ${most}`.execute(
    tx,
  )
  return rows
}
