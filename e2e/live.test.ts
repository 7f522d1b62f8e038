import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { size } from '../test/support/form.ts'
import { axe } from './support/axe.ts'
import { aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { card, orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let own: number
let buyer: Person
let administrator: Person

beforeAll(async () => {
  portal = await startPortal()
  own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE' })
  await portal.ingest('orders', [...orderRows('NH', 12), ...orderRows('SE', 3)])
  buyer = await portal.aPerson({ tenants: [own] })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

/** Requests of the page to the server from now on, streams apart. */
function watchRequests(page: Page) {
  const asked: string[] = []
  const streams: string[] = []
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/v1/events') streams.push(pathname)
    else if (pathname.startsWith('/api/')) asked.push(pathname + search)
  }
  page.on('request', note)
  return { asked, streams }
}
const push = (primary: string, status: string) =>
  portal.ingest('orders', [{ ...orderRows('NH', 12)[Number(primary.split('-')[1]) - 1], 'Ord Stat': status }])
const row = (page: Page, number: string) => rows(page).filter({ hasText: number })
const makeRole = ({ email }: Person, role: string) =>
  portal.database(
    `update portal.members set role = $2 where user_id = (select user_id from portal.profiles where email = $1)`,
    [email, role],
  )
/** The stream is there: what comes now is heard. */
const listening = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset.line === 'online')

describe('an open screen', () => {
  test('shows what upstream sends: the row, marked, its counts and the menu; nothing else is asked for', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await listening(page)
    await page.waitForTimeout(1_000)
    const { asked } = watchRequests(page)
    const before = Number(await card(page, 'Issues').locator('strong').textContent())
    const active = await page.getByRole('link', { name: /^Orders/ }).textContent()
    await push('NH-3', 'Cancelled')
    const landed = Date.now()
    await row(page, '20003').getByText('Cancelled').waitFor()
    console.log(`on screen ${Date.now() - landed} ms after upstream had its answer`)
    expect(await row(page, '20003').getAttribute('data-changed')).not.toBeNull()
    await page.getByText('1 row was updated.').waitFor({ state: 'attached' })
    expect(await card(page, 'Issues').locator('strong').textContent()).toBe(String(before + 1))
    await page.waitForFunction(
      (text) => !document.querySelector('nav')?.textContent?.includes(text),
      active ?? '',
    )
    // An order that moved is news: the bell says so, and asks for no more than its count.
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).waitFor()
    const expected = (path: string) =>
      path.startsWith('/api/v1/orders?') || path === '/api/v1/notices/summary'
    expect(asked.filter((path) => !expected(path))).toEqual([])
    await axe(page)
    await row(page, '20003').and(page.locator(':not([data-changed])')).waitFor()
  })

  test('keeps its place and the focus when rows change', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders', width: 1440 })
    await listening(page)
    await row(page, '20007').focus()
    const place = () =>
      page.evaluate(() => [window.scrollY, document.activeElement?.textContent?.includes('20007')])
    const before = await place()
    await push('NH-8', 'Completed')
    await row(page, '20008').getByText('Completed').waitFor()
    expect(await place()).toEqual(before)
  })

  test('asks for nothing while nothing happens', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await listening(page)
    // What the tests before did has been told.
    await expect.poll(() => portal.database('select 1 from portal.notice_queue')).toEqual([])
    await page.waitForTimeout(1_000)
    const { asked, streams } = watchRequests(page)
    // In the long form past a heartbeat, which session.test.ts passes by a clock of its own.
    await page.waitForTimeout(size(6_000, 31_000))
    expect([asked, streams]).toEqual([[], []])
  })

  test('of a second tab hears by the stream of the first, and takes it over when that one closes', async () => {
    const first = await aPage(portal, { as: buyer, at: '/orders' })
    await listening(first)
    const second = await first.context().newPage()
    const { streams } = watchRequests(second)
    await open(second, '/orders')
    await listening(second)
    await push('NH-5', 'Cancelled')
    await row(second, '20005').getByText('Cancelled').waitFor()
    expect(streams).toEqual([])
    await first.close()
    await expect.poll(() => streams.length, { timeout: 20_000 }).toBe(1)
    await push('NH-5', 'Completed')
    await row(second, '20005').getByText('Completed').waitFor()
  })
})

