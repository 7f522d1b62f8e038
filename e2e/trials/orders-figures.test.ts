import fs from 'node:fs'
import zlib from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn } from '../../test/support/drawn.ts'
import { size } from '../../test/support/form.ts'
import { SEED } from '../../test/support/seed.ts'
import { aPage, open, settled } from '../support/browser.ts'
import { card, numbers, rows } from '../support/orders.ts'
import { type Person, type Portal, startPortal } from '../support/portal.ts'

const DATA = '../shared/data'
const read = (file: string) => JSON.parse(fs.readFileSync(`${DATA}/expected/${file}.json`, 'utf8'))
type Client = { customer: string; ordered: string; paid: string; balance: string }
const { orders: expected } = read('orders')
const payments = read('payments') as { balance: string; by_client: Client[] }
type Line = Record<string, string>
const csv = (content: Buffer) => parse(content, { columns: true, bom: true }) as Line[]
const orders = csv(fs.readFileSync(`${DATA}/orders/gh_ordre_classicmodels.csv`))
const paid = csv(fs.readFileSync(`${DATA}/orders/payments_classicmodels.csv`))
const shipped = csv(zlib.gunzipSync(fs.readFileSync(`${DATA}/orders/shipments_scms.csv.gz`)))

const CHUNK = 2000
const SEARCHED = ['Ord No', 'PO No', 'Client Name', 'Ref', 'Ord Stat']
const whole = (amount: string) =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(amount as never)
/** What a card of a screen says. */
const figure = async (page: Page, name: string) => {
  await settled(page)
  return (await card(page, name).locator('strong').textContent())?.replace(/[^\d,.-]/g, '')
}
const aClient = (portal: Portal, name: string) =>
  portal.command('create-tenant', '--name', name, '--client-name', name, '--currency', 'USD')

/** Clients that the seed draws, beside those with the largest balances. */
const clients = drawn('clients', payments.by_client, size(1, 20))

/** How many of these orders stand in each group of the screen, by the states that the file has. */
function groupsOf(some: readonly Line[]) {
  const inState = (...states: string[]) =>
    some.filter((order) => states.includes((order['Ord Stat'] ?? '').toLowerCase())).length
  return {
    active: some.length - inState('completed', 'cancelled', 'packaging'),
    processing: inState('in progress'),
    shipped: inState('packaging'),
    delivered: inState('completed'),
    issues: inState('cancelled', 'not started'),
  }
}

describe('orders and payments of classic models, as their figures stand on the screens', () => {
  let portal: Portal
  let administrator: Person
  const tenants = new Map<string, number>()
  beforeAll(async () => {
    portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
    for (const { customer } of payments.by_client)
      tenants.set(customer, Number(await aClient(portal, customer)))
    await portal.ingest('orders', orders)
    await portal.ingest(
      'invoices',
      orders.map((order) => ({
        ...{
          'Invoice No': `F${order['Ord No']}`,
          'Invoice Date': '2025-06-01',
          Total: order['Montant Total'],
        },
        ...{ 'Client Name': order['Client Name'], 'Ord No': order['Ord No'], 'PO No': order['PO No'] },
      })),
    )
    await portal.ingest(
      'payments',
      paid.map((one) => ({
        ...{ 'Payment No': one['Check No'], 'Client Name': one['Customer Name'], Amount: one.Amount },
        'Payment Date': one['Payment Date'],
      })),
    )
    administrator = await portal.aPerson({ administrator: true })
  }, 240_000)
  afterAll(() => portal?.close())

  test('the orders, their groups, the newest of them, and what a search finds', async () => {
    const page = await aPage(portal, { as: administrator, at: '/orders' })
    expect(groupsOf(orders)).toEqual(expected.orders_page)
    await expectGroups(page, expected.orders_page)
    // Before it stand the company and upstream's own number.
    const shown = await rows(page).evaluateAll((all) =>
      all.map((row) => row.querySelectorAll('td')[2]?.textContent),
    )
    expect(shown.slice(0, 10)).toEqual(expected.recent_20_order_numbers.slice(0, 10))
    for (const [term, count] of Object.entries(expected.search as Record<string, number>)) {
      // What was known beforehand was counted without the PO number, which is searched, too.
      const found = orders.filter((order) =>
        SEARCHED.some((field) => order[field]?.toLowerCase().includes(term)),
      ).length
      expect(found).toBeGreaterThanOrEqual(count)
      await open(page, `/orders?search=${encodeURIComponent(term)}`)
      const said = found === 0 ? 'No orders found' : new RegExp(`^${found} orders? match`)
      await page.getByText(said).first().waitFor()
    }
  })

  async function expectGroups(page: Page, groups: ReturnType<typeof groupsOf>) {
    for (const [group, count] of Object.entries(groups)) {
      const name = `${group.charAt(0).toUpperCase()}${group.slice(1)}`
      expect([name, await figure(page, name)]).toEqual([name, String(count)])
    }
  }

  test('a client’s own orders, and no others', async () => {
    console.log(`orders of ${clients.map(({ customer }) => customer).join(', ')}, TEST_SEED=${SEED}`)
    for (const { customer, ordered, balance } of clients) {
      const own = orders.filter((order) => order['Client Name'] === customer)
      const cents = own.reduce((sum, one) => sum + Number(one['Montant Total']?.replace(/[$,.]/g, '')), 0)
      expect((cents / 100).toFixed(2)).toBe(ordered)
      const tenant = tenants.get(customer) as number
      const page = await aPage(portal, {
        as: await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' }),
        at: '/orders',
      })
      await expectGroups(page, groupsOf(own))
      const newest = own
        .map((order) => order['Ord No'] ?? '')
        .sort()
        .reverse()
      expect((await numbers(page)).slice(0, 10)).toEqual(newest.slice(0, 10))
      await open(page, '/finance')
      await expect.poll(() => figureOf(page, 'Total Balance'), { message: customer }).toBe(whole(balance))
      expect(await figureOf(page, 'Total Orders')).toBe(whole(ordered))
      await page.context().close()
    }
  })

  test('what all owe, and what each of the largest does', async () => {
    const page = await aPage(portal, { as: administrator, at: '/finance?currency=USD' })
    await expect.poll(() => figureOf(page, 'Total Balance')).toBe(whole(payments.balance))
    const largest = payments.by_client.toSorted((a, b) => Number(b.balance) - Number(a.balance)).slice(0, 4)
    const settledOnes = payments.by_client.filter(({ balance }) => balance === '0.00').slice(0, 1)
    for (const { customer, balance, ordered } of [...largest, ...settledOnes]) {
      const person = await portal.aPerson({
        tenants: [tenants.get(customer) as number],
        role: 'tenant_admin',
      })
      const own = await aPage(portal, { as: person, at: '/finance' })
      await expect.poll(() => figureOf(own, 'Total Balance'), { message: customer }).toBe(whole(balance))
      expect(await figureOf(own, 'Total Orders')).toBe(whole(ordered))
      await own.context().close()
    }
  })
})

