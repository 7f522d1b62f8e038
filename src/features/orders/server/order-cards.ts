import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import { splitReceivables } from '../domain/receivables.ts'
import { type OrderFigures, readOrderFigures } from './order-figures.ts'

/** The order cards and what they say of receivables, in the currency asked for, else the asker's own (D2). */
export async function readOrderCards(tx: Tx, actor: Actor, currency: string | undefined) {
  return orderCards(actor, currency, await readOrderFigures(tx, actor))
}

export function orderCards(actor: Actor, currency: string | undefined, figures: OrderFigures[]) {
  const has = (one: string) => figures.some((row) => row.currency === one)
  const shown = currency ?? (has(actor.currency) ? actor.currency : (figures[0]?.currency ?? actor.currency))
  const figure = figureIn(shown, figures)
  return {
    cards: {
      totalOrders: figure('count', 'cents'),
      inProgressOrders: figure('processingCount', 'processingCents'),
      notStartedOrders: figure('notStartedCount', 'notStartedCents'),
      ...(figures.some(({ otherCount }) => otherCount > 0) && {
        otherOrders: figure('otherCount', 'otherCents'),
      }),
    },
    receivables: estimate(shown, figures),
  }
}

type Counts = 'count' | 'processingCount' | 'notStartedCount' | 'otherCount'
type Amounts = 'cents' | 'processingCents' | 'notStartedCents' | 'otherCents'

const figureIn = (shown: string, figures: OrderFigures[]) => (counts: Counts, amounts: Amounts) => ({
  count: figures.reduce((sum, row) => sum + row[counts], 0),
  amount: moneyText(BigInt(figures.find(({ currency }) => currency === shown)?.[amounts] ?? 0)),
  currency: shown,
  others: figures
    .filter((row) => row.currency !== shown && row[counts] > 0)
    .map((row) => ({
      currency: row.currency,
      count: row[counts],
      amount: moneyText(BigInt(row[amounts])),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
})

/** D4: of who has no invoices, by the source's split. */
function estimate(shown: string, figures: OrderFigures[]): NonNullable<Dashboard['receivables']> {
  const total = BigInt(figures.find(({ currency }) => currency === shown)?.cents ?? 0)
  const { under30, under60, over60 } = splitReceivables(total)
  return {
    basis: 'estimate',
    currency: shown,
    total: moneyText(total),
    under30: moneyText(under30),
    under60: moneyText(under60),
    over60: moneyText(over60),
  }
}
