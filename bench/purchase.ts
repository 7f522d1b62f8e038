import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { plantPurchase } from './plant-purchase.ts'
import { API, figures, type Portal, say, seconds, timed, withPortal } from './portal-bench.ts'
import { once } from './timing.ts'

const AT_ONCE = 50
/** Nobody asks more in a minute than one person may. */
const BUYERS = 10

/**
 * `npm run bench -- purchase --rows 100000 --statement 5000 --rounds 7`: what a client with so many purchase orders, invoices and
 * shipments waits for on their lists; a statement of so many entries as PDF, workbook and CSV; 50 submissions and 50 announced
 * payments at once, with what they leave behind.
 */
export async function runPurchase(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      statement: { type: 'string', default: '5000' },
      rounds: { type: 'string', default: '7' },
    },
  })
  const [rows, entries, rounds] = [values.rows, values.statement, values.rounds].map(Number) as [
    number,
    number,
    number,
  ]
  await withPortal(
    'bench_purchase',
    async ({ client, signIn }) => {
      let tenant = 0
      const took = await once(async () => {
        tenant = await plantPurchase(client, { rows, entries })
      })
      say(`${rows.toLocaleString('en')} of each: written in ${seconds(took)}`)
      const buyers: string[] = []
      for (let at = 0; at < BUYERS; at++)
        buyers.push(await signIn(`buyer-${at}`, { tenant, role: 'tenant_admin' }))
      return { buyers, staff: await signIn('bookkeeper', { staff: 'finance' }) }
    },
    async (portal, { buyers, staff }) => {
      const asks = { portal, buyers }
      await measureLists(portal, { member: buyers[0] as string, 'staff of all clients': staff }, rounds)
      await measureStatement(asks)
      await measureSubmissions(asks)
      await measurePayments(asks)
    },
  )
}

type Asks = { portal: Portal; buyers: string[] }

const LISTS: [what: string, address: string][] = [
  ['the first 200 purchase orders with the counts', '/purchase-orders?limit=200'],
  ['those pending', '/purchase-orders?limit=200&status=pending'],
  ['purchase orders by total', '/purchase-orders?limit=200&sort=-total'],
  ['a part of a PO number', '/purchase-orders?limit=200&search=PO-77'],
  ['both charts of all purchase orders', '/purchase-orders/summary'],
  ['the first 200 invoices with the counts', '/invoices?limit=200'],
  ['overdue invoices by due date', '/invoices?limit=200&state=overdue&sort=dueDate'],
  ['invoices by total', '/invoices?limit=200&sort=-total'],
  ['what is to be paid, the first 50', '/invoices?limit=50&state=open&currency=CAD&sort=dueDate'],
  ['invoices by a part of a PO number', '/invoices?limit=200&search=PO-77'],
  ['what is owed by age', '/finance?currency=CAD'],
  ['the first 200 shipments with the counts', '/tracking/shipments?limit=200'],
  ['how long shipments take', '/tracking/times'],
]

async function measureLists(portal: Portal, askers: Record<string, string>, rounds: number): Promise<void> {
  for (const [what, address] of LISTS) {
    for (const [who, cookie] of Object.entries(askers)) {
      const { answered, took } = await timed(portal, cookie, address, rounds)
      const { total } = answered as { total?: number | string | null }
      say(`${who}: ${what}${typeof total === 'number' ? ` (${total.toLocaleString('en')})` : ''}: ${took}`)
    }
  }
}

async function measureStatement({ portal, buyers: [cookie = ''] }: Asks): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const period = `from=2000-01-01&to=${today}&currency=USD`
  for (const [what, address] of [
    ['PDF', `/finance/statement/pdf?${period}`],
    ['workbook', `/finance/statement?${period}&format=xlsx`],
    ['CSV', `/finance/statement?${period}&format=csv`],
  ] as const) {
    const [times, firsts]: [number[], number[]] = [[], []]
    let bytes = 0
    for (let round = 0; round < 3; round++) {
      bytes = 0
      times.push(
        await once(async () => {
          const began = performance.now()
          const answer = await fetch(portal.url + API + address, { headers: { cookie } })
          if (answer.status !== 200 || !answer.body)
            throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
          let first = 0
          for await (const piece of answer.body) {
            first ||= performance.now() - began
            bytes += piece.length
          }
          firsts.push(first)
        }),
      )
    }
    say(
      `the statement as ${what}: first byte ${figures(firsts)}; all of it ${figures(times)}; ${(bytes / 1e6).toFixed(1)} MB`,
    )
  }
}

/** How often a busy server sent somebody away. */
let turnedAway = 0

/** Turned away by a busy server, it comes again, as a browser does. */
async function post<Answer>(portal: Portal, cookie: string, address: string, body: object): Promise<Answer> {
  const headers = { cookie, origin: portal.url, 'content-type': 'application/json', 'x-portal-request': '1' }
  const answer = await fetch(portal.url + API + address, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (answer.status === 429 || answer.status === 503) {
    turnedAway += 1
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
    return post(portal, cookie, address, body)
  }
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** All of them at once, by the company's people in turn; how long until the last is answered. */
async function together<Answer>(what: string, work: (at: number) => Promise<Answer>): Promise<Answer[]> {
  turnedAway = 0
  let answers: Answer[] = []
  const ms = await once(async () => {
    answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))
  })
  say(`${AT_ONCE} ${what} at once: the last answered after ${seconds(ms)}, turned away ${turnedAway} times`)
  return answers
}

async function measureSubmissions({ portal, buyers }: Asks): Promise<void> {
  const buyer = (at: number) => buyers[at % BUYERS] as string
  const drafts: number[] = []
  for (let at = 0; at < AT_ONCE; at++) {
    const draft = {
      ...{ poNo: `NEW-${at}`, requestedDate: null, shipTo: '1 Dock Street', note: null },
      lines: [{ itemNo: 'BLEND', quantity: 100 }],
    }
    drafts.push((await post<{ id: number }>(portal, buyer(at), '/purchase-orders', draft)).id)
  }
  await together('submissions', (at) =>
    post(portal, buyer(at), `/purchase-orders/${drafts[at]}/act`, { act: 'submit', version: 1 }),
  )
  const { answered } = await timed(portal, buyer(0), '/purchase-orders?limit=200&search=NEW-', 1)
  const numbers = (answered as { items: { number: number | null }[] }).items.flatMap(
    ({ number }) => number ?? [],
  )
  const span = Math.max(...numbers) - Math.min(...numbers) + 1
  const gapless = new Set(numbers).size === AT_ONCE && span === AT_ONCE
  say(`  ${numbers.length} of ${AT_ONCE} numbers, ${gapless ? 'without a gap' : 'WITH A GAP'}`)
}

async function measurePayments({ portal, buyers }: Asks): Promise<void> {
  const open = `/invoices?limit=${AT_ONCE}&state=open&currency=CAD`
  const { answered } = await timed(portal, buyers[0] as string, open, 1)
  const { items } = answered as { items: { id: number; balance: string }[] }
  const paid = await together('announced payments', (at) => {
    const { id, balance } = items[at] as { id: number; balance: string }
    return post<{ reference: string }>(portal, buyers[at % BUYERS] as string, '/payments', {
      wish: randomUUID(),
      parts: [{ invoiceId: id, amount: balance }],
    })
  })
  say(`  ${new Set(paid.map(({ reference }) => reference)).size} of ${AT_ONCE} references`)
}
