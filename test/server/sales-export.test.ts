import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'
import { readXlsx, type Sheet } from '../support/xlsx.ts'

/** 11 February 2022, as a workbook counts days. */
const DAY = 44603
/** The first of a month as a workbook counts days. */
const dayOf = ({ year, month }: Json) => (Date.UTC(year, month - 1, 1) - Date.UTC(1899, 11, 30)) / 86_400_000
/** How a workbook shows months (package.ts). */
const MONTH_FORMAT = 5

let portal: TestPortal
let member: Actor & { tenantId: number }
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  const tenantId = await aTenant(portal)
  const months = Array.from({ length: 44 }, (_, at) => ({
    year: 2022 + Math.floor(at / 12),
    month: (at % 12) + 1,
  }))
  await portal.owner((tx) =>
    writeLines(
      tx,
      months.map(({ year, month }, at) =>
        aLine({
          tenantId,
          year,
          month,
          amountCents: 1001 * (at + 1),
          itemName: at % 2 ? '=HYPERLINK("x")' : 'Zinc',
          clientCode: `C${at % 3}`,
          customerName: `Clinic & <Co> ${at % 3}`,
          invoiceNo: `I${at}`,
        }),
      ),
    ),
  )
  member = Object.assign(await aMember(portal, tenantId), { tenantId })
})
afterAll(() => portal?.close())

const open = (who: Actor, query = '', headers: Record<string, string> = {}, screen = 'analytics') =>
  fetch(`${portal.url}/api/v1/sales/${screen}/export${query}`, {
    headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })
async function workbook(query = '', headers = {}, screen = 'analytics'): Promise<Record<string, Sheet>> {
  const answer = await open(member, query, headers, screen)
  expect(answer.status).toBe(200)
  return Object.fromEntries(
    readXlsx(Buffer.from(await answer.arrayBuffer())).map((sheet) => [sheet.name, sheet]),
  )
}
const onRecord = (action = 'sales_analytics.exported') =>
  peek(portal, `select new from portal.audit_log where action = '${action}' order by at`) as Promise<Json[]>

