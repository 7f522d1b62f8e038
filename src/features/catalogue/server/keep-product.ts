import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ProductClass } from '../../products/contract.ts'

type Wish = {
  tenant: number
  id: number | null
  itemNo: string
  name: string
  names: { 'fr-CA': string | null; de: string | null; es: string | null }
  category: string | null
  class: ProductClass | null
  unit: string | null
  minimumQuantity: number | null
  leadWeeks: { from: number; to: number } | null
  active: boolean
  version: number
}
type Done = {
  stale?: true
  refused?: keyof typeof REFUSALS
  id: number
  version: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}
const REFUSALS = {
  upstream: 'product_from_upstream',
  taken: 'product_taken',
  shared: 'product_shared',
} as const

/** @throws 404, 409 for what is upstream's, whose number is taken or whom others have too, 412 when somebody else changed it first */
export async function keepProduct(tx: Tx, wish: Wish, record: (act: Act) => void) {
  const { tenant, id, names, leadWeeks, version, ...facts } = wish
  const stored = {
    ...{ ...facts, nameFr: names['fr-CA'], nameDe: names.de, nameEs: names.es },
    ...{ weeksFrom: leadWeeks?.from ?? null, weeksTo: leadWeeks?.to ?? null },
  }
  const { rows } = await sql<{ done: Done | null }>`
    select portal.keep_product(${tenant}::int, ${id}::bigint, ${JSON.stringify(stored)}::jsonb, ${version}::int) as done`.execute(
    tx,
  )
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  if (done.refused === 'taken')
    throw refuse(409, REFUSALS.taken, { errors: [{ path: 'itemNo', messageKey: 'itemTaken' }] })
  if (done.refused) throw refuse(409, REFUSALS[done.refused])
  record({
    chain: tenant,
    objectType: 'product',
    objectId: String(done.id),
    before: done.before,
    after: done.after,
    event: {
      topic: 'products',
      module: 'product',
      permission: 'products.read',
      tenantId: tenant,
      payload: { name: 'catalogue.changed' },
    },
  })
  return { id: done.id, version: done.version }
}
