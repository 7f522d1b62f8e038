import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

/** Filters of the sales screens. Month and year act on totals, trend and top lists; the summary and the evolution keep their years (D2). */
const salesFilter = {
  search: z.string().max(200).optional(),
  year: z.coerce.number().int().min(1900).max(2100).optional(),
  month: z.coerce.number().int().min(1).max(12).optional(),
  currency: Currency.optional(),
}

const SalesTotals = z.object({
  quantity: Quantity,
  amount: Money,
  lines: z.number().int(),
  /** Distinct invoice numbers. */
  orders: z.number().int(),
  averagePerLine: Money,
  averagePerOrder: Money,
})

export const SalesHistory = z.object({
  /** The currency shown; null when there are no rows at all. */
  currency: Currency.nullable(),
  otherCurrencies: z.array(Currency),
  totals: SalesTotals,
  years: z.array(z.object({ year: z.number().int(), quantity: Quantity, amount: Money })),
  /** January to December, always twelve. */
  months: z.array(z.object({ month: z.number().int(), quantity: Quantity, amount: Money })),
  topProducts: z.array(z.object({ key: z.string(), product: z.string(), quantity: Quantity, amount: Money })),
  /** Six full years before the current one (D1); `changes` are per cent against the year before, null where that is 0 or outside. */
  evolution: z.object({
    years: z.array(z.number().int()),
    products: z.array(
      z.object({
        key: z.string(),
        product: z.string(),
        quantities: z.array(Quantity),
        changes: z.array(z.number().nullable()),
        total: Quantity,
      }),
    ),
  }),
  /** Years with sales, newest first, for the filter. */
  yearsAvailable: z.array(z.number().int()),
  dataVersion: z.number().int(),
  asOf: Instant.nullable(),
})
export type SalesHistory = z.infer<typeof SalesHistory>

/** Above 5 per cent growth, below −5 decline, else stable; `new`: from nothing (D1). */
const Trend = z.enum(['growth', 'stable', 'decline', 'new'])
/** Per cent, one decimal; 0 when there was nothing before. */
const growth = z.number()
const Sold = z.object({ quantity: Quantity, revenue: Money })

export const CurrentSales = z.object({
  /** The currency shown; null when there are no rows at all. */
  currency: Currency.nullable(),
  otherCurrencies: z.array(Currency),
  totals: Sold.extend({
    lines: z.number().int(),
    /** Distinct sales orders. */
    orders: z.number().int(),
    averagePerLine: Money,
    averagePerOrder: Money,
  }),
  /** Months 1 to the newest one that is over, this year against the one before (D1); 0: January is not over. */
  ytd: z.object({
    years: z.tuple([z.number().int(), z.number().int()]),
    throughMonth: z.number().int(),
    quantity: z.object({ previous: Quantity, current: Quantity, growth, trend: Trend }),
    revenue: z.object({ previous: Money, current: Money, growth, trend: Trend }),
    /** Both years; the month in progress counts to date, a month that has not begun is null. */
    months: z.array(z.object({ month: z.number().int(), previous: Sold, current: Sold.nullable() })),
    /** Dated after the reporting day: left out of the comparison. */
    laterLines: z.number().int(),
  }),
  /** January to December, always twelve. */
  months: z.array(Sold.extend({ month: z.number().int() })),
  topProducts: z.array(Sold.extend({ key: z.string(), product: z.string() })),
  /** The fifteen codes with the most revenue in the compared months of both years. */
  comparison: z.array(
    z.object({
      code: z.string(),
      product: z.string(),
      previous: Sold,
      current: Sold,
      quantityGrowth: growth,
      quantityTrend: Trend,
      revenueGrowth: growth,
      /** Of the revenue. */
      trend: Trend,
    }),
  ),
  /** Years with sales, newest first, for the filter. */
  yearsAvailable: z.array(z.number().int()),
  dataVersion: z.number().int(),
  asOf: Instant.nullable(),
})
export type CurrentSales = z.infer<typeof CurrentSales>

const line = {
  id: z.number().int(),
  tenantName: z.string().optional(),
  year: z.number().int(),
  month: z.number().int(),
  clientCode: z.string().nullable(),
  customer: z.string(),
  itemNo: z.string().nullable(),
  itemName: z.string().nullable(),
  product: z.string(),
  quantity: Quantity,
  amount: Money,
  currency: Currency,
  unitPrice: z.string().nullable(),
}

export const SalesLine = z.object({
  ...line,
  invoiceNo: z.string(),
  invoiceDate: CalendarDate.nullable(),
  taxCode: z.string().nullable(),
  amt2: Money.nullable(),
})
export type SalesLine = z.infer<typeof SalesLine>

/** Of dataset=current: `itemNo` is Code, `itemName` Prod_Name, `clientCode` Account Number. */
export const CurrentSalesLine = z.object({
  ...line,
  so: z.string(),
  unit: z.string().nullable(),
  lot: z.string().nullable(),
})
export type CurrentSalesLine = z.infer<typeof CurrentSalesLine>

export type AnySalesLine = SalesLine | CurrentSalesLine

/** Two tables of sales that are never added up together. */
const DATASETS = ['history', 'current'] as const
export type DatasetName = (typeof DATASETS)[number]

export const SalesLines = pageOf(z.union([SalesLine, CurrentSalesLine])).extend({
  /** Sums over all matching lines, so that a figure and its lines can be compared; null after the first page. */
  sums: z.object({ quantity: Quantity, amount: Money, lines: z.number().int() }).nullable(),
})

export type SalesLines = z.infer<typeof SalesLines>

export const salesContract = {
  history: endpoint
    .route({
      method: 'GET',
      path: '/sales/history',
      summary: 'Sales history: every figure over all matching rows',
    })
    .meta({ permission: 'sales.read', module: 'sales', follows: ['sales'] })
    .input(z.object(salesFilter))
    .output(SalesHistory),
  current: endpoint
    .route({
      method: 'GET',
      path: '/sales/current',
      summary: 'Current sales: every figure over all matching rows, and this year against the one before',
    })
    .meta({ permission: 'sales.read', module: 'sales', follows: ['sales'] })
    .input(z.object(salesFilter))
    .output(CurrentSales),
  lines: endpoint
    .route({ method: 'GET', path: '/sales/lines', summary: 'The sales lines behind a figure' })
    .meta({ permission: 'sales.read', module: 'sales' })
    .input(
      z.object({
        dataset: z.enum(DATASETS).default('history'),
        ...salesFilter,
        /** Several years, both included, for a figure over a window of them; `year` goes first. */
        fromYear: salesFilter.year,
        toYear: salesFilter.year,
        quarter: z.coerce.number().int().min(1).max(4).optional(),
        /** `key` of a product in the lists. */
        product: z.string().max(500).optional(),
        /** Item No or Code, as it is. */
        code: z.string().max(100).optional(),
        /** Of each year, the months up to this one: what a comparison to date counts. */
        throughMonth: z.coerce.number().int().min(0).max(12).optional(),
        /** Display name of a customer. */
        customer: z.string().max(500).optional(),
        ...pageQuery,
      }),
    )
    .output(SalesLines),
}
