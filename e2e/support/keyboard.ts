import type { Page } from 'playwright-core'

/** Keys one after the other: `pressKeys(page, 'Tab', 'Tab', 'Enter')`; names as Playwright has them. */
export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses Tab (or another key) until the focus is on what has this role and name; says where it went otherwise. */
export async function tabTo(page: Page, role: string, name: string | RegExp, key = 'Tab'): Promise<void> {
  const been: string[] = []
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press(key)
    const wanted = page.getByRole(role as 'button', { name, exact: typeof name === 'string' })
    const reached = await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement))
    if (reached) return
    been.push(await focused(page))
  }
  throw new Error(`${key} does not reach the ${role} "${name}"; it went through:\n${been.join('\n')}`)
}

/** What has the focus, as the accessibility tree tells it: `button "Log in"`. */
export async function focused(page: Page): Promise<string> {
  const told = await page.locator(':focus').first().ariaSnapshot({ timeout: 2_000 })
  return told.split('\n')[0]?.replace(/^- /, '') ?? ''
}
