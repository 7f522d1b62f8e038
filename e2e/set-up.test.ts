import fs from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { pressKeys, tabTo } from './support/keyboard.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
beforeEach(async ({ onTestFinished }) => {
  portal = await startPortal()
  // After the browsers of the test, which would miss it.
  onTestFinished(() => portal.close())
})

/** The link that the start wrote, where no terminal is. */
async function printedLink(): Promise<string> {
  const place = () => /is in ([^\s"]+setup-link)/.exec(portal.said())?.[1]
  await expect.poll(place, { timeout: 20_000 }).toBeDefined()
  return fs.readFileSync(place() as string, 'utf8').trim()
}

describe('the first set-up', () => {
  test('by keyboard: faults at their fields, then administrator, company, key and the open portal', async () => {
    const link = await printedLink()
    const page = await aPage(portal, { at: link })
    await page.getByRole('heading', { name: 'Set up the portal' }).waitFor()
    expect(page.url()).not.toContain('#')
    await tabTo(page, 'button', 'Set up')
    await pressKeys(page, 'Enter')
    await page.getByText('Enter your name.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await axe(page)
    await page.keyboard.type('Geneviève Côté')
    await pressKeys(page, 'Tab')
    await page.keyboard.type('genevieve')
    await pressKeys(page, 'Tab')
    await page.keyboard.type('PasswordWelcome2025')
    await tabTo(page, 'textbox', 'Company name')
    await page.keyboard.type('Laboratoires Fjord')
    await pressKeys(page, 'Enter')
    await page.getByText('Enter a valid email address.').waitFor()
    await page.getByText('Avoid common passwords and words.').waitFor()
    await page.keyboard.type('@maker.example')
    expect(await page.getByLabel('Email').inputValue()).toContain('@maker.example')
    await page.getByLabel('Email').fill('genevieve@maker.example')
    await page.getByLabel('Password', { exact: true }).fill('heron-on-the-quay-7')
    await page.getByLabel('Currency').selectOption('USD')
    await pressKeys(page, 'Tab', 'Tab')
    await pressKeys(page, 'Enter')
    await page.getByRole('heading', { name: 'The portal is set up' }).waitFor()
    const key = await page.locator('code').innerText()
    expect(key).toMatch(/^llk_[\w-]{43}$/)
    await axe(page)
    await tabTo(page, 'link', 'Open portal')
    await pressKeys(page, 'Enter')
    await page.getByRole('heading', { name: 'Welcome back, Geneviève Côté' }).waitFor()
    await settled(page)
    expect(await page.locator('body').innerText()).not.toContain(key)

    const again = await aPage(portal)
    expectFault(again.context(), /404 POST \/api\/auth\/set-up\/look/)
    await again.goto(link)
    await again.getByText('This setup link isn’t valid').waitFor()
    await axe(again)
    await again.getByRole('link', { name: 'Go to sign-in' }).click()
    await again.waitForURL(/\/acces$/)
  })

  test.each([
    { width: 360, theme: 'dark', lang: 'fr-CA' },
    { width: 1440, theme: 'light', lang: 'fr-CA' },
    { width: 360, theme: 'light', lang: 'en' },
  ] as const)('fits $width px, $theme, $lang', async ({ width, theme, lang }) => {
    const [address = '', token] = (await printedLink()).split('#')
    const page = await aPage(portal, {
      width,
      locale: lang,
      at: `${address}?theme=${theme}&lang=${lang}#${token}`,
    })
    await settled(page)
    await page.locator('form').waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider).toBeLessThanOrEqual(1)
    await axe(page)
    if (lang === 'fr-CA') await expectFrench(page, [/^(CAD|USD|EUR|GBP|AUD|CHF|MXN|NZD) · /])
  })
})