describe('without a line', () => {
  test.each([
    { width: 1440, lang: 'en', theme: 'light' },
    { width: 360, lang: 'fr-CA', theme: 'dark' },
  ] as const)(
    'the last data stay, dated ($width px, $lang); back again the screen catches up by itself',
    async (view) => {
      const english = view.lang === 'en'
      const page = await aPage(portal, { as: buyer, at: '/orders', ...view })
      await listening(page)
      allowFault(page.context(), /ERR_INTERNET_DISCONNECTED|events/)
      await page.context().setOffline(true)
      await page.getByText(english ? 'You’re offline.' : 'Pas de connexion.').waitFor()
      await page
        .getByText(
          english ? 'Changes aren’t sent while you’re offline.' : 'Les modifications ne sont pas envoyées',
        )
        .waitFor()
      await page.getByText(english ? 'Offline' : 'Hors ligne', { exact: true }).waitFor()
      await page.getByText('20009').first().waitFor()
      await axe(page)
      await push('NH-9', english ? 'Completed' : 'Cancelled')
      await page.context().setOffline(false)
      await page.getByText(english ? 'You’re offline.' : 'Pas de connexion.').waitFor({ state: 'hidden' })
      await page.getByText(english ? 'Online' : 'En ligne', { exact: true }).waitFor()
      const shown = page.locator('main').getByText('20009').first()
      await shown.waitFor()
      await page.waitForFunction(
        (word) =>
          [...document.querySelectorAll('tr, li')].some(
            (one) => one.textContent?.includes('20009') && one.textContent.includes(word),
          ),
        english ? 'Completed' : 'Annulé',
      )
    },
  )

  test('a server that does not answer for a while is met again', async () => {
    const person = await portal.aPerson({ tenants: [own] })
    const page = await aPage(portal, { as: person, at: '/orders' })
    await listening(page)
    expectFault(page.context(), /503 GET \/api\/v1\/events/)
    await page.route('**/api/v1/events', (route) => route.fulfill({ status: 503, body: '' }))
    await makeRole(person, 'quality_manager')
    await page.getByText('Connection lost, reconnecting…').waitFor()
    await axe(page)
    await push('NH-6', 'Cancelled')
    await page.unroute('**/api/v1/events')
    await page.getByText('Connection lost, reconnecting…').waitFor({ state: 'hidden' })
    await row(page, '20006').getByText('Cancelled').waitFor()
  })

  test.each([
    ['a screen', (page: Page) => page.getByRole('link', { name: 'Lots', exact: true }).click(), /\/lots$/],
    ['a dialog', (page: Page) => page.getByRole('button', { name: 'Report an Issue' }).first().click(), null],
  ] as const)(
    '%s that was not opened before comes with the connection, and what is there stays',
    async (_, open, address) => {
      const page = await aPage(portal, { as: buyer, at: '/orders' })
      await listening(page)
      allowFault(page.context(), /ERR_INTERNET_DISCONNECTED|events/)
      await page.evaluate(() => Object.assign(window, { same: true }))
      await page.context().setOffline(true)
      await page.getByText('You’re offline.').waitFor()
      await open(page)
      // As long as a page that is loaded anew takes to be gone.
      await page.waitForTimeout(1000)
      await page.getByText('You’re offline.').waitFor()
      await page.context().setOffline(false)
      if (address) await page.waitForURL(address)
      const come = address ? page.getByRole('heading', { level: 1, name: /Lots/ }) : page.getByRole('dialog')
      await come.waitFor()
      expect(await page.evaluate(() => 'same' in window)).toBe(true)
    },
  )

  test('a change is not sent, and says so', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await listening(page)
    allowFault(page.context(), /ERR_INTERNET_DISCONNECTED|events/)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.waitForEvent('requestfailed')
    const { asked } = watchRequests(page)
    await page
      .getByRole('button', { name: /theme|dark/i })
      .first()
      .click()
    await page
      .getByText(/couldn’t be saved/)
      .first()
      .waitFor()
    expect(asked.filter((path) => path.includes('preferences'))).toEqual([])
    await page.context().setOffline(false)
    await listening(page)
  })
})

describe('a change of rights', () => {
  test('takes the screen away without a reload, and gives it back', async () => {
    const person = await portal.aPerson({ tenants: [own] })
    const page = await aPage(portal, { as: person, at: '/orders' })
    await listening(page)
    // What the page asks for in the moment between the change and its telling is refused.
    allowFault(page.context(), /403 GET \/api\/v1\/orders/)
    await makeRole(person, 'sales_analyst')
    await page.getByRole('table', { name: 'Recent Orders' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Orders/ }).waitFor({ state: 'detached' })
    await makeRole(person, 'viewer')
    await page.getByRole('link', { name: /^Orders/ }).waitFor()
    await row(page, '20001').waitFor()
  })
})

describe('a feed that is late', () => {
  test('turns the line amber in words, and tells administrators which one it is', async () => {
    await portal.command('expect-feed', 'orders', '5')
    await portal.database(
      `update portal.feeds set last_batch_at = now() - interval '7 hours' where kind = 'orders'`,
    )
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await page.getByText(/late: data as of .*, expected every 5 hours/).waitFor()
    expect(await page.getByText('A feed is late.').count()).toBe(0)
    await axe(page)
    const other = await aPage(portal, { as: administrator, at: '/orders', width: 360, theme: 'dark' })
    await other.getByText('A feed is late.').waitFor()
    await other.getByText(/Orders: last batch .*, expected every 5 hours/).waitFor()
    await axe(other)
    await listening(other)
    // A batch that changes nothing is a sign of life all the same.
    await portal.ingest('orders', [orderRows('SE', 3)[0] as Record<string, unknown>])
    await other.getByText('A feed is late.').waitFor({ state: 'hidden' })
    await page.getByText(/late: data as of/).waitFor({ state: 'hidden' })
  })
})
