import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Currency, Instant, Money } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

/** One row of "GH ordre": the source's columns in camelCase, texts as received; `amount` is Montant Total as a number. */
export const Order = z.object({
  id: z.number().int(),
  /** Whose order it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  primary: z.string().nullable(),
  ordNo: z.string().nullable(),
  poNo: z.string().nullable(),
  fNo: z.string().nullable(),
  clientName: z.string().nullable(),
  ref: z.string().nullable(),
  ordStat: z.string().nullable(),
  montantTotal: z.string().nullable(),
  amount: Money,
  currency: Currency,
  blT: z.string().nullable(),
  ctsT: z.string().nullable(),
  bbT: z.string().nullable(),
  pbl: z.string().nullable(),
  pcts: z.string().nullable(),
  pbb: z.string().nullable(),
  orderDate: CalendarDate.nullable(),
  requestedDate: CalendarDate.nullable(),
  promisedDate: CalendarDate.nullable(),
  shipTo: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

export const ORDER_GROUPS = ['active', 'processing', 'shipped', 'delivered', 'issues'] as const
export const ORDER_SORTS = [
  'primary',
  'ordNo',
  'poNo',
  'fNo',
  'clientName',
  'ordStat',
  'amount',
  'blT',
  'ctsT',
  'bbT',
  'pbl',
  'pcts',
  'pbb',
  'ref',
  'orderDate',
  'requestedDate',
  'promisedDate',
  'shipTo',
  'tenantName',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

const sorts = ORDER_SORTS.flatMap((field) => [field, `-${field}` as const])
/** PostgreSQL's text has no NUL. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\u0000'))

const orderFilter = {
  /** Part of the order number, PO number, reference, status or client name; letter case and accents do not matter. */
  search: text(200).optional(),
  /** Exact status, compared without regard to letter case. */
  status: text(100).optional(),
  /** Orders-page grouping (source, section 4); groups overlap: cancelled orders are issues, finished ones are not active. */
  group: z.enum(ORDER_GROUPS).optional(),
  sort: z.enum(sorts as [`${'' | '-'}${OrderSort}`]).default('-ordNo' as never),
}

export const OrderPage = pageOf(Order).extend({
  /** Over every order that the search and the status select, whatever the group; null after the first page. */
  counts: z.record(z.enum([...ORDER_GROUPS, 'all']), z.number().int()).nullable(),
  /** For the status filter: those of every order that the search selects, in lower case; null after the first page. */
  statuses: z.array(z.object({ status: z.string(), count: z.number().int() })).nullable(),
  /** The last batch that upstream sent for orders; null before the first. */
  asOf: Instant.nullable(),
})
export type OrderPage = z.infer<typeof OrderPage>

export const ordersContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/orders',
      summary: 'Orders, filtered, sorted and paged; counts over all of them',
    })
    .meta({ permission: 'orders.read', module: 'orders' })
    .input(z.object({ ...orderFilter, ...pageQuery }))
    .output(OrderPage),
}

export const exportInput = z.object({ ...orderFilter, format: z.enum(['csv', 'xlsx']).default('csv') })

/** Answered outside the typed router: a file, streamed. */
export const ordersFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/orders/export',
      summary: 'Every matching order as a file (CSV or XLSX), streamed',
    })
    .meta({ permission: 'orders.read', module: 'orders', audit: 'orders.exported' })
    .input(exportInput)
    .output(z.file()),
}
