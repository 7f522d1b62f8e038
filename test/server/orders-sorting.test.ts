import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORDER_SORTS, type OrderSort } from '../../src/features/orders/contract.ts'
import { fold } from '../../src/platform/contract/fold.ts'
import { aMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { type TestOrder, writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const COLUMN: Partial<Record<OrderSort, keyof TestOrder>> = {
  primary: 'primary_no',
  ordNo: 'ord_no',
  poNo: 'po_no',
  fNo: 'f_no',
  clientName: 'client_name',
  amount: 'amount_cents',
  blT: 'bl_t',
  ctsT: 'cts_t',
  bbT: 'bb_t',
  pbl: 'pbl',
  pcts: 'pcts',
  pbb: 'pbb',
  ref: 'ref',
  orderDate: 'order_date',
  requestedDate: 'requested_date',
  promisedDate: 'promised_date',
  shipTo: 'ship_to',
}

// Few values, so that many rows tie; with nulls, empty texts, accents, letter cases and numbers in text.
const text = fc.constantFrom(null, '', 'a', 'A', 'á', 'b 2', 'b 10', 'é', 'e', '9', '10', '009', 'Z-1')
const date = fc.constantFrom(null, '2024-02-29', '2025-01-01', '2026-11-21')
const anOrder: fc.Arbitrary<TestOrder> = fc.record({
  ...Object.fromEntries(Object.values(COLUMN).map((column) => [column, text])),
  ord_stat: text,
  amount_cents: fc.constantFrom('0', '-5', '100', '9999999999999999', '9999999999999998'),
  order_date: date,
  requested_date: date,
  promised_date: date,
})

const people = new Intl.Collator('und', { numeric: true })
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function compare(field: OrderSort, one: string, other: string): number {
  if (field === 'amount') return Number(BigInt(one) - BigInt(other))
  return people.compare(one, other) || bytes(one, other)
}

/** What the list must be: by the value, nulls last either way, equal ones by id. */
function expected(orders: (TestOrder & { id: number })[], field: OrderSort, descending: boolean): number[] {
  const value = (order: TestOrder): string | null => {
    if (field === 'tenantName') return 'the same'
    if (field === 'ordStat') return fold((order.ord_stat ?? '').trim())
    return (order[COLUMN[field] as keyof TestOrder] as string | null | undefined) ?? null
  }
  const turn = descending ? -1 : 1
  const rows = orders.map((order) => ({ id: order.id, value: value(order) }))
  rows.sort((one, other) => {
    if (one.value === null || other.value === null)
      if (one.value !== other.value) return one.value === null ? 1 : -1
    const order = one.value === null ? 0 : compare(field, one.value, other.value as string)
    return turn * (order || one.id - other.id)
  })
  return rows.map(({ id }) => id)
}

it('every sort is one total order over pages: nothing lost, nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anOrder, { minLength: 1, maxLength: 45 }),
      fc.integer({ min: 1, max: 17 }),
      async (orders, limit) => {
        const tenantId = await aTenant(portal)
        const ids = await portal.owner((tx) => writeOrders(tx, tenantId, orders))
        const stored = orders.map((order, i) => ({ ...order, id: ids[i] as number }))
        const buyer = await aMember(portal, tenantId)
        const readAll = async (sort: string) => {
          const read: number[] = []
          for (let cursor = ''; ; ) {
            const { status, body } = await buyer.get<Json>(
              `/api/v1/orders?sort=${sort}&limit=${limit}${cursor}`,
            )
            if (status !== 200) throw new Error(`${sort} answered ${status} ${body.code}`)
            read.push(...body.items.map((item: Json) => item.id))
            if (!body.nextCursor) return read
            cursor = `&cursor=${body.nextCursor}`
          }
        }
        for (const field of ORDER_SORTS)
          for (const descending of [false, true]) {
            const sort = `${descending ? '-' : ''}${field}`
            expect([sort, await readAll(sort)]).toEqual([sort, expected(stored, field, descending)])
          }
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)
