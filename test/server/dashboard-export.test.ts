import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'
import { readXlsx, type Sheet } from '../support/xlsx.ts'

let portal: TestPortal
let tenantId: number
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  tenantId = await aTenant(portal, { name: 'Boréal' })
  await portal.owner((tx) =>
    writeOrders(tx, tenantId, [
      { ord_no: '900', client_name: '=HYPERLINK("x")', ord_stat: '+Blend', montant_total: '@TBD' },
      { ord_no: '901', client_name: 'Clinic & <Co>', ord_stat: 'cts', amount_cents: '9999999999999999' },
      { ord_no: '902', ord_stat: 'Not started', amount_cents: '-101' },
      { ord_no: '903', ord_stat: 'Cancelled', amount_cents: '500', currency: 'USD' },
    ]),
  )
  await portal.owner((tx) =>
    writeLines(tx, [
      aLine({ tenantId, year: 2024, month: 3, quantity: 2000, amountCents: 1000 }),
      aLine({ tenantId, year: 2025, month: 3, quantity: 3500, amountCents: 2050 }),
    ]),
  )
  member = await aMember(portal, tenantId)
})
afterAll(() => portal?.close())

const open = (who: Actor, query = '', headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/api/v1/dashboard/export${query}`, {
    headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })
async function workbook(who: Actor, query = '', headers = {}): Promise<Record<string, Sheet>> {
  const answer = await open(who, query, headers)
  expect(answer.status).toBe(200)
  return Object.fromEntries(
    readXlsx(Buffer.from(await answer.arrayBuffer())).map((sheet) => [sheet.name, sheet]),
  )
}
const onRecord = () =>
  peek(
    portal,
    `select actor, tenant_id, new from portal.audit_log where action = 'dashboard.exported' order by at`,
  )

describe('refusals', () => {
  it('leave no file and no record', async () => {
    expect((await createClient(portal.url).get('/api/v1/dashboard/export')).status).toBe(401)
    expect((await open(await aPerson(portal))).status).toBe(403)
    expect((await open(member, '?currency=cad')).status).toBe(422)
    expect((await open(member, '', { 'x-portal-tenant': '999999' })).status).toBe(409)
    expect(await onRecord()).toEqual([])
  })
})

describe('the workbook', () => {
  it('holds what the screen shows, figure by figure, in the currency shown', async () => {
    for (const query of ['', '?currency=USD']) {
      const { body } = await member.get(`/api/v1/dashboard${query}`)
      const { Summary, Receivables, 'Recent orders': orders, Activity } = await workbook(member, query)
      const { totalOrders, inProgressOrders, notStartedOrders, otherOrders, totalQuantity, ytdEvolution } =
        body.cards
      // A row for each currency, each with its own orders alone.
      const counted = (label: string, { others, ...card }: Json) =>
        [card, ...others].map((one: Json) => [
          label,
          one === card
            ? others.reduce((left: number, { count }: Json) => left - count, card.count)
            : one.count,
          ...[null, Number(one.amount), one.currency, null, 'all orders'],
        ])
      const [, ...rows] = Summary?.rows ?? []
      expect(rows.slice(0, 2).map((row) => [row[1], row[4]])).toEqual(
        query
          ? [
              [1, 'USD'],
              [3, 'CAD'],
            ]
          : [
              [3, 'CAD'],
              [1, 'USD'],
            ],
      )
      expect(rows).toEqual([
        ...counted('Total Orders', totalOrders),
        ...counted('In Progress Orders', inProgressOrders),
        ...counted('Not Started Orders', notStartedOrders),
        ...counted('Other Orders', otherOrders),
        ['Cancelled or not started', body.issues, null, null, null, null, 'all orders'],
        [
          'Total Quantity',
          null,
          totalQuantity.quantity,
          Number(totalQuantity.amount),
          totalQuantity.currency,
          null,
          'whole history',
        ],
        [
          'YTD Evolution, quantity',
          null,
          ytdEvolution.quantity.current,
          null,
          ytdEvolution.currency,
          ytdEvolution.quantity.growth,
          '2025, months 1 to 3',
        ],
        [
          'YTD Evolution, amount',
          null,
          null,
          Number(ytdEvolution.revenue.current),
          ytdEvolution.currency,
          ytdEvolution.revenue.growth,
          '2025, months 1 to 3',
        ],
        [
          'Same months of the previous year',
          null,
          ytdEvolution.quantity.previous,
          Number(ytdEvolution.revenue.previous),
          ytdEvolution.currency,
          null,
          '2024, months 1 to 3',
        ],
      ])
      const { under30, under60, over60, total, currency } = body.receivables
      expect(Receivables?.rows.slice(1)).toEqual([
        ['Under 30 days', 60, Number(under30), currency, 'estimate'],
        ['Under 60 days', 25, Number(under60), currency, 'estimate'],
        ['Over 60 days', 15, Number(over60), currency, 'estimate'],
        ['Total', 100, Number(total), currency, 'estimate'],
      ])
      expect(orders?.rows.slice(1).map((row) => row[0])).toEqual(body.recentOrders.map((o: Json) => o.ordNo))
      expect(Activity?.rows.slice(1)).toHaveLength(body.activity.length)
    }
  })

  it('opens no formula', async () => {
    const { 'Recent orders': orders } = await workbook(member)
    const row = orders?.rows.find(([number]) => number === '900')
    expect(row).toEqual(['900', '=HYPERLINK("x")', '+Blend', '+Blend', '@TBD', 0, 'CAD'])
    // By the quote prefix of their formats.
    const at = orders?.rows.indexOf(row as Json) ?? -1
    expect(orders?.formats[at]?.slice(0, 5)).toEqual([0, 8, 8, 8, 8])
  })

  it('speaks the language of the reader', async () => {
    const answer = await open(member, '', { 'x-portal-language': 'fr-CA' })
    expect(answer.headers.get('content-disposition')).toMatch(/tableau-de-bord-\d{4}-\d\d-\d\d\.xlsx/)
    const sheets = readXlsx(Buffer.from(await answer.arrayBuffer()))
    expect(sheets.map(({ name }) => name)).toEqual([
      'Sommaire',
      'Solde à payer',
      'Commandes récentes',
      'Activité',
    ])
    expect(sheets[0]?.rows[1]?.[0]).toBe('Total des commandes')
  })

  it.each([
    ['sales_analyst', [], ['Summary']],
    ['quality_manager', [], ['Summary', 'Receivables', 'Recent orders', 'Activity']],
    ['viewer', ['finance'], ['Summary', 'Recent orders', 'Activity']],
    ['viewer', ['orders', 'sales'], ['Summary']],
  ])('for %s without %j has the sheets %j', async (role, modules, sheets) => {
    const of = await aTenant(portal)
    for (const module of modules)
      await portal.owner((tx) =>
        sql`insert into portal.tenant_module_visibility values (${of}, ${module}, false)`.execute(tx),
      )
    expect(Object.keys(await workbook(await aMember(portal, of, role)))).toEqual(sheets)
  })

  it('names the company of each row for those who see several', async () => {
    const { 'Recent orders': orders } = await workbook(await anAdministrator(portal))
    expect(orders?.rows[0]?.[0]).toBe('Company')
    expect(orders?.rows[1]?.[0]).toBe('Boréal')
  })

  it('is on record, with what was asked for', async () => {
    const before = (await onRecord()).length
    await workbook(member, '?currency=USD')
    expect((await onRecord()).slice(before)).toEqual([
      {
        actor: member.userId,
        tenant_id: tenantId,
        new: {
          currency: 'USD',
          language: 'en',
          sheets: ['Summary', 'Receivables', 'Recent orders', 'Activity'],
          orders: 4,
        },
      },
    ])
  })
})
