import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { ledTo, pressKeys, tabTo } from './support/keyboard.ts'
import { coloursOf } from './support/pictures.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { askSales, cells, currentSalesRows, drawer, panel, plain, salesRows, sums } from './support/sales.ts'

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-20' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  await portal.ingest('sales-history', [...salesRows('NH'), ...manyProducts()])
  // Twice, so that there are more than a list shows at first.
  const current = currentSalesRows('NH')
  const again = current.map((row, at) => ({ ...row, id: `again-${at}`, SO: `AGAIN-${at}` }))
  await portal.ingest('current-sales', [...current, ...again])
  // What the newest lines stand on; those before stand on nothing that is here.
  await portal.ingest('orders', [
    { Primary: 1, 'Client Code': 'NH', 'Client Name': 'Harbour', 'Ord No': 'SO-NH-19' },
  ])
  await portal.ingest('invoices', [
    { 'Invoice No': 'INV-NH-91', 'Invoice Date': '2025-08-11', 'Client Code': 'NH', Total: '100.00' },
  ])
  buyer = await portal.aPerson({ tenants: [own], role: 'tenant_admin' })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

/** Eleven that sell a lot, and one that is in no list of the ten best. */
function manyProducts(): Record<string, unknown>[] {
  const names = Array.from({ length: 11 }, (_, at) => `Bestseller ${at + 1}`).concat('Rare birch extract')
  return names.map((name, at) => ({
    Id: `many-${at}`,
    Year: 2024,
    Month: 5,
    'Client Code': 'NH',
    'Customer Name': 'Northern Harbour',
    'Invoice No': `INV-MANY-${at}`,
    'Qty Sold': at === 11 ? 3 : 90_000,
    'Item No': `MANY-${at}`,
    'Item Name': name,
    Amount: at === 11 ? '7.77' : '900000.00',
    Currency: 'CAD',
  }))
}

const pathOf = (page: Page) => page.url().slice(portal.url.length)
const bytes = async (file: Download) => Buffer.concat(await (await file.createReadStream()).toArray())

describe('the lines behind a figure lead on', () => {
  test('to the invoice, from the list and from the sheet of one line, by mouse and by keyboard', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?year=2025&lines=total' })
    const link = drawer(page).getByRole('link', { name: 'INV-NH-91', exact: true })
    await link.first().waitFor()
    expect(await drawer(page).getByRole('link').allInnerTexts()).toEqual(['INV-NH-91', 'INV-NH-91'])
    await drawer(page).getByText('INV-NH-90', { exact: true }).first().waitFor()
    await axe(page)
    await link.first().click()
    await page.getByRole('heading', { level: 1, name: /INV-NH-91/ }).waitFor()
    expect(pathOf(page)).toBe('/finance/invoices/INV-NH-91')
    await page.goBack()
    await link.first().waitFor()

    await settled(page)
    // The lines that come back take the focus when they are there: keys pressed before go elsewhere.
    await ledTo(page, 'button', 'Close')
    await tabTo(page, 'region', 'Sales lines')
    await pressKeys(page, 'ArrowDown', 'Enter')
    const sheet = page.getByRole('dialog', { name: 'Invoice INV-NH-91' })
    await sheet.waitFor()
    await axe(page)
    await tabTo(page, 'link', 'INV-NH-91')
    await pressKeys(page, 'Enter')
    await page.getByRole('heading', { level: 1, name: /INV-NH-91/ }).waitFor()
  })

  test('to the order, on a phone, in French', async () => {
    const at = '/current-sales?year=2025&month=8&lines=total'
    const page = await aPage(portal, { as: buyer, at, width: 360, lang: 'fr-CA' })
    await drawer(page)
      .getByRole('button', { name: /SO-NH-19/ })
      .first()
      .click()
    const link = page.getByRole('link', { name: 'SO-NH-19', exact: true })
    await link.waitFor()
    await axe(page)
    await link.click()
    await page.getByRole('heading', { level: 1, name: /SO-NH-19/ }).waitFor()
    expect(pathOf(page)).toBe('/orders/SO-NH-19')
  })

  test('from a month of the season, over all years', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales-analytics' })
    const season = panel(page, 'Seasonality: Revenue')
    await season.getByText(/The index isn’t a sum of lines/).waitFor()
    await season
      .locator('svg')
      .getByRole('button', { name: /^March/ })
      .click()
    const { sum } = await sums(page)
    await drawer(page).getByRole('heading', { name: 'Sales lines: March, all years' }).waitFor()
    const { sums: said } = await askSales(page, 'lines?month=3&limit=1&currency=CAD')
    expect(sum).toEqual([String(said.quantity), said.amount, String(said.lines)])
    expect(said.lines).toBeGreaterThan(10)
  })
})

