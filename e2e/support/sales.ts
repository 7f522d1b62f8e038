import type { Locator, Page } from 'playwright-core'
import type { Json } from '../../test/support/json.ts'
import { settled } from './browser.ts'

const PRODUCTS = [
  { 'Item No': 'ADV-60', 'Item Name': 'Advanced Gut Health 60 caps' },
  { 'Item No': 'ZN-15', 'Item Name': 'Zinc picolinate 15 mg' },
  { 'Item No': 'VD-1K', 'Item Name': 'Vitamin D3 1000 IU' },
]

/** Eight years of a client's sales, with cents, a return, two lines on an invoice and a few in another currency. */
export function salesRows(clientCode: string): Record<string, unknown>[] {
  const months = Array.from({ length: 8 * 12 }, (_, index) => ({
    year: 2018 + Math.floor(index / 12),
    month: (index % 12) + 1,
  })).filter(({ year, month }) => year < 2025 || month <= 8)
  return months.flatMap(({ year, month }, at) =>
    [0, 1].map((line) => {
      const returned = at % 29 === 7 && line === 1
      const quantity = (at * 37 + line * 11) % 400 === 0 ? 5 : ((at * 37 + line * 11) % 400) + 0.125
      return {
        Id: `${clientCode}-${at}-${line}`,
        Year: year,
        Month: month,
        'Client Code': clientCode,
        'Customer Name': at % 5 === 0 ? 'Pharmacie Côté' : 'Northern Harbour',
        'Invoice No': `INV-${clientCode}-${at}`,
        'Invoice Date': `${year}-${String(month).padStart(2, '0')}-11`,
        'Qty Sold': returned ? -quantity : quantity,
        ...PRODUCTS[(at + line) % (year < 2021 ? 2 : 3)],
        Amount: `${returned ? '-' : ''}${(at * 7919 + line * 331) % 9000}.${String((at * 13) % 100).padStart(2, '0')}`,
        'Unit Price': '1.0125',
        'Tax Code': 'GST',
        Currency: at % 17 === 3 && line === 0 ? 'USD' : 'CAD',
      }
    }),
  )
}

/** The same of the last two years, as lines of sales orders; one product came this year. */
export const currentSalesRows = (clientCode: string): Record<string, unknown>[] =>
  salesRows(clientCode)
    .filter(({ Year }) => Number(Year) >= 2024)
    .map((row, at) => ({
      id: row.Id,
      SO: `SO-${clientCode}-${Math.floor(at / 2)}`,
      Year: row.Year,
      Month: row.Month,
      Code: row.Year === 2025 && at % 6 === 0 ? 'NEW-1' : row['Item No'],
      Prod_Name: row.Year === 2025 && at % 6 === 0 ? 'Sleep 30 caps' : row['Item Name'],
      Unit: 'UN',
      'Qty Sent': row['Qty Sold'],
      'Unit Price': row['Unit Price'],
      Total: row.Amount,
      Currency: row.Currency,
      Lot: `L${at}`,
      'Account Number': clientCode,
      Customer: row['Customer Name'],
    }))

/** The figures are those of what stands around them: they are drawn last. */
const drawn = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('#main > [aria-busy="true"]'))

/** What the API says, to the person of the page. */
export const askSales = async (page: Page, path: string): Promise<Json> =>
  (await page.request.get(`/api/v1/sales/${path}`)).json()

/** The panel of this heading. */
export const panel = (page: Page, title: string | RegExp): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2 }) })

/** A figure as it is written in English, without its signs of group and currency: `$1,234.50` → `1234.50`. */
export const plain = (text: string): string => text.trim().replace(/US\$|[$,]/g, '')

/** A table as rows of cells. */
export const cells = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell as HTMLElement).innerText)),
    )

/** A chart is drawn when it knows its width, after its figures are there. */
export const chartsDrawn = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('main button[aria-label="View as table"]')].every((one) =>
      one.closest('section')?.querySelector(`svg[role="group"], [data-chart]`),
    ),
  )

/** The figures of a chart as its marks tell them: `2020: $1,234` → `['2020', '1234']`. */
export async function chartFigures(page: Page, title: string): Promise<string[][]> {
  await drawn(page)
  await chartsDrawn(page)
  const said = await panel(page, title)
    .locator('svg [role="button"]')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label') ?? ''))
  return said.map((one) => {
    const at = one.lastIndexOf(': ')
    return [one.slice(0, at), plain(one.slice(at + 2))]
  })
}

/** The same, read from the chart's table, which stays open. */
export async function chartTable(page: Page, title: string): Promise<string[][]> {
  const box = panel(page, title)
  await box.getByRole('button', { name: 'View as table' }).click()
  const read = await cells(box.locator('table'))
  return read.map(([category = '', ...figures]) => [category, ...figures.map(plain)])
}

/** Label, figure and what stands beneath, of each card. */
export async function cards(page: Page): Promise<Record<string, string>> {
  await drawn(page)
  const found = await page
    .getByRole('main')
    .locator('[data-span] > :is(button, div:has(> button))')
    .evaluateAll((all) => all.map((card) => (card as HTMLElement).innerText.split('\n')))
  return Object.fromEntries(found.map(([label = '', figure = '']) => [label, plain(figure)]))
}

export const drawer = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^Sales lines|^Lignes de vente/ })

/**
 * The sums in the drawer: what the screen says, and what the lines add up to; `more`: counts, averages and changes, each with both.
 */
export async function sums(
  page: Page,
): Promise<{ shown: string[]; sum: string[]; more: string[][]; verdict: string }> {
  await drawer(page).waitFor()
  await settled(page)
  const tables = drawer(page).locator('table:has(thead td)')
  const rows = await cells(tables.first())
  const more = (await tables.count()) > 1 ? await cells(tables.nth(1)) : []
  return {
    more: more.map(([name = '', ...figures]) => [name, ...figures.map(plain)]),
    shown: rows.map((row) => plain(row.at(-2) ?? '')),
    sum: rows.map((row) => plain(row.at(-1) ?? '')),
    verdict: await drawer(page).getByRole('status').first().innerText(),
  }
}
