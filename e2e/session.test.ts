import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, aPage, open, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { signInAgain } from './support/sign-in.ts'

let portal: Portal
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  buyer = await portal.aPerson({ tenants: [await portal.aTenant({ name: 'Northern Harbour' })] })
})
afterAll(() => portal?.close())

const MINUTE = 60_000
const pathOf = (page: Page) => page.url().slice(portal.url.length)
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).first().click()
const account = (page: Page) => page.getByRole('button', { name: /^Account of / })
const signInForm = (page: Page) => page.getByRole('button', { name: 'Log In', exact: true })

/** Two tabs of one browser, at work; with one clock that the test can move for both. */
async function twoTabs(as: Person, at = '/', stream = true): Promise<[Page, Page, BrowserContext]> {
  const browser = await aBrowser(portal, { as })
  // Where clocks jump, a stream would count as dead, and what it asks then is not what the test is about.
  if (!stream) await browser.route('**/api/v1/events', () => undefined)
  const [one, two] = [await browser.newPage(), await browser.newPage()]
  await browser.clock.install()
  for (const tab of [one, two]) {
    await open(tab, at)
    await account(tab).waitFor()
  }
  return [one, two, browser]
}

const expireIn = (seconds: number, { email }: Person) =>
  portal.database(
    `update auth.sessions set expires_at = now() + make_interval(secs => $1)
      where user_id = (select user_id from portal.profiles where email = $2)`,
    [seconds, email],
  )

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signInForm(page).click()
}

/** The server is away for these requests. */
const away = (page: Page, address: string, status = 503) =>
  page.route(address, (route) => {
    const problem = { type: 'about:blank', title: 'The portal is restarting', status, code: 'stopping' }
    return route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { ...problem, traceId: '' },
    })
  })

describe('sign-out (A3)', () => {
  test('in one tab signs out every tab, and nothing of the session stays in the browser', async () => {
    const [one, two, browser] = await twoTabs(buyer, '/nowhere')
    for (const tab of [one, two]) await open(tab, '/about')
    for (const tab of [one, two])
      await tab.evaluate(() => {
        localStorage.setItem('portal.draft', 'of this person')
        localStorage.setItem('portal.display.density', 'compact')
        sessionStorage.setItem('portal.view', 'of this person')
        Object.assign(window, { inMemory: 'of this person' })
      })
    await signOut(one)
    for (const tab of [one, two]) {
      await signInForm(tab).waitFor()
      expect(pathOf(tab)).toBe('/acces')
      // The router's own memory of scroll positions is about no one.
      const kept = await tab.evaluate(() => [
        { ...localStorage },
        Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-scroll-restoration')),
        document.cookie,
        'inMemory' in window,
      ])
      expect(kept).toEqual([{ 'portal.display.density': 'compact' }, [], '', false])
      // No page is kept by the browser: the one before is fetched anew, and says that there is no session.
      await tab.goBack()
      await signInForm(tab).waitFor()
      expect(pathOf(tab)).toBe('/acces?next=%2Fnowhere')
      expect(await tab.locator('body').innerText()).not.toContain('Northern Harbour')
    }
    const cookies = await browser.cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['portal_device'])
  })

  test('that did not reach the server says so, and changes nothing', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    expectFault(page.context(), /^failed POST \/api\/auth\/sign-out/)
    await page.route('**/api/auth/sign-out', (route) => route.abort('connectionrefused'))
    await signOut(page)
    await page
      .getByRole('alert')
      .getByText(/^You’re still signed in\./)
      .waitFor()
    await axe(page)
    await page.reload()
    await account(page).waitFor()
  })

  test('and a new sign-in brings the other tabs along', async () => {
    const [one, two] = await twoTabs(buyer, '/nowhere')
    await signOut(one)
    await signInForm(two).waitFor()
    await open(two, '/acces?next=/nowhere')
    await signIn(one, buyer)
    await account(one).waitFor()
    await account(two).waitFor()
    expect(pathOf(two)).toBe('/nowhere')
  })
})

describe('the cookie', () => {
  test('is out of reach of scripts and of other sites', async () => {
    const page = await aPage(portal, { as: buyer, at: '/' })
    const cookies = await page.context().cookies()
    const guarded = cookies.map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path }))
    expect(guarded).toContainEqual({ name: 'portal_session', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const token = cookies.find(({ name }) => name === 'portal_session')?.value ?? ''
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(token.length).toBeGreaterThan(20)
    expect(stored).not.toContain(token)
  })
})

