import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { ledTo, pressKeys } from './support/keyboard.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  const other = await portal.aTenant({ name: 'Birch Hollow' })
  await portal.ingest('orders', orderRows('NH', 30))
  buyer = await portal.aPerson({ tenants: [tenant, other] })
})
afterAll(() => portal?.close())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page, name: string | RegExp) =>
  palette(page).getByRole('option', { name, selected: true }).waitFor()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

test('by keyboard alone: a number leads to its order, a word to a screen, Escape back to where one was', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders' })
  await page.getByRole('button', { name: 'Search orders, lots, documents…' }).focus()
  await pressKeys(page, 'Control+k')
  await field(page).waitFor()
  await chosen(page, 'New purchase order')
  await axe(page)
  await pressKeys(page, 'Escape')
  await palette(page).waitFor({ state: 'detached' })
  await ledTo(page, 'button', 'Search orders, lots, documents…')

  await pressKeys(page, 'Enter')
  await field(page).fill('20007')
  await chosen(page, /^20007/)
  await axe(page)
  await pressKeys(page, 'Enter')
  await heading(page, /20007/)

  await pressKeys(page, 'Control+k')
  await chosen(page, /^20007.*Orders/)
  await field(page).fill('TRACK')
  await option(page, 'Order Tracking').waitFor()
  await pressKeys(page, 'Enter')
  await heading(page, 'Order Tracking')

  // Letter case and accents do not matter; the arrows go round; all hits stand on the list's own screen.
  await pressKeys(page, 'Control+k')
  await field(page).fill('eclair')
  await option(page, /Boutique Éclair/)
    .first()
    .waitFor()
  await pressKeys(page, 'ArrowUp')
  await chosen(page, 'All results: Orders')
  await pressKeys(page, 'Enter')
  await heading(page, 'Orders Management')
  await expect.poll(() => new URL(page.url()).search).toBe('?search=eclair')

  await pressKeys(page, 'Control+k')
  await field(page).fill('no such thing at all')
  await palette(page).getByText('Nothing found for “no such thing at all”.').waitFor()
  await field(page).fill('birch')
  await chosen(page, 'Switch to Birch Hollow')
  await pressKeys(page, 'Enter')
  await page.getByRole('button', { name: /^Birch Hollow/ }).waitFor()
})

test('on a phone, in French: what was typed ahead of the answer counts, and commands act', async () => {
  const page = await aPage(portal, { as: buyer, at: '/orders', width: 360, lang: 'fr-CA' })
  const open = page.getByRole('button', { name: 'Rechercher commandes, lots, documents…' })
  await open.click()
  await field(page).waitFor()
  await expectFrench(page, [
    /^(Northern Harbour|Birch Hollow|NH|Ctrl K|Esc|Test Person|.*@test\.example|TP)$/,
    /PO-NH|Boutique|Wellness|ref |^F\d/,
  ])
  await axe(page)
  await field(page).fill('theme sombre')
  await page.getByRole('option', { name: 'Passer au thème sombre', selected: true }).waitFor()
  await pressKeys(page, 'Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await open.click()
  await field(page).fill('20003')
  await pressKeys(page, 'Enter')
  await heading(page, /20003/)
  await open.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
