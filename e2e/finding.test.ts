import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge } from './support/browser.ts'
import { enter, ledTo, pressKeys, tabTo } from './support/keyboard.ts'
import { orderRows } from './support/orders.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { salesRows } from './support/sales.ts'
import { expectFrench } from './support/words.ts'

let portal: Portal
let tenants: number[]
let buyer: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH' })
  const other = await portal.aTenant({ name: 'Birch Hollow' })
  await portal.ingest('orders', orderRows('NH', 30))
  await portal.ingest('order-lines', [
    {
      ...{ Primary: 'NH-7', 'Line No': 1, 'Item No': 'GH-60', 'Item Name': 'Cœur & Gut Health – 60 caps' },
      Lot: 'L2024-118',
    },
  ])
  tenants = [tenant, other]
  buyer = await portal.aPerson({ tenants })
})
afterAll(() => portal?.close())

const palette = (page: Page) =>
  page.getByRole('dialog', { name: /^(Search and commands|Recherche et actions)$/ })
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page, name: string | RegExp) =>
  palette(page).getByRole('option', { name, selected: true }).waitFor()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** What would be opened is seen whole, and of the first one what it is, too. */
async function expectInSight(page: Page) {
  const isHidden = (dialog: HTMLElement | SVGElement) => {
    const list = dialog.querySelector('[role=listbox]') as HTMLElement
    const option = dialog.querySelector('[aria-selected=true]') as HTMLElement
    const isFirst = option === dialog.querySelector('[role=option]')
    const top = (isFirst ? (option.previousElementSibling as HTMLElement) : option).getBoundingClientRect()
      .top
    const sight = list.getBoundingClientRect()
    return [top - sight.top, sight.bottom - option.getBoundingClientRect().bottom].some((room) => room < 0)
  }
  await expect.poll(() => palette(page).evaluate(isHidden)).toBe(false)
}

const WORDS = {
  en: {
    ...{ hint: 'Search orders, lots, documents…', draft: 'New purchase order', orders: 'Orders' },
    ...{ find: 'Search', menu: 'Open menu' },
    ...{ track: 'TRACK', tracking: 'Order Tracking', all: 'All results: Orders', list: 'Orders Management' },
    ...{ nothing: 'Nothing found for “no such thing at all”.', other: 'Switch to Birch Hollow' },
  },
  'fr-CA': {
    ...{
      hint: 'Rechercher commandes, lots, documents…',
      draft: 'Nouveau bon de commande',
      orders: 'Commandes',
    },
    ...{ find: 'Rechercher', menu: 'Ouvrir le menu' },
    ...{ track: 'SUIVI DES', tracking: 'Suivi des commandes', all: /^Tous les résultats.: Commandes$/ },
    ...{ list: 'Gestion des commandes', nothing: /^Aucun résultat pour «.no such thing at all.»\.$/ },
    other: 'Passer à Birch Hollow',
  },
} as const

test.each([
  [1440, 'en', 'dark'],
  [1440, 'fr-CA', 'light'],
  [360, 'en', 'light'],
  [360, 'fr-CA', 'dark'],
] as const)(
  'by keyboard alone: a number leads to its order, a word to a screen, Escape back to where one was: %d px, %s, %s',
  async (width, lang, theme) => {
    const words = WORDS[lang]
    // What was opened last is remembered for each person.
    const buyer = await portal.aPerson({ tenants })
    const page = await aPage(portal, { as: buyer, at: '/orders', width, lang, theme })
    const fits = async () => expect(await beyondTheEdge(page)).toEqual([])
    await tabTo(page, 'searchbox', words.find)
    await pressKeys(page, 'Control+k')
    await field(page).waitFor()
    await chosen(page, words.draft)
    await axe(page)
    await fits()
    for (const key of ['ArrowUp', 'ArrowDown']) {
      await pressKeys(page, key)
      await expectInSight(page)
    }
    await chosen(page, words.draft)
    await pressKeys(page, 'Escape')
    await palette(page).waitFor({ state: 'detached' })
    await ledTo(page, 'searchbox', words.find)
    await tabTo(page, 'button', words.hint, 'Shift+Tab')
    await pressKeys(page, 'Enter')
    await field(page).waitFor()
    await pressKeys(page, 'Escape')
    await palette(page).waitFor({ state: 'detached' })
    await ledTo(page, 'button', words.hint)

    await pressKeys(page, 'Enter')
    await field(page).fill('20007')
    await chosen(page, /^20007/)
    await axe(page)
    await fits()
    await pressKeys(page, 'Enter')
    await heading(page, /20007/)
    // The keys for this are the browser’s own, and one without a window has none.
    await page.goBack()
    await heading(page, words.list)

    await pressKeys(page, 'Control+k')
    await chosen(page, new RegExp(`^20007.*${words.orders}`))
    await field(page).fill(words.track)
    await option(page, words.tracking).waitFor()
    await pressKeys(page, 'Enter')
    await heading(page, words.tracking)

    // Letter case and accents do not matter; the arrows go round; all hits stand on the list's own screen.
    await pressKeys(page, 'Control+k')
    await field(page).fill('eclair')
    await option(page, /Boutique Éclair/)
      .first()
      .waitFor()
    await pressKeys(page, 'ArrowUp')
    await chosen(page, words.all)
    await pressKeys(page, 'Enter')
    await heading(page, words.list)
    await expect.poll(() => new URL(page.url()).search).toBe('?search=eclair')

    await pressKeys(page, 'Control+k')
    await field(page).fill('no such thing at all')
    await palette(page).getByText(words.nothing).waitFor()
    await fits()
    await field(page).fill('birch')
    await chosen(page, words.other)
    await pressKeys(page, 'Enter')
    // On a phone it stands in the menu.
    if (width === 360) await enter(page, 'button', words.menu)
    await page.getByRole('button', { name: /^Birch Hollow/ }).waitFor()
    await fits()
  },
)

