import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'

/** What else is known by the number and the system that it comes from. */
export type LotPlace = { id: number; sourceId: number; lotNo: string; itemNo: string }

/** So many are offered when a number is not one lot's alone. */
const MOST_MATCHES = 20
const BY_ID = /^id:([1-9]\d{0,15})$/

/** A number, or `id:<id>`, and the item of the lot that is meant. */
export type AskedLot = { lotNo: string; item?: string | undefined }

/**
 * The lot that is asked for, among those that the asker has access to. 404 for another as for none; 409 `ambiguous` with
 * their ids and items where the number stands at several items, or several systems upstream use it.
 */
export async function findLot(tx: Tx, { lotNo, item }: AskedLot): Promise<LotPlace> {
  const id = BY_ID.exec(lotNo)?.[1]
  if (id !== undefined && !Number.isSafeInteger(Number(id))) throw refuse(404, 'not_found')
  const found = await tx
    .selectFrom('lots as x')
    .select(['x.id', 'x.source_id as sourceId', 'x.lot_no as lotNo', 'x.item_no as itemNo'])
    .where(id === undefined ? sql<boolean>`x.lot_no = ${lotNo}` : sql<boolean>`x.id = ${id}::bigint`)
    .$if(item !== undefined, (some) => some.where('x.item_no', '=', item as string))
    .orderBy('x.item_no')
    .orderBy('x.id', 'desc')
    .limit(MOST_MATCHES)
    .execute()
  const [first, ...others] = found
  if (!first) throw refuse(404, 'not_found')
  if (others.length > 0)
    throw refuse(409, 'ambiguous', {
      ids: found.map((lot) => lot.id),
      items: found.map((lot) => lot.itemNo),
    })
  return first
}
