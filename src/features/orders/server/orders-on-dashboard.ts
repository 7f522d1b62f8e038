import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import type { Order } from '../contract.ts'
import { listOrderChanges } from './list-order-changes.ts'
import { orderCards } from './order-cards.ts'
import { readOrderFigures } from './order-figures.ts'
import { orderRows, toOrder } from './order-row.ts'
import { orderSort } from './order-sort.ts'

const RECENT = 20
/** Changes; what one version of an order changed is told together. */
const EVENTS = 24

/** Cards, receivables, the newest numbers and changes: all of it in the currency asked for, else the asker's own (D2). */
export async function readOrdersOnDashboard(
  tx: Tx,
  actor: Actor,
  { currency }: { currency: string | undefined },
): Promise<Partial<Dashboard>> {
  const [figures, recent, changes, feed] = await Promise.all([
    readOrderFigures(tx, actor),
    readRecent(tx, actor),
    listOrderChanges(tx, actor, { limit: EVENTS }),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  const { cards, receivables } = orderCards(actor, currency, figures)
  return {
    cards,
    receivables: actor.hiddenModules.includes('finance') ? null : receivables,
    recentOrders: recent,
    activity: changes.map(({ recordedAt: _, clientName: __, ...change }) => ({ kind: 'order', ...change })),
    issues: figures.reduce((sum, { issues }) => sum + issues, 0),
    asOf: feed?.last_batch_at ?? null,
  }
}

async function readRecent(tx: Tx, actor: Actor): Promise<Dashboard['recentOrders']> {
  const rows = await orderRows(tx, actor, {}, { matches: { kind: 'all' }, sort: orderSort('-ordNo') })
    .limit(RECENT)
    .execute()
  return rows.map((row) => {
    const { id, tenantName, primary, ordNo, clientName, ordStat, status, montantTotal, amount, currency } =
      toOrder(row as Order)
    const order = { id, primary, ordNo, clientName, ordStat, status, montantTotal, amount, currency }
    return tenantName === undefined ? order : { ...order, tenantName }
  })
}
