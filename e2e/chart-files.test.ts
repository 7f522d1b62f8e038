import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../test/support/json.ts'
import { type Cell, readXlsx } from '../test/support/xlsx.ts'
import { axe } from './support/axe.ts'
import { aPage, settled } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { ledTo, pressKeys, tabTo } from './support/keyboard.ts'
import { coloursOf, tokenColour } from './support/pictures.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { askSales, cells, currentSalesRows, panel, salesRows } from './support/sales.ts'

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  await portal.ingest('sales-history', salesRows('NH'))
  await portal.ingest('current-sales', currentSalesRows('NH'))
  buyer = await portal.aPerson({ tenants: [own] })
  administrator = await portal.aPerson({ administrator: true })
})
afterAll(() => portal?.close())

const CSV = 'Data (CSV)'
const XLSX = 'Excel file (XLSX)'
const PNG = 'Image (PNG)'
/** Places of the formats of cells in a workbook. */
const [MONEY, NUMBER, MONTH] = [2, 3, 5]
const dayOf = ({ year, month }: Json) => (Date.UTC(year, month - 1, 1) - Date.UTC(1899, 11, 30)) / 86_400_000
const isoOf = ({ year, month }: Json) => `${year}-${String(month).padStart(2, '0')}`

async function save(page: Page, box: Locator, entry: string, button: RegExp = /^Export:/) {
  await box.getByRole('button', { name: button }).first().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ])
  const content = Buffer.concat(await (await file.createReadStream()).toArray())
  return { name: file.suggestedFilename(), content }
}

/** What a workbook says of itself, by name. */
const about = (rows: Cell[][] | undefined) => Object.fromEntries(rows?.slice(1) ?? []) as Record<string, Cell>

/** The colours of a picture above a height, and how big it is; points as the page has them, half as many as the picture's. */
async function look(page: Page, png: Buffer, above: number) {
  const { width, height, count } = await coloursOf(page, png, 0, 2 * above)
  const points = async (name: string) => count.get(await tokenColour(page, name)) ?? 0
  return {
    width: width / 2,
    height: height / 2,
    surface: await points('--surface'),
    ink: await points('--ink'),
    c1: await points('--c1'),
    c6: await points('--c6'),
  }
}

/** What is written into pictures from now on. */
async function written(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const texts: string[] = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      texts.push(text)
      return fillText.call(this, text, ...at)
    }
    Object.assign(window, { written: texts })
  })
  return () => page.evaluate(() => (window as unknown as { written: string[] }).written.join(' '))
}

const TREND = 'Monthly Trend: Revenue'

describe('a chart with more months than its drawing shows', () => {
  test('says so, and its table and its files have every one', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales-analytics' })
    const { trend }: Json = await askSales(page, 'analytics')
    expect(trend.months.length).toBe(92)
    const ahead = trend.forecast.amount.months
    const box = panel(page, TREND)
    const said = box.getByText('all sales · CAD · the chart shows the latest 60 of 92 months', {
      exact: true,
    })
    await said.waitFor()
    expect(await box.locator('svg [data-band]').count()).toBe(60 + ahead.length)

    const csv = parse((await save(page, box, CSV)).content, { bom: true }) as string[][]
    expect(csv[0]?.slice(0, 2)).toEqual(['Month', 'Revenue'])
    expect(csv.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ...trend.months.map((month: Json) => [isoOf(month), month.amount]),
      ...ahead.map((month: Json) => [isoOf(month), '']),
    ])

    const file = await save(page, box, XLSX)
    expect(file.name).toBe('sales-monthly-trend.xlsx')
    const [figures, says] = readXlsx(file.content)
    expect(figures?.name).toBe('Monthly Trend  Revenue')
    expect(figures?.rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ...trend.months.map((month: Json) => [dayOf(month), Number(month.amount)]),
      ...ahead.map((month: Json) => [dayOf(month), null]),
    ])
    expect(
      figures?.formats.slice(1, 93).every(([first, second]) => first === MONTH && second === MONEY),
    ).toBe(true)
    expect(about(says?.rows)).toMatchObject({
      Data: TREND,
      'Subject and period': 'all sales · CAD',
      Company: 'Northern Harbour',
      Quarter: 'All',
      Currency: 'CAD',
      Note: 'Only sales in CAD are counted. There are also sales in USD.',
    })

    await box.getByRole('button', { name: 'View as table' }).click()
    await said.waitFor({ state: 'detached' })
    const rows = await cells(box.locator('table'))
    expect(rows.map(([month]) => month)).toHaveLength(92 + ahead.length)
    expect(rows[0]?.[0]).toBe('January 2018')
    await box.locator('tbody tr').first().getByRole('button').first().click()
    await page.getByRole('dialog', { name: 'Sales lines: January 2018' }).waitFor()
  })
})

