import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { InvoiceDetail } from '../contract.ts'
import { invoiceRows, invoiceSort, selectInvoices } from './invoice-rows.ts'
import { invoicesAsOf } from './list-invoices.ts'

const ALL = { kind: 'all' } as const
/** So many are offered when a number is not one invoice's alone. */
const MOST_MATCHES = 20
/** No invoice has as many; one that did would show this many. */
const MOST_ROWS = 1000
const BY_ID = /^id:([1-9]\d{0,15})$/

export type Place = { tenantId: number; id: number; sourceId: number; key: string; currency: string }

/** One invoice by its number or `id:<id>`, with what it is made of and what was paid. 404 for another tenant's as for none. */
export async function getInvoice(
  tx: Tx,
  actor: Actor,
  { number }: { number: string },
  today: string,
): Promise<InvoiceDetail> {
  const place = await findInvoice(tx, actor, number)
  const [invoice, head, lines, { rows: payments }, asOf] = await Promise.all([
    invoiceRows(tx, actor, {}, { matches: ALL, sort: invoiceSort('number'), today })
      .where('i.tenant_id', '=', place.tenantId)
      .where('i.id', '=', place.id)
      .executeTakeFirstOrThrow(),
    readHead(tx, place),
    readLines(tx, place),
    sql<InvoiceDetail['payments'][number]>`
      select p.payment_no as number, p.kind, p.payment_date as date, p.method, p.reference,
             (p.amount_cents / 100.0)::numeric(20, 2)::text as amount
        from portal.payments p
       where p.tenant_id = ${place.tenantId}::int and p.source_id in (${place.sourceId}::smallint, 0)
         and coalesce(p.settles_source, p.source_id) = ${place.sourceId}::smallint and p.invoice_no = ${place.key}
         and p.currency = ${place.currency} order by p.payment_date, p.id limit ${MOST_ROWS}`.execute(tx),
    invoicesAsOf(tx),
  ])
  const origin = place.sourceId === 0 ? 'portal' : 'upstream'
  const remarks = origin === 'upstream' ? remarksOf({ invoice, ...head, payments }, today) : []
  return { invoice, ...head, ...lines, payments, remarks, origin, asOf }
}

const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** What upstream left out, or what cannot be quite so. */
function remarksOf(
  { invoice, subtotal, taxes, payments }: Pick<InvoiceDetail, 'invoice' | 'subtotal' | 'taxes' | 'payments'>,
  today: string,
): InvoiceDetail['remarks'] {
  const isInvoice = invoice.kind === 'invoice'
  const sum = taxes.reduce((total, { amount }) => total + cents(amount), cents(subtotal ?? '0.00'))
  const odd: [InvoiceDetail['remarks'][number], boolean][] = [
    ['noDueDate', isInvoice && invoice.dueDate === null],
    ['datedLater', invoice.date > today],
    ['paidLater', payments.some(({ date }) => date > today)],
    [
      'creditTooLarge',
      isInvoice &&
        payments.some(({ kind, amount }) => kind === 'credit' && cents(amount) > cents(invoice.total)),
    ],
    ['sumsDiffer', subtotal !== null && sum !== cents(invoice.total)],
  ]
  return odd.flatMap(([remark, holds]) => (holds ? [remark] : []))
}

export async function findInvoice(tx: Tx, actor: Actor, asked: string): Promise<Place> {
  const id = BY_ID.exec(asked)?.[1]
  if (id !== undefined && !Number.isSafeInteger(Number(id))) throw refuse(404, 'not_found')
  const found = await selectInvoices(tx, actor, {}, ALL)
    .select([
      'i.tenant_id as tenantId',
      'i.id',
      'i.source_id as sourceId',
      'i.source_key as key',
      'i.currency',
    ])
    // Ids and numbers stand behind the tenant in every key: naming the tenants lets the index be used.
    .$if(actor.tenantId === null, (query) =>
      query.where(sql<boolean>`i.tenant_id in (select t.id from portal.tenants t)`),
    )
    .where(id === undefined ? sql<boolean>`i.invoice_no = ${asked}` : sql<boolean>`i.id = ${id}::bigint`)
    .orderBy('i.id', 'desc')
    .limit(MOST_MATCHES)
    .execute()
  const [first, ...others] = found
  if (!first) throw refuse(404, 'not_found')
  if (others.length > 0) throw refuse(409, 'ambiguous', { ids: found.map((place) => place.id) })
  return first
}

type Head = Pick<InvoiceDetail, 'subtotal' | 'taxes' | 'taxNote' | 'billTo' | 'creditsNo' | 'hasOrder'>

async function readHead(tx: Tx, place: Place): Promise<Head> {
  const { rows } = await sql<Head>`
    select (i.subtotal_cents / 100.0)::numeric(20, 2)::text as subtotal, i.tax_note as "taxNote", i.bill_to as "billTo", i.credits_no as "creditsNo",
           exists (select from portal.orders o where o.tenant_id = i.tenant_id and o.ord_no collate portal.natural_order = i.ord_no) as "hasOrder",
           (select coalesce(json_agg(json_build_object('name', x ->> 'name', 'rate', x ->> 'rate',
                     'amount', ((x ->> 'cents')::bigint / 100.0)::numeric(20, 2)::text) order by n), '[]')
              from jsonb_array_elements(i.taxes) with ordinality e (x, n)) as taxes
      from portal.invoices i where i.tenant_id = ${place.tenantId}::int and i.id = ${place.id}::bigint`.execute(
    tx,
  )
  return rows[0] as Head
}

/** In their order. */
export const lineRows = (place: Place) => sql<InvoiceDetail['lines'][number]>`
  select l.line_no as "lineNo", l.item_no as "itemNo", l.description, l.quantity::float8 as quantity,
         nullif(btrim(l.unit), '') as unit, trim_scale(l.unit_price)::text as "unitPrice",
         (l.amount_cents / 100.0)::numeric(20, 2)::text as amount, l.lots
    from portal.invoice_lines l
   where l.tenant_id = ${place.tenantId}::int and l.source_id = ${place.sourceId}::smallint and l.invoice_key = ${place.key}
   order by l.line_no collate portal.natural_order, l.id`

async function readLines(tx: Tx, place: Place): Promise<Pick<InvoiceDetail, 'lines' | 'lineCount'>> {
  const [lines, lineCount] = await Promise.all([
    sql<InvoiceDetail['lines'][number]>`select * from (${lineRows(place)}) l limit ${MOST_ROWS}`.execute(tx),
    countLines(tx, place),
  ])
  return { lines: lines.rows, lineCount }
}

export async function countLines(tx: Tx, { tenantId, sourceId, key }: Place): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from portal.invoice_lines
     where tenant_id = ${tenantId}::int and source_id = ${sourceId}::smallint and invoice_key = ${key}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
