import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json, TestClient } from '../support/client.ts'
import { order, peek, type Sender, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: Sender
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  send = sender(portal.url, await aKey(portal, { source: 'old erp' }))
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const LIST = '/api/v1/admin/assumed-marks'
const listed = async (): Promise<Json[]> => (await admin.get(LIST)).body.items

/** As batches were kept that landed before marks were decided by evidence. */
const assume = (batch: number, fields: Record<string, number>) =>
  peek(
    portal,
    `update portal.ingest_batches b set answer = n.result::text, result = n.result
       from (select jsonb_set(result, '{warnings}', $2::jsonb) as result from portal.ingest_batches where id = $1) n where b.id = $1`,
    [
      batch,
      JSON.stringify(
        Object.entries(fields).map(([field, count]) => ({
          field,
          code: 'group_mark_assumed',
          message: `${field}: A lone comma or dot before three digits was read as a group mark.`,
          count,
          firstRow: 1,
        })),
      ),
    ],
  )

describe('batches in which a mark was assumed', () => {
  it('are for whoever looks after ingestion, and none are told where there are none', async () => {
    expect(await listed()).toEqual([])
    const member = await aMember(portal, await aTenant(portal), 'tenant_admin')
    expect((await member.get(LIST)).body.code).toBe('permission_denied')
  })

  it('say what stands as it was read, what it would be otherwise, and are gone once that is mended', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['A'], source: 'old erp' })
    expect(tenantId).toBeGreaterThan(0)
    const rows = [
      sale(1, { 'Qty Sold': '12.500', Amount: '1.234', 'Client Code': 'A' }),
      sale(2, { 'Qty Sold': '-1.005', Amount: '$ 2.345', Currency: 'USD' }),
      sale(3, { 'Qty Sold': '7', Amount: '0,750' }),
      sale(4, { 'Qty Sold': '1.234.567', Amount: '3' }),
    ]
    const { body } = await send('sales-history?decimal=,', rows)
    expect(body.inserted).toBe(4)
    await assume(body.batchId, { 'Qty Sold': 2, Amount: 2 })
    const [amount, quantity] = await listed()
    expect(amount).toMatchObject({
      ...{
        batch: body.batchId,
        kind: 'sales-history',
        source: 'old erp',
        field: 'Amount',
        rows: 2,
        firstRow: 1,
      },
      standing: {
        rows: 2,
        examples: [
          { key: '1', text: '1.234', read: '1234.00', otherwise: '1.23' },
          { key: '2', text: '$ 2.345', read: '2345.00', otherwise: '2.35' },
        ],
        sums: [
          { of: 'CAD', rows: 1, read: '1234.00', otherwise: '1.23' },
          { of: 'USD', rows: 1, read: '2345.00', otherwise: '2.35' },
        ],
      },
    })
    expect(quantity?.standing).toEqual({
      rows: 2,
      isMoney: false,
      examples: [
        { key: '1', text: '12.500', read: '12500', otherwise: '12.5' },
        { key: '2', text: '-1.005', read: '-1005', otherwise: '-1.005' },
      ],
      sums: [{ of: null, rows: 2, read: '11495', otherwise: '11.495' }],
    })
    expect((await send('sales-history?decimal=.', rows.slice(0, 2))).body.updated).toBe(2)
    expect(await listed()).toEqual([])
  })

  it('know nothing of what stands where texts are not kept, and nothing of another source', async () => {
    const other = sender(portal.url, await aKey(portal, { source: 'other erp' }))
    await other('orders?decimal=,', [order('o', { 'Montant Total': '4.000' })])
    const lines = await send('order-lines?decimal=,', [{ Primary: 1, 'Line No': 1, 'Qty Ordered': '2.000' }])
    await assume(lines.body.batchId, { 'Qty Ordered': 1 })
    const orders = await send('orders?decimal=,', [order('p', { 'Montant Total': '4.000' })])
    await assume(orders.body.batchId, { 'Montant Total': 1 })
    const [ofOrders, ofLines, ...more] = await listed()
    expect(ofOrders?.standing).toMatchObject({
      rows: 1,
      examples: [{ key: 'p', text: '4.000', otherwise: '4.00' }],
    })
    expect(ofLines).toMatchObject({ field: 'Qty Ordered', rows: 1, standing: null })
    expect(more).toEqual([])
  })
})