describe('on paper', () => {
  type Printed = { rows: number; said: string }
  const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed?: Printed }).printed)
  /** In the place of the browser's own, which nobody sees here: what stands there when it is called. */
  const watchPrinting = (page: Page) =>
    page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'))
        const lines = document.querySelector('[data-locks-page]')
        const rows = lines?.querySelectorAll('tbody tr[data-index]').length ?? 0
        const said = [...(lines?.querySelectorAll('p') ?? [])].at(-1)?.textContent ?? ''
        Object.assign(window, { printed: { rows, said } })
        window.dispatchEvent(new Event('afterprint'))
      }
    })

  test.each([
    ['/sales', 'history'],
    ['/current-sales', 'current'],
  ])(
    'of %s stand all lines, and how many of how many where there are more than a thousand',
    async (screen, figures) => {
      const page = await aPage(portal, { as: buyer, at: `${screen}?lines=total` })
      await drawer(page).waitFor()
      await settled(page)
      const { totals } = await askSales(page, figures)
      const foot = drawer(page).getByText(`50 of ${totals.lines} rows`)
      await foot.waitFor()
      await watchPrinting(page)
      await drawer(page).getByRole('button', { name: 'Print', exact: true }).click()
      await expect
        .poll(() => printed(page))
        .toEqual({ rows: totals.lines, said: `${totals.lines} lines of ${totals.lines}.` })
      // The list is what it was.
      await foot.waitFor()

      await page.route('**/api/v1/sales/lines?*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 5000 } })
      })
      await open(page, `${screen}?lines=month-2`)
      await drawer(page).waitFor()
      await settled(page)
      await watchPrinting(page)
      await pressKeys(page, 'Control+p')
      const { rows, said } = await expect
        .poll(() => printed(page))
        .toBeTruthy()
        .then(async () => (await printed(page)) as Printed)
      expect(said).toBe(`${rows} lines of 5,000. The others are in the export of these lines.`)
      await page.emulateMedia({ media: 'print' })
      await drawer(page)
        .getByText(/^\d+ lines of/)
        .waitFor()
    },
  )
})

