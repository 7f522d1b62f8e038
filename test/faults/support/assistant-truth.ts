import type { Superuser } from '../../security/support/superuser.ts'

type OrderRow = {
  ord_no: string
  po_no: string
  ord_stat: string
  promised_date: string
  order_date: string
  cents: number
  currency: string
  /** Of each unit. */
  ordered: number[]
}
type InvoiceRow = {
  invoice_no: string
  total: number
  balance: number
  currency: string
  due_date: string
  state: string
}
type LotRow = { lot_no: string; made: string; expires_on: string; state: string }
type ShipmentRow = {
  tracking_no: string
  carrier: string
  ord_no: string
  state: string
  estimated_on: string
}
type LateRow = { ord_no: string; days: number }
type MetalRow = { lot_no: string; result: string; verdict: string | null }
type ProductRow = { item_no: string; class: string }
type MonthRow = { year: number; month: number; cents: number }

/** What the tables hold of one company, read past every policy and every function of the portal. */
export async function readTruth(superuser: Superuser, tenant: number, today: string) {
  const read = <T>(text: string, ...more: unknown[]) => superuser.rows<T>(text, [tenant, ...more])
  const one = async (text: string, ...more: unknown[]) =>
    Number(await superuser.value<string>(text, [tenant, ...more]))
  const invoiceState = `case when balance_cents <= 0 then 'paid' when invoice_date > $2::date then 'upcoming'
    when coalesce(due_date, invoice_date) < $2::date then 'overdue' else 'pending' end`
  return {
    today,
    orders: await read<OrderRow>(`
      select o.ord_no, o.po_no, o.ord_stat, o.promised_date::text, o.order_date::text, o.amount_cents::float8 cents, o.currency,
             array(select sum(l.qty_ordered)::float8 from order_lines l where l.tenant_id = o.tenant_id and l.order_key = o.source_key group by l.unit) ordered
        from orders o where o.tenant_id = $1 and o.montant_total ~ '[0-9]' and o.promised_date is not null and o.ord_stat <> ''
         and 1 = (select count(*) from orders n where n.tenant_id = $1 and o.ord_no = n.ord_no)
         and 1 = (select count(*) from orders n where n.tenant_id = $1 and o.po_no = n.po_no) order by o.ord_no`),
    invoices: await read<InvoiceRow>(
      `select invoice_no, total_cents::float8 total, balance_cents::float8 balance, currency, due_date::text, ${invoiceState} state
         from invoices where tenant_id = $1 and due_date is not null order by invoice_no`,
      today,
    ),
    lots: await read<LotRow>(
      `select distinct t.lot_no, t.manufactured_on::text made, t.expires_on::text,
              case when t.state = 'released' and t.expires_on < current_date then 'expired' else t.state end state
         from lots t join order_lines l on l.lot = t.lot_no and l.tenant_id = $1 where t.expires_on is not null order by t.lot_no`,
    ),
    shipments: await read<ShipmentRow>(`
      select tracking_no, carrier, ord_no, state, estimated_on::text from shipments
       where tenant_id = $1 and estimated_on is not null and tracking_no ~ '^[0-9A-Z]{8,}$' order by tracking_no`),
    /** Promised for a day that is over, and neither completed nor cancelled; the latest first. */
    lateOrders: await read<LateRow>(
      `select ord_no, $2::date - promised_date days from orders where tenant_id = $1 and promised_date < $2::date
          and lower(btrim(ord_stat)) in ('not started', 'in progress', 'blend', 'cts', 'packaging', 'finance hold', 'pending')
        order by 2 desc, ord_no`,
      today,
    ),
    /** Orders that are not done, with a lot that is held by a result out of specification. */
    heldOrders: await read<{ ord_no: string; lot: string; test: string; result: string }>(
      `select o.ord_no, l.lot, r.test, r.result from orders o
         join order_lines l on l.tenant_id = o.tenant_id and l.order_key = o.source_key
         join lots t on t.lot_no = l.lot and t.item_no = l.lot_item and t.state = 'on_hold'
         join lot_results r on r.lot_no = t.lot_no and r.item_no = t.item_no and r.verdict = 'fail'
        where o.tenant_id = $1 and lower(btrim(o.ord_stat)) not in ('completed', 'cancelled') and o.promised_date is not null
        order by o.ord_no, l.lot, r.test`,
    ),
    /** What has left by the day on which it did. */
    shipped: await read<{ month: string; n: number }>(
      `select to_char(shipped_on, 'YYYY-MM') as month, count(*)::int n from shipments where tenant_id = $1 and shipped_on is not null group by 1`,
    ),
    /** Results of lead, the metal, of lots on the company's own orders. */
    metal: await read<MetalRow>(
      `select distinct r.lot_no, r.result, r.verdict from lot_results r join order_lines l on l.lot = r.lot_no and l.tenant_id = $1
        where r.test = 'Lead' order by 1, 2`,
    ),
    products: await superuser.rows<ProductRow>(`
      select item_no, class from products where active and class in ('probiotic_blend', 'bulk', 'finished_product')
         and item_no ~ '^(FG|BC|BL)-' order by item_no`),
    months: await read<MonthRow>(`
      select year, month, sum(amount_cents)::float8 cents from sales_history where tenant_id = $1 and currency = 'CAD'
       group by 1, 2 order by 1, 2`),
    /** Of each year the product that sold most, and its amount. */
    best: await read<{ year: number; product: string; cents: number }>(`
      select distinct on (s.year) s.year, i.product, sum(s.amount_cents)::float8 cents
        from sales_history s join sales_items i using (tenant_id, item_id)
       where s.tenant_id = $1 and s.currency = 'CAD' and i.product <> 'Unknown Product' group by 1, 2 order by 1, 3 desc`),
    /** Products by the numbers of their items, in all years. */
    byItem: await read<{ item_no: string; cents: number }>(`
      select i.item_no, sum(s.amount_cents)::float8 cents
        from sales_history s join sales_items i using (tenant_id, item_id)
       where s.tenant_id = $1 and s.currency = 'CAD' and i.item_no ~ '^(FG|BC|BL)-' group by 1 order by 1`),
    counts: {
      orders: await one('select count(*) from orders where tenant_id = $1'),
      of: Object.fromEntries(
        (
          await read<{ status: string; n: number }>(
            'select lower(btrim(ord_stat)) status, count(*)::int n from orders where tenant_id = $1 group by 1',
          )
        ).map(({ status, n }) => [status, n]),
      ) as Record<string, number>,
      /** What the card "In progress" of the dashboard counts. */
      processing: await one(
        `select count(*) from orders where tenant_id = $1 and lower(btrim(ord_stat)) in ('blend', 'cts', 'in progress')`,
      ),
      active: await one(
        `select count(*) from orders where tenant_id = $1 and lower(btrim(coalesce(ord_stat, ''))) not in ('packaging', 'completed', 'cancelled')`,
      ),
      invoices: await one('select count(*) from invoices where tenant_id = $1'),
      invoicesOf: Object.fromEntries(
        (
          await read<{ state: string; n: number }>(
            `select ${invoiceState} state, count(*)::int n from invoices where tenant_id = $1 group by 1`,
            today,
          )
        ).map(({ state, n }) => [state, n]),
      ) as Record<string, number>,
      shipments: await one('select count(*) from shipments where tenant_id = $1'),
      inTransit: await one(`select count(*) from shipments where tenant_id = $1 and state = 'in_transit'`),
      delivered: await one(`select count(*) from shipments where tenant_id = $1 and state = 'delivered'`),
      delayed: await one(
        `select count(*) from shipments where tenant_id = $1 and state <> 'delivered' and estimated_on < $2::date`,
        today,
      ),
      issues: await one(`select count(*) from issues where tenant_id = $1 and status = 'open'`),
    },
    /** All invoices less all payments, but for what is open on invoices of a day to come. */
    owed: await one(
      `select (select coalesce(sum(total_cents), 0) from invoices where tenant_id = $1 and currency = 'CAD')
            - (select coalesce(sum(amount_cents), 0) from payments where tenant_id = $1 and currency = 'CAD')
            - (select coalesce(sum(balance_cents), 0) from invoices where tenant_id = $1 and currency = 'CAD' and balance_cents > 0
                  and invoice_date > $2::date)`,
      today,
    ),
    overdue: await one(
      `select coalesce(sum(balance_cents), 0) from invoices where tenant_id = $1 and currency = 'CAD' and balance_cents > 0
          and coalesce(due_date, invoice_date) < $2::date`,
      today,
    ),
    /** Overdue by more than so many days: how many, and what is open on them by currency, the dollar first. */
    late: await Promise.all(
      [30, 60].map(async (days) => ({
        days,
        sums: await read<{ n: number; cents: number; currency: string }>(
          `select count(*)::int n, sum(balance_cents)::float8 cents, currency from invoices where tenant_id = $1 and balance_cents > 0
              and invoice_date <= $2::date and $2::date - coalesce(due_date, invoice_date) > $3::int group by currency order by currency`,
          today,
          days,
        ),
      })),
    ),
    /** Current sales of the months that are over, of the year of the reports and the one before. */
    toDate: await read<{ year: number; cents: number }>(
      `select year, sum(amount_cents)::float8 cents from current_sales where tenant_id = $1 and currency = 'CAD'
          and month < extract(month from $2::date + 1) and year > extract(year from $2::date) - 2 group by 1 order by 1`,
      today,
    ),
    /** What the manufacturer says of itself. */
    stated: [
      JSON.stringify(await superuser.rows('select texts, stated_on from assistant_facts')),
      JSON.stringify(await superuser.rows('select * from class_terms')),
      JSON.stringify(
        await superuser.rows('select business_days, opens_at, closes_at, hours_stated_on from installation'),
      ),
      JSON.stringify(await superuser.rows('select day::text, names from closed_days')),
    ].join(' '),
    /** The number of an order of another company. */
    strange: await superuser.value<string>(
      'select ord_no from orders where tenant_id <> $1 and ord_no not in (select ord_no from orders where tenant_id = $1 and ord_no is not null) order by ord_no limit 1',
      [tenant],
    ),
  }
}
export type Truth = Awaited<ReturnType<typeof readTruth>>
