import { may as isAllowed } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { CatalogueItem } from '../../../catalogue/contract.ts'
import type { Shipment } from '../../../tracking/contract.ts'
import type { Citation } from '../../contract.ts'
import type { Question } from '../../domain/understand.ts'
import { KINDS } from '../../domain/words.ts'
import { type Answer, type Desk, sameNumber } from './desk.ts'
import type { Statement } from './statements.ts'

const LISTED = 5
/** So many hits are looked through for those that bear a number. */
const LOOKED_THROUGH = 500

/** What was found, in the order of its screen; `total` is null where more was to be looked through than that. */
export type FoundGoods<T> = { items: T[]; total: number | null }

/** Where not all of it is listed: how many there are. */
const others = ({ say }: Desk, { items, total }: FoundGoods<unknown>) =>
  (total ?? Infinity) > Math.min(items.length, LISTED) &&
  (total === null ? say('more_there') : say('more_of', { count: total, shown: LISTED }))

/** What the manufacturer says of itself. */
export function aboutFact(desk: Desk, topic: Statement): Answer {
  const stated = desk.statement(topic)
  if (!stated) return desk.declined('beyond')
  return desk.answered(stated, [whereOf(desk, topic)])
}

/** Where the asker reads on: the screen of it where they have one, else what the portal says of the company to everybody. */
function whereOf({ say, may, actor }: Desk, topic: Statement): Citation {
  const terms = topic === 'lead_times' || topic === 'minimums'
  if (terms && may('catalogue', 'list')) return { label: say('label_catalogue'), href: '/product/catalogue' }
  if (topic === 'allergens' && may('documents', 'factSheets'))
    return { label: say('label_product'), href: '/product' }
  if (topic === 'hours' && isAllowed(actor, 'conversations.read'))
    return { label: say('label_support'), href: '/chat?contact=support' }
  return { label: say('label_about'), href: '/about-us' }
}

/** Products that bear a number, else those that a name finds. */
export async function productsOf(desk: Desk, q: Question): Promise<FoundGoods<CatalogueItem>> {
  for (const code of q.codes) {
    const own = await productsNumbered(desk, code)
    if (own.items.length > 0) return own
  }
  const name = q.rest.trim()
  if (name.length < 3 || name.split(' ').every((word) => KINDS.has(word))) return { items: [], total: 0 }
  const { items, total } = await desk.reads.catalogue.list({ search: name, limit: LISTED })
  return { items, total }
}

export async function productsNumbered(desk: Desk, code: string): Promise<FoundGoods<CatalogueItem>> {
  const { items, nextCursor } = await desk.reads.catalogue.list({ search: code, limit: LOOKED_THROUGH })
  const own = items.filter(({ itemNo }) => sameNumber(itemNo, code))
  return { items: own, total: nextCursor === null ? own.length : null }
}

/** Terms and prices of products. */
export function aboutProducts(desk: Desk, found: FoundGoods<CatalogueItem>): Answer {
  const { say, formats } = desk
  const listed = found.items.slice(0, LISTED)
  return desk.answered(
    desk.lines(
      ...listed.map(({ itemNo, name, names, unit, minimum, leadWeeks, price }) => {
        const own = desk.language === 'en' ? null : names[desk.language]
        return desk.lines(
          say('product_is', { name: own ?? name, item: itemNo }),
          minimum &&
            say('product_minimum', {
              quantity: formats.quantity(String(minimum.quantity)),
              unit: minimum.unit ?? unit ?? '',
            }),
          leadWeeks && say('product_lead', leadWeeks),
          price &&
            say('product_price', {
              price: [
                formats.unitPrice(price.amount, price.currency),
                price.currency,
                (price.unit ?? unit) && `/ ${price.unit ?? unit}`,
              ]
                .filter(Boolean)
                .join(' '),
            }),
          !price && say('product_no_price'),
        )
      }),
      others(desk, found),
    ),
    listed.map(({ itemNo, name }) => ({
      label: `${itemNo} ${name}`,
      href: `/product/catalogue?${new URLSearchParams({ search: itemNo })}`,
    })),
  )
}

export const citeShipment = (desk: Desk, { id, trackingNumber }: Shipment) => ({
  label: desk.say('label_shipment', { number: trackingNumber }),
  href: `/orders/tracking?shipment=${id}`,
})

const lineOf = (desk: Desk, shipment: Shipment) =>
  desk.say('shipment_short', {
    number: shipment.trackingNumber,
    carrier: shipment.carrier,
    order: shipment.ordNo ?? '–',
    state: desk.say(`shipment_${shipment.state}`),
    estimate: desk.day(shipment.estimatedOn),
  })

const one = (desk: Desk, shipment: Shipment) =>
  desk.lines(
    desk.say('shipment_is', {
      number: shipment.trackingNumber,
      carrier: shipment.carrier,
      order: shipment.ordNo ?? '–',
      state: desk.say(`shipment_${shipment.state}`),
    }),
    shipment.shippedOn && desk.say('shipment_shipped', { date: desk.day(shipment.shippedOn) }),
    shipment.estimatedOn && desk.say('shipment_estimate', { date: desk.day(shipment.estimatedOn) }),
    shipment.deliveredOn && desk.say('shipment_delivered_on', { date: desk.day(shipment.deliveredOn) }),
    shipment.warning === 'delayed' && desk.say('shipment_late', { days: shipment.daysLate ?? 0 }),
  )

