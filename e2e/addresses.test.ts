import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { currentSalesRows, salesRows } from './support/sales.ts'

let portal: Portal
let own: number
let other: number
let buyer: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  other = await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE', currency: 'CAD' })
  await portal.ingest('orders', orderRows('NH', 21))
  await portal.ingest('sales-history', salesRows('NH'))
  await portal.ingest('current-sales', currentSalesRows('NH'))
  buyer = await portal.aPerson({ tenants: [own, other] })
}, 240_000)
afterAll(() => portal?.close())

const searchOf = (page: Page) => new URL(page.url()).search
const noteOf = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: words })
const NOT_UNDERSTOOD = 'Filters in this link that were ignored:'

describe('filters of an address that are none', () => {
  test.each([
    [
      '/sales',
      '?year=99999&month=13&currency=eur1',
      'Year “99999”, Month “13” and Currency “eur1”',
      'history',
    ],
    ['/current-sales', '?month=13', 'Month “13”', 'current'],
    [
      '/sales-analytics',
      '?quarter=7&from=2024-13&to=2024-12',
      'Quarter “7”, From “2024-13” and To “2024-12”',
      'analytics',
    ],
  ])('are named, and nothing is filtered: %s%s', async (at, query, said, name) => {
    const page = await aPage(portal, { as: buyer, at: `${at}${query}` })
    const everything = await (await page.request.get(`/api/v1/sales/${name}`)).json()
    await page.getByText(new RegExp(`^Loaded ${everything.totals.lines} `)).waitFor()
    const note = noteOf(page, NOT_UNDERSTOOD)
    await expect.poll(() => note.innerText()).toContain(said)
    expect(searchOf(page)).toBe(query)
    await axe(page)

    await page.reload()
    await settled(page)
    await note.waitFor()
    await note.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => note.count()).toBe(0)
    expect(searchOf(page)).toBe('')
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('are forgotten once the filter is set, and cut where they are long', async () => {
    const page = await aPage(portal, { as: buyer, at: `/sales?month=13&year=${'9'.repeat(3000)}` })
    const note = noteOf(page, NOT_UNDERSTOOD)
    await expect.poll(() => note.innerText()).toContain(`Year “${'9'.repeat(40)}…”`)
    await page.getByLabel('Year', { exact: true }).selectOption('2024')
    await expect.poll(() => note.innerText()).toMatch(/: Month “13”$/)
    await page.getByLabel('Month', { exact: true }).selectOption('3')
    await expect.poll(() => note.count()).toBe(0)
    expect(new URLSearchParams(searchOf(page)).toString()).toBe('year=2024&month=3')
  })

  test.each([
    ['fr-CA', 'Éléments non reconnus dans cette adresse et ignorés\u00a0: Trimestre «\u00a07\u00a0»'],
    ['de', 'Diese Filter im Link wurden ignoriert: Quartal „7“'],
    ['es', 'Se ignoraron estos filtros del enlace: Trimestre «7»'],
  ] as const)('on a phone, in %s', async (lang, said) => {
    const page = await aPage(portal, { as: buyer, at: '/sales-analytics?quarter=7', lang, width: 390 })
    await noteOf(page, said).waitFor()
    expect(await beyondTheEdge(page)).toEqual([])
  })

  test('are named by the lists too: of orders', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?group=lost&sort=colour' })
    await noteOf(page, `${NOT_UNDERSTOOD} Group “lost” and Sort “colour”`).waitFor()
    await expect.poll(() => rows(page).count()).toBe(21)
  })
})

describe('a currency that nothing was sold in', () => {
  test.each(['/sales', '/current-sales', '/sales-analytics'])(
    'is said, is no button, and there is a way back: %s',
    async (at) => {
      const page = await aPage(portal, { as: buyer, at: `${at}?currency=XXX` })
      await noteOf(page, 'No sales in XXX. There are sales in CAD and USD.').waitFor()
      const buttons = page.getByRole('group', { name: 'Currency' }).getByRole('button')
      expect(await buttons.allInnerTexts()).toEqual(['CAD', 'USD'])
      for (const button of await buttons.all())
        expect(await button.getAttribute('aria-pressed')).toBe('false')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await noteOf(page, 'Only sales in CAD are counted.').waitFor()
      expect(searchOf(page)).toBe('')
      expect(await buttons.first().getAttribute('aria-pressed')).toBe('true')
    },
  )
})

