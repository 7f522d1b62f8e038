import type { Page } from 'playwright-core'

/** Lets what the page asks for at this address wait, until the function is called that comes back. */
export async function delayRequest(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}
