import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { type Actor, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'

let portal: TestPortal
let member: Actor
let admin: Actor

beforeAll(async () => {
  portal = await startTestPortal()
  const tenantId = await aTenant(portal)
  const sold = [
    { itemNo: 'P1', itemName: 'Advanced Gut Health 60', customerName: 'North Clinic' },
    { itemNo: 'P2', itemName: 'Advanced Gut Health 90', customerName: 'NORTH CLINIC INC' },
    { itemNo: 'P3', itemName: 'Calm', customerName: ' North Clinic Inc. ' },
  ]
  await portal.owner((tx) =>
    writeLines(
      tx,
      sold.map((of, at) => aLine({ tenantId, ...of, quantity: 1000 * (at + 1) })),
    ),
  )
  member = await aMember(portal, tenantId)
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const products = async (search = '') => {
  const { body } = await member.get(`/api/v1/sales/history?search=${search}`)
  return body.topProducts.map((p: { product: string; quantity: number }) => [p.product, p.quantity])
}
const version = async (actor: Actor) => (await actor.get('/api/v1/sales/history')).body.dataVersion
const apply = (rule: ReturnType<typeof sql>) =>
  portal.owner(async (tx) => {
    await rule.execute(tx)
    const { rows } = await sql<{
      items: number
      customers: number
    }>`select * from portal.apply_display_rules()`.execute(tx)
    return rows[0]
  })

it('acts on history at once, moves the data version, and can be undone', async () => {
  expect(await products()).toEqual([
    ['AGH', 3],
    ['Calm', 3],
  ])
  const before = [await version(member), await version(admin)]

  const rule = sql`insert into portal.product_rules values (3, 'name', 'equals', 'calm', null, true, 'Serenity')`
  expect(await apply(rule)).toEqual({ items: 1, customers: 0 })
  expect(await products()).toEqual([
    ['AGH', 3],
    ['Serenity', 3],
  ])
  expect(await products('serenity')).toEqual([['Serenity', 3]])
  expect([await version(member), await version(admin)]).toEqual(before.map((v) => v + 1))
  expect(await portal.owner(verifySales)).toEqual([])

  expect(await apply(sql`delete from portal.product_rules where position = 3`)).toEqual({
    items: 1,
    customers: 0,
  })
  expect(await products('serenity')).toEqual([])
  expect(await products('calm')).toEqual([['Calm', 3]])
  expect(await apply(sql`select 1`)).toEqual({ items: 0, customers: 0 })
})

it('merges the variants of a customer, whose lines then open together', async () => {
  const lines = async (customer: string) =>
    (await member.get(`/api/v1/sales/lines?customer=${encodeURIComponent(customer)}`)).body.total
  expect(await lines('North Clinic')).toBe(1)
  const alias = sql`insert into portal.customer_aliases values ('NORTH CLINIC INC', 'North Clinic'), ('North Clinic Inc.', 'North Clinic')`
  expect(await apply(alias)).toEqual({ items: 0, customers: 2 })
  expect(await lines('North Clinic')).toBe(3)
  expect(await portal.owner(verifySales)).toEqual([])
  await apply(sql`delete from portal.customer_aliases`)
  expect(await lines('North Clinic')).toBe(1)
})
