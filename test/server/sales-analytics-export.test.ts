import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'
import { readXlsx, type Sheet } from '../support/xlsx.ts'

let portal: TestPortal
let member: Actor
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
  member = await aMember(portal, tenantId)
})
afterAll(() => portal?.close())

const open = (who: Actor, query = '', headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/api/v1/sales/analytics/export${query}`, {
    headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })
async function workbook(query = '', headers = {}): Promise<Record<string, Sheet>> {
  const answer = await open(member, query, headers)
  expect(answer.status).toBe(200)
  return Object.fromEntries(
    readXlsx(Buffer.from(await answer.arrayBuffer())).map((sheet) => [sheet.name, sheet]),
  )
}
const onRecord = () =>
  peek(portal, `select new from portal.audit_log where action = 'sales_analytics.exported' order by at`)

describe('the workbook', () => {
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
      'Forecast',
      'Comparison',
    ])
    const text = JSON.stringify(sheets.Summary)
    expect(text).toContain(String(Number(body.totals.revenue)))
    const products = JSON.stringify(sheets['Top products'])
    for (const { amount } of body.topProducts) expect(products).toContain(String(Number(amount)))
    expect(sheets['Monthly trend']?.rows.length).toBe(body.trend.months.length + 1)
    expect(sheets.Forecast?.rows.length).toBe(7)
    expect(JSON.stringify(sheets['Top customers'])).toContain('Clinic & <Co> 1')
    const [record] = (await onRecord()) as Json[]
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
