import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPage, open } from '../support/browser.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { cards, cells, chartFigures, panel, plain, sums } from '../support/sales.ts'

const DATA = '../shared/data'
const CLIENT = { code: 'ZM', name: 'Zambia' }

type Year = { year: number; records: number; invoices: number; qty: number; amount: string }
type Expected = {
  totals: Omit<Year, 'year'> & { avg_amount_per_record: string; avg_amount_per_invoice: string }
  by_year: Year[]
  by_month_all_years: { month: number; qty: number }[]
  top10_item_names_by_qty: { all: { name: string; qty: number }[] }
  product_year_matrix_top20: { name: string; qty: Record<string, number>; yoy_qty: Record<string, string> }[]
  search: { term: string; records: number; invoices: number; qty: number; amount: string }[]
}
const expected: Expected = JSON.parse(fs.readFileSync(`${DATA}/expected/scms.json`, 'utf8'))

let portal: Portal
let tenant: number
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  tenant = await portal.aTenant({ name: CLIENT.name, clientCode: CLIENT.code, currency: 'CAD' })
  await portal.command('import', 'sales-history', `${DATA}/sales/scms.csv.gz`)
})
afterAll(() => portal?.close())

const whole = (amount: string) =>
  plain(new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(amount as never))

/** Cards, banner and the sums of the lines, to the cent. */
async function expectTotals(page: Page, { records, invoices, qty, amount }: Omit<Year, 'year'>) {
  const shown = await cards(page)
  expect([shown['Total Quantity'], shown['Total Sales']]).toEqual([String(qty), whole(amount)])
  await page.getByText(`Loaded ${records.toLocaleString('en')} sales records`).waitFor()
  const card = await page.getByRole('button', { name: /^Total Quantity/ }).innerText()
  expect(card).toContain(`${invoices.toLocaleString('en')} order`)
  await page.getByRole('button', { name: /^Total Quantity/ }).click()
  const { shown: figure, sum } = await sums(page)
  expect([figure, sum]).toEqual([
    [String(qty), amount, String(records)],
    [String(qty), amount, String(records)],
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function expectYears(page: Page, years: Omit<Year, 'records' | 'invoices'>[]) {
  const table = await cells(panel(page, 'Yearly Summary'))
  expect(table.map((row) => row.map(plain)).reverse()).toEqual(
    years.map(({ year, qty, amount }) => [String(year), String(qty), amount]),
  )
  const inWindow = years.filter(({ year }) => year >= 2019 && year <= 2024)
  expect(await chartFigures(page, 'Quantity per Year')).toEqual(
    inWindow.map(({ year, qty }) => [String(year), String(qty)]),
  )
  expect(await chartFigures(page, 'Sales per Year')).toEqual(
    inWindow.map(({ year, amount }) => [String(year), whole(amount)]),
  )
}

test('the administrator reads the figures known beforehand', async () => {
  const page = await aPage(portal, { as: await portal.aPerson({ administrator: true }), at: '/sales' })
  const { totals } = expected
  await expectTotals(page, totals)
  const shown = await cards(page)
  expect(shown['Average per line']).toBe(whole(totals.avg_amount_per_record))
  expect(shown['Average per order']).toBe(whole(totals.avg_amount_per_invoice))
  await expectYears(page, expected.by_year)
  expect(
    (await chartFigures(page, 'Monthly Quantity Trend')).map(([, quantity]) => Number(quantity)),
  ).toEqual(expected.by_month_all_years.map(({ qty }) => qty))
  expect(await chartFigures(page, 'Top 10 Products by Quantity')).toEqual(
    expected.top10_item_names_by_qty.all.map(({ name, qty }) => [name, String(qty)]),
  )
})

test('the evolution of each product, with its changes', async () => {
  const page = await aPage(portal, { as: await portal.aPerson({ administrator: true }), at: '/sales' })
  const rows = new Map(
    (await cells(page.getByRole('grid'))).map(([product = '', ...figures]) => [product, figures]),
  )
  const years = ['2019', '2020', '2021', '2022', '2023', '2024']
  let compared = 0
  for (const { name, qty, yoy_qty } of expected.product_year_matrix_top20) {
    const shown = rows.get(name)
    if (!shown) continue
    compared += 1
    const figures = years.map((year, at) => {
      // The window's first year has no year before it.
      const change = at === 0 || yoy_qty[year] === '-' ? '–' : `${yoy_qty[year]}%`
      return `${qty[year]}\n${change}`
    })
    const total = years.reduce((sum, year) => sum + (qty[year] ?? 0), 0)
    expect(
      shown.map((cell) => plain(cell)),
      name,
    ).toEqual([...figures, String(total)])
  }
  expect(rows.size).toBe(20)
  expect(compared).toBeGreaterThan(15)
})

test.each(expected.search)('searching for $term', async ({ term, ...found }) => {
  const page = await aPage(portal, { as: await portal.aPerson({ administrator: true }) })
  await open(page, `/sales?search=${encodeURIComponent(term)}`)
  await expectTotals(page, found)
})

test('a client reads its own figures and no other', async () => {
  const page = await aPage(portal, { as: await portal.aPerson({ tenants: [tenant] }), at: '/sales' })
  const rows = fs
    .readFileSync(`${DATA}/expected/scms_by_client.csv`, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([code]) => code === CLIENT.code)
    .map(([, , year, records, invoices, qty, , amount = '']) => ({
      year: Number(year),
      records: Number(records),
      invoices: Number(invoices),
      qty: Number(qty),
      amount: amount.trim(),
    }))
  const [all, ...years] = [
    ...rows.filter(({ year }) => Number.isNaN(year)),
    ...rows.filter(({ year }) => !Number.isNaN(year)).sort((one, other) => one.year - other.year),
  ]
  if (!all) throw new Error('The client has no figures')
  await expectTotals(page, all)
  await expectYears(page, years)
})
