import type { Superuser } from '../../security/support/superuser.ts'

type Read = (text: string, ...more: unknown[]) => Promise<unknown[]>
type Place = { id: string; query: URLSearchParams; today: string; read: Read }

const AMOUNT = 'round((%)::numeric / 100, 2)::text'
const money = (column: string) => AMOUNT.replace('%', column)
const STATE = `case when balance_cents <= 0 then 'paid' when invoice_date > $2::date then 'upcoming'
    when coalesce(due_date, invoice_date) < $2::date then 'overdue' else 'pending' end`
const SOLD = `sum(s.amount_cents) / 100.0 amount, sum(s.quantity) / 1000.0 quantity, count(distinct s.invoice_no) orders`

/** Per cent, one decimal. */
const MORE = (now: string, before: string) =>
  `round(100 * (${now} - ${before})::numeric / nullif(${before}, 0), 1)`

/** Two periods of months, each with its sums and its names, and how much more the one is than the other. */
function ofPeriods(query: URLSearchParams, read: Read) {
  const month = (name: string) => {
    const [year = 0, month = 0] = (query.get(name) ?? '').split('-').map(Number)
    return year * 12 + month - 1
  }
  return read(
    `with side as (
       select p.side, p.first / 12 as year, 'Q' || p.first % 12 / 3 + 1 quarter, 'T' || p.first % 12 / 3 + 1 trimester,
              sum(s.amount_cents) cents, ${SOLD}, sum(s.quantity) sold
         from (values ('now', $2::int, $3::int), ('before', $4::int, $5::int)) p (side, first, last)
         left join sales_history s on s.tenant_id = $1 and s.currency = 'CAD' and s.year * 12 + s.month - 1 between p.first and p.last
        group by 1, 2, 3, 4)
     select n.*, ${MORE('n.cents', 'b.cents')} more_amount, ${MORE('n.sold', 'b.sold')} more_quantity
       from side n join side b on b.side <> n.side`,
    ...['from', 'to', 'againstFrom', 'againstTo'].map(month),
  )
}

