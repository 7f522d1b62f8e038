import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { ORDER_STATUSES, OrderChange } from '../orders/contract.ts'

/** The parts of the dashboard; each is shown to who may see what it is made of, and can be asked for alone. */
export const DASHBOARD_PARTS = ['orders', 'sales'] as const

/** How many orders in every currency, and their amount in the one that is shown; the others beside it (D2). */
const OrderFigure = z.object({
  count: z.number().int(),
  amount: Money,
  currency: Currency,
  others: z.array(z.object({ currency: Currency, count: z.number().int(), amount: Money })),
})

const change = <Figure extends z.ZodType>(figure: Figure) =>
  z.object({
    previous: figure,
    current: figure,
    /** Per cent, one decimal; 0 when the previous is 0, with trend `new` if the current is not (D1). */
    growth: z.number(),
    trend: z.enum(['growth', 'stable', 'decline', 'new']),
  })
const monthly = z.object({ quantity: Quantity, amount: Money })

const Cards = z.object({
  totalOrders: OrderFigure,
  /** Blend, CTS and in progress (session grouping of the source). */
  inProgressOrders: OrderFigure,
  notStartedOrders: OrderFigure,
  /** Those whose status means none of the source's; only where there are any. */
  otherOrders: OrderFigure.optional(),
  /** Sold over the whole history in the currency shown; in the others beside it. */
  totalQuantity: z.object({
    quantity: Quantity,
    amount: Money,
    currency: Currency,
    others: z.array(z.object({ currency: Currency, quantity: Quantity, amount: Money })),
  }),
  /** Months 1 to `throughMonth` of the current year against the same of the year before; 0: none of them is over yet. */
  ytdEvolution: z.object({
    years: z.tuple([z.number().int(), z.number().int()]),
    throughMonth: z.number().int(),
    currency: Currency,
    quantity: change(Quantity),
    revenue: change(Money),
    /** January to December; `current` is null for months that have not come, and goes beyond `throughMonth` "to date". */
    months: z.array(z.object({ month: z.number().int(), previous: monthly, current: monthly.nullable() })),
    /** Sales lines dated after the day of the report: in no comparison. */
    laterLines: z.number().int(),
    /** What Current Sales has of the same months this year; `agrees`: so it has of both. Null: nothing. */
    otherDataset: z.object({ quantity: Quantity, revenue: Money, agrees: z.boolean() }).nullable(),
  }),
})

const Receivables = z.object({
  /** From invoices, by days past the due date; of who has none, the total order amount split 60/25/15 per cent (D4). */
  basis: z.enum(['invoices', 'estimate']),
  currency: Currency,
  total: Money,
  under30: Money,
  under60: Money,
  over60: Money,
})

const RecentOrder = z.object({
  id: z.number().int(),
  /** There only for those who look at several tenants. */
  tenantName: z.string().optional(),
  primary: z.string().nullable(),
  ordNo: z.string().nullable(),
  clientName: z.string().nullable(),
  ordStat: z.string().nullable(),
  /** Which of the source's statuses that means; null: none of them. */
  status: z.enum(ORDER_STATUSES).nullable(),
  montantTotal: z.string().nullable(),
  amount: Money,
  currency: Currency,
})

/** A recorded change of an order, with the order that it is of. */
const Activity = OrderChange.omit({ recordedAt: true }).extend({
  kind: z.literal('order'),
  orderId: z.number().int(),
  ordNo: z.string().nullable(),
  primary: z.string().nullable(),
  /** There only for those who look at several tenants. */
  tenantName: z.string().optional(),
})

/** What cannot be seen by the asker, or was not asked for, is not there: no card, null for the rest. */
export const Dashboard = z.object({
  cards: Cards.partial(),
  receivables: Receivables.nullable(),
  /** The twenty highest order numbers. */
  recentOrders: z.array(RecentOrder).nullable(),
  /** The newest recorded events, newest first. */
  activity: z.array(Activity).nullable(),
  /** Orders cancelled or not started. */
  issues: z.number().int().nullable(),
  /** Oldest of upstream's last batches for what is shown; null before the first. */
  asOf: Instant.nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardContract = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/dashboard',
      summary: 'Cards, receivables, recent orders and activity, over every row that the asker may see',
    })
    .meta({ permission: 'dashboard.read', module: 'dashboard', follows: ['orders', 'sales', 'invoices'] })
    .input(z.object({ part: z.enum(DASHBOARD_PARTS).optional(), currency: Currency.optional() }))
    .output(Dashboard),
}

export const dashboardExportInput = z.object({ currency: Currency.optional() })

/** Answered outside the typed router: a file. */
export const dashboardFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/dashboard/export',
      summary: 'What the dashboard shows as a workbook (XLSX): summary, receivables, recent orders, activity',
    })
    .meta({ permission: 'dashboard.read', module: 'dashboard', audit: 'dashboard.exported' })
    .input(dashboardExportInput)
    .output(z.file()),
}
