import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { embeddedDatabase } from '../src/platform/server/database/location.ts'
import { migrate } from '../src/platform/server/database/migrate.ts'
import { openDatabase } from '../src/platform/server/database/open-database.ts'
import { startEmbeddedPostgres } from '../src/platform/server/embedded-postgres/start-embedded-postgres.ts'
import { copyIn } from './copy-in.ts'
import { COLUMNS, generateSales, TENANTS } from './generate-sales.ts'

export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>

/** The product's embedded server with its own settings, in a folder that goes when it is closed. */
export async function startServer() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-bench-'))
  const server = await startEmbeddedPostgres(path.join(folder, 'data'))
  return {
    folder,
    connection: server.connection,
    async stop() {
      await server.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A migrated database with `rows` generated lines as delivered (bench.delivered) and ready to land (bench.ready). */
export async function openBenchDatabase(server: Awaited<ReturnType<typeof startServer>>, rows: number) {
  const name = `bench_${rows}`
  const admin = new pg.Client({ ...server.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const location = embeddedDatabase(server.connection, name)
  await migrate(location)

  const client = new pg.Client(location.owner)
  await client.connect()
  const file = path.join(server.folder, `${name}.tsv`)
  generateSales(rows, file)
  await client.query(
    `insert into portal.tenants (name) select 'Client ' || n from generate_series(1, ${TENANTS}) n`,
  )
  await client.query(`create schema bench; create table bench.delivered (id int, tenant int, year smallint, month smallint,
    client_code text, customer text, invoice text, invoice_date date, quantity int, item_no text, item text, cents bigint,
    unit_price numeric, tax_code text)`)
  await copyIn(client, `copy bench.delivered (${COLUMNS}) from stdin`, [fs.readFileSync(file)])
  await prepare(client)

  const members = new Map<number, string>()
  for (const tenant of [1, 20]) members.set(tenant, await signIn(client, `member-${tenant}`, tenant))
  const adminToken = await signIn(client, 'administrator', null)
  const database = openDatabase(location.login('portal_app'), { keep: true }) // as the portal with its own server
  return {
    name,
    rows,
    file,
    location,
    client,
    database,
    /** Session token of a member of the tenant; 0: of an administrator. */
    token: (tenant: number) => (tenant === 0 ? adminToken : (members.get(tenant) as string)),
    async close() {
      await database.close()
      await client.end()
    },
  }
}

async function prepare(client: pg.Client) {
  await client.query(`
    with item as (select array_agg(item_no) nos, array_agg(item) names from (select distinct item_no, item from bench.delivered) x),
         customer as (select array_agg(client_code) codes, array_agg(customer) names
                        from (select distinct client_code, customer from bench.delivered) x)
    select portal.resolve_sales_items(item.nos, item.names), portal.resolve_sales_customers(customer.codes, customer.names)
      from item, customer`)
  await client.query(`create table bench.ready as
    select d.tenant tenant_id, d.id::bigint id, 1::smallint source_id, d.year, d.month, 'CAD'::char(3) currency, i.id item_id,
           c.id customer_id, d.quantity * 1000::bigint quantity, d.cents amount_cents, d.invoice invoice_no, d.invoice_date,
           d.unit_price, d.tax_code, d.id::text source_key
      from bench.delivered d
      join portal.item_names i on i.item_no = d.item_no and i.item_name = d.item
      join portal.customer_names c on c.client_code = d.client_code and c.customer_name = d.customer
     order by d.id;
    create index on bench.ready using brin (id)`)
  await client.query('vacuum analyze bench.delivered')
  await client.query('vacuum analyze bench.ready')
}

async function signIn(client: pg.Client, name: string, tenant: number | null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query('insert into auth.users (id, name, email) values ($1, $1, $2)', [
    name,
    `${name}@bench.example`,
  ])
  await client.query(
    'insert into portal.profiles (user_id, name, email, global_admin) values ($1, $1, $2, $3)',
    [name, `${name}@bench.example`, tenant === null],
  )
  if (tenant !== null)
    await client.query(
      `insert into portal.members (tenant_id, user_id, role) values ($1, $2, 'sales_analyst')`,
      [tenant, name],
    )
  await client.query(
    `insert into auth.sessions (id, user_id, token, tenant_id, expires_at) values ($1, $1, $2, $3, now() + interval '1 day')`,
    [name, token, tenant],
  )
  return token
}
