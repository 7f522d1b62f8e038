import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { hitsFound } from '../support/find.ts'
import { peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, create } from '../support/purchase-orders.ts'

// Whatever the hour, the plant has another day than UTC, by which the database would count.
const ZONE = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
const dayThere = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)
const TODAY = dayThere(new Date())
const dayFrom = (days: number) => dayThere(new Date(Date.now() + days * 86_400_000))

let portal: TestPortal
let tenant: number
let buyer: Actor
let staff: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  await peek(portal, 'update portal.installation set timezone = $1', [ZONE])
  tenant = await aTenant(portal)
  buyer = await aMember(portal, tenant, 'tenant_admin')
  staff = await anAdministrator(portal)
  await peek(
    portal,
    `with p as (insert into portal.products (source_id, item_no, name, unit, active) values (1, 'BLEND', 'Blend', 'KG', true) returning id)
     insert into portal.product_access (tenant_id, product_id) select $1, id from p`,
    [tenant],
  )
})
afterAll(() => portal?.close())

it('an accepted purchase order gives an order of that day', async () => {
  const id = await create(buyer, { poNo: 'PO-DAY' })
  await act(buyer, id, { act: 'submit' })
  await accept(portal, await aStaffMember(portal, 'customer_service', [tenant]), id, {
    promisedDate: dayFrom(30),
  })
  const dated = await peek(portal, `select order_date::text as day from portal.orders where po_no = 'PO-DAY'`)
  expect(dated).toEqual([{ day: TODAY }])
})

it('an invoice is begun with the price of that day in its currency', async () => {
  for (const [price, first, last, currency = 'CAD'] of [
    ['1', dayFrom(-9), dayFrom(-1)],
    ['2', TODAY, TODAY],
    ['3', dayFrom(1), null],
    ['4', TODAY, null, 'USD'],
  ])
    await peek(
      portal,
      `insert into portal.prices (tenant_id, source_id, source_key, item_no, unit_price, currency, valid_from, valid_to)
       values ($1, 1, 'P' || $2::text, 'BLEND', $2::text::numeric, $5, $3, $4)`,
      [tenant, price, first, last, currency],
    )
  const { body } = await staff.get(
    `/api/v1/admin/invoice-choices?tenantId=${tenant}&of=items&currency=CAD&search=BLEND`,
  )
  expect(body.items).toMatchObject([{ value: 'BLEND', unitPrice: '2' }])
})

it('feedback is found with that day', async () => {
  await peek(
    portal,
    `insert into portal.feedback (tenant_id, user_id, person_name, person_email, overall_satisfaction, ease_of_use,
       feature_completeness, performance, support, contact_for_follow_up)
     values ($1, 'x', 'Kim Tern', 'kim@tern.example', 5, 5, 5, 5, 5, false)`,
    [tenant],
  )
  const hits = await hitsFound(staff, 'kim@tern', 'feedback')
  expect(hits).toMatchObject([{ details: [TODAY, 'kim@tern.example'] }])
})

it('batches are chosen by that day', async () => {
  const send = sender(portal.url, await aKey(portal))
  expect((await send('products', [{ 'Item No': 'NEW', Name: 'New', Unit: 'KG' }])).status).toBe(200)
  const between = async (from: string, to: string) =>
    (await staff.get(`/api/v1/admin/batches?from=${from}&to=${to}`)).body.total
  expect([await between(TODAY, TODAY), await between(dayFrom(-1), dayFrom(-1))]).toEqual([1, 0])
})
