import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

describe('each kind, first sent, sent again, corrected, deleted', () => {
  const cases = {
    customers: {
      row: { 'Client Code': 'K1', 'Client Name': 'Clinique Nord' },
      correction: { 'Client Name': 'Clinique du Nord' },
    },
    orders: {
      row: {
        Primary: 'P1',
        'Ord No': 1001,
        'Client Code': 'K1',
        'Client Name': 'Clinique Nord',
        'Montant Total': '1 234,56 $',
      },
      correction: { 'Ord Stat': 'Completed' },
    },
    'order-lines': {
      row: { Primary: 'P1', 'Line No': 1, 'Item No': 'A', 'Qty Ordered': 12.5, 'Unit Price': '0.0315' },
      correction: { 'Qty Shipped': '10 KG' },
    },
    'sales-history': {
      row: {
        Id: 1,
        Year: 2024,
        Month: 3,
        'Client Code': 'K1',
        'Invoice No': 'I1',
        'Qty Sold': 10,
        Amount: '$1,000.50',
        'Item Name': 'Gut 60',
      },
      correction: { 'Qty Sold': -2 },
    },
  }

  it('by HTTP, in every form that a body can have', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['K1'] })
    const send = sender(portal.url, await aKey(portal))
    for (const [kind, { row, correction }] of Object.entries(cases)) {
      const corrected = { ...row, ...correction }
      const ask = async (body: unknown) => {
        const answer = await send(kind, body)
        expect(answer, portal.lines.at(-2)).toMatchObject({ status: 200 })
        const { received, inserted, updated, unchanged, deleted, rejected } = answer.body
        return { received, inserted, updated, unchanged, deleted, rejected }
      }
      const none = { received: 1, inserted: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 }
      expect(await ask([row])).toEqual({ ...none, inserted: 1 })
      expect(await ask(`${JSON.stringify(row)}\n`)).toEqual({ ...none, unchanged: 1 })
      expect(await ask([corrected])).toEqual({ ...none, updated: 1 })
      expect(await ask([{ ...corrected, _op: 'delete' }])).toEqual({ ...none, deleted: 1 })
      expect(await ask([{ ...corrected, _op: 'delete' }])).toEqual({ ...none, unchanged: 1 })
      expect(await ask([corrected])).toEqual({ ...none, inserted: 1 })
    }
    const left = await portal.owner(async (tx) => {
      const { rows } = await sql<{ n: number }>`select
        (select count(*) from portal.ingest_plan) + (select count(*) from portal.staged_orders) +
        (select count(*) from portal.staged_sales_history) as n`.execute(tx)
      return rows[0]?.n
    })
    expect(left).toBe(0)
    const member = await aMember(portal, tenantId)
    const orders = await member.get('/api/v1/orders')
    expect(orders.body.items).toMatchObject([
      { ordNo: '1001', ordStat: 'Completed', amount: '1234.56', montantTotal: '1 234,56 $' },
    ])
    expect(orders.body.asOf).not.toBeNull()
    const admin = await anAdministrator(portal)
    const batch = await admin.get('/api/v1/ingest/batches/1')
    expect(batch).toMatchObject({ status: 200, body: { batchId: 1, kind: 'customers', inserted: 1 } })
  })
})
