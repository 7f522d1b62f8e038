import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage } from './support/browser.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { drawer } from './support/sales.ts'

// The counts of the source's sample screens, read from the screens of the demo; and where its lines of sales lead.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ DEMO: '1' })
}, 300_000)
afterAll(() => portal?.close())

const person = (email: string) => ({ email, password: 'demo-Portal-2025' })

test('the demo shows 72/24/18/15/9/6, QA 33 with one pending, QC 9, six legal documents, five products of seven', async () => {
  const page = await aPage(portal, { as: person('buyer@boreal.example'), at: '/product/documentation' })
  const categories = page.getByRole('group', { name: 'Category' })
  await expect
    .poll(async () =>
      (await categories.getByRole('button').allInnerTexts()).map((one) => one.split(/\s*\n\s*/)),
    )
    .toEqual([
      ['All Documents', '72'],
      ['User Manuals', '24'],
      ['Technical Specs', '18'],
      ['Compliance Docs', '15'],
      ['Research Papers', '9'],
      ['Other Resources', '6'],
    ])
  await axe(page)

  await page.goto('/product/documentation?view=cards')
  const cards = page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect.poll(() => cards.count()).toBe(5)
  for (const card of await cards.all())
    expect(await card.getByRole('listitem').getByRole('link').allInnerTexts()).toEqual([
      'TDS',
      'SDS',
      'Allergen',
      'Kosher',
      'Halal',
      'Non-GMO',
      'COA',
    ])

  await page.goto('/qaqc')
  const main = page.getByRole('main')
  for (const [label, value] of [
    ['Quality assurance (QA)', '33'],
    ['Quality control (QC)', '9'],
    ['Available', '41'],
    ['Pending', '1'],
  ] as const)
    await main
      .getByText(new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\s*${value}\\s*documents$`))
      .first()
      .waitFor()

  await page.goto('/legal')
  const titles = main.locator('li').getByRole('heading', { level: 2 })
  await expect
    .poll(async () => (await titles.allInnerTexts()).sort())
    .toEqual([
      ...['Data Processing Agreement', 'Master Service Agreement', 'Non-Disclosure Agreement'],
      ...['Privacy Policy', 'Service Level Agreement', 'Terms of Service'],
    ])
  await expect.poll(() => page.locator('section[aria-label="Document History"] tbody tr').count()).toBe(3)
})

test('who does not see Boréal has 32 of quality assurance: the mock recall is of its products alone', async () => {
  const page = await aPage(portal, { as: person('buyer@harbour.example'), at: '/qaqc' })
  await page
    .getByRole('main')
    .getByText(/^Quality assurance \(QA\)\s*32\s*documents$/)
    .first()
    .waitFor()
})

test('the newest lines of a figure lead to their invoice and to their order, which has what they say', async () => {
  const page = await aPage(portal, {
    as: person('owner@boreal.example'),
    at: '/sales?lines=total',
    lang: 'en',
  })
  const links = drawer(page).getByRole('link')
  for (const [at, number, address] of [
    ['/sales?lines=total', /^INV-\d{5}$/, '/finance/invoices/'],
    ['/current-sales?lines=total', /^\d{5}$/, '/orders/'],
  ] as const) {
    await page.goto(at)
    const link = links.filter({ hasText: number })
    await link.first().waitFor()
    // Most of the page of the newest, and not one that happens to.
    const rows = await drawer(page).getByRole('table', { name: 'Sales lines' }).locator('tbody tr').count()
    expect(await link.count()).toBeGreaterThan(rows * 0.8)
    const text = await link.first().innerText()
    const row = drawer(page).getByRole('row').filter({ hasText: text }).first()
    const product = await row
      .getByRole('cell')
      .filter({ hasText: /\d.*[a-zé]{4}/i })
      .first()
      .innerText()
    await link.first().click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: text }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${address}${text}`)
    await page.getByText(product).first().waitFor()
  }
})