describe('the workbook of the analytics', () => {
  it('is refused to strangers and for what makes no sense, without a record', async () => {
    expect((await createClient(portal.url).get('/api/v1/sales/analytics/export')).status).toBe(401)
    expect((await open(member, '?quarter=7')).status).toBe(422)
    expect((await open(member, '?from=2024-02&to=2024-01')).status).toBe(422)
    expect(await onRecord()).toEqual([])
  })

  it('has a sheet for each part of the screen, with its figures, and is on record', async () => {
    const { body } = await member.get('/api/v1/sales/analytics')
    const sheets = await workbook()
    expect(Object.keys(sheets)).toEqual([
      'Summary',
      'Quarters',
      'Top products',
      'Top customers',
      'Monthly trend',
      'Seasonality',
      'Forecast',
      'Comparison',
      'Counts compared',
      'Filters',
    ])
    const { totals, quarters, trend, currency } = body
    expect(sheets.Summary?.rows).toEqual([
      ['Figure', 'Value', 'Currency', 'Change, %', 'Years and months compared'],
      ['Quantity', totals.quantity, null, totals.quantityGrowth, '2025 / 2024, 1–8'],
      ['Revenue', Number(totals.revenue), currency, totals.revenueGrowth, '2025 / 2024, 1–8'],
      ['Average per line', Number(totals.averagePerLine), currency],
      ['Average per order', Number(totals.averagePerOrder), currency],
      ['Orders', totals.orders],
      ['Orders per customer', totals.ordersPerCustomer],
      ['Sales lines', 44],
      ['Unique customers', 3],
      ['Products', 2],
    ])
    expect(sheets.Quarters?.rows).toEqual([
      ['Quarter', 'Revenue', 'Currency', 'Quantity', 'Orders', 'Sales lines', 'Change, %'],
      ...quarters.map((one: Json) =>
        [one.quarter, Number(one.amount), currency, one.quantity, one.orders, one.lines].concat(
          one.comparison ? [one.comparison.revenue.growth] : [],
        ),
      ),
    ])
    const ranked = (of: 'product' | 'customer', rows: Json[]) =>
      rows.map((one) => [one[of], Number(one.amount), one.quantity])
    expect(sheets['Top products']?.rows).toEqual([
      ['Product', 'Revenue', 'Quantity'],
      ...ranked('product', body.topProducts),
    ])
    expect(sheets['Top customers']?.rows).toEqual([
      ['Customer', 'Revenue', 'Quantity'],
      ...ranked('customer', body.topCustomers),
    ])
    expect(body.topCustomers[0].customer).toMatch(/^Clinic & <Co> \d$/)
    expect(sheets['Monthly trend']?.rows.slice(1)).toEqual(
      trend.months.map(({ amount, quantity, average, ...month }: Json) => [
        dayOf(month),
        Number(amount),
        quantity,
        average && Number(average.amount),
        average?.quantity ?? null,
        'complete',
        'all',
        'all',
      ]),
    )
    expect(trend.months).toHaveLength(44)
    for (const sheet of [sheets['Monthly trend'], sheets.Forecast])
      expect(sheet?.formats.slice(1).every(([first]) => first === MONTH_FORMAT)).toBe(true)
    expect(sheets.Seasonality?.rows.slice(1)).toEqual(
      trend.seasonality.map((of: Json) => [of.month, of.amount, of.quantity]),
    )
    const { body: compared } = await member.get('/api/v1/sales/comparison')
    expect(sheets['Counts compared']?.rows.slice(1)).toEqual(
      ['lines', 'orders', 'customers', 'products'].map((of) => [
        { lines: 'Sales lines', orders: 'Orders', customers: 'Unique customers', products: 'Products' }[of],
        compared.totals[of].current,
        compared.totals[of].previous,
        compared.totals[of].growth,
      ]),
    )
    expect(sheets.Filters?.rows).toEqual([
      ['Filter', 'Value'],
      ...['Search', 'Year', 'Quarter', 'Product of the trend', 'Customer of the trend'].map((of) => [
        of,
        'all',
      ]),
      ['Currency', currency],
      ['Data as of', ...(body.asOf ? [body.asOf] : [])],
    ])
    const { amount, quantity } = trend.forecast
    expect(sheets.Forecast?.rows.slice(1).map((row) => row.filter((_, at) => at !== 4 && at !== 8))).toEqual(
      amount.months.map((of: Json, at: number) => [
        dayOf(of),
        ...[of.value, of.low, of.high].map(Number),
        ...[quantity.months[at].value, quantity.months[at].low, quantity.months[at].high],
      ]),
    )
    const [record] = (await onRecord()) as [Json]
    expect(record.new).toMatchObject({ lines: 44, language: 'en' })
  })

  it('follows the filter, the trend’s product and the periods, in the asker’s language', async () => {
    const sheets = await workbook(
      '?year=2024&product=Zinc&from=2024-01&to=2024-03&againstFrom=2023-01&againstTo=2023-03',
      {
        'accept-language': 'fr-CA',
      },
    )
    expect(Object.keys(sheets)).not.toContain('Prévision')
    expect(sheets['Tendance mensuelle']?.rows.length).toBe(13)
    expect(JSON.stringify(sheets.Comparaison)).toContain('2024-01–2024-03')
  })
})

describe('the workbook of the history', () => {
  it('has what the screen shows, a sheet for each part, and the evolution as CSV', async () => {
    const { body } = await member.get('/api/v1/sales/history?month=3')
    const sheets = await workbook('?month=3', { 'accept-language': 'fr-CA' }, 'history')
    expect(Object.keys(sheets)).toEqual([
      'Sommaire',
      'Années',
      'Mois',
      'Premiers produits',
      'Évolution',
      'Filtres',
    ])
    expect(sheets.Années?.rows.slice(1)).toEqual(
      body.years.toReversed().map((one: Json) => [one.year, one.quantity, Number(one.amount), body.currency]),
    )
    const csv = await (await open(member, '?format=csv&month=3', {}, 'history')).text()
    expect(csv.trim().split('\r\n')).toHaveLength(body.evolution.products.length + 1)
    expect((await onRecord('sales_history.exported')).map(({ new: made }) => made.lines)).toEqual([4, 4])
  })
})

