import * as z from 'zod'
import { endpoint, searches } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import {
  analyticsFilter,
  inOrder,
  linesSelection,
  ofTwoPeriods,
  salesFilter,
  YearMonth,
} from './domain/sales-filters.ts'

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
    /** What Sales History has of the same months this year; `agrees`: so it has of both. Null: nothing, or only some rows are asked for. */
    otherDataset: z.object({ quantity: Quantity, revenue: Money, agrees: z.boolean() }).nullable(),
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
  /** Of the invoice with this number, where it is here and the asker may see invoices. */
  invoiceId: z.number().int().nullable(),
})
export type SalesLine = z.infer<typeof SalesLine>

/** Of dataset=current: `itemNo` is Code, `itemName` Prod_Name, `clientCode` Account Number. */
export const CurrentSalesLine = z.object({
  ...line,
  so: z.string(),
  unit: z.string().nullable(),
  lot: z.string().nullable(),
  /** Of the order with this number, where it is here and the asker may see orders. */
  orderId: z.number().int().nullable(),
})
export type CurrentSalesLine = z.infer<typeof CurrentSalesLine>

export type AnySalesLine = SalesLine | CurrentSalesLine

export const SalesLines = pageOf(z.union([SalesLine, CurrentSalesLine])).extend({
  /** Sums over all matching lines, so that a figure and its lines can be compared; null after the first page. */
  sums: z.object({ quantity: Quantity, amount: Money, lines: z.number().int() }).nullable(),
  /** What the quantity is made of, by unit; null after the first page and where no line has one. */
  units: z.array(z.object({ unit: z.string().nullable(), quantity: Quantity })).nullable(),
})

export type SalesLines = z.infer<typeof SalesLines>

export const SalesLineCounts = z.object({
  /** Distinct order numbers: Invoice No of the history, SO of current sales. */
  orders: z.number().int(),
  /** Distinct names. */
  products: z.number().int(),
  /** Distinct names, Unknown Client left out. */
  customers: z.number().int(),
  averagePerLine: Money,
  averagePerOrder: Money,
  ordersPerCustomer: z.number(),
})
export type SalesLineCounts = z.infer<typeof SalesLineCounts>

const count = z.number().int()
const at = { year: count, month: count }
const Percent = z.number().nullable()
const sums = { quantity: Quantity, amount: Money }

const Change = <T extends z.ZodType>(figure: T) =>
  z.object({
    previous: figure,
    current: figure,
    /** Per cent, one decimal; 0 when the previous is 0, with the trend `new` unless both are (D1). */
    growth: z.number(),
    trend: z.enum(['growth', 'stable', 'decline', 'new']),
  })
const Changes = z.object({ quantity: Change(Quantity), revenue: Change(Money) })

const Forecast = <T extends z.ZodType>(figure: T) =>
  z.object({
    /** The one with the smallest error in the back-test; of equal ones the simplest. */
    method: z.enum(['same_month_last_year', 'holt_winters_additive', 'holt_winters_multiplicative']),
    months: z.array(z.object({ ...at, value: figure, low: figure, high: figure })),
    /** Per cent of the months that `low` to `high` is meant to hold. */
    confidence: count,
    /** The months that it was fitted to, all of them over. */
    window: z.object({ from: z.object(at), to: z.object(at), months: count }),
    backTest: z.object({
      /** Forecasts made from as many points in the last months, each with what was known then. */
      origins: count,
      /** Sum of the absolute errors in per cent of the sum of the months; null where that is 0. */
      error: Percent,
      /** The same of "same month last year". */
      naiveError: Percent,
    }),
  })

const SalesTrend = z.object({
  /**
   * Every month from the first with sales, without gaps, of the chosen year and quarter; at most twenty years. `over`: counts
   * in averages and the forecast; `to_date`: still running; `later`: dated after the day of the reports.
   */
  months: z.array(
    z.object({
      ...at,
      ...sums,
      state: z.enum(['over', 'to_date', 'later']),
      /** Over this month and those before it; null where there are not enough. */
      average: z.object(sums).nullable(),
    }),
  ),
  /** How many months an average is over. */
  averageOver: count,
  /** January to December in per cent of an average month; null with less than two years. */
  seasonality: z.array(z.object({ month: count, quantity: Percent, amount: Percent })).nullable(),
  /** Six months; null with less than 36 months that are over, and under a year or a quarter. */
  forecast: z.object({ quantity: Forecast(Quantity), amount: Forecast(Money) }).nullable(),
  /** How many months are over since the first with sales, whatever year and quarter are chosen. */
  monthsOver: count,
})
export type SalesTrend = z.infer<typeof SalesTrend>

