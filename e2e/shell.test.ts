import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { focused, pressKeys, tabTo } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let harbour: number
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  harbour = await portal.aTenant({ name: 'Harbour Wellness' })
  buyer = await portal.aPerson({ tenants: [harbour], name: 'Robin Buyer' })
})
afterAll(() => portal?.close())

const pathOf = (page: Page) => page.url().slice(portal.url.length)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const account = (page: Page) => page.getByRole('button', { name: /^Account of / })

describe('what is not there (A3, A7, A8)', () => {
  test('a module that the company does not have: no item, and a page that says so', async () => {
    const tenant = await portal.aTenant()
    await portal.database('insert into portal.tenant_module_visibility values ($1, $2, false)', [
      tenant,
      'sales',
    ])
    const person = await portal.aPerson({ tenants: [tenant] })
    const page = await aPage(portal, { as: person, at: '/sales?year=2024' })
    await heading(page, 'This module isn’t enabled').waitFor()
    expect(await page.title()).toBe('This module isn’t enabled · Lotline')
    expect(await page.getByRole('link', { name: 'Sales History' }).count()).toBe(0)
    await axe(page)
    await page.getByRole('main').getByRole('link', { name: 'Return to Dashboard' }).click()
    await expect.poll(() => pathOf(page)).not.toContain('/sales')

    const other = await aPage(portal, { as: buyer, at: '/' })
    await menu(other).getByRole('link', { name: 'Sales History' }).waitFor()
  })

  test('a role without the permission', async () => {
    const person = await portal.aPerson({ tenants: [harbour], role: 'quality_manager' })
    const page = await aPage(portal, { as: person, at: '/sales' })
    await heading(page, 'You don’t have access to this page').waitFor()
    expect(await page.getByRole('link', { name: 'Sales History' }).count()).toBe(0)
    await axe(page)
  })

  test('an account without any access yet', async () => {
    const person = await portal.aPerson()
    const page = await aPage(portal, { as: person, at: '/sales' })
    await page.getByText('This account has no access yet', { exact: true }).waitFor()
    await page.getByText(person.email).waitFor()
    expect(await menu(page).count()).toBe(0)
    await axe(page)
    await portal.database(
      `insert into portal.members (tenant_id, user_id, role)
         select $1, user_id, 'viewer' from portal.profiles where email = $2`,
      [harbour, person.email],
    )
    await page.getByRole('button', { name: 'Check again' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await pressKeys(page, 'Enter')
    await menu(page).getByRole('link', { name: 'Sales History' }).waitFor()
  })

  test('an address of nothing', async () => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page?with=this' })
    await heading(page, 'Page Not Found').waitFor()
    expect(await page.title()).toBe('Page Not Found · Lotline')
    await axe(page)
    const back = page.getByRole('main').getByRole('link', { name: 'Return to Dashboard' })
    expect(await back.getAttribute('href')).toBe('/')
    await back.click()
    await expect.poll(() => pathOf(page)).not.toContain('/no')
  })
})

describe('a screen that breaks', () => {
  test('leaves the rest of the portal, says so, and can be tried again', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^console: TypeError/)
    await page.route('**/api/v1/sales/history*', (route) => route.fulfill({ json: { totals: null } }))
    await open(page, '/sales')
    await page.getByRole('alert').getByText('This page couldn’t be loaded', { exact: true }).waitFor()
    await axe(page)
    await menu(page).getByRole('link', { name: 'Sales History' }).waitFor()
    await page.unroute('**/api/v1/sales/history*')
    await page.reload()
    await heading(page, 'Sales History').waitFor()
  })

  test('a part of an older version that is gone loads the page anew, once', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^404 GET \/assets\/sales-history-page/)
    expectFault(page.context(), /^console: MissingModule: Failed to fetch dynamically imported module/)
    await page.addInitScript(() => {
      sessionStorage.setItem('documents', String(Number(sessionStorage.getItem('documents')) + 1))
    })
    const documents = () => page.evaluate(() => Number(sessionStorage.getItem('documents')))
    await open(page, '/no/such/page')
    expect(await documents()).toBe(1)
    await page.route('**/assets/sales-history-page-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await menu(page).getByRole('link', { name: 'Sales History' }).click()
    await page.getByRole('alert').getByText('This page couldn’t be loaded', { exact: true }).waitFor()
    expect(await documents()).toBe(2)
    await page.unroute('**/assets/sales-history-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Sales History').waitFor()
  })

  test('the words of a screen that are gone, too; and another language comes with those of the screen', async () => {
    const person = await portal.aPerson({ tenants: [harbour] })
    const page = await aPage(portal, { as: person, at: '/no/such/page' })
    expectFault(page.context(), /^404 GET \/assets\/words-/)
    expectFault(page.context(), /^console: MissingModule: Failed to fetch dynamically imported module/)
    await page.route('**/assets/words-*/en/*sales*.json', (route) => route.fulfill({ status: 404, body: '' }))
    await menu(page).getByRole('link', { name: 'Sales History' }).click()
    await page.getByRole('alert').getByText('This page couldn’t be loaded', { exact: true }).waitFor()
    await page.unroute('**/assets/words-*/en/*sales*.json')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Sales History').waitFor()

    await account(page).click()
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: 'Français (Canada)' }).click()
    await heading(page, 'Historique des ventes').waitFor()
    await page.keyboard.press('Escape')
    const link = page.getByRole('navigation').getByRole('link', { name: 'Commandes', exact: true }).first()
    await link.click()
    await heading(page, 'Gestion des commandes').waitFor()
  })
})

