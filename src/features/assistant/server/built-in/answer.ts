import { ORPCError } from '@orpc/server'
import type { Citation } from '../../contract.ts'
import { type Question, understand } from '../../domain/understand.ts'
import { compareSales } from './compare.ts'
import type { Answer, Desk, Named } from './desk.ts'
import {
  aboutFact,
  aboutProducts,
  aboutShipments,
  productsNumbered,
  productsOf,
  shipmentsOf,
  someIssues,
  somePurchaseOrders,
  someShipments,
} from './goods.ts'
import { lateOrders } from './late.ts'
import { aboutMetal, asksOfMetal } from './metal.ts'
import { aboutInvoice, balance, invoicesOf, lateInvoices, someInvoices } from './money.ts'
import { aboutOrder, ordersOf, someOrders } from './orders.ts'
import { draftPurchaseOrder, offerHandOver, reportIssue } from './proposals.ts'
import { aboutLot, findDocuments, lotsOf, someLots } from './quality.ts'
import { salesOf, topSales } from './sales.ts'
import { asksWhatShipped, whatShipped } from './shipped.ts'

/**
 * The built-in assistant: intent rules, the portal's own search, and the endpoints that the screens ask. What it cannot tell
 * from those, it says that it cannot.
 */
export async function answerBuiltIn(desk: Desk, text: string): Promise<Answer> {
  const q = understand(text, desk.today)
  try {
    return await route(desk, q, desk.before.at(-1)?.citations ?? [])
  } catch (fault) {
    if (fault instanceof ORPCError && fault.status === 403) return desk.declined('not_allowed')
    if (fault instanceof ORPCError && (fault.status === 404 || fault.status === 422))
      return desk.declined('beyond')
    throw fault
  }
}

/** Rules in their order: the first that applies answers. */
async function route(desk: Desk, q: Question, before: readonly Citation[]): Promise<Answer> {
  if (q.has('beyond')) return desk.declined('beyond')
  if (q.has('human') && (q.has('talk', 'help', 'support') || q.words.length <= 4))
    return offerHandOver(desk, q)
  if (q.has('support', 'talk') && q.has('talk', 'hours') && !q.has('hours')) return offerHandOver(desk, q)
  const codes = await whatIsNamed(desk, q, before)
  if (q.has('damage') || (q.has('report') && q.has('issue'))) return reportIssue(desk, q, codes)
  if (q.has('reorder') || (q.has('draft') && q.has('po', 'order'))) return draftPurchaseOrder(desk, q, codes)
  if (asksOfMetal(q)) return aboutMetal(desk, q, codes)
  return (await ofTerms(desk, q)) ?? (await ofNumber(desk, q, codes)) ?? ofArea(desk, q)
}

/** The order that is meant: by its number, or because it was spoken of before. */
async function whatIsNamed(desk: Desk, q: Question, before: readonly Citation[]): Promise<Named> {
  if (!desk.may('orders', 'list')) return { orders: [], code: q.codes[0] }
  for (const code of q.codes) {
    const orders = await ordersOf(desk, code)
    if (orders.length > 0) return { orders, code }
  }
  const last = before.find(
    ({ href }) => /^\/orders\/(id:\d+|[^/?]+)$/.test(href) && !/tracking|issues|purchase/.test(href),
  )
  if (q.codes.length === 0 && q.refersBack && last) {
    const address = decodeURIComponent(last.href.slice('/orders/'.length))
    const { order } = await desk.reads.orders.get({ ordNo: address })
    return { orders: [order], code: order.ordNo ?? undefined }
  }
  return { orders: [], code: q.codes[0] }
}

/** Lead times, minimum quantities, prices; and what the manufacturer says of itself. */
async function ofTerms(desk: Desk, q: Question): Promise<Answer | undefined> {
  if (q.has('allergen') && !q.has('document', 'certificate')) return aboutFact(desk, 'allergens')
  const terms = q.has('lead', 'minimum')
  const general = q.has('minimum') ? 'minimums' : 'lead_times'
  if ((terms || q.has('price')) && q.has('order') && q.codes.length > 0 && !q.has('minimum')) return undefined
  if (terms || q.has('price')) {
    const found = desk.may('catalogue', 'list') ? await productsOf(desk, q) : { items: [], total: 0 }
    if (found.items.length > 0) return aboutProducts(desk, found)
    if (q.has('price'))
      return q.rest ? desk.declined('nothing_found', { what: q.rest }) : desk.declined('beyond')
    // Of the kinds of products there are facts; of a single product that is not there, there are none.
    return aboutFact(desk, general)
  }
  if (q.has('hours') && !q.has('order', 'invoice', 'lot')) return aboutFact(desk, 'hours')
  if (q.has('company') && !q.has('order', 'invoice', 'sales', 'shipment')) return aboutFact(desk, 'company')
  return undefined
}

/** What bears a number that is named. */
async function ofNumber(desk: Desk, q: Question, { orders, code }: Named): Promise<Answer | undefined> {
  const [order] = orders
  if (order) {
    const number = order.ordNo ?? order.primary ?? String(order.id)
    if (q.has('invoice', 'payment')) return someInvoices(desk, q, order.ordNo ?? number)
    if (q.has('shipment') && !q.has('when', 'lines') && desk.may('tracking', 'list')) {
      const found = await shipmentsOf(desk, order.ordNo ?? number)
      if (found.items.length > 0) return aboutShipments(desk, found)
    }
    return aboutOrder(desk, q, orders)
  }
  if (!code) return undefined
  // What was sold of it is asked, not what it is.
  if (q.has('sales', 'growth', 'compare') && !q.has('invoice', 'lot', 'shipment')) return undefined
  for (const each of q.codes) {
    const found = await ofOtherNumber(desk, q, each)
    if (found) return found
  }
  // A number that is nothing of the asker's is nothing at all; a year or an amount is not meant by it.
  if (q.has('product', 'document') || (q.has('certificate') && !q.has('lot'))) return undefined
  return desk.declined('nothing_found', { what: code })
}

