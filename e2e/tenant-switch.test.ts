import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, open } from './support/browser.ts'
import { allowFault, expectFault } from './support/faults.ts'
import { focused, pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { queryCache } from './support/query-cache.ts'
import { fill } from './support/sign-in.ts'

const HARBOUR = 'Harbour Wellness'
const PRAIRIE = 'Prairie Naturals'
const OF_HARBOUR = 'Birch sap capsules'
const OF_PRAIRIE = 'Fjord kelp powder'

let portal: Portal
let harbour: number
let prairie: number
let both: Person
beforeAll(async () => {
  portal = await startPortal()
  harbour = await portal.aTenant({ name: HARBOUR, clientCode: 'H' })
  prairie = await portal.aTenant({ name: PRAIRIE, clientCode: 'P' })
  both = await portal.aPerson({ tenants: [harbour, prairie] })
  const sale = { Year: 2024, Month: 3, 'Qty Sold': 12, Amount: '80.00' }
  const order = { 'Ord Stat': 'In Progress', 'Montant Total': '10.00' }
  await portal.ingest('orders', [
    { ...order, Primary: 'H1', 'Ord No': 'H1', 'Client Code': 'H', 'Client Name': HARBOUR },
    { ...order, Primary: 'H2', 'Ord No': 'H2', 'Client Code': 'H', 'Client Name': HARBOUR },
    { ...order, Primary: 'P1', 'Ord No': 'P1', 'Client Code': 'P', 'Client Name': PRAIRIE },
  ])
  await portal.ingest('sales-history', [
    { ...sale, Id: 'h', 'Client Code': 'H', 'Item No': 'B1', 'Item Name': OF_HARBOUR, 'Invoice No': 'INV-H' },
    { ...sale, Id: 'p', 'Client Code': 'P', 'Item No': 'F1', 'Item Name': OF_PRAIRIE, 'Invoice No': 'INV-P' },
  ])
})
afterAll(() => portal?.close())

const orders = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Orders/ })

const rail = (page: Page, tenant: string) => page.getByRole('button', { name: new RegExp(`^${tenant}`) })
const dialog = (page: Page) => page.getByRole('dialog')
const shows = (page: Page, product: string) => page.getByRole('main').getByText(product).first().waitFor()

/** What the tab holds: its document, its query cache, its storage. */
const held = async (page: Page) =>
  (await page.content()) +
  (await queryCache(page)) +
  (await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))

async function choose(page: Page, from: string, to: string) {
  await rail(page, from).click()
  await page.getByRole('option', { name: to }).click()
  await rail(page, to).waitFor()
}