describe('language, theme and density (B4, B5)', () => {
  /** How the page looked from its first element on: each look with the moment when it began. */
  const watchLook = (page: Page) =>
    page.addInitScript(() => {
      const looks: [string, number][] = []
      Object.assign(window, { looks })
      new MutationObserver(() => {
        const { classList, dataset } = document.documentElement
        const look = `${classList.contains('dark')} ${dataset.theme} ${dataset.density}`
        if (dataset.theme && looks.at(-1)?.[0] !== look) looks.push([look, performance.now()])
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
  const looks = (page: Page) =>
    page.evaluate(() => (window as unknown as { looks: [string, number][] }).looks)
  const firstPaint = (page: Page) =>
    page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0)

  test('a dark page is dark before its first paint, and never anything else', async () => {
    const browser = await aBrowser(portal, { as: buyer })
    const page = await browser.newPage()
    await open(page, '/no/such/page')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor()
    await axe(page)
    const later = await browser.newPage()
    await watchLook(later)
    await open(later, '/no/such/page')
    const seen = await looks(later)
    expect(seen.map(([look]) => look)).toEqual(['true dark comfortable'])
    // The browser notes it a moment after it painted.
    await expect.poll(() => firstPaint(later)).toBeGreaterThan(0)
    expect(await firstPaint(later)).toBeGreaterThan(seen[0]?.[1] ?? Number.POSITIVE_INFINITY)
    await page.getByRole('button', { name: 'Use the light theme' }).click()
    // The other tab of this browser follows.
    await later.getByRole('button', { name: 'Use the dark theme' }).waitFor()
  })

  test('?theme= and ?lang= hold for their tab, and leave the address', async () => {
    const browser = await aBrowser(portal, { as: buyer })
    const page = await browser.newPage()
    await watchLook(page)
    await open(page, '/no/such/page?theme=dark&lang=fr-CA&kept=yes')
    expect(pathOf(page)).toBe('/no/such/page?kept=yes')
    expect((await looks(page)).map(([look]) => look)).toEqual(['true dark comfortable'])
    await page.goto('/no/such/page')
    await page.getByText('Page introuvable').first().waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const other = await browser.newPage()
    await open(other, '/no/such/page')
    await heading(other, 'Page Not Found').waitFor()
    expect(await other.locator('html').getAttribute('data-theme')).toBe('light')
    const elsewhere = await aPage(portal, { as: buyer, at: '/no/such/page' })
    await heading(elsewhere, 'Page Not Found').waitFor()
  })

  test('choices act at once and are seen in the next browser', async () => {
    const person = await portal.aPerson({ tenants: [harbour] })
    const page = await aPage(portal, { as: person, at: '/no/such/page' })
    const saved = () => page.waitForResponse('**/api/v1/session/preferences')
    const [dark] = await Promise.all([
      saved(),
      page.getByRole('button', { name: 'Use the dark theme' }).click(),
    ])
    await account(page).click()
    const [compact] = await Promise.all([
      saved(),
      page.getByRole('menuitemradio', { name: 'Compact' }).click(),
    ])
    await page.getByRole('button', { name: 'Language' }).click()
    const [french] = await Promise.all([
      saved(),
      page.getByRole('menuitemradio', { name: 'Français (Canada)' }).click(),
    ])
    expect([dark.status(), compact.status(), french.status()]).toEqual([200, 200, 200])
    await page.getByText('Page introuvable').first().waitFor()

    const next = await aPage(portal, { as: person, at: '/no/such/page' })
    await next.getByText('Page introuvable').first().waitFor()
    const shown = await next.evaluate(() => {
      const { lang, dataset } = document.documentElement
      return { lang, ...dataset }
    })
    expect(shown).toMatchObject({ lang: 'fr-CA', theme: 'dark', density: 'compact' })
    expect(await next.title()).toBe('Page introuvable · Lotline')
  })

  test('a choice that could not be saved acts here and says so, whatever another browser saves meanwhile', async () => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const page = await aPage(portal, { as: person, at: '/no/such/page' })
    const theme = () => page.locator('html').getAttribute('data-theme')
    expectFault(page.context(), /^failed POST \/api\/v1\/session\/preferences/)
    await page.route('**/api/v1/session/preferences', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page
      .getByRole('alert')
      .getByText(/couldn’t be saved for your other browsers/)
      .waitFor()
    expect(await theme()).toBe('dark')
    const elsewhere = await aPage(portal, { as: person, at: '/no/such/page' })
    const looked = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/session'))
    await elsewhere.getByRole('button', { name: 'Use the dark theme' }).click()
    await elsewhere.getByRole('button', { name: 'Use the light theme' }).click()
    await (await looked).finished()
    await page.waitForTimeout(500)
    expect(await theme()).toBe('dark')
  })

  test('the company’s language serves whoever has chosen none', async () => {
    const tenant = await portal.aTenant({ language: 'fr-CA' })
    const person = await portal.aPerson({ tenants: [tenant] })
    const page = await aPage(portal, { as: person, at: '/no/such/page' })
    await page.getByText('Page introuvable').first().waitFor()
  })

  test('in French, whole: the layout, its menus and its pages', async () => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page', lang: 'fr-CA' })
    const data = ['Harbour Wellness', 'Robin Buyer', 'RB', 'HW', buyer.email]
    await expectFrench(page, data)
    await page.getByRole('button', { name: /^Compte de / }).click()
    await page.getByRole('menuitemradio', { name: 'Compacte' }).waitFor()
    await expectFrench(page, data)
    const elsewhere = await aPage(portal, { as: await portal.aPerson(), at: '/', lang: 'fr-CA' })
    await elsewhere.getByRole('button', { name: 'Vérifier de nouveau' }).waitFor()
    await expectFrench(elsewhere, data)
  })
})

describe('on a phone (B1, B7)', () => {
  const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' })
  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Main menu' })
  const inDrawer = (page: Page) =>
    drawer(page).evaluate((element) => element.contains(document.activeElement))

  test('the menu slides in, keeps the focus, and gives it back however it is closed', async () => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page', width: 360 })
    await opener(page).focus()
    await pressKeys(page, 'Enter')
    await menu(page).getByRole('link', { name: 'Sales History' }).waitFor()
    await expect.poll(() => inDrawer(page)).toBe(true)
    await axe(page)
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
      await pressKeys(page, key)
      expect(await inDrawer(page)).toBe(true)
    }
    await pressKeys(page, 'Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('Open menu')

    await pressKeys(page, 'Enter')
    await drawer(page).getByRole('button', { name: 'Close menu' }).click()
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('Open menu')

    await opener(page).click()
    await drawer(page).waitFor()
    // Beside the menu is the page, dimmed.
    const beside = drawer(page).locator('..')
    expect(await beside.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    )
    await page.mouse.click(320, 500)
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('Open menu')
  })

  test('a chosen screen closes the menu and takes the focus', async () => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page', width: 360, theme: 'dark' })
    await opener(page).click()
    await drawer(page).getByRole('link', { name: 'Sales History' }).click()
    await heading(page, 'Sales History').waitFor()
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await settled(page)
    expect(await beyondTheEdge(page)).toEqual([])
  })
})

