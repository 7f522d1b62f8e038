import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { watchFaults } from './faults.ts'
import type { Person, Portal } from './portal.ts'

type View = {
  /** Signed in from the start. */
  as?: Person
  /** Opened from the start, and waited for. */
  at?: string
  width?: number
  theme?: 'light' | 'dark'
  /** The screen's language, and the browser's. */
  lang?: 'en' | 'fr-CA' | 'de' | 'es'
  /** The browser's language alone. */
  locale?: string
}

let connected: Promise<Browser> | undefined

/** Cookies and storage of their own: one person's browser. Closes itself; its faults fail the test (faults.ts). */
export async function aBrowser(portal: Portal, view: View = {}): Promise<BrowserContext> {
  connected ??= chromium.connect(inject('browserAddress'))
  const { as, width = 1440, lang, locale = lang ?? 'en-CA' } = view
  const viewport = { width, height: width < 700 ? 780 : 900 }
  const browser = await connected
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport,
    locale,
    timezoneId: 'America/Toronto',
    hasTouch: width < 700,
  })
  context.setDefaultTimeout(20_000)
  const faults = watchFaults(context)
  onTestFinished(async () => {
    await context.close()
    const unexpected = faults.unexpected()
    expect(
      unexpected,
      `faults in the browser that the test does not expect: ${unexpected.join('; ')}`,
    ).toEqual([])
    expect(faults.missing(), 'faults that the test expects, but that did not happen').toEqual([])
  })
  if (as) await signInBySpeech(context, portal, as)
  return context
}

/** A tab in a browser of its own. Another tab of the same browser: `page.context().newPage()`. */
export async function aPage(portal: Portal, view: View = {}): Promise<Page> {
  const context = await aBrowser(portal, view)
  const page = await context.newPage()
  if (view.at) await open(page, view.at, view)
  return page
}

/** Goes to an address with the look of the test (for this tab, until it is closed), and waits for its data. */
export async function open(page: Page, at: string, { theme, lang }: Pick<View, 'theme' | 'lang'> = {}) {
  const look = new URLSearchParams({ ...(theme && { theme }), ...(lang && { lang }) })
  await page.goto(look.size > 0 ? `${at}${at.includes('?') ? '&' : '?'}${look}` : at)
  await settled(page)
}

/**
 * Takes the session away, as its end would. The page is left first: what it still asks for (counts, notices) would be
 * refused, now and then.
 */
export async function forgetSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'portal_session' })
}

/** The screen is there, and no part of it says that it is busy. */
export async function settled(page: Page) {
  await page.locator('#root > *').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'))
}

export async function signInBySpeech(context: BrowserContext, portal: Portal, { email, password }: Person) {
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: portal.url },
  })
  if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`)
}

/** What makes the page wider than its window, by the text of each part; nothing where the page fits. */
export const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.scrollingElement?.scrollWidth ?? 0
    if (wide <= window.innerWidth) return []
    const parts = [...document.body.querySelectorAll<HTMLElement>('*')]
    const out = parts.filter((part) => part.getBoundingClientRect().right > window.innerWidth)
    const names = out.map((part) =>
      `${part.tagName.toLowerCase()} ${part.className} ${part.innerText}`.slice(0, 120),
    )
    return [`${wide} px`, ...names]
  })

/** How much of a list one has to scroll to the side for. */
export const hiddenOfList = (page: Page, name: string): Promise<number> =>
  page.getByRole('region', { name, exact: true }).evaluate((list) => list.scrollWidth - list.clientWidth)
