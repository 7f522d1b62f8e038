import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Payment, PaymentState } from '../../payments-contract.ts'

/** Older ones are in the statement. */
const MOST = 100

export type FoundPayment = Payment & { id: number; tenantId: number }

const rowsOf = (tx: Handle, actor: Actor) =>
  tx
    .selectFrom('payment_orders as o')
    .innerJoin('tenants as t', 't.id', 'o.tenant_id')
    .leftJoin('profiles as p', 'p.user_id', 'o.created_by')
    .$if(actor.tenantId !== null, (query) => query.where('o.tenant_id', '=', actor.tenantId ?? 0))
    .select([
      'o.id',
      'o.tenant_id as tenantId',
      't.name as tenantName',
      'o.reference',
      sql<PaymentState>`case when o.met or o.received_on is not null then 'received'
        when o.cancelled_at is not null then 'cancelled' else 'announced' end`.as('state'),
      'o.currency',
      sql<string>`(o.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'),
      'p.name as createdBy',
      'o.created_at as createdAt',
      'o.received_on as receivedOn',
      sql<
        Payment['parts']
      >`(select json_agg(json_build_object('invoiceId', x.invoice_id, 'invoice', x.invoice_no,
          'amount', (x.amount_cents / 100.0)::numeric(20, 2)::text) order by x.no)
        from portal.payment_parts x where x.tenant_id = o.tenant_id and x.order_id = o.id)`.as('parts'),
    ])

/** As it leaves: whose it is only for those who look at several. */
export function told({ id: _, tenantId: __, tenantName, ...payment }: FoundPayment, actor: Actor): Payment {
  return { ...payment, ...(actor.tenantId === null && tenantName !== undefined && { tenantName }) }
}

export async function listPayments(tx: Handle, actor: Actor) {
  const [rows, company] = await Promise.all([
    rowsOf(tx, actor).orderBy('o.id', 'desc').limit(MOST).execute(),
    tx.selectFrom('installation').select('bank').executeTakeFirstOrThrow(),
  ])
  return { items: rows.map((row) => told(row, actor)), bank: company.bank?.trim() || null }
}

/** 404 for another tenant's as for none. */
export async function findPayment(tx: Handle, actor: Actor, reference: string): Promise<FoundPayment> {
  const row = await rowsOf(tx, actor).where('o.reference', '=', reference).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return row
}