describe('a chart', () => {
  /** Width and height of a PNG by its head; throws when it is none. */
  async function picture(page: Page, title: string | RegExp, entry = 'Image (PNG)') {
    const box = panel(page, title)
    await box.getByRole('button', { name: /^(Export|Exporter)/ }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    const content = await bytes(file)
    expect(content.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect(content.subarray(-8, -4).toString('latin1')).toBe('IEND')
    return {
      name: file.suggestedFilename(),
      width: content.readUInt32BE(16),
      height: content.readUInt32BE(20),
      drawn: await drawnIn(page, content),
    }
  }
  /** How many points below the title are of another colour than the ground. */
  const drawnIn = async (page: Page, png: Buffer) => {
    const { first, count } = await coloursOf(page, png, 80)
    return [...count].reduce((sum, [colour, points]) => sum + (colour === first ? 0 : points), 0)
  }

  test.each([
    ['/sales', 'Monthly Quantity Trend', 'sales-quantity-per-month.png'],
    ['/current-sales', /^YTD Growth/, 'current-sales-year-to-date.png'],
    ['/current-sales', 'Monthly Revenue Trend', 'current-sales-revenue-per-month.png'],
    ['/sales-analytics', 'Monthly Trend: Revenue', 'sales-monthly-trend.png'],
  ])('is saved as a picture: %s, %s', async (at, title, name) => {
    const page = await aPage(portal, { as: buyer, at })
    const saved = await picture(page, title)
    expect(saved.name).toBe(name)
    expect(saved.width).toBeGreaterThan(600)
    expect(saved.height).toBeGreaterThan(300)
    expect(saved.drawn).toBeGreaterThan(5_000)
  })

  test('of the year to date is read as a table, whose figures open their lines, and leaves as figures', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales' })
    const { ytd } = await askSales(page, 'current')
    const box = panel(page, /^YTD Growth/)
    await box.getByRole('button', { name: 'View as table' }).click()
    const rows = (await cells(box.locator('table'))).map((row) => row.map(plain))
    const whole = (amount: string) => String(Math.round(Number(amount)))
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Quantity', whole(ytd.quantity.previous), whole(ytd.quantity.current)],
      ['Revenue', whole(ytd.revenue.previous), whole(ytd.revenue.current)],
    ])
    expect(rows.map((row) => row[3]?.replace(/[+%]/g, ''))).toEqual(
      [ytd.quantity, ytd.revenue].map(({ growth }) => growth.toFixed(1)),
    )
    await axe(page)
    await box.getByRole('button', { name: /^Export/ }).click()
    expect(await page.getByRole('menuitem', { name: 'Image (PNG)' }).isDisabled()).toBe(true)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Data (CSV)' }).click(),
    ])
    expect((await bytes(file)).toString('utf8').trim().split('\r\n').slice(1)).toEqual(
      [
        ['Quantity', ytd.quantity.previous, ytd.quantity.current, ytd.quantity.growth],
        ['Revenue', ytd.revenue.previous, ytd.revenue.current, ytd.revenue.growth],
      ].map((row) => row.join(',')),
    )
    await box.locator('table').getByRole('button').first().click()
    const { verdict } = await sums(page)
    expect(verdict).toBe('The lines add up to the figure')
    await drawer(page)
      .getByRole('heading', { name: `Sales lines: ${ytd.years[0]} (January to July)` })
      .waitFor()
  })
})

test.each([1440, 360])(
  'the trend of any product is chosen by typing a part of its name: %i px',
  async (width) => {
    const page = await aPage(portal, { as: buyer, at: '/sales-analytics', width })
    const { topProducts } = await askSales(page, 'analytics')
    expect(topProducts.map(({ key }: { key: string }) => key)).not.toContain('Rare birch extract')
    const trend = panel(page, 'Monthly Trend: Revenue')
    const field = trend.getByRole('combobox', { name: 'Product' })
    await tabTo(page, 'combobox', 'Product')
    await page.keyboard.type('nothing like it')
    await trend.getByText('No sales match “nothing like it”.').waitFor()
    await axe(page)
    await pressKeys(page, 'Escape')
    expect(await field.inputValue()).toBe('')
    await page.keyboard.type('BIRCH')
    await pressKeys(page, 'Enter')
    await expect.poll(() => pathOf(page)).toBe('/sales-analytics?product=Rare+birch+extract')
    await expect.poll(() => field.inputValue()).toBe('Rare birch extract')
    await settled(page)
    await trend.getByRole('button', { name: 'View as table' }).click()
    expect((await cells(trend.locator('table')))[0]?.slice(0, 2)).toEqual(['May 2024', '$8'])
    expect(await beyondTheEdge(page)).toEqual([])
    // What was never chosen filters nothing.
    await field.fill('best')
    await pressKeys(page, 'Tab')
    await expect.poll(() => field.inputValue()).toBe('Rare birch extract')
    await trend.getByRole('button', { name: /Product/ }).click()
    await expect.poll(() => pathOf(page)).toBe('/sales-analytics')
  },
)

