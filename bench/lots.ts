import { parseArgs } from 'node:util'
import type pg from 'pg'
import { type Planting, say, seconds, timed, withPortal } from './portal-bench.ts'
import { once } from './timing.ts'

const CLIENTS = 4
const PRODUCTS = 500
const TESTS = 3
const LINES_AT_ONCE = 100_000

type Sizes = { lines: number; lots: number }

/**
 * `npm run bench -- lots --lines 1000000 --lots 100000 --rounds 9`: how long the list of lots, a search for one and one lot's page
 * take a member of one of four clients, staff of all of them and administrators.
 */
export async function runLots(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '1000000' },
      lots: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '9' },
    },
  })
  const [lines, lots, rounds] = [values.lines, values.lots, values.rounds].map(Number) as [
    number,
    number,
    number,
  ]
  await withPortal(
    'bench_lots',
    async (planting) => {
      const took = await once(() => plant(planting.client, { lines, lots }))
      say(
        `${lines.toLocaleString('en')} order lines of ${CLIENTS} clients, ${lots.toLocaleString('en')} lots of ${PRODUCTS} products: written in ${seconds(took)}`,
      )
      return askers(planting)
    },
    async (portal, cookies) => {
      const one = encodeURIComponent(numberOf(CLIENTS * 2 + 1))
      for (const [who, cookie] of Object.entries(cookies)) {
        const ask = async (what: string, address: string) => {
          const { answered, took } = await timed(portal, cookie, address, rounds)
          const { total, nextCursor } = answered as { total?: number | null; nextCursor?: string | null }
          say(`${who}: ${what}${total === undefined || total === null ? '' : ` (${total})`}: ${took}`)
          return nextCursor
        }
        const next = await ask('the first 100 lots with their count', '/lots?limit=100')
        if (next) await ask('the next 100', `/lots?limit=100&cursor=${encodeURIComponent(next)}`)
        await ask('the first 100 on hold', '/lots?limit=100&state=on_hold')
        await ask('a whole number, as a scanner sends it', `/lots?limit=2&search=${one}`)
        await ask('a part of a number', '/lots?limit=100&search=0417')
        await ask('a product’s name', '/lots?limit=100&search=capsules%20418')
        await ask('one lot with its results and own order lines', `/lots/${one}`)
        await ask('its tests over the lots before it', `/lots/${one}/trends`)
      }
    },
  )
}

async function askers({ client, signIn }: Planting): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: number }>('select min(id) as id from portal.tenants')
  return {
    member: await signIn('reader', { tenant: rows[0]?.id as number, role: 'tenant_admin' }),
    'staff of all clients': await signIn('keeper', { staff: 'quality' }),
    administrator: await signIn('administrator', 'administrator'),
  }
}

/** As the planting below writes it. */
const numberOf = (lot: number) => `L-${String(lot).padStart(6, '0')}`

/**
 * By a fixed rule, so that every run asks the same: lots are of the clients in turns, every twentieth of the one before too; one of
 * forty-one is on hold; orders have five lines.
 */
async function plant(client: pg.Client, { lines, lots }: Sizes): Promise<void> {
  await client.query(
    `insert into portal.tenants (name, currency) select 'Client ' || n, 'CAD' from generate_series(1, ${CLIENTS}) n`,
  )
  await client.query(
    `insert into portal.products (source_id, item_no, name, class, active)
     select 1, 'P-' || n, 'Capsules ' || n, 'finished_product', true from generate_series(1, ${PRODUCTS}) n`,
  )
  await client.query(
    `insert into portal.lots (source_id, source_key, lot_no, item_no, manufactured_on, expires_on, state, quantity, unit)
     select 1, 'L-' || n, 'L-' || lpad(n::text, 6, '0'), 'P-' || (n % ${PRODUCTS} + 1), date '2020-01-01' + n % 2000, date '2023-01-01' + n % 2000,
            case when n % 41 = 0 then 'on_hold' else 'released' end, 1000, 'EA'
       from generate_series(1, $1::int) n`,
    [lots],
  )
  await client.query(
    `insert into portal.lot_results (source_id, source_key, lot_no, item_no, test, specification, min_value, max_value, result, result_value, unit,
       verdict)
     select 1, n || '/' || t, 'L-' || lpad(n::text, 6, '0'), 'P-' || (n % ${PRODUCTS} + 1), 'Test ' || t, '1 to 9', 1, 9, r.value::text, r.value,
            '%', 'pass'
       from generate_series(1, $1::int) n cross join generate_series(1, ${TESTS}) t cross join lateral (select (n * t) % 100 / 10.0 as value) r`,
    [lots],
  )
  await client.query(
    `insert into portal.orders (tenant_id, source_id, source_key, primary_no, ord_no, client_name, ord_stat, currency, order_date)
     select t.id, 1, 'O-' || n, 'O-' || n, 'O-' || n, 'Client', 'Completed', 'CAD', date '2020-01-01' + n % 2000
       from generate_series(1, ($1::int + 4) / 5) n
       join (select id, row_number() over (order by id) - 1 as client from portal.tenants) t on t.client = n % ${CLIENTS}`,
    [lines],
  )
  // A client's lines go through its lots again and again; every other time a twentieth of them is of the next client's.
  for (let from = 1; from <= lines; from += LINES_AT_ONCE)
    await client.query(
      `insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, qty_shipped, unit, lot,
         lot_item)
       select o.tenant_id, 1, l.n::text, o.source_key, ((l.n - 1) % 5 + 1)::text, x.item_no, 'Capsules', 100, 100, 'EA', x.lot_no, x.item_no
         from (select n, (n - 1) / 5 + 1 as order_no, ((n - 1) / 5 + 1) / ${CLIENTS} * 5 + (n - 1) % 5 as step
                 from generate_series($1::int, $2::int) n) l
         join portal.orders o on o.source_id = 1 and o.source_key = 'O-' || l.order_no
         join portal.lots x on x.source_id = 1 and x.lot_no = 'L-' || lpad(((l.order_no % ${CLIENTS} + l.step * ${CLIENTS}
                + case when l.step % 20 = 7 and l.step / ($3::int / ${CLIENTS}) % 2 = 1 then 1 else 0 end) % $3::int + 1)::text, 6, '0')`,
      [from, Math.min(lines, from + LINES_AT_ONCE - 1), lots],
    )
}