async function ofOtherNumber(desk: Desk, q: Question, code: string): Promise<Answer | undefined> {
  if (desk.may('finance', 'invoices')) {
    const [invoice] = await invoicesOf(desk, code)
    if (invoice) return aboutInvoice(desk, invoice)
  }
  if (desk.may('lots', 'list')) {
    const [lot] = await lotsOf(desk, code)
    if (lot) return aboutLot(desk, lot)
  }
  if (desk.may('tracking', 'list')) {
    const shipments = await shipmentsOf(desk, code)
    if (shipments.items.length > 0) return aboutShipments(desk, shipments)
  }
  if (!q.has('document', 'certificate') && desk.may('catalogue', 'list')) {
    const own = await productsNumbered(desk, code)
    if (own.items.length > 0) return aboutProducts(desk, own)
  }
  return undefined
}

const OTHER_RECORDS = ['invoice', 'payment', 'lot', 'shipment', 'order', 'po', 'issue', 'document'] as const

/** Which answer of the sales is asked for, if one is. */
function ofSales(q: Question): ((desk: Desk, q: Question) => Promise<Answer>) | undefined {
  if (q.has('growth', 'compare') && (q.has('sales') || !q.has(...OTHER_RECORDS))) return compareSales
  if (q.has('top') && q.has('product', 'customer', 'sales')) return topSales
  if (!q.has('sales')) return undefined
  return q.periods.length > 1 ? compareSales : salesOf
}

/** Only sales are counted by periods of time: what is asked of another time is declined, not told of all times. */
function beyondTime(desk: Desk, q: Question): Answer | undefined {
  const isOfNow = q.has('balance', 'overdue', 'active', 'hold', 'expiry') || q.status !== undefined
  const isByDays =
    q.has('invoice', 'payment', 'issued', 'balance') ||
    (q.has('overdue') && !q.has('shipment', 'po', 'issue'))
  if (q.unclear || (q.now && !isOfNow) || (q.overDays !== undefined && !isByDays))
    return desk.declined('period_unknown')
  return q.periods.length > 0 ? desk.declined('period_of_sales') : undefined
}

/** Nothing is named: what there is of a kind. */
async function ofArea(desk: Desk, q: Question): Promise<Answer> {
  const sales = ofSales(q)
  if (sales) {
    const isUnknown = q.unclear || q.now || q.overDays !== undefined
    return isUnknown ? desk.declined('period_unknown') : sales(desk, q)
  }
  if (q.has('document') || (q.has('certificate') && !q.has('lot'))) return documents(desk, q)
  if (asksWhatShipped(q) && !q.has('invoice', 'payment', 'lot', 'po')) return whatShipped(desk, q)
  const counted = q.has(...OTHER_RECORDS, 'expiry', 'results', 'hold', 'balance', 'overdue') || q.status
  const beyond = counted && beyondTime(desk, q)
  if (beyond) return beyond
  if (asksWhatIsLate(q)) return lateOrders(desk, q.overDays)
  if (q.overDays !== undefined) return lateInvoices(desk, q.overDays)
  if (q.has('invoice', 'payment')) return someInvoices(desk, q)
  if (q.has('lot', 'expiry', 'results') || (q.has('hold') && !q.has('order', 'po'))) return someLots(desk, q)
  if (q.has('issue')) return someIssues(desk)
  if (q.has('po')) return somePurchaseOrders(desk, q)
  if (q.has('shipment') && !(q.has('order') && q.has('many', 'status'))) return someShipments(desk, q)
  if (q.has('order') || q.status) return someOrders(desk, q)
  if (q.has('balance', 'overdue')) return balance(desk)
  if (q.has('product')) return products(desk, q)
  if (q.has('thanks') && q.words.length <= 4) return desk.answered(desk.say('welcome'), [])
  if (q.has('help') || (q.has('greeting') && q.words.length <= 5))
    return desk.answered(desk.say('what_i_can'), [])
  return desk.declined('beyond')
}

/** Orders that are late; "what is overdue" is of money, "what is delayed" is not. */
const asksWhatIsLate = (q: Question): boolean =>
  q.has('overdue') &&
  !q.has('invoice', 'payment', 'balance', 'shipment', 'po', 'issue', 'lot', 'document', 'much') &&
  (q.has('order') ||
    q.words.some((word) =>
      /^(?:late|delayed|retards?|verspatet|atrasad[oa]s?|retrasad[oa]s?|demorad[oa]s?)$/.test(word),
    ))

async function products(desk: Desk, q: Question): Promise<Answer> {
  const found = await productsOf(desk, q)
  return found.items.length > 0
    ? aboutProducts(desk, found)
    : desk.declined(q.rest ? 'nothing_found' : 'beyond', { what: q.rest })
}

function documents(desk: Desk, q: Question): Promise<Answer> | Answer {
  // The kind of document is what is looked for, where nothing else is said.
  const kind = q.words.find((word) => /^(coa|sds|tds|msds|kosher|halal|nongmo|allergen\w*)$/.test(word))
  const words = [...new Set([q.rest, kind].filter(Boolean))].join(' ').trim()
  const search = [words, ...q.codes].filter(Boolean).join(' ')
  return search.length >= 2 ? findDocuments(desk, search, words, q.codes[0]) : desk.declined('which_document')
}