/** The same of a card that is no button. */
async function figureOf(page: Page, name: string) {
  await settled(page)
  const text = await page
    .getByRole('region', { name: 'Balances and orders' })
    .locator('[data-span]')
    .filter({ hasText: name })
    .first()
    .innerText()
  return /-?[\d,]+/.exec(text.split('\n').slice(1).join('\n'))?.[0]
}

describe('real shipments, as their states stand on the screens', () => {
  const TODAY = '2024-06-30'
  const keyOf = ({ ASN, Mode, Client }: Line) => `${ASN} ${Mode} ${Client}`
  /** One for each notice of shipment, way and client, as its last line has it. */
  const all = [...new Map(shipped.map((line) => [keyOf(line), line])).values()]
  const isThere = ({ Delivered = '' }: Line) => Delivered <= TODAY
  const isLate = (line: Line) => !isThere(line) && (line.Scheduled ?? '') < TODAY
  const countsOf = (some: readonly Line[]) => ({
    Processing: some.filter((line) => !isThere(line)).length,
    'In Transit': 0,
    Delayed: some.filter(isLate).length,
  })
  const [client = ''] = [...new Set(all.filter(isLate).map((line) => line.Client ?? ''))]
  const own = all.filter((line) => line.Client === client)
  let portal: Portal
  let member: Person
  let administrator: Person
  beforeAll(async () => {
    portal = await startPortal({ REPORTING_AS_OF: TODAY })
    for (const name of new Set(all.map((line) => line.Client ?? ''))) {
      const id = Number(await aClient(portal, name))
      if (name === client) member = await portal.aPerson({ tenants: [id] })
    }
    administrator = await portal.aPerson({ administrator: true })
    const rows = all.map((line) => ({
      ...{ 'Tracking Number': `${line.ASN}-${line.Client}`, Carrier: line.Mode, 'Client Name': line.Client },
      ...{ 'PO No': line.PO, 'Order Date': 'Date Not Captured', 'Estimated Delivery': line.Scheduled },
      ...{ 'Delivered Date': isThere(line) ? line.Delivered : null, Weight: line.Weight },
    }))
    for (let at = 0; at < rows.length; at += CHUNK)
      await portal.ingest('shipments', rows.slice(at, at + CHUNK))
  }, 240_000)
  afterAll(() => portal?.close())

  test('how many are where, for everybody and for one client', async () => {
    for (const [person, some] of [
      [administrator, all],
      [member, own],
    ] as const) {
      const page = await aPage(portal, { as: person, at: '/orders/tracking' })
      await page
        .getByText(`Loaded ${some.length.toLocaleString('en')} shipment`)
        .first()
        .waitFor()
      for (const [name, count] of Object.entries(countsOf(some)))
        expect([name, await figure(page, name)]).toEqual([name, count.toLocaleString('en')])
      await page.context().close()
    }
  })

  test('by how many days each late one is late, and where it stands when it is opened', async () => {
    const page = await aPage(portal, { as: member, at: '/orders/tracking?group=delayed' })
    const late = own.filter(isLate)
    for (const line of late.slice(0, 5)) {
      const number = `${line.ASN}-${line.Client}`
      const days = (Date.parse(TODAY) - Date.parse(line.Scheduled ?? '')) / 86_400_000
      const row = page.getByRole('row').filter({ hasText: number }).first()
      await row.getByText(`${days} ${days === 1 ? 'day' : 'days'} late`).waitFor()
    }
    const [first] = late
    const number = `${first?.ASN}-${first?.Client}`
    await page.getByRole('row').filter({ hasText: number }).first().click()
    await page
      .getByRole('heading', { name: new RegExp(number.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) })
      .waitFor()
    await page.getByText('Date Not Captured').first().waitFor()
    await page
      .getByText(first?.PO ?? '', { exact: true })
      .first()
      .waitFor()
  })
})
