import type { Order } from '../../../orders/contract.ts'
import { daysLate, inGroup, knownStatus } from '../../../orders/server/published.ts'
import type { Question } from '../../domain/understand.ts'
import { type Answer, citeOrder, type Desk, nameOf, sameNumber } from './desk.ts'
import { heldLots } from './held-lots.ts'

const LISTED = 5

/** Orders that bear a number: their own, upstream's, or that of the purchase order. */
export async function ordersOf(desk: Desk, code: string): Promise<Order[]> {
  const { items } = await desk.reads.orders.list({ search: code, limit: 50 })
  const own = items.filter(({ ordNo }) => sameNumber(ordNo, code))
  if (own.length > 0) return own
  return items.filter(({ poNo, primary, fNo, ref }) =>
    [poNo, primary, fNo, ref].some((number) => sameNumber(number, code)),
  )
}

/** One order in full, or which ones bear the number. */
export async function aboutOrder(desk: Desk, q: Question, found: Order[]): Promise<Answer> {
  const { say, day, formats } = desk
  const [first] = found
  if (found.length > 1 || !first)
    return desk.answered(
      desk.lines(
        say('orders_same', { count: found.length }),
        ...found.slice(0, LISTED).map((order) => lineOf(desk, order)),
      ),
      found.slice(0, LISTED).map((order) => citeOrder(desk, order)),
    )
  const detail = await desk.reads.orders.get({ ordNo: `id:${first.id}` })
  const { order, promised, stages, lines, lineTotals, lineCount, timeline } = detail
  const number = nameOf(order)
  const held = await heldLots(desk, detail)
  const citations = [citeOrder(desk, order)]
  const late = daysLate(order, desk.today)
  const reached = stages
    .map(({ stage, progress, done }) => ({
      stage,
      said: [progress, done].filter((text) => text && text.trim() !== '-'),
    }))
    .filter(({ said }) => said.length > 0)
  const quality = q.has('certificate', 'lot')
  const withLots = lines.filter(({ lot }) => lot !== null)
  if (quality)
    for (const { lot, lotAddress, certificate } of withLots.slice(0, LISTED)) {
      citations.push({
        label: say('label_lot', { number: lot ?? '' }),
        href: `/lots/${encodeURIComponent(lotAddress ?? lot ?? '')}`,
      })
      if (certificate?.documentId)
        citations.push({
          label: say('label_certificate', { number: lot ?? '' }),
          href: `/documents/${certificate.documentId}`,
        })
    }
  const text = desk.lines(
    say('order_is', { number, status: order.ordStat ?? '–' }),
    order.poNo && say('order_po', { number: order.poNo }),
    order.clientName && say('order_client', { name: order.clientName }),
    order.montantTotal && say('order_amount', { amount: formats.money(order.amount, order.currency) }),
    order.orderDate && say('order_date', { date: day(order.orderDate) }),
    order.promisedDate
      ? say(promised.moves > 0 ? 'order_promised_moved' : 'order_promised', {
          date: day(order.promisedDate),
          moves: promised.moves,
          days: (promised.days ?? 0) > 0 ? `+${promised.days}` : String(promised.days ?? 0),
        })
      : say('order_no_promise'),
    late > 0 && say('order_late', { days: late }),
    ...held.lines,
    reached.length > 0 &&
      say('order_stages', {
        stages: reached.map(({ stage, said }) => `${say(`stage_${stage}`)} ${said.join(' ')}`).join(', '),
      }),
    ...lineTotals.map(({ unit, ordered, shipped, open }) =>
      say('order_quantity', {
        ordered: formats.quantity(String(ordered)),
        shipped: formats.quantity(String(shipped)),
        open: formats.quantity(String(open)),
        unit: unit ?? '',
      }),
    ),
    q.has('lines', 'product', 'much', 'many') && lineCount > 0 && say('order_lines', { count: lineCount }),
    ...(q.has('lines', 'product', 'much', 'many') ? lines.slice(0, 10) : []).map((line) =>
      say('order_line', {
        item: line.itemName ?? line.itemNo ?? '–',
        quantity: line.ordered === null ? '–' : formats.quantity(String(line.ordered)),
        unit: line.unit ?? '',
      }),
    ),
    quality && withLots.length === 0 && say('order_no_lots'),
    ...(quality ? withLots.slice(0, LISTED) : []).map(({ lot, certificate }) =>
      say(`lot_certificate_${certificate?.state ?? 'unknown'}`, { lot: lot ?? '' }),
    ),
    q.has('history') && timeline.items.length > 0 && say('order_changes'),
    ...(q.has('history') ? timeline.items.slice(0, LISTED) : []).map(({ field, old, new: now, at }) =>
      say('order_change', {
        date: day(at),
        field: say(`field_${CHANGED[field] ?? 'other'}`),
        old: shown(desk, old),
        now: shown(desk, now),
      }),
    ),
  )
  const links = new Map([...citations, ...held.citations].map((each) => [each.href, each]))
  return desk.answered(text, [...links.values()])
}