test.each([
  [1440, 'en'],
  [1440, 'fr-CA'],
  [360, 'en'],
  [360, 'fr-CA'],
] as const)(
  'typed before the search is there, nothing is lost; an order is found by its line, and what is not found is asked: %d px, %s',
  async (width, lang) => {
    const words = {
      en: { find: 'Search', line: 'Line 1: GH-60', ask: 'Ask the assistant: ', question: 'Your question' },
      'fr-CA': {
        ...{
          find: 'Rechercher',
          line: 'Ligne 1',
          ask: 'Demander à l’assistant\u00a0: ',
          question: 'Votre question',
        },
      },
    }[lang]
    const page = await aPage(portal, { as: buyer, at: '/orders', width, lang })
    await tabTo(page, 'searchbox', words.find)
    // The search takes its time to come.
    await page.route(/command-palette/, async (route) => {
      await new Promise((later) => setTimeout(later, 700))
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Gut healthy')
    await page.keyboard.press('Backspace')
    await field(page).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('Gut health')
    await page.keyboard.type(' – 60')
    await expect.poll(() => field(page).inputValue()).toBe('Gut health – 60')
    await chosen(page, /^20007.*L2024-118/)
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    for (const typed of ['LOT: L2024118', 'coeur gut-health', '#20007']) {
      await field(page).fill(typed)
      await chosen(page, /^20007/)
    }
    await pressKeys(page, 'Escape')
    await palette(page).waitFor({ state: 'detached' })
    await ledTo(page, 'searchbox', words.find)

    // Where it was found stands in the row, marked.
    await page.keyboard.type('lot: l2024118')
    await page.getByText('L2024-118', { exact: true }).and(page.locator('mark:visible')).first().waitFor()
    await page.getByText(words.line).first().waitFor()
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])

    await pressKeys(page, 'Control+k')
    await field(page).fill('when will my whale come')
    await chosen(page, `${words.ask}when will my whale come`)
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    await pressKeys(page, 'Enter')
    const question = page.getByRole('textbox', { name: words.question })
    await expect.poll(() => question.inputValue()).toBe('when will my whale come')
    await axe(page)
  },
)

