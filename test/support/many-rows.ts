import { sql } from 'kysely'
import type pg from 'pg'
import type { Actor } from './actors.ts'
import { aTenant } from './actors.ts'
import { writeManyOrders } from './orders.ts'
import type { TestPortal } from './portal.ts'
import { openImport } from './sales-lines.ts'
import { nodesOf, startTellingPortal } from './telling-portal.ts'

/** A table is large from here on. */
const LARGE = 2000
/** Every month of seven years once: each client has lines of all of them. */
const MONTHS = 84

type WithClient = <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>

/** Lines of seven years, 200 items and 60 customers. */
async function writeLines(
  portal: TestPortal,
  table: string,
  number: string,
  clients: number[],
  lines: number,
) {
  await portal.owner(async (tx) => {
    await openImport(tx)
    await sql`set local portal.bulk = 'on'`.execute(tx)
    const { rows } = await sql<{ items: number[]; customers: number[] }>`
      select portal.resolve_sales_items(array_agg('P' || g), array_agg('Product ' || g)) as items,
        portal.resolve_sales_customers(array_agg('C' || g % 60), array_agg('Customer ' || g % 60)) as customers
        from generate_series(1, 200) g`.execute(tx)
    const [{ items, customers }] = rows as [{ items: number[]; customers: number[] }]
    await sql`
      insert into ${sql.table(`portal.${table}`)} (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity,
        amount_cents, ${sql.ref(number)}, source_key)
      select (${clients}::int[])[1 + g / ${MONTHS}::int % ${clients.length}::int], 1, 2019 + g % 7, 1 + g % 12, 'CAD', (${items}::int[])[1 + g % 200],
             (${customers}::int[])[1 + g * 7 % 60], 1000, 100, 'N-' || g / 3, 'plan-' || g
        from generate_series(1, ${lines}::int) g`.execute(tx)
  })
}

/** Invoices, one in ten of them of the first client. */
const writeInvoices = (withClient: WithClient, clients: number[]) =>
  withClient((client) =>
    client.query(`
      insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, currency, total_cents)
      select ('{${clients}}'::int[])[case when g % 10 = 0 then 1 else 2 + g % ${clients.length - 1} end], 1, 'N-' || g, 'N-' || g, '2025-01-01', 'CAD', 100
        from generate_series(1, 6000) g`),
  )

/** What else the search over everything looks at, one in ten of them of the first client; names of sales beside those that were sold. */
const writeFindable = (withClient: WithClient, clients: number[]) =>
  withClient((client) =>
    client.query(`
      create temp table shares as
        select g, ('{${clients}}'::int[])[case when g % 10 = 0 then 1 else 2 + g % ${clients.length - 1} end] as t from generate_series(1, 6000) g;
      insert into portal.payments (tenant_id, source_id, source_key, payment_no, kind, payment_date, reference, currency, amount_cents)
      select t, 1, 'R-' || g, 'R-' || g, 'payment', date '2010-01-01' + g, 'VIR ' || g, 'CAD', 100 from shares;
      insert into portal.payment_orders (tenant_id, reference, wish, currency, amount_cents, recorded, bank_reference)
      select t, 'PAY-' || lpad(g::text, 10, '0'), 'wish-' || lpad(g::text, 8, '0'), 'CAD', 100, true, 'VIR made ' || g from shares;
      insert into portal.document_requests (tenant_id, title, asked_by, asker_name) select t, 'Proof of VIR ' || g, 'x', 'x' from shares;
      insert into portal.sales_customers (tenant_id, dataset, customer_id, client_code, customer_name, customer)
      select t, 2, 100000 + g, 'K' || g, 'Virtual ' || g, 'Virtual ' || g from shares;
      insert into portal.sales_items (tenant_id, dataset, item_id, item_no, item_name, product)
      select t, 2, 100000 + g, 'K' || g, 'Virtual ' || g, 'Virtual ' || g from shares`),
  )

