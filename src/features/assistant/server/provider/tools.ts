import { ORPCError } from '@orpc/server'
import * as z from 'zod'
import type { Area } from '../../domain/claims.ts'
import type { Period } from '../../domain/periods.ts'
import { type Question, understand } from '../../domain/understand.ts'
import { salesGrowth } from '../built-in/compare.ts'
import type { Answer, Desk } from '../built-in/desk.ts'
import {
  aboutProducts,
  aboutShipments,
  productsOf,
  shipmentsOf,
  someIssues,
  somePurchaseOrders,
  someShipments,
} from '../built-in/goods.ts'
import { lateOrders } from '../built-in/late.ts'
import { aboutInvoice, balance, invoicesOf, someInvoices } from '../built-in/money.ts'
import { aboutOrder, ordersOf, someOrders } from '../built-in/orders.ts'
import { draftPurchaseOrder, offerHandOver, reportIssue } from '../built-in/proposals.ts'
import { aboutLot, findDocuments, lotsOf, someLots } from '../built-in/quality.ts'
import { salesOf, topSales } from '../built-in/sales.ts'
import { whatShipped } from '../built-in/shipped.ts'
import type { ToolOffer } from './provider.ts'

type Tool = {
  description: string
  args: z.ZodType
  /** The read that it asks: a tool whose permission or module the asker lacks does not exist for them. */
  needs: Parameters<Desk['may']> | null
  run: (desk: Desk, args: never) => Promise<Answer> | Answer
}

const number = z.string().min(1).max(100)
const search = z.string().max(200).optional()
const year = z.number().int().min(1900).max(2100).optional()
/** The words name no time; a period is given beside them. */
const about = ({ today }: Desk, words: string, more: Partial<Question> = {}): Question => ({
  ...understand(words, today),
  ...more,
})
/** None, where nothing of it is given: all years. */
const only = ({ year, quarter, month }: { [K in keyof Period]: Period[K] | undefined }): Period[] =>
  year || quarter || month
    ? [{ ...(year && { year }), ...(quarter && { quarter }), ...(month && { month }) }]
    : []
const tool = <Schema extends z.ZodType>(
  description: string,
  needs: Tool['needs'],
  args: Schema,
  run: (desk: Desk, args: z.output<Schema>) => Promise<Answer> | Answer,
): Tool => ({ description, needs, args, run: run as Tool['run'] })