test('who may not ask the assistant is not offered to', async () => {
  const tenant = await portal.aTenant({ name: 'Quiet Quay' })
  await portal.database(
    `insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values ($1, 'chat', false)`,
    [tenant],
  )
  const page = await aPage(portal, { as: await portal.aPerson({ tenants: [tenant] }), at: '/orders' })
  await pressKeys(page, 'Control+k')
  await field(page).fill('when will my whale come')
  await palette(page).getByText('Nothing found for “when will my whale come”.').waitFor()
  expect(await palette(page).getByRole('option').count()).toBe(0)
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

test('whatever else may be seen is found, and opens where it stands', async () => {
  const tenant = await portal.aTenant({ name: 'Maple Wharf', clientCode: 'MW', currency: 'CAD' })
  await portal.ingest('sales-history', salesRows('MW'))
  const invoice = {
    'Invoice No': 'MW-900',
    'Invoice Date': '2025-08-01',
    'Client Code': 'MW',
    Total: '100.00',
  }
  await portal.ingest('invoices', [{ ...invoice, Currency: 'CAD' }])
  const payment = {
    'Payment No': 'REC-4411',
    'Payment Date': '2025-08-20',
    'Client Code': 'MW',
    Currency: 'CAD',
  }
  await portal.ingest('payments', [{ ...payment, 'Invoice No': 'MW-900', Amount: '40.00' }])
  await portal.database(
    `with made as (insert into portal.payment_orders (tenant_id, reference, wish, currency, amount_cents, recorded, bank_reference)
       values ($1, 'PAY-00AA11BB22', 'wish-of-maple', 'CAD', 6000, true, 'Wire 5150') returning tenant_id, id)
     insert into portal.payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
     select m.tenant_id, m.id, 1, i.id, i.source_id, i.source_key, i.invoice_no, 6000 from made m join portal.invoices i using (tenant_id)`,
    [tenant],
  )
  await portal.database(
    `insert into portal.document_requests (tenant_id, title, asked_by, asker_name) values ($1, 'Kosher certificate', 'nobody', 'Staff')`,
    [tenant],
  )
  const announced = [{ language: 'en', title: 'Stocktaking week', text: 'Nothing leaves the dock.' }]
  await portal.database(
    `insert into portal.announcements (kind, texts, to_all, starts_at) values ('information', $1, true, now())`,
    [JSON.stringify(announced)],
  )
  await portal.database(
    `insert into portal.demo_requests (person_name, person_email, company, language) values ('Ivo Brandt', 'ivo@brandt.example', 'Brandt Vitamins', 'en')`,
  )
  await portal.aPerson({ name: 'Colette Sauvé', tenants: [tenant], role: 'viewer' })
  const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' })
  await portal.database(
    `insert into portal.feedback (tenant_id, user_id, person_name, person_email, overall_satisfaction, ease_of_use, feature_completeness, performance,
       support, improvements, contact_for_follow_up)
     select $1, user_id, 'Colette Sauvé', email, 4, 4, 4, 4, 4, 'A darker palette', false from portal.profiles where name = 'Colette Sauvé'`,
    [tenant],
  )
  const opens = async (page: Page, typed: string, name: string | RegExp, group: string) => {
    await pressKeys(page, 'Control+k')
    await field(page).fill(typed)
    await palette(page)
      .getByRole('group', { name: group, exact: true })
      .getByRole('option', { name })
      .first()
      .click()
  }

  const page = await aPage(portal, { as: owner, at: '/orders' })
  await opens(page, 'kosher', 'Kosher certificate', 'Requested documents')
  await heading(page, 'Kosher certificate')
  await opens(page, 'rec-4411', /^REC-4411/, 'Payments')
  await heading(page, /MW-900/)
  await page.getByRole('cell', { name: 'REC-4411' }).waitFor()
  await opens(page, 'wire 5150', /^PAY-00AA11BB22/, 'Payments')
  const dialog = page.getByRole('dialog', { name: 'Payment PAY-00AA11BB22' })
  await dialog.getByText('bank reference Wire 5150').waitFor()
  await axe(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await opens(page, 'zn-15', /^Zinc picolinate/, 'Sales: products')
  await heading(page, 'Sales History')
  await expect.poll(() => new URL(page.url()).search).toBe('?search=Zinc+picolinate+15+mg&currency=CAD')
  await opens(page, 'cote', 'Pharmacie Côté', 'Sales: customers')
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Pharmacie Côté')
  await opens(page, 'sauve', /^Colette Sauvé/, 'Members')
  await heading(page, 'Members')
  await page.getByRole('cell', { name: 'Colette Sauvé' }).waitFor()

  const admin = await aPage(portal, { as: await portal.aPerson({ administrator: true }), at: '/orders' })
  await opens(admin, 'stocktaking', 'Stocktaking week', 'Announcements')
  await heading(admin, 'Announcements')
  await opens(admin, 'darker palette', /^Colette Sauvé/, 'Feedback')
  await heading(admin, 'Feedback inbox')
  await opens(admin, 'brandt vit', /^Ivo Brandt/, 'Demo requests')
  await heading(admin, 'Demo requests')
  await opens(admin, 'MW', /^Maple Wharf/, 'Companies')
  await heading(admin, 'Maple Wharf')
})
