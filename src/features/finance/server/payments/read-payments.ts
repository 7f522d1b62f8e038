import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { may } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { Decline, Payment, PaymentState } from '../../payments-contract.ts'
import { listMethods } from '../cards/methods.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'

/** Older ones are in the statement. */
const MOST = 100

export type FoundPayment = Payment & { id: number; tenantId: number }

const rowsOf = (tx: Handle, actor: Actor) =>
  tx
    .selectFrom('payment_orders as o')
    .innerJoin('tenants as t', 't.id', 'o.tenant_id')
    .leftJoin('profiles as p', 'p.user_id', 'o.created_by')
    .leftJoin('card_payments as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.order_id', '=', 'o.id'),
    )
    .leftJoin('payment_methods as m', (join) =>
      join.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.id', '=', 'c.method_id'),
    )
    .$if(actor.tenantId !== null, (query) => query.where('o.tenant_id', '=', actor.tenantId ?? 0))
    .select([
      'o.id',
      'o.tenant_id as tenantId',
      't.name as tenantName',
      'o.reference',
      sql<PaymentState>`case
        when c.returned_cents > 0 then 'returned'
        when o.met or o.received_on is not null then 'received'
        when o.cancelled_at is not null then case when c.reason <> 'cancelled' then 'declined' else 'cancelled' end
        when c.order_id is null then 'announced'
        when c.stage = 'action' and not c.cancels then 'action' else 'pending' end`.as('state'),
      'o.currency',
      sql<string>`(o.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'),
      'p.name as createdBy',
      'o.created_at as createdAt',
      'o.received_on as receivedOn',
      sql<
        Payment['card']
      >`case when c.order_id is not null then json_build_object('brand', m.brand, 'last4', m.last4) end`.as(
        'card',
      ),
      sql<Decline | null>`c.reason`.as('declined'),
      sql<
        string | null
      >`case when c.returned_cents > 0 then (c.returned_cents / 100.0)::numeric(20, 2)::text end`.as(
        'returned',
      ),
      sql<string | null>`case when c.stage = 'action' and not c.cancels then c.action_url end`.as(
        'actionUrl',
      ),
      sql<
        Payment['parts']
      >`(select json_agg(json_build_object('invoiceId', x.invoice_id, 'invoice', x.invoice_no,
          'amount', (x.amount_cents / 100.0)::numeric(20, 2)::text) order by x.no)
        from portal.payment_parts x where x.tenant_id = o.tenant_id and x.order_id = o.id)`.as('parts'),
    ])

/** As it leaves: whose it is only for those who look at several, and where it is confirmed for those who may pay. */
export function told({ id: _, tenantId: __, tenantName, ...payment }: FoundPayment, actor: Actor): Payment {
  return {
    ...payment,
    actionUrl: may(actor, 'payments.write') ? payment.actionUrl : null,
    ...(actor.tenantId === null && tenantName !== undefined && { tenantName }),
  }
}

export async function listPayments(tx: Handle, actor: Actor, provider: PaymentProvider | undefined) {
  const [rows, company, methods] = await Promise.all([
    rowsOf(tx, actor).orderBy('o.id', 'desc').limit(MOST).execute(),
    tx.selectFrom('installation').select('bank').executeTakeFirstOrThrow(),
    listMethods(tx, actor, provider),
  ])
  return { items: rows.map((row) => told(row, actor)), bank: company.bank?.trim() || null, methods }
}

/** 404 for another tenant's as for none. */
export async function findPayment(tx: Handle, actor: Actor, reference: string): Promise<FoundPayment> {
  const row = await rowsOf(tx, actor).where('o.reference', '=', reference).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return row
}
