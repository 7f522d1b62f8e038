import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { languagesOf } from '../../../platform/server/pdf/letterhead.ts'
import type { Dashboard } from '../../dashboard/contract.ts'
import type { FinanceOverview } from '../contract.ts'
import { invoicesAsOf } from './list-invoices.ts'
import { hasInvoices, type Owed, readOwed } from './receivables.ts'

/** What orders publish: their cards, and what their total says of receivables while there are no invoices. */
export type OrderCards = (
  tx: Tx,
  actor: Actor,
  currency: string | undefined,
) => Promise<{ cards: Dashboard['cards']; receivables: NonNullable<Dashboard['receivables']> }>

/** What is owed by age in one currency, with the order figures beside it for those who may see orders. */
export async function getFinance(
  tx: Tx,
  actor: Actor,
  ask: { currency?: string | undefined },
  { today, orderCards }: { today: string; orderCards: OrderCards },
): Promise<FinanceOverview> {
  const owed = await readOwed(tx, actor, today)
  const real = hasInvoices(owed)
  const currency = ask.currency ?? (real ? currencyOf(owed, actor) : undefined)
  const seesOrders = !actor.hiddenModules.includes('orders') && may(actor, 'orders.read')
  const [orders, asOf, tenant] = await Promise.all([
    seesOrders ? orderCards(tx, actor, currency) : null,
    real ? invoicesAsOf(tx) : ordersAsOf(tx),
    actor.tenantId === null ? undefined : companyOf(tx, actor.tenantId),
  ])
  const shown = currency ?? orders?.receivables.currency ?? actor.currency
  const { totalOrders, inProgressOrders, notStartedOrders } = orders?.cards ?? {}
  return {
    today,
    currency: shown,
    receivables:
      real || !orders
        ? fromInvoices(owed, shown)
        : { ...fromInvoices([], shown), ...withoutCurrency(orders) },
    others: real
      ? owed
          .filter((one) => one.currency !== shown)
          .map((one) => ({ currency: one.currency, total: moneyText(one.owed) }))
      : (totalOrders?.others.map(({ currency, amount }) => ({ currency, total: amount })) ?? []),
    orders:
      totalOrders && inProgressOrders && notStartedOrders
        ? { totalOrders, inProgressOrders, notStartedOrders }
        : null,
    paperLanguages: tenant ? languagesOf(tenant) : null,
    asOf,
  }
}

const withoutCurrency = ({ receivables: { currency: _, ...figures } }: Awaited<ReturnType<OrderCards>>) =>
  figures

/** The asker's own where there are invoices in it, else that of the most invoices. */
export const currencyOf = (owed: readonly Owed[], actor: Actor): string =>
  (owed.find(({ currency }) => currency === actor.currency) ?? owed[0])?.currency ?? actor.currency

export function fromInvoices(owed: readonly Owed[], currency: string): FinanceOverview['receivables'] {
  const of = owed.find((one) => one.currency === currency)
  const money = (name: Exclude<keyof Owed, 'currency' | `${string}invoices`>) => moneyText(of?.[name] ?? 0n)
  return {
    basis: 'invoices',
    total: money('owed'),
    open: money('open'),
    openInvoices: of?.open_invoices ?? 0,
    credit: money('credit'),
    under30: money('under30'),
    under60: money('under60'),
    over60: money('over60'),
    credits: {
      under30: money('under30_credit'),
      under60: money('under60_credit'),
      over60: money('over60_credit'),
    },
    overdue: money('overdue'),
    overdueInvoices: of?.overdue_invoices ?? 0,
    within7: money('within7'),
    within7Invoices: of?.within7_invoices ?? 0,
    within30: money('within30'),
    within30Invoices: of?.within30_invoices ?? 0,
    later: money('later'),
    laterInvoices: of?.later_invoices ?? 0,
    upcoming: money('upcoming'),
    upcomingInvoices: of?.upcoming_invoices ?? 0,
  }
}

const companyOf = (tx: Tx, id: number) =>
  tx.selectFrom('tenants').select(['language', 'region']).where('id', '=', id).executeTakeFirst()

async function ordersAsOf(tx: Tx): Promise<string | null> {
  const feed = await tx
    .selectFrom('feeds')
    .select('last_batch_at')
    .where('kind', '=', 'orders')
    .executeTakeFirst()
  return feed?.last_batch_at ?? null
}