/** Two tabs of one browser that show the sales of the same tenant. */
async function twoTabs(): Promise<[Page, Page]> {
  const browser = await aBrowser(portal, { as: both })
  // What a tab had on its way, or asks again as its stream ends, before it has heard of the switch.
  allowFault(browser, /^409 GET \/api\/v1\//)
  const tabs: [Page, Page] = [await browser.newPage(), await browser.newPage()]
  for (const tab of tabs) {
    await open(tab, '/sales')
    await shows(tab, OF_HARBOUR)
  }
  return tabs
}

describe('a person of two companies (A7)', () => {
  test('switches: the screen, its filters, its caches and drafts are the new company’s', async () => {
    const page = await aPage(portal, { as: both, at: '/sales?search=birch' })
    await shows(page, OF_HARBOUR)
    await page.evaluate(() => localStorage.setItem('portal.draft', 'Birch sap capsules, 40 boxes'))
    await rail(page, HARBOUR).click()
    await page.getByRole('option', { name: `${HARBOUR} current` }).waitFor()
    await axe(page)
    await page.getByRole('option', { name: PRAIRIE }).click()
    await shows(page, OF_PRAIRIE)
    expect(new URL(page.url()).search).toBe('')
    expect(await held(page)).not.toMatch(/birch/i)
    await page.reload()
    await shows(page, OF_PRAIRIE)
  })

  test('the other tab shows nothing of the old company any more and asks what to do', async () => {
    const [one, two] = await twoTabs()
    await two.evaluate(() => localStorage.setItem('portal.draft', 'Birch sap capsules, 40 boxes'))
    await expect.poll(() => orders(two).innerText()).toBe('Orders\n2')
    await choose(one, HARBOUR, PRAIRIE)
    await expect.poll(() => orders(one).innerText()).toBe('Orders\n1')
    await dialog(two).getByText(`You switched to ${PRAIRIE} in another tab`, { exact: true }).waitFor()
    expect(await held(two)).not.toMatch(/birch/i)
    // Its counts are gone as well, and nothing asks for them in the name of the old company.
    await expect.poll(() => orders(two).innerText()).toBe('Orders')
    const asked: string[] = []
    two.on('request', (request) => asked.push(request.url()))
    await two.waitForTimeout(1_000)
    expect(asked).toEqual([])
    await expect.poll(() => dialog(two).innerText()).toContain(`This tab was still showing ${HARBOUR}.`)
    await axe(two)
    // It wants a decision: neither Escape nor a click beside it is one, and the focus stays in it.
    await pressKeys(two, 'Escape')
    await two.mouse.click(5, 5)
    for (let step = 0; step < 4; step++) {
      await pressKeys(two, 'Tab')
      await expect.poll(() => focused(two)).toMatch(/button "(Reload for|Switch back to) /)
    }
    await dialog(two)
      .getByRole('button', { name: `Reload for ${PRAIRIE}` })
      .click()
    await shows(two, OF_PRAIRIE)
    expect(await dialog(two).count()).toBe(0)
    expect(await held(two)).not.toMatch(/birch/i)
  })

  test('the other tab takes the session back; then the first one asks', async () => {
    const [one, two] = await twoTabs()
    await choose(one, HARBOUR, PRAIRIE)
    await shows(one, OF_PRAIRIE)
    await dialog(two)
      .getByRole('button', { name: `Switch back to ${HARBOUR}` })
      .click()
    await shows(two, OF_HARBOUR)
    await expect.poll(() => two.evaluate(() => document.activeElement?.id)).toBe('main')
    await expect.poll(() => orders(two).innerText()).toBe('Orders\n2')
    await dialog(one).getByText(`You switched to ${HARBOUR} in another tab`, { exact: true }).waitFor()
    expect(await held(one)).not.toMatch(/fjord/i)
    await dialog(one)
      .getByRole('button', { name: `Switch back to ${PRAIRIE}` })
      .click()
    await shows(one, OF_PRAIRIE)
    await dialog(two).waitFor()
  })

  test('a tab that nobody told learns it from its next action, which does nothing', async () => {
    const page = await aPage(portal, { as: both, at: '/sales' })
    expectFault(page.context(), /^409 GET \/api\/v1\/sales\/history/)
    // A line for events that is opened after the move would tell it before it does anything.
    await Promise.all([page.waitForResponse(/\/api\/v1\/events/), page.reload()])
    await shows(page, OF_HARBOUR)
    const moved = await page.request.post('/api/v1/session/tenant', {
      data: { tenantId: prairie },
      headers: { origin: portal.url },
    })
    expect(moved.status()).toBe(200)
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await dialog(page).getByText(`You switched to ${PRAIRIE} in another tab`, { exact: true }).waitFor()
    expect(await held(page)).not.toMatch(/birch/i)
    await dialog(page)
      .getByRole('button', { name: `Reload for ${PRAIRIE}` })
      .click()
    await shows(page, OF_PRAIRIE)
  })

  test('a company that went away meanwhile is said, and nothing changes', async () => {
    const person = await portal.aPerson({ tenants: [harbour, prairie] })
    const page = await aPage(portal, { as: person, at: '/sales' })
    expectFault(page.context(), /^404 POST \/api\/v1\/session\/tenant/)
    await shows(page, OF_HARBOUR)
    await portal.database(
      'delete from portal.members where tenant_id = $1 and user_id = (select user_id from portal.profiles where email = $2)',
      [prairie, person.email],
    )
    await rail(page, HARBOUR).click()
    await page.getByRole('option', { name: PRAIRIE }).click()
    await page.getByRole('alert').getByText('It doesn’t exist, or you don’t have access to it.').waitFor()
    await shows(page, OF_HARBOUR)
    await rail(page, HARBOUR).waitFor()
  })

  test('with one company there is nothing to switch', async () => {
    const person = await portal.aPerson({ tenants: [harbour] })
    const page = await aPage(portal, { as: person, at: '/sales' })
    await shows(page, OF_HARBOUR)
    await page.getByText(HARBOUR, { exact: true }).first().waitFor()
    expect(await rail(page, HARBOUR).count()).toBe(0)
  })
})

describe('the link of a mail names its company (A7)', () => {
  const link = () => `/for/${prairie}?to=${encodeURIComponent('/sales?search=kelp')}`
  const offer = (page: Page) => page.getByRole('heading', { name: 'This link is for another company' })

  test.each([1440, 360])(
    'the switch is offered, after sign-in too, and takes other tabs along: %d px',
    async (width) => {
      const browser = await aBrowser(portal, { width })
      allowFault(browser, /^409 GET \/api\/v1\/events$/)
      const page = await browser.newPage()
      await page.goto(link())
      await fill(page, both)
      await offer(page).waitFor()
      await page.getByText(`It belongs to ${PRAIRIE}. You’re working in ${HARBOUR}.`).waitFor()
      await axe(page)
      const other = await browser.newPage()
      await open(other, '/sales')
      await shows(other, OF_HARBOUR)
      // Nothing is switched by opening it.
      await page.getByRole('button', { name: `Switch to ${PRAIRIE} and open` }).press('Enter')
      await shows(page, OF_PRAIRIE)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sales?search=kelp')
      await dialog(other).getByText(`You switched to ${PRAIRIE} in another tab`, { exact: true }).waitFor()
      // Who works for it already is led there at once.
      await open(page, link())
      await shows(page, OF_PRAIRIE)
      expect(await offer(page).count()).toBe(0)
    },
  )

  test('whoever stays stays, and who is not of it is told no more', async () => {
    const page = await aPage(portal, { as: both, at: link() })
    await offer(page).waitFor()
    await page.getByRole('link', { name: `Stay in ${HARBOUR}` }).click()
    await page.waitForURL(`${portal.url}/`)
    const stranger = await portal.aPerson({ tenants: [harbour] })
    const outside = await aPage(portal, { as: stranger, at: `${link()}&lang=fr-CA` })
    await outside.getByText('Il appartient à une entreprise à laquelle vous n’avez pas accès').waitFor()
    expect(await outside.content()).not.toContain(PRAIRIE)
    expect(await outside.getByRole('button', { name: /Passer à/ }).count()).toBe(0)
    // What leads out of the portal leads to its beginning.
    await open(page, `/for/${harbour}?to=//evil.example`)
    await page.waitForURL(`${portal.url}/`)
  })

  test('who looks after several clients opens it among all of them', async () => {
    const staff = await portal.aPerson({ staff: 'finance' })
    const page = await aPage(portal, { as: staff, at: link() })
    await shows(page, OF_PRAIRIE)
    await choose(page, 'All companies', HARBOUR)
    await open(page, link())
    await page.getByRole('button', { name: 'Switch to all companies and open' }).click()
    await shows(page, OF_PRAIRIE)
  })
})

describe('who looks after several clients', () => {
  const options = (page: Page) =>
    page.getByRole('listbox', { name: 'Switch company' }).getByRole('option').allInnerTexts()

  test('staff find a client by a part of its name, and go back to all of them, by keyboard', async () => {
    const staff = await portal.aPerson({ staff: 'finance' })
    const page = await aPage(portal, { as: staff, at: '/sales' })
    await shows(page, OF_HARBOUR)
    await shows(page, OF_PRAIRIE)
    await rail(page, 'All companies').focus()
    await pressKeys(page, 'Enter')
    await expect.poll(() => options(page)).toEqual(['All companies', HARBOUR, PRAIRIE])
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('natur')
    await expect.poll(() => options(page)).toEqual([PRAIRIE])
    await axe(page)
    await pressKeys(page, 'ArrowDown', 'Enter')
    await rail(page, PRAIRIE).waitFor()
    await shows(page, OF_PRAIRIE)
    expect(await held(page)).not.toMatch(/birch/i)
    // Everything is built anew: the focus is at the start of the screen.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

    await rail(page, PRAIRIE).focus()
    await pressKeys(page, 'Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('nobody of that name')
    await page.getByText('No matching companies').waitFor()
    await pressKeys(page, 'Escape')
    expect(await options(page)).toEqual([])
    await expect.poll(() => focused(page)).toContain(PRAIRIE)
    await choose(page, PRAIRIE, 'All companies')
    await shows(page, OF_HARBOUR)
  })

  test('staff of one client find that one only', async () => {
    const staff = await portal.aPerson({ staff: 'account_manager', tenants: [prairie] })
    const page = await aPage(portal, { as: staff, at: '/sales' })
    await shows(page, OF_PRAIRIE)
    await rail(page, 'All companies').click()
    await expect.poll(() => options(page)).toEqual(['All companies', PRAIRIE])
    expect(await held(page)).not.toMatch(/birch|harbour wellness/i)
  })

  test('an administrator is called so, sees all, and narrows to one', async () => {
    const administrator = await portal.aPerson({ administrator: true })
    const page = await aPage(portal, { as: administrator, at: '/sales' })
    await shows(page, OF_HARBOUR)
    await shows(page, OF_PRAIRIE)
    await rail(page, 'Global Admin').waitFor()
    await choose(page, 'Global Admin', HARBOUR)
    await shows(page, OF_HARBOUR)
    expect(await held(page)).not.toMatch(/fjord/i)
    await rail(page, HARBOUR).click()
    await page.getByRole('option', { name: 'All companies' }).click()
    await rail(page, 'Global Admin').waitFor()
    await shows(page, OF_PRAIRIE)
  })
})