describe('an address of nothing but a view', () => {
  const saved = async (page: Page, screen: string, state: object): Promise<number> => {
    const answer = await page.request.post('/api/v1/views', {
      data: { screen, name: `a view of ${screen}`, state },
      headers: { origin: portal.url },
    })
    return (await answer.json()).id
  }
  const MISSING = 'View not found'

  test.each([
    ['sales-history', '/sales', { year: '2024', search: 'zinc' }],
    ['current-sales', '/current-sales', { month: '3' }],
    ['sales-analytics', '/sales-analytics', { quarter: '2', product: 'Zinc picolinate 15 mg' }],
  ])('puts it on, with its filters: %s', async (screen, at, address) => {
    const page = await aPage(portal, { as: buyer })
    const id = await saved(page, screen, { address, columns: null })
    await open(page, `${at}?view=${id}`)
    await page.getByRole('button', { name: `a view of ${screen}`, exact: true }).waitFor()
    expect(Object.fromEntries(new URLSearchParams(searchOf(page)))).toEqual({ ...address, view: String(id) })
    expect(await noteOf(page, MISSING).count()).toBe(0)
  })

  test('puts it on with its columns, and is no view of a colleague, of another client or of nobody', async () => {
    const page = await aPage(portal, { as: buyer })
    const id = await saved(page, 'orders', { address: { group: 'issues' }, columns: { fNo: false } })
    // What a campaign puts behind an address is nothing that the screen was asked for.
    await open(page, `/orders?view=${id}&utm_source=mail`)
    await expect.poll(() => rows(page).count()).toBe(6)
    expect(searchOf(page)).toBe(`?group=issues&view=${id}`)
    expect(await page.getByRole('columnheader', { name: 'F No' }).count()).toBe(0)

    const colleague = await portal.aPerson({ tenants: [own] })
    const elsewhere = await aPage(portal, { as: colleague, at: `/orders?view=${id}` })
    const note = noteOf(elsewhere, `${MISSING} View “${id}” was deleted, or you don’t have access to it.`)
    await note.waitFor()
    await expect.poll(() => rows(elsewhere).count()).toBe(21)
    await axe(elsewhere)
    await note.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => note.count()).toBe(0)
    expect(searchOf(elsewhere)).toBe('')

    // Shared as it stands, with its filters: they act, and only its name is nobody's there.
    await open(elsewhere, `/orders?group=issues&view=${id}`)
    await expect.poll(() => searchOf(elsewhere)).toBe('?group=issues')
    await expect.poll(() => rows(elsewhere).count()).toBe(6)
    expect(await noteOf(elsewhere, MISSING).count()).toBe(0)

    await page.request.post('/api/v1/session/tenant', {
      data: { tenantId: other },
      headers: { origin: portal.url },
    })
    await open(page, `/orders?view=${id}`)
    await noteOf(page, MISSING).waitFor()
    await open(page, '/orders?view=abc')
    await noteOf(page, `${NOT_UNDERSTOOD} view “abc”`).waitFor()
  })
})

describe('two periods side by side, on a phone', () => {
  test('names are whole and stay in sight, and what is pressed is large enough', async () => {
    const page = await aPage(portal, {
      as: await portal.aPerson({ tenants: [own] }),
      at: '/sales-analytics',
      width: 390,
    })
    const table = page.getByRole('region', { name: 'Products compared' }).getByRole('table')
    await table.waitFor()
    const names = await table
      .getByRole('rowheader')
      .evaluateAll((cells) => cells.map((cell) => [cell.scrollWidth - cell.clientWidth, cell.clientHeight]))
    expect(names.length).toBeGreaterThan(2)
    for (const [cut] of names) expect(cut).toBeLessThanOrEqual(0)
    const panel = page.getByRole('region', { name: 'Compare two periods' })
    const sizes = await panel
      .locator('ul button')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      )
    // Four counts of two periods, and their changes.
    expect(sizes).toHaveLength(12)
    for (const size of sizes) expect(Math.min(...size)).toBeGreaterThanOrEqual(24)
  })
})