describe('what is saved says what it is of', () => {
  test('a table as a workbook: its period and the filters that act on it, by keyboard alone', async () => {
    const page = await aPage(portal, { as: buyer, at: '/sales?year=2023&month=3&search=zinc' })
    const { years }: Json = await askSales(page, 'history?year=2023&month=3&search=zinc')
    await tabTo(page, 'button', 'Export: Yearly Summary')
    await pressKeys(page, 'Enter')
    await ledTo(page, 'menuitem', CSV)
    await axe(page)
    await pressKeys(page, 'ArrowDown')
    await ledTo(page, 'menuitem', XLSX)
    const [file] = await Promise.all([page.waitForEvent('download'), pressKeys(page, 'Enter')])
    const [figures, says] = readXlsx(Buffer.concat(await (await file.createReadStream()).toArray()))
    expect(figures?.rows).toEqual([
      ['Year', 'Total Quantity', 'Total Sales'],
      ...years.toReversed().map((of: Json) => [of.year, of.quantity, Number(of.amount)]),
    ])
    expect(figures?.rows.length).toBeGreaterThan(2)
    expect(figures?.formats[1]).toEqual([NUMBER, NUMBER, MONEY])
    // The yearly figures keep their years, whatever year is chosen.
    expect(about(says?.rows)).toEqual({
      Data: 'Yearly Summary',
      'Subject and period': 'March, all years · CAD',
      Company: 'Northern Harbour',
      Search: 'zinc',
      Month: 'March',
      Currency: 'CAD',
    })
    await ledTo(page, 'button', 'Export: Yearly Summary')
  })

  test('the months of a year are dates, those of two years are names', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales?year=2024' })
    const trend = panel(page, 'Monthly Revenue Trend')
    const [ofYear] = readXlsx((await save(page, trend, XLSX)).content)
    expect(ofYear?.rows[3]?.[0]).toBe(dayOf({ year: 2024, month: 3 }))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await settled(page)
    await trend.getByText('2024–2025 · CAD').waitFor()
    const [ofBoth, says] = readXlsx((await save(page, trend, XLSX)).content)
    expect(ofBoth?.rows.slice(0, 4).map((row) => row.slice(0, 1))).toEqual([
      ['Month'],
      ['January'],
      ['February'],
      ['March'],
    ])
    expect(about(says?.rows)).not.toHaveProperty('Year')
  })

  test('who looks at all clients names none', async () => {
    const page = await aPage(portal, { as: administrator, at: '/sales' })
    const [, says] = readXlsx((await save(page, panel(page, 'Sales per Year'), XLSX)).content)
    expect(about(says?.rows)).toMatchObject({ Data: 'Sales per Year' })
    expect(about(says?.rows)).not.toHaveProperty('Company')
  })

  test.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)(
    'a picture has words and the colours of its series above the drawing: %i px, %s',
    async (width, theme) => {
      const page = await aPage(portal, { as: buyer, at: '/current-sales?search=zinc', width, theme })
      const box = panel(page, 'Monthly Revenue Trend')
      const svg = await box.locator('svg[role="group"]').boundingBox()
      if (!svg) throw new Error('nothing is drawn')
      const words = await written(page)
      const { content } = await save(page, box, PNG)
      expect(await words()).toBe(
        'Monthly Revenue Trend 2024–2025 · CAD Northern Harbour · Search: zinc · Currency: CAD Only sales in CAD are counted. There are also sales in USD. 2025 2024',
      )
      const whole = await look(page, content, 10_000)
      expect(whole.width).toBeCloseTo(svg.width + 48, -1)
      const head = whole.height - svg.height - 48
      // Title, subject, filters and legend.
      expect(head).toBeGreaterThan(70)
      const above = await look(page, content, head)
      expect(above.ink).toBeGreaterThan(100)
      expect(above.c1).toBeGreaterThan(250)
      expect(above.c6).toBeGreaterThan(40)
      expect(above.surface).toBeGreaterThan(above.ink)
    },
  )

  test('the year to date too, with both years in its legend', async () => {
    const page = await aPage(portal, { as: buyer, at: '/current-sales?search=zinc&month=2' })
    const box = panel(page, /^YTD Growth/)
    const words = await written(page)
    const { content, name } = await save(page, box, PNG)
    expect(name).toBe('current-sales-year-to-date.png')
    expect(await words()).toMatch(
      /^YTD Growth.* February.* · CAD Northern Harbour · Search: zinc · Month: February · Currency: CAD Only sales in CAD .* USD\. 2024 2025$/,
    )
    const { width, height } = await look(page, content, 10_000)
    expect(width).toBe(560 + 48)
    const head = await look(page, content, height - 184 - 48)
    expect(head.c1).toBeGreaterThan(250)
    expect(head.c6).toBeGreaterThan(250)
    // It is drawn for the picture alone, and again for the next.
    expect(await box.locator('svg[aria-hidden][width="560"]').count()).toBe(0)
    expect((await save(page, box, PNG)).content.length).toBeGreaterThan(5000)
  })
})

test('what cannot be fetched is said, and is made once the page is loaded anew', async () => {
  const page = await aPage(portal, { as: buyer, at: '/sales' })
  await page.route('**/assets/save-chart-*', (route) => route.abort('failed'))
  expectFault(page.context(), /^failed GET \/assets\/save-chart-/)
  const box = panel(page, 'Sales per Year')
  await box.getByRole('button', { name: /^Export:/ }).click()
  await page.getByRole('menuitem', { name: XLSX }).click()
  await page.getByText('Couldn’t create the file. Reload the page and try again.').waitFor()
  await page.unroute('**/assets/save-chart-*')
  await page.reload()
  await settled(page)
  expect((await save(page, box, XLSX)).name).toBe('sales-amount-per-year.xlsx')
})
