import type { Locator } from 'playwright-core'

/**
 * Presses a button after which requests that the test lets fail succeed. They fail until it is pressed: a screen that
 * asks anew by itself would take the button away before.
 */
export async function tryAgain(button: Locator, requests: string): Promise<void> {
  const page = button.page()
  await page.evaluate(() => {
    const mark = () => {
      document.body.dataset.tried = ''
    }
    document.addEventListener('click', mark, { capture: true, once: true })
  })
  await page.route(requests, async (route) =>
    (await page.evaluate(() => 'tried' in document.body.dataset)) ? route.continue() : route.fallback(),
  )
  await button.click()
}
