import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { aDocument, addressOf, facts, pdf, sendFile } from '../support/documents.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let one: number
let two: number
let admin: Actor
const idOf: Record<string, number> = {}

beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  admin = await anAdministrator(portal)
  const send = sender(portal.url, await aKey(portal))
  await send('products', [{ 'Item No': 'SHARED', Name: 'Of both' }])
  await send('orders', [order('O-1', { 'Client Code': 'A' }), order('O-2', { 'Client Code': 'B' })])
  await send('order-lines', [
    { Primary: 'O-1', 'Line No': 1, 'Item No': 'SHARED' },
    { Primary: 'O-2', 'Line No': 1, 'Item No': 'SHARED' },
  ])
  const of = { shelves: ['product'], category: 'technical-spec', productCode: 'SHARED' }
  const add = async (title: string, more: object) => {
    idOf[title] = await aDocument(portal.url, admin, { ...of, title, ...more })
  }
  await add('everybody', { type: 'tds' })
  await add('one', { type: 'sds', audience: { kind: 'tenants', tenantIds: [one] } })
  await add('two', { type: 'kosher', audience: { kind: 'tenants', tenantIds: [two] } })
  await add('expired', { type: 'halal' })
  await add('withdrawn', { type: 'allergen' })
  await add('other shelf', { type: 'method', shelves: ['qc'], category: 'method' })
  const wish = facts({ ...of, title: 'draft', type: 'non-gmo' })
  const drafted = await sendFile(portal.url, admin, addressOf('draft.pdf', wish), pdf())
  idOf.draft = drafted.body.id
  await peek(
    portal,
    `update portal.documents set expires_on = current_date - 2 where id = ${idOf.expired} returning id`,
  )
  await peek(
    portal,
    `update portal.documents set status = 'withdrawn' where id = ${idOf.withdrawn} returning id`,
  )
  await portal.owner((tx) =>
    sql`insert into portal.roles (key, kind, name, permissions)
      select 'no_papers', kind, 'No papers', array_remove(permissions, 'documents.read') from portal.roles where key = 'procurement_manager'`.execute(
      tx,
    ),
  )
})
afterAll(() => portal?.close())

const shown = async (actor: Actor): Promise<Json[]> => {
  const { status, body } = await actor.get('/api/v1/catalogue?limit=100')
  expect(status).toBe(200)
  return body.items.flatMap((item: Json) => item.documents)
}
const titles = async (actor: Actor) => (await shown(actor)).map(({ title }) => title).toSorted()

it('are those in force of a product that the asker may open, and no others', async () => {
  const buyer = await aMember(portal, one)
  expect(await titles(buyer)).toEqual(['everybody', 'one'])
  expect(await titles(await aMember(portal, two))).toEqual(['everybody', 'two'])
  expect(await titles(await aStaffMember(portal, 'customer_service', [one]))).toEqual(['everybody', 'one'])
  expect(await titles(await aMember(portal, one, 'no_papers' as never))).toEqual([])
  for (const { id } of await shown(buyer))
    expect((await buyer.get(`/api/v1/documents/${id}`)).status).toBe(200)
  for (const title of ['two', 'draft'])
    expect([title, (await buyer.get(`/api/v1/documents/${idOf[title]}`)).status]).toEqual([title, 404])
})
