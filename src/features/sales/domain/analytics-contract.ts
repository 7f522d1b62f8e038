import * as z from 'zod'
import { endpoint } from '../../../platform/contract/endpoint.ts'
import { Currency, Instant, Money, Quantity } from '../../../platform/contract/money.ts'

const analyticsFilter = {
  search: z.string().max(200).optional(),
  year: z.coerce.number().int().min(1900).max(2100).optional(),
  quarter: z.coerce.number().int().min(1).max(4).optional(),
  currency: Currency.optional(),
}

const year = z.number().int()
const month = z.number().int()

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
    months: z.array(z.object({ year, month, value: figure, low: figure, high: figure })),
    /** Per cent of the months that `low` to `high` is meant to hold. */
    confidence: z.number().int(),
    /** The months that it was fitted to, all of them over. */
    window: z.object({
      from: z.object({ year, month }),
      to: z.object({ year, month }),
      months: z.number().int(),
    }),
    backTest: z.object({
      /** Forecasts made from as many points in the last months, each with what was known then. */
      origins: z.number().int(),
      /** Sum of the absolute errors in per cent of the sum of the months; null where that is 0. */
      error: z.number().nullable(),
      /** The same of "same month last year". */
      naiveError: z.number().nullable(),
    }),
  })

const SalesTrend = z.object({
  /**
   * Every month from the first with sales, without gaps, of the chosen year and quarter; at most twenty years. `over`: counts
   * in averages and the forecast; `to_date`: still running; `later`: dated after the day of the reports.
   */
  months: z.array(
    z.object({
      year,
      month,
      quantity: Quantity,
      amount: Money,
      state: z.enum(['over', 'to_date', 'later']),
      /** Over this month and those before it; null where there are not enough. */
      average: z.object({ quantity: Quantity, amount: Money }).nullable(),
    }),
  ),
  /** How many months an average is over. */
  averageOver: z.number().int(),
  /** January to December in per cent of an average month; null with less than two years. */
  seasonality: z
    .array(z.object({ month, quantity: z.number().nullable(), amount: z.number().nullable() }))
    .nullable(),
  /** Six months; null with less than 36 months that are over, and under a year or a quarter. */
  forecast: z.object({ quantity: Forecast(Quantity), amount: Forecast(Money) }).nullable(),
  /** How many months are over since the first with sales, whatever year and quarter are chosen. */
  monthsOver: z.number().int(),
})
export type SalesTrend = z.infer<typeof SalesTrend>

export const SalesAnalytics = z.object({
  /** The currency shown; null when there are no rows at all. */
  currency: Currency.nullable(),
  otherCurrencies: z.array(Currency),
  totals: z.object({
    quantity: Quantity,
    revenue: Money,
    lines: z.number().int(),
    /** Distinct names, Unknown Client left out. */
    customers: z.number().int(),
    products: z.number().int(),
    /** Distinct invoice numbers. */
    orders: z.number().int(),
    averagePerLine: Money,
    averagePerOrder: Money,
    ordersPerCustomer: z.number(),
    quantityGrowth: z.number(),
    revenueGrowth: z.number(),
  }),
  /** What the growth compares: the chosen year, else the current one, with the year before, over the same months (D1). */
  comparison: Changes.extend({ years: z.tuple([year, year]), months: z.array(month) }),
  /** Always four; null: no month of it is over. */
  quarters: z.array(
    z.object({
      quarter: z.number().int(),
      quantity: Quantity,
      amount: Money,
      lines: z.number().int(),
      orders: z.number().int(),
      comparison: Changes.nullable(),
    }),
  ),
  /** By amount, ties by name. */
  topProducts: z.array(z.object({ key: z.string(), product: z.string(), quantity: Quantity, amount: Money })),
  topCustomers: z.array(
    z.object({ key: z.string(), customer: z.string(), quantity: Quantity, amount: Money }),
  ),
  /** In the place of the customers where there is one client code alone; null elsewhere. */
  topMonths: z.array(z.object({ year, month, quantity: Quantity, amount: Money })).nullable(),
  trend: SalesTrend,
  calendar: z.object({
    currentYear: year,
    /** The newest month of it that is over; 0: none yet. */
    throughMonth: month,
  }),
  /** Lines among the chosen that are dated after the month of the reports: in the totals, in no comparison. */
  laterLines: z.number().int(),
  yearsAvailable: z.array(year),
  dataVersion: z.number().int(),
  asOf: Instant.nullable(),
})
export type SalesAnalytics = z.infer<typeof SalesAnalytics>

const meta = { permission: 'sales.read', module: 'sales-analytics', follows: ['sales'] } as const

export const analyticsContract = {
  analytics: endpoint
    .route({
      method: 'GET',
      path: '/sales/analytics',
      summary: 'Sales analytics: totals, growth, quarters, top lists and trend over all matching rows',
    })
    .meta(meta)
    .input(z.object(analyticsFilter))
    .output(SalesAnalytics),
  trend: endpoint
    .route({
      method: 'GET',
      path: '/sales/trend',
      summary:
        'The monthly trend of a product or of a customer, with moving average, seasonality and forecast',
    })
    .meta(meta)
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
}