test('a month is closed by hand and opened again, and the sales screens say so', async () => {
  const page = await aPage(portal, { as: administrator, at: '/admin/reporting' })
  const notes = async (month: string) => {
    for (const at of ['/sales', '/current-sales', '/sales-analytics']) {
      const reader = await aPage(portal, { as: buyer, at })
      await reader.getByText(`Year-to-date compares January to ${month} of 2025 with 2024.`).waitFor()
      await reader.close()
    }
  }
  await notes('July')
  await page.getByRole('button', { name: 'Close August 2025' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close month', exact: true }).last().click()
  await page.getByText('August 2025 closed').waitFor()
  await page.getByText(/closed by Test Person/).waitFor()
  await axe(page)
  await notes('August')
  await page.getByRole('button', { name: 'Reopen August 2025' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen month', exact: true }).click()
  await page.getByText('August 2025 reopened').waitFor()
  await notes('July')
})

test('the sums are checked by a button with a name, and what is wrong says how much and whose', async () => {
  const page = await aPage(portal, { as: administrator, at: '/admin/reporting' })
  const ask = page.getByRole('button', { name: 'Check now', exact: true })
  await ask.click()
  await page.getByText('No differences', { exact: true }).waitFor()
  await portal.database(
    `insert into portal.sales_repeated_orders select distinct tenant_id, 17, 0, 'CAD', 1 from portal.sales_totals where currency = 'CAD'`,
  )
  await portal.database(`update portal.sales_checks set started_at = started_at - interval '1 hour'`)
  await page.reload()
  await ask.click()
  await page.getByText('2 differences', { exact: true }).waitFor()
  await page.getByText('Sales history, totals, all companies, CAD, all years: 1 wrong').waitFor()
  await page.getByText('Sales history, totals, Northern Harbour, CAD, all years: 1 wrong').waitFor()
  await axe(page)
  await portal.database('select portal.rebuild_sales()')
})

test('a colleague sees what an address with a view selects; the view itself stays its owner’s', async () => {
  const page = await aPage(portal, { as: buyer, at: '/sales?year=2024&month=5&search=bestseller' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('May of the best')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/view=\d+/)
  const shared = pathOf(page)
  const [{ tenant_id: tenant }] = (await portal.database(
    `select tenant_id from portal.sales_totals where tenant_id > 0 limit 1`,
  )) as [{ tenant_id: number }]
  const colleague = await aPage(portal, {
    as: await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' }),
    at: shared,
  })
  const total = (of: Page) => of.getByRole('button', { name: /^Total Sales/ }).innerText()
  expect(await total(colleague)).toBe(await total(page))
  expect(await total(colleague)).toContain('9,900,000')
  expect(await colleague.getByRole('searchbox').inputValue()).toBe('bestseller')
  await colleague.getByRole('button', { name: 'Views', exact: true }).waitFor()

  await open(colleague, `/sales?${new URLSearchParams({ view: /view=(\d+)/.exec(shared)?.[1] ?? '' })}`)
  await open(page, '/sales')
  expect(await total(colleague)).toBe(await total(page))
})

describe('whatever the address says', () => {
  test.each(['/sales', '/current-sales'])(
    'nothing is beyond the edge of 390 px, in French: %s',
    async (at) => {
      const page = await aPage(portal, { as: buyer, at, width: 390, lang: 'fr-CA' })
      await page.locator('main svg[role="group"]').first().waitFor()
      expect(await beyondTheEdge(page)).toEqual([])
      await axe(page)
    },
  )

  test('a year and a quarter that do not exist count as all', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales-analytics?year=99999&quarter=7' })
    const { totals } = await askSales(page, 'analytics')
    await page.getByText(`Loaded ${totals.lines} sales records`).waitFor()
    expect(await page.getByLabel('Year', { exact: true }).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  })

  test.each([
    ['/sales', 'en', 'Only the first 200 characters are searched. No sales match these filters.'],
    ['/sales-analytics', 'fr-CA', /^Seuls les 200 premiers caractères sont recherchés\./],
  ] as const)(
    'of ten thousand characters the first are looked for, and that is said: %s',
    async (at, lang, said) => {
      const page = await aPage(portal, { as: buyer, at, lang })
      await page.getByRole('searchbox').fill('x'.repeat(10_000))
      await page.getByRole('status').filter({ hasText: said }).waitFor()
      await expect.poll(async () => (await page.getByRole('searchbox').inputValue()).length).toBe(200)
      await settled(page)
      await axe(page)
    },
  )
})