describe('its end and its prolongation (A3)', () => {
  test('one tab of two refreshes, and both go on', async () => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const [one, two, browser] = await twoTabs(person, '/', false)
    const asked: string[] = []
    browser.on('request', (request) => {
      // Of the session alone: a screen may still be asking for its notices.
      if (request.url().includes('/api/v1/session')) asked.push(new URL(request.url()).pathname)
    })
    const tokenOf = async () => (await browser.cookies()).find(({ name }) => name === 'portal_session')?.value
    const before = await tokenOf()
    // Held until both tabs have looked at their clocks.
    const tabsThatAsked = new Set<Page>()
    let release = () => {}
    const bothLooked = new Promise<void>((done) => {
      release = done
    })
    await browser.route('**/api/v1/session/refresh', async (route) => {
      tabsThatAsked.add(route.request().frame().page())
      await bothLooked
      await route.continue()
    })
    await browser.clock.runFor(MINUTE)
    await one.waitForTimeout(200)
    expect(asked).toEqual([])
    await expireIn(80, person)
    for (const tab of [one, two]) await open(tab, '/')
    asked.length = 0
    await browser.clock.runFor(31_000)
    await expect.poll(() => tabsThatAsked.size).toBe(1)
    const answered = browser.waitForEvent('response', (answer) => answer.url().endsWith('/refresh'))
    release()
    await (await answered).finished()
    expect(await tokenOf()).not.toBe(before)
    await one.waitForTimeout(500)
    // Refreshed for the one that asked and for the one that was told: nobody has to ask again.
    await browser.clock.runFor(MINUTE)
    await one.waitForTimeout(200)
    expect(asked).toEqual(['/api/v1/session/refresh'])
    for (const tab of [one, two]) await account(tab).waitFor()
  })

  test('a refresh that fails is tried again and is no sign-out', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^503 POST \/api\/v1\/session\/refresh/)
    await page.clock.install()
    await open(page, '/nowhere')
    // From then on the session is looked after: time that passes before is nobody's.
    await account(page).waitFor()
    let tries = 0
    const statuses: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/refresh')) tries += 1
    })
    page.on('response', (answer) => answer.url().endsWith('/refresh') && statuses.push(answer.status()))
    await away(page, '**/api/v1/session/refresh')
    await page.clock.fastForward(14 * MINUTE)
    await expect.poll(() => tries).toBeGreaterThanOrEqual(3)
    expect(pathOf(page)).toBe('/nowhere')
    await page.unroute('**/api/v1/session/refresh')
    await page.clock.runFor(10_000)
    await expect.poll(() => statuses.at(-1)).toBe(200)
    const ended = tries
    await page.clock.runFor(MINUTE)
    expect(tries).toBe(ended)
    await account(page).waitFor()
  })

  test('a session that ended on the server says so in every tab, and goes on where it was', async () => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const [one, two, browser] = await twoTabs(person, '/nowhere?kind=idea', false)
    expectFault(browser, /^401 POST \/api\/v1\/session\/refresh/)
    expectFault(browser, /^401 GET \/api\/v1\/session/)
    await expireIn(0, person)
    await browser.clock.fastForward(14 * MINUTE)
    // The tab that asked, and at once the one that did not.
    for (const tab of [one, two]) {
      await tab.getByText('Your session has ended. Sign in again.', { exact: true }).waitFor()
      expect(pathOf(tab)).toBe('/nowhere?kind=idea')
    }
    await signInAgain(one, person)
    for (const tab of [one, two]) {
      await account(tab).waitFor()
      expect(pathOf(tab)).toBe('/nowhere?kind=idea')
    }
  })
})

describe('a session that is over at the next action', () => {
  test('is signed in again over the page, which asks again for what was refused', async () => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const page = await aPage(portal, { as: person, at: '/sales?search=zinc' })
    expectFault(page.context(), /^401 GET \/api\/v1\/sales\/history/)
    await expireIn(0, person)
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.getByText('Your session has ended. Sign in again.', { exact: true }).waitFor()
    await axe(page)
    const asked = page.waitForResponse(
      (answer) => answer.url().includes('/sales/history') && answer.status() < 400,
    )
    await signInAgain(page, person)
    await asked
    await account(page).waitFor()
    expect(pathOf(page)).toBe('/sales?search=zinc')
  })
})

describe('a look-up that fails (A3)', () => {
  test('503: the retry screen, never a sign-out; goes on by itself and by hand', async () => {
    const page = await aPage(portal, { as: buyer })
    expectFault(page.context(), /^503 GET \/api\/v1\/session/)
    expectFault(page.context(), /^console: ProblemError: The portal is restarting/)
    await page.clock.install()
    await away(page, '**/api/v1/session')
    await open(page, '/nowhere')
    await page.getByText('Couldn’t check your session', { exact: true }).waitFor()
    await page.getByText(/You’re still signed in\. We’ll keep trying automatically\./).waitFor()
    await axe(page)
    const again = page.getByRole('button', { name: 'Check again' })
    const tried = page.waitForResponse('**/api/v1/session')
    await page.clock.runFor(5_100)
    await tried
    await again.waitFor()
    expect(pathOf(page)).toBe('/nowhere')
    await page.unroute('**/api/v1/session')
    await page.clock.runFor(5_100)
    await account(page).waitFor()
    expect(pathOf(page)).toBe('/nowhere')

    await away(page, '**/api/v1/session')
    await page.reload()
    await again.waitFor()
    await page.unroute('**/api/v1/session')
    await again.click()
    await account(page).waitFor()
  })

  test('no answer for 10 s: signed out in this tab, with the quoted words', async () => {
    const page = await aPage(portal, { as: buyer })
    await page.clock.install()
    await page.route('**/api/v1/session', () => undefined)
    await page.goto('/nowhere')
    await page.clock.runFor(9_000)
    await expect.poll(() => page.locator('body').innerText()).toBe('')
    await page.clock.runFor(1_100)
    await page.getByText('Timeout: getUser took too long', { exact: true }).waitFor()
    expect(pathOf(page)).toBe('/acces?next=%2Fnowhere')
  })
})

describe('quiet', () => {
  const screens = ['/', '/orders', '/sales', '/sales-analytics', '/current-sales']
  test.each(screens)('an idle screen asks for nothing: %s', async (at) => {
    const page = await aPage(portal, { as: buyer })
    // By this clock a stream is silent for longer than a heartbeat; live.test.ts looks at it in real time.
    await page.route('**/api/v1/events', () => undefined)
    await page.clock.install()
    await open(page, at)
    await settled(page)
    await page.waitForTimeout(500)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/v1/events') || asked.push(request.url()))
    // 45 s of every timer of the page; and 2 s of the real time of its connections.
    await page.clock.runFor(45_000)
    await page.waitForTimeout(2_000)
    expect(asked).toEqual([])
  })

  test('a visitor without a session asks for nothing that is refused', async () => {
    const page = await aPage(portal)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
    await open(page, '/acces')
    await signInForm(page).waitFor()
    expect(asked).toEqual([])
  })
})