/** What stands in the tables of what a link leads to, `$1` the company: none of it is read as the portal reads it. */
const PLACES: readonly (readonly [RegExp, (place: Place) => Promise<unknown[]>[]])[] = [
  [
    /^\/orders\/tracking$/,
    ({ query, today, read }) => [
      read(`select state, count(*)::int n from shipments where tenant_id = $1 group by 1`),
      read('select count(*)::int n from shipments where tenant_id = $1'),
      read(
        `select m.*, sum(n) over (partition by year)::int of_year, sum(n) over ()::int in_all, 5 shown from (
           select to_char(shipped_on, 'YYYY-MM') as month, extract(year from shipped_on)::int as year, count(*)::int n
             from shipments where tenant_id = $1 and shipped_on is not null group by 1, 2) m`,
      ),
      read(
        `select count(*)::int late from shipments where tenant_id = $1 and state <> 'delivered' and estimated_on < $2::date`,
        today,
      ),
      read(
        `select tracking_no, carrier, ord_no, estimated_on::text, shipped_on::text, delivered_on::text,
                nullif(greatest($3::date - estimated_on, 0), 0) days_late from shipments where tenant_id = $1 and id::text = $2`,
        query.get('shipment') ?? '',
        today,
      ),
    ],
  ],
  [
    /^\/orders\/issues(?:\/(.+))?$/,
    ({ id, read }) => [
      read('select status, count(*)::int n from issues where tenant_id = $1 group by 1'),
      read('select count(*)::int n from issues where tenant_id = $1 and waiting_for is not null'),
      read('select no, title from issues where tenant_id = $1 and no::text = $2', id),
    ],
  ],
  [
    /^\/orders\/([^/]+)$/,
    ({ id, today, read }) => [
      read(
        `select $3::date - promised_date days_late from orders where tenant_id = $1 and ord_no = $2 and promised_date < $3::date`,
        id,
        today,
      ),
      read(
        `select ord_no, po_no, client_name, ord_stat, ${money('amount_cents')} amount, order_date::text, promised_date::text,
                bl_t, cts_t, bb_t, pbl, pcts, pbb from orders where tenant_id = $1 and ord_no = $2`,
        id,
      ),
      read(
        `select l.unit, sum(l.qty_ordered) ordered, sum(l.qty_shipped) shipped, sum(greatest(l.qty_ordered - l.qty_shipped, 0)) open
           from order_lines l join orders o on o.tenant_id = l.tenant_id and o.source_key = l.order_key
          where l.tenant_id = $1 and o.ord_no = $2 group by 1`,
        id,
      ),
      read(
        `select l.item_no, l.item_name, l.qty_ordered, l.lot, count(*) over () lines
           from order_lines l join orders o on o.tenant_id = l.tenant_id and o.source_key = l.order_key
          where l.tenant_id = $1 and o.ord_no = $2`,
        id,
      ),
      read(
        `select c.old_value, c.new_value, coalesce(c.happened_at, c.recorded_at)::text moved from order_changes c
           join orders o on o.tenant_id = c.tenant_id and o.id = c.order_id where c.tenant_id = $1 and o.ord_no = $2`,
        id,
      ),
      // A date that was taken back and given again has not moved by that.
      read(
        `with given as (
           select c.id, v.value::date from order_changes c join orders o on o.tenant_id = c.tenant_id and o.id = c.order_id,
                  lateral (values (c.old_value), (c.new_value)) v (value)
            where c.tenant_id = $1 and o.ord_no = $2 and c.field = 'promisedDate' and v.value <> ''
         ), moved as (
           select 1 from order_changes c join orders o on o.tenant_id = c.tenant_id and o.id = c.order_id
            where c.tenant_id = $1 and o.ord_no = $2 and c.field = 'promisedDate' and c.old_value <> '' and c.new_value <> ''
              and c.old_value <> c.new_value)
         select (select count(*) from moved)::int moves,
                (select promised_date from orders where tenant_id = $1 and ord_no = $2)
                - (select value from given order by id limit 1) days`,
        id,
      ),
    ],
  ],
  [
    /^\/orders$/,
    ({ today, read }) => [
      // Late by more than so many days.
      read(
        `select over, 5 shown, (select count(*)::int from orders where tenant_id = $1 and $2::date - promised_date > over
                  and lower(btrim(ord_stat)) in ('not started', 'in progress', 'blend', 'cts', 'packaging', 'finance hold', 'pending')) late
           from unnest(array[0, 10, 30]) over`,
        today,
      ),
      read(
        `select lower(btrim(ord_stat)) status, count(*)::int n from orders where tenant_id = $1 group by 1`,
      ),
      read(
        `select count(*)::int n,
                count(*) filter (where lower(btrim(coalesce(ord_stat, ''))) not in ('packaging', 'completed', 'cancelled'))::int active,
                count(*) filter (where lower(btrim(ord_stat)) in ('blend', 'cts', 'in progress'))::int processing,
                count(*) filter (where lower(btrim(ord_stat)) = 'packaging')::int shipped,
                count(*) filter (where lower(btrim(ord_stat)) = 'completed')::int delivered,
                count(*) filter (where lower(btrim(ord_stat)) in ('cancelled', 'not started'))::int issues
           from orders where tenant_id = $1`,
      ),
    ],
  ],
  [
    /^\/finance\/invoices\/(.+)$/,
    ({ id, today, read }) => [
      read(
        `select invoice_no, ord_no, po_no, ${money('total_cents')} total, ${money('balance_cents')} balance,
                ${money('total_cents - balance_cents')} paid, invoice_date::text, due_date::text,
                $2::date - coalesce(due_date, invoice_date) late from invoices where tenant_id = $1 and invoice_no = $3`,
        today,
        id,
      ),
      read(
        `select ${money('amount_cents')} amount, payment_date::text from payments where tenant_id = $1 and invoice_no = $2`,
        id,
      ),
    ],
  ],
  [
    /^\/finance$/,
    ({ query, today, read }) => [
      read(`select ${STATE} state, count(*)::int n from invoices where tenant_id = $1 group by 1`, today),
      read(
        `select count(*)::int n, $2 number from invoices where tenant_id = $1 and ($2 = '' or ord_no = $2)`,
        query.get('search') ?? '',
      ),
      read(
        `select ${money('sum(cents)')} other, currency from (
           select currency, total_cents cents from invoices where tenant_id = $1
           union all select currency, -amount_cents from payments where tenant_id = $1
           union all select currency, -balance_cents from invoices where tenant_id = $1 and balance_cents > 0 and invoice_date > $2::date) owed
          where currency <> 'CAD' group by currency`,
        today,
      ),
      // How old what is owed is: what was paid beyond what is owed on invoices takes from the oldest first.
      read(
        `with open as (
           select balance_cents cents, $2::date - coalesce(due_date, invoice_date) age from invoices
            where tenant_id = $1 and currency = 'CAD' and balance_cents > 0 and invoice_date <= $2::date
         ), later as (
           select coalesce(sum(balance_cents), 0) cents, count(*) n from invoices
            where tenant_id = $1 and currency = 'CAD' and balance_cents > 0 and invoice_date > $2::date
         ), sums as (
           select coalesce(sum(cents) filter (where age < 30), 0) young, coalesce(sum(cents) filter (where age between 30 and 60), 0) middle,
                  coalesce(sum(cents) filter (where age > 60), 0) old, coalesce(sum(cents) filter (where age > 0), 0) late,
                  count(*) filter (where age > 0) late_n, coalesce(sum(cents), 0) owed from open
         ), totals as (
           select (select coalesce(sum(total_cents), 0) from invoices where tenant_id = $1 and currency = 'CAD')
                - (select coalesce(sum(amount_cents), 0) from payments where tenant_id = $1 and currency = 'CAD')
                - (select cents from later) due
         ), spare as (select owed - due credit from sums, totals)
         select 30 young_until, 60 middle_until, ${money('due')} due, ${money('late')} late, late_n,
                ${money('credit')} credit, (select ${money('cents')} from later) later, (select n from later) later_n,
                ${money('greatest(old - greatest(credit, 0), 0)')} old,
                ${money('greatest(middle - greatest(credit - old, 0), 0)')} middle,
                ${money('due - greatest(old - greatest(credit, 0), 0) - greatest(middle - greatest(credit - old, 0), 0)')} young
           from sums, totals, spare`,
        today,
      ),
      read(
        `select days, currency, count(*)::int n, sum(count(*)) over (partition by days)::int in_all, ${money('sum(balance_cents)')} open
           from invoices, unnest(array[30, 60]) days where tenant_id = $1 and balance_cents > 0 and invoice_date <= $2::date
            and $2::date - coalesce(due_date, invoice_date) > days group by days, currency`,
        today,
      ),
    ],
  ],
  [
    /^\/sales$/,
    ({ query, read }) => [
      read(
        `select ${SOLD}, $2 as year, $3 as month from sales_history s join sales_items i using (tenant_id, item_id)
          where s.tenant_id = $1 and s.currency = 'CAD' and ($2 = '' or s.year::text = $2) and ($3 = '' or s.month::text = $3)
            and ($4 = '' or lower(i.item_no) = lower($4))`,
        ...['year', 'month', 'search'].map((key) => query.get(key) ?? ''),
      ),
    ],
  ],
  [
    /^\/current-sales$/,
    ({ query, today, read }) => [
      // The months that are over, of this year and the one before, and how much more it is.
      read(
        `with side as (
           select s.year, sum(s.amount_cents) cents, sum(s.quantity) quantity from current_sales s
            where s.tenant_id = $1 and s.currency = 'CAD' and s.month < extract(month from $2::date + 1)
              and s.year > extract(year from $2::date) - 2 group by 1)
         select n.year, p.year before, n.cents / 100.0 amount, p.cents / 100.0 amount_before, n.quantity / 1000.0 quantity,
                p.quantity / 1000.0 quantity_before, 1 first, extract(month from $2::date + 1)::int - 1 last,
                ${MORE('n.cents', 'p.cents')} more_amount, ${MORE('n.quantity', 'p.quantity')} more_quantity
           from side n join side p on p.year = n.year - 1`,
        today,
      ),
      read(
        `select sum(s.amount_cents) / 100.0 amount, sum(s.quantity) / 1000.0 quantity, count(distinct s.so) orders, $2 as year
           from current_sales s where s.tenant_id = $1 and s.currency = 'CAD' and ($2 = '' or s.year::text = $2)`,
        query.get('year') ?? '',
      ),
    ],
  ],
  [
    /^\/sales-analytics$/,
    ({ query, read }) => {
      if (query.has('from')) return [ofPeriods(query, read)]
      const period = [query.get('year') ?? '', query.get('quarter') ?? '']
      const where = `s.tenant_id = $1 and s.currency = 'CAD' and ($2 = '' or s.year::text = $2)
        and ($3 = '' or ceil(s.month / 3.0)::text = $3)`
      return [
        read(
          `select ${SOLD}, $2 as year, 'Q' || $3 quarter, 'T' || $3 trimester from sales_history s where ${where}`,
          ...period,
        ),
        read(
          `select i.product, sum(s.amount_cents) / 100.0 amount, sum(s.quantity) / 1000.0 quantity
             from sales_history s join sales_items i using (tenant_id, item_id) where ${where} group by 1`,
          ...period,
        ),
      ]
    },
  ],
  [
    /^\/lots\/(.+)$/,
    ({ id, read }) => [
      read(
        'select lot_no, item_no, manufactured_on::text, expires_on::text from lots where lot_no = $2 and $1 > 0',
        id,
      ),
      read(
        'select p.item_no, p.name from products p join lots t using (item_no) where t.lot_no = $2 and $1 > 0',
        id,
      ),
      read(
        `select count(*)::int tests, count(*) filter (where verdict = 'pass')::int passed, count(*) filter (where verdict = 'fail')::int failed,
                count(*) filter (where coalesce(verdict, 'unjudged') = 'unjudged')::int open
           from lot_results r where lot_no = $2 and $1 > 0 and not exists (
             select from lot_results n where n.lot_no = r.lot_no and n.item_no = r.item_no and n.test = r.test
                and n.replaces = r.tested_on and coalesce(n.replaces_sample, r.sample) = r.sample)
          group by item_no`,
        id,
      ),
      read(
        `select test, result, concat_ws(' ', result, unit) with_unit from lot_results where lot_no = $2 and $1 > 0`,
        id,
      ),
      read(
        `select o.ord_no from order_lines l join orders o on o.tenant_id = l.tenant_id and o.source_key = l.order_key
          where l.tenant_id = $1 and l.lot = $2`,
        id,
      ),
    ],
  ],
  [
    /^\/product\/catalogue$/,
    ({ query, read }) => [
      read(
        `select p.*, t.minimum_quantity least, t.lead_weeks_from soonest, t.lead_weeks_to latest
           from products p left join class_terms t on t.class = p.class where p.item_no = $2 and $1 > 0`,
        query.get('search') ?? '',
      ),
      read(
        'select unit_price, currency, unit from prices where tenant_id = $1 and item_no = $2',
        query.get('search') ?? '',
      ),
      read(
        `select t.class, t.minimum_quantity, t.unit, t.lead_weeks_from, t.lead_weeks_to, t.stated_on::text from class_terms t where $1 > 0`,
      ),
    ],
  ],
  [
    /^\/documents\/(\d+)$/,
    ({ id, read }) => [
      read('select title, number from documents where id::text = $2 and $1 > 0', id),
      read(
        `select p.page, p.content from document_pages p join document_versions v using (checksum) where v.document_id::text = $2 and $1 > 0`,
        id,
      ),
    ],
  ],
  [
    /^\/(?:about-us|chat|product)$/,
    ({ read }) => [
      read('select texts, owner, stated_on::text from assistant_facts where $1 > 0'),
      // Times of day in the writing of each language.
      read(
        `select to_char('2000-01-01'::date + opens_at, clock) opens, to_char('2000-01-01'::date + closes_at, clock) closes,
                business_days, hours_stated_on::text
           from installation, unnest(array['HH24:MI', 'FMHH24:MI', 'FMHH24 "h" MI']) clock where $1 > 0`,
      ),
      read('select day::text, names from closed_days where $1 > 0'),
    ],
  ],
]

/** The rows of all that an answer links to, with how many links there are of each kind. */
export async function rowsBehind(
  superuser: Superuser,
  { tenant, today }: { tenant: number; today: string },
  links: readonly string[],
): Promise<unknown[]> {
  const read: Read = (text, ...more) => superuser.rows(text, [tenant, ...more])
  const found = await Promise.all(
    links.map(async (link) => {
      const { pathname, searchParams: query } = new URL(link, 'http://portal')
      for (const [form, rows] of PLACES) {
        const hit = form.exec(pathname)
        if (hit) return Promise.all(rows({ id: decodeURIComponent(hit[1] ?? ''), query, today, read }))
      }
      throw new Error(`no rows are known behind ${link}`)
    }),
  )
  const documents = links.filter((link) => /^\/documents\/\d+$/.test(link)).length
  return [...found.flat(2), { documents }]
}
