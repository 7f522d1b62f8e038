import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { PRODUCT_COLUMNS, toProduct } from '../../products/server/published.ts'
import type { CataloguePrice } from '../contract.ts'
import { perOf, trimmed } from './catalogue-rows.ts'

type Of = { tenantId: number; productId: number }
/** As many as anybody reads of one product. */
const MOST_PRICES = 200

/** The product in the client's catalogue. @throws 403 for who may not see prices, 404 for another's as for none */
async function findProduct(tx: Tx, actor: Actor, { tenantId, productId }: Of) {
  if (!may(actor, 'prices.read')) throw refuse(403, 'permission_denied')
  const row = await tx
    .selectFrom('product_access as a')
    .innerJoin('products as p', 'p.id', 'a.product_id')
    .leftJoin('class_terms as u', 'u.class', 'p.class')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .where('a.tenant_id', '=', tenantId)
    .where('a.product_id', '=', productId)
    .select(PRODUCT_COLUMNS)
    .select(['t.currency', 'p.source_id'])
    .executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  const { unit, minimum } = toProduct(row)
  return { row, unit: unit ?? minimum?.unit ?? null, terms: { unit, minimum } }
}

export async function listPrices(tx: Tx, actor: Actor, of: Of, today: string) {
  const { row, unit, terms } = await findProduct(tx, actor, of)
  const { rows } = await sql<Omit<CataloguePrice, 'per'>>`
    select p.id, p.unit_price::text as amount, p.unit, p.currency, p.valid_from as "validFrom", p.valid_to as "validTo",
           p.source_id = 0 as own, p.version,
           coalesce(p.valid_from = x.valid_from and p.source_id = x.source_id, false) as "inForce"
      from portal.prices p
      left join lateral (
        select y.valid_from, y.source_id from portal.prices y
         where y.tenant_id = p.tenant_id and y.item_no = p.item_no and y.currency = p.currency and y.source_id in (${row.source_id}::smallint, 0)
           and y.valid_from <= ${today}::date and coalesce(y.valid_to >= ${today}::date, true)
         order by y.source_id = 0, y.valid_from desc, y.id desc limit 1) x on true
     where p.tenant_id = ${of.tenantId}::int and p.item_no = ${row.item_no} and p.source_id in (${row.source_id}::smallint, 0)
     order by p.valid_from desc, p.source_id = 0, p.id desc limit ${MOST_PRICES}`.execute(tx)
  return {
    items: rows.map((price) => ({
      ...price,
      amount: trimmed(price.amount),
      per: perOf(price.unit, terms),
    })),
    currency: row.currency,
    unit,
  }
}

type Done = {
  stale?: true
  refused?: 'upstream' | 'same_day'
  id: number
  version: number
  before: Record<string, unknown>
  after?: Record<string, unknown>
}

/** @throws 404, 409 for what is upstream's or begins on the day of another, 412 when somebody else changed it first */
function agreed(done: Done | null | undefined): Done {
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  if (done.refused) throw refuse(409, done.refused === 'upstream' ? 'price_from_upstream' : 'price_same_day')
  return done
}

const told = ({ tenantId }: Of, id: number, done: Done): Act => ({
  chain: tenantId,
  objectType: 'price',
  objectId: String(id),
  before: done.before,
  after: done.after ?? {},
  event: {
    topic: 'prices',
    module: 'product',
    permission: 'prices.read',
    tenantId,
    payload: { name: 'price.changed' },
  },
})

type Wish = Of & {
  id: number | null
  amount: string
  unit: string | null
  validFrom: string
  validTo: string | null
  version: number
}

export async function keepPrice(tx: Tx, actor: Actor, wish: Wish, record: (act: Act) => void) {
  const { unit, terms } = await findProduct(tx, actor, wish)
  if (perOf(wish.unit, terms) === null)
    throw refuse(422, 'price_unit', {
      values: { stated: wish.unit ?? '', ordered: unit ?? '' },
      errors: [{ path: 'unit', message: unit ?? '' }],
    })
  const { rows } = await sql<{ done: Done | null }>`
    select portal.keep_price(${wish.tenantId}::int, ${wish.productId}::bigint, ${wish.id}::bigint, ${wish.amount}::numeric, ${wish.unit},
      ${wish.validFrom}::date, ${wish.validTo}::date, ${wish.version}::int) as done`.execute(tx)
  const done = agreed(rows[0]?.done)
  record(told(wish, done.id, done))
  return { id: done.id, version: done.version }
}

export async function dropPrice(
  tx: Tx,
  actor: Actor,
  wish: Of & { id: number; version: number },
  record: (act: Act) => void,
) {
  await findProduct(tx, actor, wish)
  const { rows } = await sql<{ done: Done | null }>`
    select portal.drop_price(${wish.tenantId}::int, ${wish.productId}::bigint, ${wish.id}::bigint, ${wish.version}::int) as done`.execute(
    tx,
  )
  record(told(wish, wish.id, agreed(rows[0]?.done)))
  return { removed: true as const }
}
