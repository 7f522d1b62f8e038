import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { may } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { Decline, Payment, PaymentKind, PaymentPage, PaymentState } from '../../payments-contract.ts'
import { listMethods } from '../cards/methods.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'

export type FoundPayment = Payment & { id: number; tenantId: number }

const rowsOf = (tx: Tx, actor: Actor) =>
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
      sql<PaymentKind>`o.kind`.as('kind'),
      'o.currency',
      sql<string>`(o.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'),
      sql<string>`(o.on_account_cents / 100.0)::numeric(20, 2)::text`.as('onAccount'),
      'p.name as createdBy',
      'o.created_at as createdAt',
      'o.received_on as receivedOn',
      'o.recorded',
      'o.bank_reference as bankReference',
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
      >`(select coalesce(json_agg(json_build_object('invoiceId', x.invoice_id, 'invoice', x.invoice_no,
          'amount', (x.amount_cents / 100.0)::numeric(20, 2)::text) order by x.no), '[]')
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

type Page = { limit: number; cursor?: string | undefined }

/** A page of them; on the first also what all of them and those of upstream come to. */
export async function listPayments(
  tx: Tx,
  actor: Actor,
  { limit, cursor }: Page,
  provider: PaymentProvider | undefined,
) {
  const after = openCursor(cursor, z.tuple([z.int().min(1)]))
  const page = rowsOf(tx, actor)
    .orderBy('o.id', 'desc')
    .limit(limit + 1)
  const [rows, counted, sums, sent, company, methods] = await Promise.all([
    (after ? page.where('o.id', '<', after[0]) : page).execute(),
    after ? null : countOf(tx, actor),
    after ? null : sumsOf(tx, actor),
    after ? null : sentOf(tx, actor),
    tx.selectFrom('installation').select('bank').executeTakeFirstOrThrow(),
    listMethods(tx, actor, provider),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => told(row, actor)),
    nextCursor: rows.length > limit && last ? sealCursor([last.id]) : null,
    total: counted?.count ?? null,
    sums,
    sent,
    bank: company.bank?.trim() || null,
    methods,
  }
}

const ordersOf = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('payment_orders as o')
    .$if(actor.tenantId !== null, (query) => query.where('o.tenant_id', '=', actor.tenantId ?? 0))

const countOf = (tx: Tx, actor: Actor) =>
  ordersOf(tx, actor).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()

const sumsOf = async (tx: Tx, actor: Actor): Promise<PaymentPage['sums']> => {
  const isReceived = sql`(o.met or o.received_on is not null)`
  return ordersOf(tx, actor)
    .leftJoin('card_payments as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.order_id', '=', 'o.id'),
    )
    .select([
      'o.currency',
      money(
        sql`coalesce(sum(o.amount_cents - coalesce(c.returned_cents, 0)) filter (where ${isReceived}), 0)`,
      ).as('received'),
      money(
        sql`coalesce(sum(o.amount_cents) filter (where not ${isReceived} and o.cancelled_at is null), 0)`,
      ).as('announced'),
    ])
    .groupBy('o.currency')
    .orderBy('o.currency')
    .execute()
}

const sentOf = async (tx: Tx, actor: Actor): Promise<PaymentPage['sent']> =>
  tx
    .selectFrom('payments as p')
    .$if(actor.tenantId !== null, (query) => query.where('p.tenant_id', '=', actor.tenantId ?? 0))
    .where('p.source_id', '<>', 0)
    .select(['p.currency', sql<number>`count(*)`.as('count'), money(sql`sum(p.amount_cents)`).as('amount')])
    .groupBy('p.currency')
    .orderBy('p.currency')
    .execute()

const money = (cents: RawBuilder<unknown>) => sql<string>`(${cents} / 100.0)::numeric(20, 2)::text`

/** 404 for another tenant's as for none. */
export async function findPayment(tx: Tx, actor: Actor, reference: string): Promise<FoundPayment> {
  const row = await rowsOf(tx, actor).where('o.reference', '=', reference).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return row
}
