import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { expectedAnalytics } from '../support/analytics-oracle.ts'
import { createClient, type Json, type TestClient } from '../support/client.ts'
import { expectedCurrent } from '../support/current-sales-oracle.ts'
import { size } from '../support/form.ts'
import { currentSale, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import type { TestLine } from '../support/sales-lines.ts'
import { expectedHistory } from '../support/sales-oracle.ts'
import { comparedSumsIn } from '../support/sales-sums.ts'
import { shownNames } from '../support/shown-names.ts'
import { openProof } from './support/proof.ts'
import {
  asSent,
  type Batch,
  createWorld,
  DATASETS,
  FILTER,
  type Place,
  ROUND,
  type RulesChange,
  SOURCES,
} from './support/sales-world.ts'

const proof = openProof('sales-under-change')
const RULES = '/api/v1/admin/display-rules'

let portal: TestPortal
let urls: [string, string]
let stopSecond: () => Promise<void>
let tenants: [number, number]
let keys: Record<string, string>
/** The same people at both servers. */
let people: Record<'one' | 'two' | 'staff' | 'admin', [TestClient, TestClient]>
let anchors: TestLine[]

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  const second = await portal.another()
  stopSecond = () => second.stop()
  urls = [portal.url, second.url]
  tenants = [await aTenant(portal), await aTenant(portal, { currency: 'USD' })]
  keys = Object.fromEntries(
    await Promise.all(SOURCES.map(async (source) => [source, await aKey(portal, { source })])),
  )
  people = {
    one: atBoth(await aMember(portal, tenants[0])),
    two: atBoth(await aMember(portal, tenants[1])),
    staff: atBoth(await aStaffMember(portal, 'finance', tenants)),
    admin: atBoth(await anAdministrator(portal)),
  }
  // Somebody sells in the newest month, whatever becomes of the rest: the calendar of the reports stays.
  const send = sender(portal.url, await aKey(portal, { source: 'anchor' }))
  const newest = { Year: 2025, Month: 8, Currency: 'CAD', 'Customer Name': 'Anchor', 'Item Name': 'Anchor' }
  expect((await send('sales-history', [sale(1, newest)])).status).toBe(200)
  expect((await send('current-sales', [currentSale(1, { ...newest, Customer: 'Anchor' })])).status).toBe(200)
  anchors = await peek<TestLine>(
    portal,
    `select 0 as "tenantId", x.year, x.month, x.currency, i.item_no as "itemNo", i.item_name as "itemName", c.client_code as "clientCode",
            c.customer_name as "customerName", x.number as "invoiceNo", x.quantity, x.amount_cents as "amountCents"
       from (select 1 as at, year, month, currency, item_id, customer_id, invoice_no as number, quantity, amount_cents from portal.unassigned_sales_history
             union all select 2, year, month, currency, item_id, customer_id, so, quantity, amount_cents from portal.unassigned_current_sales) x
       join portal.item_names i on i.id = x.item_id join portal.customer_names c on c.id = x.customer_id order by x.at`,
  )
})
afterAll(async () => {
  await stopSecond?.()
  await portal?.close()
})

function atBoth(actor: Actor): [TestClient, TestClient] {
  const other = createClient(urls[1])
  for (const [name, value] of actor.cookies) other.cookies.set(name, value)
  return [actor, other]
}

const world = createWorld()
const counted = {
  batches: 0,
  rows: 0,
  replaced: 0,
  rules: 0,
  undone: 0,
  given: 0,
  taken: 0,
  lost: 0,
  unchanged: 0,
}
/** Clients that were given to a tenant and not taken back, by the number of the assignment. */
const assigned = new Map<number, { client: string; tenantId: number }>()
let rules: Json
/** The rules before each change, by its number. */
const rulesBefore = new Map<number, Json>()

const clientOf = ({ source, clientCode, clientName, customerName }: Json) =>
  clientCode ? `${source} ${clientCode}` : `name ${clientName ?? customerName}`
const own = ({ productRules, aliases }: Json) => ({ productRules, aliases })

async function deliver(place: Place, batches: Batch[], first: number) {
  for (const [at, batch] of batches.entries()) {
    const rows = world.rowsOf(batch)
    const options = batch.scope === null ? '' : `?mode=replace&scope=${batch.scope}&confirm=true`
    const send = sender(urls[(first + at) % 2] as string, keys[place.source])
    const { status, body, text } = await send(
      `${place.dataset}${options}`,
      rows.map((row) => asSent(place.dataset, row)),
    )
    expect([status, body.received, body.rejected], text).toEqual([200, rows.length, 0])
    world.acknowledge(place, batch.scope, rows)
    counted.batches++
    counted.rows += rows.length
    if (batch.scope !== null) counted.replaced++
  }
}