describe('keyboard alone (B7)', () => {
  test('past the menu, through the menu, and out', async () => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page' })
    await pressKeys(page, 'Tab')
    await expect.poll(() => focused(page)).toContain('Skip to content')
    await axe(page)
    await pressKeys(page, 'Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await pressKeys(page, 'Tab')
    await expect.poll(() => focused(page)).toContain('Return to Dashboard')

    await page.reload()
    await account(page).waitFor()
    await tabTo(page, 'link', 'Sales History')
    await pressKeys(page, 'Enter')
    await heading(page, 'Sales History').waitFor()
    await expect.poll(() => menu(page).locator('[aria-current=page]').innerText()).toBe('Sales History')

    await tabTo(page, 'button', /^Account of /, 'Shift+Tab')
    await pressKeys(page, 'Enter')
    await page.getByRole('menu').waitFor()
    await expect.poll(() => focused(page)).toContain('Comfortable')
    await pressKeys(page, 'Escape')
    await expect.poll(() => focused(page)).toContain('Account of')
    await pressKeys(page, 'Enter')
    await expect.poll(() => focused(page)).toContain('Comfortable')
    await pressKeys(page, 'End')
    await expect.poll(() => focused(page)).toContain('Sign out')
    await axe(page)
    await pressKeys(page, 'Enter')
    await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  })
})

describe('for everybody', () => {
  test.each([
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 360, theme: 'light' },
    { width: 360, theme: 'dark' },
  ] as const)('axe, the menu of the account open: $width px, $theme', async ({ width, theme }) => {
    const page = await aPage(portal, { as: buyer, at: '/no/such/page', width, theme })
    await account(page).click()
    await page.getByRole('menu').waitFor()
    await axe(page)
  })
})

test('what stands around every screen fails: that is said, in words, and can be tried again', async () => {
  const page = await aPage(portal, { as: buyer, at: '/', lang: 'fr-CA' })
  expectFault(page.context(), /cannot listen/)
  await page.addInitScript(() => {
    const listen = document.addEventListener
    document.addEventListener = (...asked: [string, EventListener]) => {
      if (asked[0] !== 'pointerover') return listen.apply(document, asked)
      document.addEventListener = listen
      throw new Error('cannot listen')
    }
  })
  await page.reload()
  await page.getByText('Impossible de charger cette page').first().waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await heading(page, 'Bonjour, Robin Buyer').waitFor()
})
