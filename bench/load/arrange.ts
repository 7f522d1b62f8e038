import { createHash, randomBytes } from 'node:crypto'
import { createCookies } from '../../src/platform/server/auth/cookies.ts'
import { openSecrets } from '../../src/platform/server/secrets.ts'
import type { BenchDatabase } from '../bench-database.ts'
import { TENANTS } from '../generate-sales.ts'

/** Somebody signed in to one tenant, and the key with which that tenant's upstream pushes. */
export type Person = { tenant: number; cookie: string; key: string }

const PER_TENANT = 2
const ORDERS_EACH = 2000

/** 50 tenants with sales, orders, two people and two keys each. Sessions are cookies signed with the secrets of `dataDir`. */
export async function arrange({ client }: BenchDatabase, dataDir: string): Promise<Person[]> {
  const cookies = createCookies(openSecrets(dataDir).sessions, false)
  await client.query('begin')
  await client.query(`set local portal.bulk = 'on'`)
  await client.query(`insert into portal.sales_history (tenant_id, id, source_id, year, month, currency, item_id, customer_id,
      quantity, amount_cents, invoice_no, invoice_date, unit_price, tax_code, source_key)
    select tenant_id, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no,
      invoice_date, unit_price, tax_code, source_key from bench.ready`)
  await client.query('commit')
  await client.query('begin')
  await client.query(`select auth.begin_import_context('bench')`)
  await client.query('reset role')
  await client.query(
    `insert into portal.orders (tenant_id, source_id, source_key, ord_no, po_no, client_name, ord_stat, montant_total,
        amount_cents, currency, order_date)
      select t, 1, 'bench-' || t || '-' || g, g::text, 'PO-' || g, 'Client ' || t || ' of ' || g % 97,
        (array['Blend', 'Packaging', 'Completed', 'Cancelled', 'Not started'])[1 + g % 5], g || '.50 $', g * 100 + 50, 'CAD',
        date '2024-01-01' + g % 700
       from generate_series(1, $1::int) t, generate_series(1, $2::int) g`,
    [TENANTS, ORDERS_EACH],
  )
  // For what is pushed while people read: the clients by one of their codes, and numbers beyond those of the generated lines.
  await client.query(
    `insert into portal.upstream_clients (source_id, client_code, tenant_id)
      select 1, 'C' || t || '-1000', t from generate_series(1, $1::int) t`,
    [TENANTS],
  )
  await client.query(`select setval('portal.sales_line_ids', 200000000)`)
  await client.query('commit')
  const people: Person[] = []
  for (let at = 0; at < TENANTS * PER_TENANT; at++) {
    const tenant = 1 + (at % TENANTS)
    const [name, token, key] = [`person-${at}`, secret(), `llk_${secret()}`]
    const email = `${name}@bench.example`
    await client.query('insert into auth.users (id, name, email) values ($1, $1, $2)', [name, email])
    await client.query('insert into portal.profiles (user_id, name, email) values ($1, $1, $2)', [
      name,
      email,
    ])
    await client.query(
      `insert into portal.members (tenant_id, user_id, role) values ($1, $2, 'tenant_admin')`,
      [tenant, name],
    )
    await client.query(
      `insert into auth.sessions (id, user_id, token, tenant_id, expires_at) values ($1, $1, $2, $3, now() + interval '1 day')`,
      [name, token, tenant],
    )
    await client.query(`insert into auth.ingest_keys (key_hash, source_id, scope) values ($1, 1, 'ingest')`, [
      createHash('sha256').update(key).digest(),
    ])
    people.push({ tenant, cookie: cookies.session(token, 60).split(';')[0] as string, key })
  }
  await client.query('vacuum analyze') // otherwise it is done beside the load, and its processor time counted as that of requests
  return people
}

const secret = () => randomBytes(32).toString('base64url')