export const SalesAnalytics = z.object({
  /** The currency shown; null when there are no rows at all. */
  currency: Currency.nullable(),
  otherCurrencies: z.array(Currency),
  totals: z.object({
    quantity: Quantity,
    revenue: Money,
    lines: count,
    /** Distinct names, Unknown Client left out. */
    customers: count,
    products: count,
    /** Distinct invoice numbers. */
    orders: count,
    averagePerLine: Money,
    averagePerOrder: Money,
    ordersPerCustomer: z.number(),
    quantityGrowth: z.number(),
    revenueGrowth: z.number(),
  }),
  /** What the growth compares: the chosen year, else the current one, with the year before, over the same months (D1). */
  comparison: Changes.extend({ years: z.tuple([count, count]), months: z.array(count) }),
  /** Always four; null: no month of it is over. */
  quarters: z.array(
    z.object({
      quarter: count,
      ...sums,
      lines: count,
      orders: count,
      comparison: Changes.nullable(),
    }),
  ),
  /** By amount, ties by name. */
  topProducts: z.array(z.object({ key: z.string(), product: z.string(), ...sums })),
  topCustomers: z.array(z.object({ key: z.string(), customer: z.string(), ...sums })),
  /** In the place of the customers where there is one client code alone; null elsewhere. */
  topMonths: z.array(z.object({ ...at, ...sums })).nullable(),
  trend: SalesTrend,
  /** `throughMonth`: the newest month of the current year that is over; 0: none yet. */
  calendar: z.object({ currentYear: count, throughMonth: count }),
  /** Lines among the chosen that are dated after the month of the reports: in the totals, in no comparison. */
  laterLines: count,
  yearsAvailable: z.array(count),
  dataVersion: count,
  asOf: Instant.nullable(),
})
export type SalesAnalytics = z.infer<typeof SalesAnalytics>

const Beside = Change(z.number())
const ComparedList = z.object({
  /** The twenty that sold most in either period. */
  items: z.array(z.object({ key: z.string(), name: z.string(), figures: Changes })),
  /** How many more there are, and their sums. */
  others: count,
  rest: Changes,
})

export const SalesComparison = z.object({
  currency: Currency.nullable(),
  otherCurrencies: z.array(Currency),
  period: z.object({ from: YearMonth, to: YearMonth }),
  against: z.object({ from: YearMonth, to: YearMonth }),
  totals: z.object({ figures: Changes, lines: Beside, orders: Beside, customers: Beside, products: Beside }),
  products: ComparedList,
  /** Null where there is one client code alone. */
  customers: ComparedList.nullable(),
  /** A period reaches beyond the newest month that is over. */
  beyond: z.boolean(),
})
export type SalesComparison = z.infer<typeof SalesComparison>

const salesMeta = { permission: 'sales.read', module: 'sales', heavy: searches } as const
type Asked = Partial<Record<'search' | 'year' | 'month' | 'from' | 'to' | 'cursor', unknown>>
/** Sums and counts of lines read each of them, millions where it is not one month; a page after the first has none. */
const ofManyMonths = ({ search, year, month, from, to, cursor }: Asked) =>
  searches({ search }) || (!cursor && !(year && month) && !(from && from === to))
const linesMeta = { ...salesMeta, heavy: ofManyMonths } as const
const analyticsMeta = { ...salesMeta, module: 'sales-analytics', follows: ['sales'] } as const

export const salesContract = {
  history: endpoint
    .route({
      method: 'GET',
      path: '/sales/history',
      summary: 'Sales history: every figure over all matching rows',
    })
    .meta({ ...salesMeta, follows: ['sales'] })
    .input(z.object(salesFilter))
    .output(SalesHistory),
  current: endpoint
    .route({
      method: 'GET',
      path: '/sales/current',
      summary: 'Current sales: every figure over all matching rows, and this year against the one before',
    })
    .meta({ ...salesMeta, follows: ['sales'] })
    .input(z.object(salesFilter))
    .output(CurrentSales),
  lines: endpoint
    .route({ method: 'GET', path: '/sales/lines', summary: 'The sales lines behind a figure' })
    .meta(linesMeta)
    .input(z.object({ ...linesSelection, ...pageQuery }).superRefine(ofTwoPeriods))
    .output(SalesLines),
  counts: endpoint
    .route({
      method: 'GET',
      path: '/sales/lines/counts',
      summary: 'What the sales lines behind a figure count: orders, products, customers, and averages',
    })
    .meta(linesMeta)
    .input(z.object(linesSelection).superRefine(ofTwoPeriods))
    .output(SalesLineCounts),
  analytics: endpoint
    .route({
      method: 'GET',
      path: '/sales/analytics',
      summary: 'Sales analytics: totals, growth, quarters, top lists and trend over all matching rows',
    })
    .meta(analyticsMeta)
    .input(z.object(analyticsFilter))
    .output(SalesAnalytics),
  trend: endpoint
    .route({
      method: 'GET',
      path: '/sales/trend',
      summary: 'Monthly trend of a product or of a customer: moving average, seasonality, forecast',
    })
    .meta(analyticsMeta)
    .input(
      z.object({
        ...analyticsFilter,
        /** `key` of a product in the lists. */
        product: z.string().max(500).optional(),
        /** `key` of a customer in the lists. */
        customer: z.string().max(500).optional(),
      }),
    )
    .output(SalesTrend),
  names: endpoint
    .route({
      method: 'GET',
      path: '/sales/names',
      summary:
        'Products or customers by a part of their name or code, the first twenty, for the trend of one',
    })
    .meta(analyticsMeta)
    .input(z.object({ of: z.enum(['products', 'customers']), search: salesFilter.search }))
    .output(z.object({ items: z.array(z.string()) })),
  comparison: endpoint
    .route({
      method: 'GET',
      path: '/sales/comparison',
      summary: 'Any two periods side by side; without any, the year to date and the same months before',
    })
    .meta(analyticsMeta)
    .input(
      z
        .object({
          search: salesFilter.search,
          currency: salesFilter.currency,
          from: YearMonth.optional(),
          to: YearMonth.optional(),
          againstFrom: YearMonth.optional(),
          againstTo: YearMonth.optional(),
        })
        .superRefine(inOrder),
    )
    .output(SalesComparison),
}