/** Lots with a certificate each, two thirds of them of others than the first client. */
const writeCertificates = (withClient: WithClient, clients: number[]) =>
  withClient((client) =>
    client.query(`
      insert into portal.lots (source_id, source_key, lot_no, item_no, state)
      select 1, 'LOT-' || g, 'LOT-' || g, 'P-1', case when g % 50 = 0 then 'on_hold' else 'released' end from generate_series(1, 2500) g;
      insert into portal.lot_access (tenant_id, lot_id)
      select ('{${clients}}'::int[])[case when no % 3 = 0 then 1 else 2 + no % ${clients.length - 1} end], id
        from portal.lots cross join lateral (select substr(lot_no, 5)::int as no) n;
      insert into portal.documents (title, shelves, category, type, audience, tenant_ids, lot_nos, lot_source)
      select 'Certificate ' || substr(lot_no, 5), '{qa}', 'certificate', 'coa', 'tenants', array[a.tenant_id], array[lot_no], 1
        from portal.lots l join portal.lot_access a on a.lot_id = l.id;
      insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum, released_at)
      select id, 1, 'available', 'coa.csv', left(encode(sha256(id::text::bytea), 'hex'), 48), 'csv', 10, sha256(id::text::bytea), now()
        from portal.documents;
      update portal.documents set status = 'available', current_version = 1`),
  )

export type ManyRows = Awaited<ReturnType<typeof startWithManyRows>>

/**
 * A portal that tells how each question is answered, with large tables. Two in five of the lines and more are of one client, which
 * an index of clients alone would not help, and a tenth and more of the rest; `others` share what is left.
 */
export async function startWithManyRows({ others, lines }: { others: number; lines: number }) {
  const { portal, withClient, told, forget } = await startTellingPortal()
  const tenant = await aTenant(portal)
  const rest: number[] = []
  for (let at = 0; at < others; at++) rest.push(await aTenant(portal))
  const clients = [tenant, ...rest]
  await portal.owner((tx) => writeManyOrders(tx, tenant, 500, 'Own'))
  for (const one of rest)
    await portal.owner((tx) => writeManyOrders(tx, one, Math.round(4500 / others), 'Other'))
  const ofLines = rest.flatMap((one, at) => (at % 4 === 3 ? [one] : [tenant, one]))
  await writeLines(portal, 'sales_history', 'invoice_no', ofLines, lines)
  await writeLines(portal, 'current_sales', 'so', ofLines, lines)
  await writeInvoices(withClient, clients)
  await writeFindable(withClient, clients)
  await writeCertificates(withClient, clients)
  const large = await withClient(async (client) => {
    await client.query('analyze')
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'portal'::regnamespace and relkind = 'r' and reltuples >= ${LARGE}`,
    )
    return new Set<string>(rows.map(({ relname }) => relname))
  })

  /** What was told of, with what was read from end to end of these tables. */
  const ofClients = () => told().filter(({ 'Query Text': text }) => !OF_NO_CLIENT.test(text))
  const readWhole = (tables: ReadonlySet<string> = large) =>
    ofClients().flatMap(({ 'Query Text': text, Plan: plan }) =>
      nodesOf(plan)
        .filter((node) => node['Node Type'] === 'Seq Scan' && tables.has(node['Relation Name'] as string))
        .map((node) => `${node['Relation Name']}: ${text.trim()}`),
    )

  /**
   * Asks, and answers what was read from end to end of some tables, with what was wrong beside it. `rightly`: whether a statement may
   * read a table so; it is by its text, as the last one of a question may be told of with the next.
   */
  async function askedFor(
    asks: readonly string[],
    actor: Actor,
    tables: ReadonlySet<string> = large,
    rightly: (read: string) => boolean = () => false,
  ): Promise<unknown[]> {
    const wrong: unknown[] = []
    for (const ask of asks) {
      forget()
      const { status, body } = await actor.get(`/api/v1/${ask}`)
      // A number that two clients' orders bear is for whoever sees both to choose.
      const right = status === 200 || body.code === 'ambiguous'
      const whole = readWhole(tables).filter((read) => !rightly(read))
      if (!right || ofClients().length === 0 || whole.length > 0)
        wrong.push({
          ask,
          status,
          told: ofClients().length > 0,
          whole: whole.map((read) => read.slice(0, 200)),
        })
    }
    return wrong
  }
  return { portal, withClient, forget, tenant, others: rest, large, readWhole, askedFor }
}

/** What a server looks for by itself: news that nobody was told. */
const OF_NO_CLIENT = /^\s*select \* from portal\.notice_queue/