const CHANGED: Partial<Record<string, 'status' | 'promised' | 'stage' | 'amount' | 'quantity' | 'created'>> =
  {
    created: 'created',
    status: 'status',
    promisedDate: 'promised',
    amount: 'amount',
    qtyOrdered: 'quantity',
    qtyShipped: 'quantity',
    ...Object.fromEntries(
      ['blT', 'ctsT', 'bbT', 'pbl', 'pcts', 'pbb'].map((stage) => [stage, 'stage'] as const),
    ),
  }
const shown = (desk: Desk, value: string | null) =>
  value === null || value === '' ? '–' : /^\d{4}-\d\d-\d\d$/.test(value) ? desk.day(value) : value

const lineOf = (desk: Desk, order: Order) =>
  desk.say('order_short', {
    number: nameOf(order),
    status: order.ordStat ?? '–',
    po: order.poNo ?? '–',
    date: desk.day(order.promisedDate),
  })

type Group = 'active' | 'processing' | 'delivered' | 'issues'
/** The groups of the Orders screen, by what people call them. What is in packaging has not shipped: shipments say what has. */
function groupOf(q: Question): Group | undefined {
  if (/\b(processing|en traitement|in bearbeitung|en proceso)\b/.test(q.words.join(' '))) return 'processing'
  if (q.words.some((word) => /^(delivered|livre|livree|livrees|geliefert|entregad[oa]s?)$/.test(word)))
    return 'delivered'
  if (q.has('active', 'balance')) return 'active'
  return undefined
}

/** How many orders stand where, and the first of them. */
export async function someOrders(desk: Desk, q: Question): Promise<Answer> {
  const { say } = desk
  // The cards call a group of statuses so, of which one has that name: both are told.
  const isInProgress = q.status === 'in progress'
  const status = isInProgress ? undefined : q.status
  const group = isInProgress ? 'processing' : status ? undefined : groupOf(q)
  const search = q.rest.trim() || undefined
  const filter = { ...(status && { status }), ...(group && { group }), ...(search && { search }) }
  const page = await desk.reads.orders.list({ ...filter, limit: LISTED })
  const total = page.total ?? 0
  const query = new URLSearchParams(filter).toString()
  const citation = {
    label: say('label_orders', { count: total }),
    href: query ? `/orders?${query}` : '/orders',
  }
  const quoted = (text: string | undefined) => text && say('quoted', { text })
  const what = [quoted(status), group && say(`group_${group}`), quoted(search)].filter(Boolean)
  if (search && total === 0)
    return { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
  const counts = page.counts
  return desk.answered(
    desk.lines(
      what.length > 0
        ? say('orders_of', { count: total, what: what.join(', ') })
        : say('orders_all', {
            count: total,
            active: counts?.active ?? 0,
            processing: counts?.processing ?? 0,
            shipped: counts?.shipped ?? 0,
            delivered: counts?.delivered ?? 0,
            issues: counts?.issues ?? 0,
            other: counts?.other ?? 0,
          }),
      isInProgress &&
        total > 0 &&
        say('orders_by_status', {
          list: (page.statuses ?? [])
            .filter(({ status }) => inGroup(knownStatus(status) ?? null, 'processing'))
            .map(({ status, count }) => `${quoted(status)} ${desk.formats.quantity(String(count))}`)
            .join(', '),
        }),
      total > 0 && say('orders_newest'),
      ...page.items.map((order) => lineOf(desk, order)),
    ),
    [citation, ...page.items.map((order) => citeOrder(desk, order))],
  )
}