/** What a provider may ask for: what the built-in assistant can look up, and what it can offer. None of them changes anything. */
const TOOLS: Record<string, Tool> = {
  order: tool(
    'One order by its number or PO number: status, stages, dates, quantities, lines, lots, last changes',
    ['orders', 'get'],
    z.object({ number }),
    async (desk, { number }) => {
      const found = await ordersOf(desk, number)
      if (found.length === 0) return desk.declined('nothing_found', { what: number })
      return aboutOrder(desk, about(desk, 'order lines certificate history'), found)
    },
  ),
  orders: tool(
    'How many orders there are, by status or words, and the newest of them',
    ['orders', 'list'],
    z.object({ status: z.string().max(100).optional(), search }),
    (desk, { status, search }) => someOrders(desk, about(desk, 'orders', { status, rest: search ?? '' })),
  ),
  late_orders: tool(
    'Orders past their promised date, the latest first, and shipments past their estimate',
    ['orders', 'list'],
    z.object({}),
    (desk) => lateOrders(desk),
  ),
  shipped: tool(
    'What was shipped: in all, in a year or in a month, the newest first',
    ['tracking', 'list'],
    z.object({ year, month: z.number().int().min(1).max(12).optional() }),
    (desk, { year, month }) => whatShipped(desk, about(desk, 'shipped', { periods: only({ year, month }) })),
  ),
  invoice: tool(
    'One invoice by its number: total, paid, balance, due date, payments',
    ['finance', 'invoice'],
    z.object({ number }),
    async (desk, { number }) => {
      const [found] = await invoicesOf(desk, number)
      return found ? aboutInvoice(desk, found) : desk.declined('nothing_found', { what: number })
    },
  ),
  invoices: tool(
    'How many invoices are paid, pending, upcoming or overdue, or those of one order',
    ['finance', 'invoices'],
    z.object({
      state: z.enum(['paid', 'unpaid', 'upcoming', 'overdue']).optional(),
      order: number.optional(),
    }),
    (desk, { state, order }) => someInvoices(desk, about(desk, `${state ?? ''} invoices`), order),
  ),
  balance: tool('What is owed, by age', ['finance', 'overview'], z.object({}), balance),
  sales: tool(
    'How much was sold, in all, in a year or a month, or of what words name',
    ['sales', 'history'],
    z.object({ year, month: z.number().int().min(1).max(12).optional(), search }),
    (desk, { year, month, search }) =>
      salesOf(desk, about(desk, 'sales', { periods: only({ year, month }), rest: search ?? '' })),
  ),
  sales_of_quarter: tool(
    'How much was sold in a quarter of a year',
    ['sales', 'analytics'],
    z.object({ year, quarter: z.number().int().min(1).max(4) }),
    (desk, { year, quarter }) => salesOf(desk, about(desk, 'sales', { periods: only({ year, quarter }) })),
  ),
  top_sales: tool(
    'The products or customers that sold most',
    ['sales', 'analytics'],
    z.object({ of: z.enum(['products', 'customers']), year }),
    (desk, { of, year }) => topSales(desk, about(desk, `top ${of}`, { periods: only({ year }) })),
  ),
  sales_growth: tool(
    'This year to date against the one before',
    ['sales', 'current'],
    z.object({}),
    salesGrowth,
  ),
  lot: tool(
    'One lot by its number: state, expiry, tests, certificate',
    ['lots', 'get'],
    z.object({ number }),
    async (desk, { number }) => {
      const [found] = await lotsOf(desk, number)
      return found ? aboutLot(desk, found) : desk.declined('nothing_found', { what: number })
    },
  ),
  lots: tool(
    'How many lots there are, on hold, expired or by words, and the newest of them',
    ['lots', 'list'],
    z.object({ state: z.enum(['on hold', 'expired']).optional(), search }),
    (desk, { state, search }) => someLots(desk, about(desk, `lots ${state ?? ''}`, { rest: search ?? '' })),
  ),
  documents: tool(
    'Documents by title, number or the text inside them',
    ['documents', 'documentation'],
    z.object({ search: number }),
    (desk, { search }) => findDocuments(desk, search),
  ),
  products: tool(
    'Products by name or number: minimum quantity, lead time, price',
    ['catalogue', 'list'],
    z.object({ search: number }),
    async (desk, { search }) => {
      const found = await productsOf(desk, about(desk, '', { codes: [search.toLowerCase()], rest: search }))
      return found.items.length > 0
        ? aboutProducts(desk, found)
        : desk.declined('nothing_found', { what: search })
    },
  ),
  shipments: tool(
    'Shipments by tracking, order or PO number; or how many are processing, in transit, delivered or late',
    ['tracking', 'list'],
    z.object({
      number: number.optional(),
      state: z.enum(['processing', 'in transit', 'delivered', 'late']).optional(),
    }),
    async (desk, { number, state }) => {
      if (!number) return someShipments(desk, about(desk, `shipments ${state ?? ''}`))
      const found = await shipmentsOf(desk, number)
      return found.items.length > 0
        ? aboutShipments(desk, found)
        : desk.declined('nothing_found', { what: number })
    },
  ),
  issues: tool('What is open with the manufacturer', ['issues', 'list'], z.object({}), someIssues),
  purchase_orders: tool(
    'How many purchase orders are drafts, pending, approved or rejected',
    ['purchaseOrders', 'list'],
    z.object({ status: z.enum(['draft', 'pending', 'approved', 'rejected', 'cancelled']).optional() }),
    (desk, { status }) => somePurchaseOrders(desk, about(desk, `purchase orders ${status ?? ''}`)),
  ),
  offer_issue: tool(
    'Offers to report an issue; the asker confirms it on a card. Nothing is reported by this',
    ['issues', 'list'],
    z.object({ order: number.optional(), description: z.string().min(1).max(2000) }),
    async (desk, { order, description }) =>
      reportIssue(desk, understand(description, desk.today), {
        orders: order ? await ordersOf(desk, order) : [],
        code: order,
      }),
  ),
  offer_purchase_order: tool(
    'Offers a draft of a purchase order: an earlier order again, or an item and a quantity; the asker confirms it on a card',
    ['purchaseOrders', 'list'],
    z.object({
      order: number.optional(),
      item: number.optional(),
      quantity: z.number().min(0.001).max(999_999_999).optional(),
    }),
    async (desk, { order, item, quantity }) =>
      draftPurchaseOrder(desk, about(desk, '', { codes: item ? [item.toLowerCase()] : [], quantity }), {
        orders: order ? await ordersOf(desk, order) : [],
        code: order,
      }),
  ),
  offer_person: tool(
    'Offers to hand over to the support team; the asker confirms it on a card',
    null,
    z.object({ reason: z.string().max(500).optional() }),
    (desk, { reason }) => offerHandOver(desk, understand(reason ?? desk.say('hand_over'), desk.today)),
  ),
}

/** Of what a tool's answer tells, beside what its words name. */
const TELLS: Partial<Record<Parameters<Desk['may']>[0], readonly Area[]>> = {
  orders: ['orders', 'products', 'shipments'],
  finance: ['money'],
  sales: ['sales'],
  lots: ['quality', 'products'],
  tracking: ['shipments'],
  catalogue: ['products'],
  documents: ['documents'],
  issues: ['issues'],
  purchaseOrders: ['purchases'],
}
export const areasOf = (name: string): readonly Area[] => {
  const read = TOOLS[name]?.needs?.[0]
  return (read && TELLS[read]) ?? []
}

const toolsOf = (desk: Desk) =>
  Object.entries(TOOLS).filter(([, { needs }]) => needs === null || desk.may(...needs))

export const offersOf = (desk: Desk): ToolOffer[] =>
  toolsOf(desk).map(([name, { description, args }]) => ({
    type: 'function',
    function: { name, description, parameters: z.toJSONSchema(args) },
  }))

/** What a tool says to a provider's call; what is no call of one of the asker's tools is told to be none. */
export async function runTool(desk: Desk, name: string, given: string): Promise<Answer> {
  const found = toolsOf(desk).find(([known]) => known === name)?.[1]
  if (!found) return desk.declined('not_allowed')
  let raw: unknown
  try {
    raw = JSON.parse(given === '' ? '{}' : given)
  } catch {
    return desk.declined('beyond')
  }
  const args = found.args.safeParse(raw)
  if (!args.success || /\\u0000/.test(given)) return desk.declined('beyond')
  try {
    return await found.run(desk, args.data as never)
  } catch (fault) {
    if (fault instanceof ORPCError && fault.status < 500) return desk.declined('beyond')
    throw fault
  }
}
