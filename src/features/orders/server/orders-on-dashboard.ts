import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import type { Order } from '../contract.ts'
import { splitReceivables } from '../domain/receivables.ts'
import { listOrderChanges } from './list-order-changes.ts'
import { type OrderFigures, readOrderFigures } from './order-figures.ts'
import { orderRows, toOrder } from './order-row.ts'
import { orderSort } from './order-sort.ts'

const RECENT = 20
/** Changes; what one version of an order changed is told together. */
const EVENTS = 24

/** Cards, receivables, the newest numbers and changes: all of it in the currency asked for, else the asker's own (D2). */
export async function readOrdersOnDashboard(
  tx: Handle,
  actor: Actor,
  { currency }: { currency: string | undefined },
): Promise<Partial<Dashboard>> {
  const [figures, recent, changes, feed] = await Promise.all([
    readOrderFigures(tx, actor),
    readRecent(tx, actor),
    listOrderChanges(tx, actor, { limit: EVENTS }),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  const has = (one: string) => figures.some((row) => row.currency === one)
  const shown = currency ?? (has(actor.currency) ? actor.currency : (figures[0]?.currency ?? actor.currency))
  const figure = figureIn(shown, figures)
  return {
    cards: {
      totalOrders: figure('count', 'cents'),
      inProgressOrders: figure('processingCount', 'processingCents'),
      notStartedOrders: figure('notStartedCount', 'notStartedCents'),
    },
    receivables: actor.hiddenModules.includes('finance') ? null : estimate(shown, figures),
    recentOrders: recent,
    activity: changes.map(({ recordedAt: _, clientName: __, ...change }) => ({ kind: 'order', ...change })),
    issues: figures.reduce((sum, { issues }) => sum + issues, 0),
    asOf: feed?.last_batch_at ?? null,
  }
}

type Counts = 'count' | 'processingCount' | 'notStartedCount'
type Amounts = 'cents' | 'processingCents' | 'notStartedCents'

const figureIn = (shown: string, figures: OrderFigures[]) => (counts: Counts, amounts: Amounts) => ({
  count: figures.reduce((sum, row) => sum + row[counts], 0),
  amount: toMoney(BigInt(figures.find(({ currency }) => currency === shown)?.[amounts] ?? 0)),
  currency: shown,
  others: figures
    .filter((row) => row.currency !== shown && row[counts] > 0)
    .map((row) => ({ currency: row.currency, count: row[counts], amount: toMoney(BigInt(row[amounts])) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
})

/** D4: until a tenant has invoices, by the source's split. */
function estimate(shown: string, figures: OrderFigures[]): Dashboard['receivables'] {
  const total = BigInt(figures.find(({ currency }) => currency === shown)?.cents ?? 0)
  const { under30, under60, over60 } = splitReceivables(total)
  return {
    basis: 'estimate',
    currency: shown,
    total: toMoney(total),
    under30: toMoney(under30),
    under60: toMoney(under60),
    over60: toMoney(over60),
  }
}

async function readRecent(tx: Handle, actor: Actor): Promise<Dashboard['recentOrders']> {
  const rows = await orderRows(tx, actor, {}, { matches: { kind: 'all' }, sort: orderSort('-ordNo') })
    .limit(RECENT)
    .execute()
  return rows.map((row) => {
    const { id, tenantName, primary, ordNo, clientName, ordStat, montantTotal, amount, currency } = toOrder(
      row as Order,
    )
    const order = { id, primary, ordNo, clientName, ordStat, montantTotal, amount, currency }
    return tenantName === undefined ? order : { ...order, tenantName }
  })
}

/** Cents as the wire has money. */
function toMoney(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
