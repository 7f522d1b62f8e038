import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { card, list, numbers, orderRows, rows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
let buyer: Person
let newcomer: Person

beforeAll(async () => {
  portal = await startPortal()
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  await portal.aTenant({ name: 'Somebody Else', clientCode: 'SE' })
  const empty = await portal.aTenant({ name: 'Nobody Yet' })
  await portal.ingest('orders', [...orderRows('NH', 42), ...orderRows('SE', 5)])
  buyer = await portal.aPerson({ tenants: [own] })
  newcomer = await portal.aPerson({ tenants: [empty] })
})
afterAll(() => portal?.close())

describe('Orders Management', () => {
  test('shows the thirteen columns of the source, the newest number first, and counts over all orders', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const headings = page.getByRole('columnheader')
    const wanted = ['Primary ID', 'Ord No', 'PO No', 'F No', 'Client', 'Ord Stat', 'Montant Total']
    wanted.push('BL t', 'CTS t', 'BB t', 'PBL', 'PCTS', 'PBB')
    const names = await headings.allTextContents()
    // A heading's explanation is part of it, for those who cannot see it.
    expect(names.map((name, i) => name.trim().slice(0, wanted[i]?.length))).toEqual(wanted)
    expect(names[7]).toContain('Blending')
    const { counts } = await list(page)
    expect((await numbers(page))[0]).toBe('20042')
    for (const [name, group] of [
      ['Active', 'active'],
      ['Processing', 'processing'],
      ['Issues', 'issues'],
      ['In packaging', 'shipped'],
      ['Delivered', 'delivered'],
    ] as const)
      expect(await card(page, name).locator('strong').textContent()).toBe(String(counts[group]))
    expect(await page.getByRole('link', { name: /^Orders/ }).textContent()).toBe(`Orders${counts.active}`)
    await expect(rows(page).filter({ hasText: '20006' }).textContent()).resolves.toContain('TBD')
    await axe(page)
  })

  test('finds an order by its client name, without accents, and says when nothing is found', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('eclair')
    await search.press('Enter')
    await page.getByText('14 orders match').waitFor()
    await expect.poll(() => rows(page).count()).toBe(14)
    expect(page.url()).toContain('search=eclair')
    await search.fill('zzz')
    await search.press('Enter')
    await page.getByText('Try adjusting your search terms').waitFor()
    await page.getByText('No orders found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByText('20042').waitFor()
  })

  test('filters by a card, sorts by a heading, and keeps both in the address', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await card(page, 'Issues').click()
    await page.getByText('12 orders match').waitFor()
    expect(await card(page, 'Issues').getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('columnheader', { name: 'Ord No' }).getByRole('button').click()
    await page.waitForURL(/sort=ordNo/)
    await settled(page)
    expect((await numbers(page))[0]).toBe('20004')
    await page.reload()
    await settled(page)
    expect((await numbers(page))[0]).toBe('20004')
    await expect.poll(() => rows(page).count()).toBe(12)
  })

  test('exports every order that the filters select', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders?group=processing' })
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await text(await file.createReadStream())).trim().split(/\r?\n/)
    const { total } = await list(page, '?group=processing&limit=1')
    expect(lines).toHaveLength(total + 1)
    await page.getByText(`Saved as ${file.suggestedFilename()}`).waitFor()
  })

  test('has nothing to show for a new client, and says what went wrong when the answer fails', async () => {
    const page = await aPage(portal, { as: newcomer, at: '/orders' })
    await page.getByText('No orders available in the database').waitFor()
    await axe(page)
    await page.route('**/api/v1/orders?*', (route) => route.abort())
    expectFault(page.context(), /orders/)
    await open(page, '/orders')
    await page.getByText('Failed to load orders').first().waitFor()
    await page.getByText('No orders available').first().waitFor()
    await axe(page)
  })

  test('is worked by keyboard: search, the table, a row and back', async () => {
    const page = await aPage(portal, { as: buyer, at: '/orders' })
    await tabTo(page, 'searchbox', 'Search')
    await page.keyboard.type('Northern')
    await pressKeys(page, 'Enter')
    await page.getByText('14 orders match').waitFor()
    await rows(page).first().focus()
    await pressKeys(page, 'ArrowDown', 'Enter')
    await page.getByRole('heading', { level: 1, name: /^Order \d+/ }).waitFor()
    await axe(page)
    await page.goBack()
    await page.getByText('14 orders match').waitFor()
  })

  test('stands on paper with every order that is loaded, and no column is cut', async () => {
    const MANY = 420
    const many = await portal.aTenant({ name: 'Many Orders', clientCode: 'MO' })
    await portal.ingest('orders', orderRows('MO', MANY))
    const page = await aPage(portal, { as: await portal.aPerson({ tenants: [many] }), at: '/orders' })
    const more = page.getByRole('button', { name: 'Load more' })
    await more.focus()
    while ((await more.count()) > 0) {
      // The keyboard stays on it as long as there is more, and beside it then.
      expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
      await pressKeys(page, 'Enter')
      await settled(page)
    }
    await page.getByText(`${MANY} rows`).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(
      new RegExp(`^${MANY} rows`),
    )
    expect(await rows(page).count()).toBeLessThan(MANY)
    // As wide as a letter.
    await page.setViewportSize({ width: 740, height: 980 })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(await numbers(page)).toEqual(Array.from({ length: MANY }, (_, at) => String(20_000 + MANY - at)))
    const edge = await page
      .getByRole('table', { name: 'Recent Orders' })
      .evaluate((table) => table.getBoundingClientRect().right - window.innerWidth)
    expect(edge).toBeLessThanOrEqual(0)
  })

  test.each([
    { width: 360, theme: 'light', lang: 'fr-CA' },
    { width: 360, theme: 'dark', lang: 'en' },
    { width: 1440, theme: 'dark', lang: 'fr-CA' },
  ] as const)('fits $width px, $theme, $lang', async (view) => {
    const page = await aPage(portal, { as: buyer, at: '/orders', ...view })
    const title = view.lang === 'en' ? 'Orders Management' : 'Gestion des commandes'
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(1)
    await axe(page)
  })
})