/** Shipments by tracking number, by order or purchase order. */
export async function shipmentsOf(desk: Desk, code: string): Promise<FoundGoods<Shipment>> {
  const { items, nextCursor } = await desk.reads.tracking.list({ search: code, limit: LOOKED_THROUGH })
  const own = items.filter(({ trackingNumber, ordNo, poNo, primary }) =>
    [trackingNumber, ordNo, poNo, primary].some((number) => sameNumber(number, code)),
  )
  return { items: own, total: nextCursor === null ? own.length : null }
}

export function aboutShipments(desk: Desk, found: FoundGoods<Shipment>): Answer {
  const listed = found.items.slice(0, LISTED)
  return desk.answered(
    desk.lines(...listed.map((shipment) => one(desk, shipment)), others(desk, found)),
    listed.map((shipment) => citeShipment(desk, shipment)),
  )
}

/** Those past their estimate. */
export const shipmentsLate = (desk: Desk): Promise<Answer> => shipmentsIn(desk, 'delayed')

/** How many shipments are where, and the first of them. */
export function someShipments(desk: Desk, q: Question): Promise<Answer> {
  const spoken = q.words.join(' ')
  const group = q.has('overdue')
    ? 'delayed'
    : /\btransit(o)?\b|unterwegs|en route/.test(spoken)
      ? 'in_transit'
      : /\b(delivered|livree?s?|geliefert|entregad[oa]s?)\b/.test(spoken)
        ? 'delivered'
        : /\b(processing|traitement|bearbeitung)\b/.test(spoken)
          ? 'processing'
          : undefined
  return shipmentsIn(desk, group)
}

async function shipmentsIn(
  desk: Desk,
  group: 'delayed' | 'in_transit' | 'delivered' | 'processing' | undefined,
): Promise<Answer> {
  const { say } = desk
  const page = await desk.reads.tracking.list({ ...(group && { group }), limit: LISTED })
  const total = page.total ?? 0
  return desk.answered(
    desk.lines(
      group
        ? say('shipments_of', { count: total, what: say(`shipment_${group}`) })
        : say('shipments_all', {
            count: total,
            processing: page.counts?.processing ?? 0,
            transit: page.counts?.in_transit ?? 0,
            delivered: page.counts?.delivered ?? 0,
            delayed: page.counts?.delayed ?? 0,
          }),
      ...page.items.map((shipment) => lineOf(desk, shipment)),
    ),
    [
      {
        label: say('label_shipments', { count: total }),
        href: group ? `/orders/tracking?group=${group}` : '/orders/tracking',
      },
      ...page.items.map((shipment) => citeShipment(desk, shipment)),
    ],
  )
}

/** What is open with the manufacturer. */
export async function someIssues(desk: Desk): Promise<Answer> {
  const { say } = desk
  const [cards, page] = await Promise.all([
    desk.reads.issues.cards(),
    desk.reads.issues.list({ status: 'active', limit: LISTED }),
  ])
  return desk.answered(
    desk.lines(
      say('issues_are', { open: cards.open, progress: cards.inProgress, waiting: cards.waiting }),
      ...page.items.map(({ number, title, status }) =>
        say('issue_short', { number: String(number), title, status: say(`issue_${status}`) }),
      ),
    ),
    [
      { label: say('label_issues'), href: '/orders/issues' },
      ...page.items.map(({ id, number, title }) => ({
        label: title,
        href: `/orders/issues/${desk.seesAll ? `id:${id}` : number}`,
      })),
    ],
  )
}

const PO_STATUSES = { draft: 'draft', approval: 'approved', reject: 'rejected' } as const
const isPending = (q: Question) =>
  q.status === 'pending' ||
  q.words.some((word) => /^(awaiting|waiting|attente|wartet?|pendientes?)$/.test(word))

export async function somePurchaseOrders(desk: Desk, q: Question): Promise<Answer> {
  const { say } = desk
  const named = (['reject', 'draft', 'approval'] as const).find((concept) => q.has(concept))
  const status =
    q.status === 'cancelled'
      ? 'cancelled'
      : isPending(q) || q.has('hold')
        ? 'pending'
        : named && PO_STATUSES[named]
  const page = await desk.reads.purchaseOrders.list({ ...(status && { status }), limit: LISTED })
  const total = page.total ?? 0
  return desk.answered(
    desk.lines(
      say('pos_of', { count: total, what: status ? `(${say(`po_${status}`)})` : '' }),
      ...page.items.map(({ number, poNo, state: is }) =>
        say('po_short', {
          number: number === null ? '–' : String(number),
          po: poNo ?? '–',
          status: say(`po_${is}`),
        }),
      ),
    ),
    [
      {
        label: say('label_pos', { count: total }),
        href: status ? `/orders/purchase-orders?status=${status}` : '/orders/purchase-orders',
      },
      ...page.items.map(({ id, poNo, number }) => ({
        label: say('label_po', { number: poNo ?? String(number ?? id) }),
        href: `/orders/purchase-orders/${id}`,
      })),
    ],
  )
}