/** Two administrators change the rules that both know: one of them is too late, unless one of them changes nothing. */
async function changeRules(changes: [RulesChange, RulesChange]) {
  const { version, changes: made } = rules
  const answers = await Promise.all(
    changes.map(async ({ put, undo }, at) => {
      const admin = people.admin[at] as TestClient
      if (put) return { to: put, ...(await admin.send('PUT', RULES, { version, ...put })) }
      const change = made[(undo as number) % made.length]?.id ?? 1
      return { to: rulesBefore.get(change), ...(await admin.post(`${RULES}/undo`, { version, change })) }
    }),
  )
  const before = own(rules)
  const done = answers.filter(({ status }) => status === 200)
  for (const { status, body } of answers) expect([200, 404, 412, 422], JSON.stringify(body)).toContain(status)
  expect(done.length).toBeLessThan(2)
  if (answers.some(({ status }) => status === 412)) expect(done).toHaveLength(1)
  rules = (await people.admin[1].get(RULES)).body
  const [one] = done
  if (!one) return expect(own(rules)).toEqual(before)
  counted.rules++
  if (one.body.undoes !== null) counted.undone++
  rulesBefore.set(one.body.id, before)
  const wanted = one.to as Json
  expect(rules.productRules).toEqual(wanted.productRules)
  const byVariant = (all: Json[]) =>
    Object.fromEntries(all.map((alias) => [alias.variant, alias.displayName]))
  expect(byVariant(rules.aliases)).toEqual(byVariant(wanted.aliases))
}

/** Gives a client that waits to a tenant, looking again as long as other rows are there than were seen. */
async function give(at: 0 | 1, which: number, tenantId: number) {
  const admin = people.admin[at]
  let wanted: string | undefined
  for (let tries = 0; tries < 50; tries++) {
    const { items } = (await admin.get('/api/v1/admin/unassigned')).body
    const waiting = items.filter(({ source, clientCode, clientName }: Json) =>
      clientCode ? source !== 'anchor' : clientName && clientName !== 'Anchor',
    )
    const client = wanted
      ? waiting.find((one: Json) => clientOf(one) === wanted)
      : waiting[which % waiting.length]
    if (!client) return
    wanted = clientOf(client)
    const { sourceId, clientCode, clientName, rows } = client
    const key = { sourceId, clientCode, clientName }
    const { status, body } = await admin.post('/api/v1/admin/unassigned/assign', { ...key, tenantId, rows })
    if (status === 200) {
      assigned.set(body.id, { client: wanted, tenantId })
      counted.given++
      return
    }
    expect([404, 409], JSON.stringify(body)).toContain(status)
    if (body.code !== 'conflict') return void counted.lost++
  }
  throw new Error(`${wanted} was not given to a tenant in fifty tries`)
}

/** Both administrators take the same assignment back: it happens once. */
async function takeBack(which: number | null) {
  const ids = [...assigned.keys()]
  const id = which === null ? undefined : ids[which % ids.length]
  if (id === undefined) return
  const answers = await Promise.all(
    people.admin.map((admin) => admin.post(`/api/v1/admin/assignments/${id}/undo`, {})),
  )
  expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([200, 409])
  assigned.delete(id)
  counted.taken++
}

/** What is read on the way is of one moment: its parts add up to its whole. */
async function readUntil(over: () => boolean, admin: TestClient) {
  const cents = (all: Json[]) => all.reduce((sum, one) => sum + BigInt(one.amount.replace('.', '')), 0n)
  while (!over()) {
    const { body } = await admin.get('/api/v1/sales/history?currency=CAD')
    const whole = cents([body.totals])
    expect([cents(body.years), cents(body.months)]).toEqual([whole, whole])
  }
}

/** By what each screen is asked, and what it must show. */
const CALENDAR = { year: 2025, throughMonth: 8, day: '2025-08-31' }
const SCREENS = {
  history: ({ part: month, ...rest }: Json, lines: Lines, home: string) =>
    expectedHistory(lines['sales-history'], defined({ ...rest, month }), home, 2025),
  current: ({ part: month, ...rest }: Json, lines: Lines, home: string) =>
    expectedCurrent(lines['current-sales'], defined({ ...rest, month }), home, CALENDAR),
  analytics: ({ part: quarter, ...rest }: Json, lines: Lines, home: string, oneTenant: boolean) =>
    expectedAnalytics(
      lines['sales-history'],
      defined({ ...rest, quarter }),
      { currentYear: 2025, throughMonth: 8, until: 202508 },
      home,
      oneTenant,
    ),
}
type Lines = Record<(typeof DATASETS)[number], TestLine[]>
const defined = (filter: Json): Json =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** The last answer to each question, with its tag: whoever hears that nothing changed goes on showing it. */
const shown = new Map<string, { tag: string; body: Json }>()