describe('the lines behind a figure', () => {
  const lines = (query: string, who: Actor = member) => open(who, query, {}, 'lines')

  it('are refused to strangers, to whom the module is hidden, and for what makes no sense', async () => {
    expect((await createClient(portal.url).get('/api/v1/sales/lines/export')).status).toBe(401)
    for (const bad of [
      'format=pdf',
      'dataset=all',
      'quarter=7',
      'year=99999',
      `search=${'x'.repeat(10_000)}`,
    ])
      expect([bad, (await lines(`?${bad}`)).status]).toEqual([bad, 422])
    expect((await lines('', await aMember(portal, member.tenantId, 'quality_manager'))).status).toBe(403)
    expect(await onRecord('sales_lines.exported')).toEqual([])
  })

  it.each([
    '',
    '?year=2024&product=Zinc',
    '?fromYear=2022&toYear=2023&month=3',
    '?from=2023-11&to=2024-02&customer=nobody',
    '?search=zin',
  ])('are all of them, and add up to what the list says: %s', async (query) => {
    const { body } = await member.get(`/api/v1/sales/lines${query}`)
    const [head, ...rows] = parse(await (await lines(query)).text(), { bom: true }) as string[][]
    const at = (name: string) => head?.indexOf(name) as number
    const sum = (name: string) => rows.reduce((total, row) => total + Number(row[at(name)]), 0)
    expect(rows).toHaveLength(body.sums.lines)
    expect(sum('Qty Sold')).toBe(body.sums.quantity)
    expect(sum('Amount').toFixed(2)).toBe(body.sums.amount)
    expect(rows.slice(0, body.items.length).map((row) => row[at('Invoice No')])).toEqual(
      body.items.map((line: Json) => line.invoiceNo),
    )
    const [record] = (await onRecord('sales_lines.exported')).slice(-1)
    expect(record?.new).toMatchObject({ rows: rows.length, amount: body.sums.amount })
  })

  it('are real figures in a workbook, and nothing that a spreadsheet would run', async () => {
    await peek(portal, `update portal.sales_history set invoice_date = '2022-02-11' where invoice_no = 'I1'`)
    const [sheet] = Object.values(await workbook('?format=xlsx&from=2022-02&to=2022-02', {}, 'lines'))
    const name = '=HYPERLINK("x")'
    expect(sheet?.rows).toEqual([
      [
        'Year',
        'Month',
        'Client Code',
        'Customer',
        'Invoice No',
        'Invoice Date',
        'Qty Sold',
        'Item No',
      ].concat(['Item Name', 'Product', 'Amount', 'Currency', 'Unit Price', 'Tax Code', 'Amt_2']),
      [2022, 2, 'C1', 'Clinic & <Co> 1', 'I1', DAY, 1, 'P1', name, name, 20.02, 'CAD'],
    ])
    // A day and an amount by their format, and no other figure.
    const [, formats] = sheet?.formats ?? []
    const alike = (style: number | undefined) => formats?.flatMap((one, at) => (one === style ? [at] : []))
    expect(alike(formats?.[5])).toEqual([5])
    expect(alike(formats?.[10])).toEqual([10])
    expect((await open(await anAdministrator(portal), '', {}, 'lines')).status).toBe(200)
  })
})

describe('bad filters', () => {
  it.each([
    ['history', 'year=99999', 422],
    ['history', 'month=13', 422],
    ['history', `search=${'x'.repeat(10_000)}`, 422],
    ['history', 'search=.*', 0],
    ['history', 'search=%25', 0],
    ['current', 'year=99999', 422],
    ['current', `search=${'x'.repeat(10_000)}`, 422],
    ['current', 'search=.*', 0],
    ['analytics', 'year=99999', 422],
    ['analytics', 'quarter=7', 422],
    ['analytics', `search=${'x'.repeat(10_000)}`, 422],
    ['analytics', 'search=(a%2B)%2B$', 0],
    ['trend', 'quarter=7', 422],
    ['comparison', 'from=99999-01&to=99999-02', 422],
    ['comparison', 'from=2024-13&to=2024-14', 422],
    ['comparison', 'search=.*', 0],
    ['lines', 'from=99999-01', 422],
    ['lines', 'search=^Z', 0],
  ])('of %s, %s: refused, or nothing found', async (screen, query, expected) => {
    const { status, body } = await member.get(`/api/v1/sales/${screen}?${query}`)
    if (expected === 422) {
      expect([status, body.code]).toEqual([422, 'validation'])
      expect(body.errors[0].path).toBe(query.split('=')[0])
    } else {
      const { lines } = body.sums ?? body.totals
      expect([status, lines.current ?? lines]).toEqual([200, 0])
    }
  })
})
