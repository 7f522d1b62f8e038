import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act as Recorded } from '../../../platform/server/records/write-records.ts'
import type { State } from '../domain/transitions.ts'
import { sideOf } from './po-rows.ts'

type Place = { tenantId: number; id: number }
type Entry = {
  act: string
  state: State
  note?: string | null | undefined
  details?: object
  /** The client does not see it. */
  staffOnly?: boolean
}

/** A line of the timeline; answers its id. */
export async function note(tx: Tx, actor: Actor, { tenantId, id }: Place, entry: Entry): Promise<number> {
  const { id: eventId } = await tx
    .insertInto('purchase_order_events')
    .values({
      ...{ tenant_id: tenantId, purchase_order_id: id, act: entry.act, state: entry.state },
      ...{ actor: actor.userId, by_staff: sideOf(actor) === 'staff', note: entry.note ?? null },
      details: JSON.stringify(entry.details ?? {}),
      staff_only: entry.staffOnly ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return eventId
}

/** What the records say of it, and who hears: `purchase_order.<what happened>`. Of a client's draft, which is its own, no staff. */
export const tell = (
  {
    tenantId,
    id,
    state,
    byStaff,
    staffOnly,
  }: Place & {
    state?: State
    byStaff?: boolean
    staffOnly?: boolean
  },
  happened: string,
  version: number,
) =>
  ({
    chain: tenantId,
    objectType: 'purchase_order',
    objectId: String(id),
    event: {
      ...{ topic: 'purchase-orders', module: 'orders', permission: 'purchase_orders.read', tenantId },
      payload: {
        ...{ name: `purchase_order.${happened}`, version },
        ...(state === 'draft' && !byStaff && { to: 'members' }),
        ...(staffOnly && { to: 'staff' }),
      },
    },
  }) satisfies Recorded
