import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

type Wish = {
  tenantId: number
  productId: number
  choice: boolean | null
  minimumQuantity: number | null
  leadWeeks: { from: number; to: number } | null
  version: number
}
type Done = { stale?: true; version: number; before: Record<string, unknown>; after: Record<string, unknown> }

/** @throws 404 for a tenant that the asker does not see as for none, 412 when somebody else changed it first */
export async function offerProduct(tx: Tx, wish: Wish, record: (act: Act) => void) {
  const { tenantId, productId, choice, minimumQuantity, leadWeeks, version } = wish
  const { rows } = await sql<{ done: Done | null }>`
    select portal.offer_product(${tenantId}::int, ${productId}::bigint, ${choice}::boolean, ${minimumQuantity}::numeric,
      ${leadWeeks?.from ?? null}::int, ${leadWeeks?.to ?? null}::int, ${version}::int) as done`.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  record({
    chain: tenantId,
    objectType: 'catalogue_item',
    objectId: String(productId),
    before: done.before,
    after: done.after,
    event: {
      topic: 'products',
      module: 'product',
      permission: 'products.read',
      tenantId,
      payload: { name: 'catalogue.changed' },
    },
  })
  return { version: done.version }
}

/** So many are enough to see that more must be typed. */
const MOST_CANDIDATES = 20

export async function findCandidates(tx: Tx, { search }: { search: string }) {
  const { rows } = await sql<{ id: number; itemNo: string; name: string }>`
    select p.id, p.item_no as "itemNo", p.name from portal.find_products(${search.trim()}, ${MOST_CANDIDATES}) p`.execute(
    tx,
  )
  return { items: rows }
}