async function ask(client: TestClient, who: string, path: string): Promise<Json> {
  const last = shown.get(`${who} ${path}`)
  const answer = await client.get(path, last && { headers: { 'if-none-match': last.tag } })
  if (answer.status === 304) {
    counted.unchanged++
    return (last as { body: Json }).body
  }
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  shown.set(`${who} ${path}`, { tag: answer.headers.get('etag') as string, body: answer.body })
  return answer.body
}

async function expectScreens(all: Lines, drawn: Json, round: number) {
  const seen = (who: string): Lines => {
    const ofWhom = who === 'one' ? tenants.slice(0, 1) : who === 'two' ? tenants.slice(1) : tenants
    const may = (line: TestLine) => who === 'admin' || ofWhom.includes(line.tenantId)
    return Object.fromEntries(DATASETS.map((of) => [of, all[of].filter(may)])) as Lines
  }
  for (const [who, clients] of Object.entries(people))
    for (const [screen, expected] of Object.entries(SCREENS))
      for (const filter of [{}, drawn]) {
        const { part, ...rest } = filter as Json
        const narrowed = defined({ ...rest, [screen === 'analytics' ? 'quarter' : 'month']: part })
        const query = new URLSearchParams(narrowed as Record<string, string>)
        const path = `/api/v1/sales/${screen}?${query}`
        const [first, second] = round % 2 ? [1, 0] : [0, 1]
        const { dataVersion, asOf, trend, ...figures } = await ask(clients[first] as TestClient, who, path)
        const home = who === 'two' ? 'USD' : 'CAD'
        const oneTenant = who === 'one' || who === 'two'
        expect(figures, `${who} ${path}`).toEqual(expected(filter, seen(who), home, oneTenant))
        // The other server knows that nothing happened since, or says the same.
        const again = await ask(clients[second] as TestClient, who, path)
        expect({ ...again, asOf }).toEqual({ dataVersion, asOf, trend, ...figures })
      }
}

/** Every line as the tables hold it, with its tenant. */
const stored = async (dataset: (typeof DATASETS)[number]) =>
  (
    await peek(
      portal,
      `select concat_ws(' ', s.name, l.source_key, l.tenant_id, l.year, l.month, l.currency, l.quantity, l.amount_cents) as row
         from portal.${dataset === 'sales-history' ? 'all_sales_history' : 'all_current_sales'} l join auth.ingest_sources s on s.id = l.source_id
        where s.name <> 'anchor' order by 1`,
    )
  ).map(({ row }: Json) => row)

it('two servers, two sources, two administrators at once: every line, sum and screen is what was acknowledged', async () => {
  rules = (await people.admin[0].get(RULES)).body
  const rounds = fc.sample(fc.tuple(ROUND, FILTER), { seed: proof.seed, numRuns: size(10, 150) })
  for (const [round, [{ rulesAlone, batches, rules: changes, given, taken }, filter]] of rounds.entries()) {
    await peek(portal, 'delete from auth.rate_windows')
    let over = false
    const places = SOURCES.flatMap((source) => DATASETS.map((dataset): Place => ({ source, dataset })))
    const beside = () => [
      ...places.map((place, at) => deliver(place, batches[at] as Batch[], round + at)),
      takeBack(taken),
      ...given.map(({ client, to }, at) => give(at as 0 | 1, client, tenants[to] as number)),
    ]
    const written = Promise.all([changeRules(changes), ...(rulesAlone ? [] : beside())]).finally(() => {
      over = true
    })
    await Promise.all([written, ...people.admin.map((admin) => readUntil(() => over, admin))])

    const owners = new Map([...assigned.values()].map(({ client, tenantId }) => [client, tenantId]))
    expect(owners.size).toBe(assigned.size)
    const names = shownNames(rules as Parameters<typeof shownNames>[0])
    const all = {} as Lines
    for (const [at, dataset] of DATASETS.entries()) {
      const lines = world.lines(dataset, (row) => owners.get(clientOf(row)) ?? 0)
      expect(await stored(dataset)).toEqual(
        lines
          .map((l) => [l.key, l.tenantId, l.year, l.month, l.currency, l.quantity, l.amountCents].join(' '))
          .sort(),
      )
      all[dataset] = [...lines, anchors[at] as TestLine].map((line) => ({
        ...line,
        shown: {
          product: names.product(line.itemNo, line.itemName),
          customer: names.customer(line.customerName),
        },
      }))
    }
    for (const dataset of ['history', 'current'] as const) {
      const { expected, actual } = await comparedSumsIn(portal.location, dataset)
      expect(actual).toEqual(expected)
    }
    expect(await portal.owner(verifySales)).toEqual([])
    await expectScreens(all, filter, round)
  }
  // Without any of these, nothing was tried.
  for (const what of ['replaced', 'rules', 'given', 'taken', 'unchanged'] as const)
    expect(counted[what], what).toBeGreaterThan(0)
  proof.note({ rounds: rounds.length, ...counted })
})
