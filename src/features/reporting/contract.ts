import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'

const year = z.number().int().min(1900).max(9999)
const month = z.number().int().min(1).max(12)

/** The calendar of the reports, the same for everybody (D1). */
const ReportingCalendar = z.object({
  /** What the reports take for today. */
  asOf: CalendarDate,
  currentYear: z.number().int(),
  /** Year-to-date runs from January to this month; 0: January is neither over nor closed. */
  throughMonth: z.number().int(),
  /** The newest month with sales, while it is not over. Closed, it counts as if it were. */
  inProgress: z.object({ year: z.number().int(), month: z.number().int(), closed: z.boolean() }).nullable(),
})
export type ReportingCalendar = z.infer<typeof ReportingCalendar>

const Closing = z.object({ year: z.number().int(), month: z.number().int(), at: Instant, by: z.string() })
export type Closing = z.infer<typeof Closing>

const SalesCheck = z.object({
  startedAt: Instant,
  /** Null: it failed. */
  finishedAt: Instant.nullable(),
  /** Lines that were counted. */
  lines: z.number().int().nullable(),
  differences: z.number().int().nullable(),
  /** Of the first differences: which sums, whose, currency and year (0: all years together). */
  details: z.array(
    z.object({
      dataset: z.enum(['history', 'current']),
      sums: z.enum(['items', 'customers', 'totals', 'names', 'shared invoices']),
      /** 0: all clients together, and what nobody has claimed. */
      tenantId: z.number().int(),
      tenantName: z.string().nullable(),
      currency: z.string().nullable(),
      year: z.number().int().nullable(),
      wrongKeys: z.number().int(),
    }),
  ),
  fault: z.string().nullable(),
})
export type SalesCheck = z.infer<typeof SalesCheck>

const manage = { permission: 'calendar.manage' } as const

export const reportingContract = {
  calendar: endpoint
    .route({
      method: 'GET',
      path: '/reporting-calendar',
      summary: 'As-of day, current year and year-to-date of the sales screens',
    })
    .meta({ permission: 'sales.read', module: 'sales' })
    .output(ReportingCalendar),
  closings: endpoint
    .route({
      method: 'GET',
      path: '/admin/closings',
      summary: 'Months that were closed by hand, the newest first',
    })
    .meta(manage)
    .output(z.object({ items: z.array(Closing) })),
  close: endpoint
    .route({
      method: 'POST',
      path: '/admin/closings',
      summary: 'Closes the month in progress: it counts in year-to-date from now on',
    })
    .meta({ ...manage, audit: 'month.closed' })
    .input(z.object({ year, month }).strict())
    .output(ReportingCalendar),
  reopen: endpoint
    .route({
      method: 'POST',
      path: '/admin/closings/reopen',
      summary: 'Opens a month again that was closed by hand',
    })
    .meta({ ...manage, audit: 'month.reopened' })
    .input(z.object({ year, month }).strict())
    .output(ReportingCalendar),
  salesChecks: endpoint
    .route({
      method: 'GET',
      path: '/admin/sales-checks',
      summary: 'What the nightly count of every sales line found, the newest ten',
    })
    .meta({ permission: 'health.read' })
    .output(z.object({ items: z.array(SalesCheck) })),
  checkSales: endpoint
    .route({
      method: 'POST',
      path: '/admin/sales-checks',
      summary:
        'Begins to count every sales line; what it finds is in the list. 409 while one is under way, 429 within a minute of the last',
    })
    .meta({ ...manage, audit: 'sales_check.asked' })
    .input(z.object({}).strict())
    .output(z.object({ begun: z.literal(true) })),
}
