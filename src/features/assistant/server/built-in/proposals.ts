import type { Permission } from '../../../../platform/contract/permissions.ts'
import { may } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { Question } from '../../domain/understand.ts'
import { type Answer, type Desk, type Named, sameNumber } from './desk.ts'
import { lotsOf } from './quality.ts'

const mayDo = (desk: Desk, permission: Permission) =>
  may(desk.actor, permission) && !desk.actor.hiddenModules.includes('orders') && !desk.seesAll

const TYPES = [
  [/damag|broken|leak|crush|endommag|bris|casse|beschadigt|danad|rot[oa]s/, 'damaged_product'],
  [/missing|manqu|fehl|falta/, 'missing_items'],
  [/wrong|mauvais|falsch|equivocad/, 'wrong_product'],
] as const

/** An issue as it would be reported, in the asker's own words; nothing is reported here. */
export async function reportIssue(desk: Desk, q: Question, { orders }: Named): Promise<Answer> {
  const { say } = desk
  if (!mayDo(desk, 'issues.write')) return desk.declined('not_allowed')
  const folded = q.words.join(' ')
  const type = TYPES.find(([words]) => words.test(folded))?.[1] ?? 'other'
  const [order] = orders
  const number = order?.ordNo ?? order?.primary ?? null
  let lotNo: string | null = null
  if (!order && desk.may('lots', 'list'))
    for (const code of q.codes) lotNo ??= (await lotsOf(desk, code))[0]?.lotNo ?? null
  const about = number ? say('label_order', { number }) : lotNo ? say('label_lot', { number: lotNo }) : null
  const what = say(`issue_type_${type}`)
  const title = about ? say('issue_title', { about, what }) : what
  const citations = [
    ...(order
      ? [
          {
            label: say('label_order', { number: number ?? '' }),
            href: `/orders/${desk.address(order.ordNo, order.id)}`,
          },
        ]
      : []),
  ]
  return desk.answered(say('issue_offer'), citations, {
    kind: 'issue',
    type,
    priority: type === 'other' ? 'low' : 'medium',
    title: title.slice(0, 200),
    description: q.text.trim(),
    orderId: order?.id ?? null,
    orderNo: number,
    lotNo,
  })
}

/** Items that no draft takes: neither the catalogue's of the asker's company nor made any more. */
async function outsideCatalogue(desk: Desk, wanted: readonly { itemNo: string; quantity: number }[]) {
  if (wanted.length === 0) return new Set<string>()
  const { lines } = await desk.reads.purchaseOrders.check({
    poNo: null,
    requestedDate: null,
    lines: wanted.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
  })
  return new Set(lines.flatMap(({ itemNo, fault }) => (fault === 'unknown_item' ? [itemNo] : [])))
}

/** A draft of a purchase order: the lines of an earlier order again, or one product and how much of it. */
export async function draftPurchaseOrder(desk: Desk, q: Question, { orders }: Named): Promise<Answer> {
  const { say } = desk
  if (!mayDo(desk, 'purchase_orders.write')) return desk.declined('not_allowed')
  const [order] = orders
  if (order) {
    const { lines } = await desk.reads.orders.get({ ordNo: `id:${order.id}` })
    const wanted = lines
      .flatMap(({ itemNo, itemName, ordered, unit }) =>
        itemNo && ordered ? [{ itemNo, name: itemName ?? itemNo, quantity: ordered, unit }] : [],
      )
      .slice(0, 200)
    const number = order.ordNo ?? order.primary ?? String(order.id)
    const gone = await outsideCatalogue(desk, wanted)
    const again = wanted.filter(({ itemNo }) => !gone.has(itemNo))
    if (again.length === 0) return desk.declined('draft_nothing', { number })
    const offer = say('draft_again', { number })
    return desk.answered(
      gone.size > 0 ? desk.lines(offer, say('draft_left_out', { items: [...gone].join(', ') })) : offer,
      [{ label: say('label_order', { number }), href: `/orders/${desk.address(order.ordNo, order.id)}` }],
      { kind: 'purchase_order', lines: again },
    )
  }
  if (!desk.may('catalogue', 'list')) return desk.declined('not_allowed')
  for (const code of q.codes) {
    const { items } = await desk.reads.catalogue.list({ search: code, limit: 50 })
    const product = items.find(({ itemNo }) => sameNumber(itemNo, code))
    const quantity = q.quantity ?? product?.minimum?.quantity
    if (product && quantity)
      return desk.answered(
        say('draft_offer'),
        [
          {
            label: `${product.itemNo} ${product.name}`,
            href: `/product/catalogue?${new URLSearchParams({ search: product.itemNo })}`,
          },
        ],
        {
          kind: 'purchase_order',
          lines: [{ itemNo: product.itemNo, name: product.name, quantity, unit: product.unit }],
        },
      )
  }
  return desk.declined('draft_what')
}

const SUMMED_UP = 5

/** People take over, with what was said here; whoever may not write to them hears when they are there. */
export function offerHandOver(desk: Desk, q: Question): Answer {
  const { say, actor, before } = desk
  const text = desk.lines(say('hand_over'), desk.statement('hours'))
  const writes = may(actor, 'conversations.write') && !desk.seesAll
  if (!writes) return desk.answered(text, [])
  const last = before.slice(-SUMMED_UP)
  const links = [
    ...new Map(last.flatMap(({ citations }) => citations).map((link) => [link.href, link])).values(),
  ]
  return desk.answered(text, [], {
    kind: 'support',
    subject: (last.at(-1)?.question ?? q.text).trim().slice(0, 200),
    summary: [...last.flatMap((turn) => [`– ${turn.question}`, turn.answer]), `– ${q.text}`]
      .join('\n')
      .slice(-10_000),
    links: links.slice(-20).map(({ label, href }) => ({ label: label.slice(0, 200), href })),
  })
}
