import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek, sender } from '../support/ingest.ts'
import { draftFor, draftLine, invoiceWriter, sayWhoWrites } from '../support/invoice-drafts.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const DRAFTS = '/api/v1/admin/invoice-drafts'
const START = '/api/v1/admin/invoice-start'
const RATES = '/api/v1/admin/tax-rates'
let portal: TestPortal
let billing: Actor
let sources = 0
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  billing = await aStaffMember(portal, 'finance')
})
afterAll(() => portal?.close())

const faultsOf = ({ body }: { body: Json }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }: Json) => [path, message]))
/** A company with an order of two lines, one of which is shipped in part. */
async function aClient() {
  const source = `drafts ${++sources}`
  const code = `D${sources}`
  const tenantId = await aTenant(portal, { clientCodes: [code], source, currency: 'CAD' })
  await portal.owner((tx) =>
    tx
      .updateTable('tenants')
      .set({ address: '1250 boul. Charest O.', terms: 'Net 45', region: 'CA-QC' })
      .where('id', '=', tenantId)
      .execute(),
  )
  const send = sender(portal.url, await aKey(portal, { source }))
  const of = `${code}-100`
  await send('orders', [{ Primary: of, 'Ord No': of, 'PO No': `PO ${of}`, 'Client Code': code }])
  await send('order-lines', [
    {
      Primary: of,
      'Line No': 1,
      'Item No': `${code}-A`,
      'Item Name': 'Capsules',
      'Qty Ordered': 10,
      'Unit Price': '2.5',
    },
    {
      Primary: of,
      'Line No': 2,
      'Item No': `${code}-B`,
      'Item Name': 'Powder',
      'Qty Ordered': 4,
      'Unit Price': '7',
    },
  ])
  await send('shipments', [
    {
      'Tracking No': `T-${of}`,
      Carrier: 'UPS',
      Primary: of,
      'Client Code': code,
      'Shipped Date': '2025-08-01',
    },
  ])
  await send('shipment-lines', [
    {
      'Tracking No': `T-${of}`,
      Carrier: 'UPS',
      'Line No': 1,
      'Item No': `${code}-A`,
      'Item Name': 'Capsules',
      Lot: 'L-7',
      Quantity: 6,
    },
  ])
  const [ids] = await peek<{ order: number; shipment: number }>(
    portal,
    `select (select id from portal.orders where tenant_id = $1) as order, (select id from portal.shipments where tenant_id = $1) as shipment`,
    [tenantId],
  )
  return { tenantId, code, of, ...(ids as { order: number; shipment: number }), ...invoiceWriter(billing) }
}

describe('what an invoice needs before it is issued', () => {
  it('is told all at once, each at its field, and the draft is kept as it is', async () => {
    const { tenantId, issue } = await aClient()
    const bare = draftFor(tenantId, {
      ...{ dueDate: null, billTo: ' ', place: null, currency: 'USD' },
      lines: [draftLine({ description: '', quantity: '', unitPrice: '' })],
    })
    const { status, body } = await billing.post(DRAFTS, bare)
    expect(status, JSON.stringify(body)).toBe(200)
    const refused = await issue(body.id)
    expect([refused.status, refused.body.code]).toEqual([422, 'invoice_incomplete'])
    expect(faultsOf(refused)).toEqual({
      ...{ own: expect.stringContaining('tax numbers'), billTo: 'Required.', place: 'Required.' },
      dueDate: 'Enter a due date, or terms that give one, such as Net 30.',
      currency: 'Must be CAD, the company’s currency.',
      'lines.0.description': 'Required.',
      'lines.0.quantity': 'Required.',
      'lines.0.unitPrice': 'Required.',
    })
    await sayWhoWrites(portal)
    const { body: draft } = await billing.get(`${DRAFTS}/${body.id}`)
    const { id: _, tenantName: __, version, subtotal: ___, total: ____, createdBy: _____, ...facts } = draft
    const { updatedAt: ______, ...whole } = facts
    const changed = await billing.send('PUT', `${DRAFTS}/${body.id}`, {
      ...without(whole),
      ...{ version, terms: 'Net 30', dueDate: null, billTo: 'Here', place: 'US', currency: 'CAD', taxes: [] },
      lines: [draftLine()],
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await issue(body.id, 2)).status).toBe(200)
  })

  it.each([
    ['ordNo', (of: string) => ({ ordNo: of })],
    ['poNo', (of: string) => ({ poNo: `PO ${of}` })],
    [
      'lines.1.itemNo',
      (_: string, code: string) => ({ lines: [draftLine(), draftLine({ itemNo: `${code}-A` })] }),
    ],
  ])('names its company’s own %s: another company’s is as unknown as none', async (path, fields) => {
    await sayWhoWrites(portal)
    const own = await aClient()
    const other = await aClient()
    const of = (client: typeof own) => draftFor(own.tenantId, fields(client.of, client.code))
    const foreign = await billing.post(DRAFTS, of(other))
    const none = await billing.post(DRAFTS, draftFor(own.tenantId, fields('none', 'none')))
    for (const answer of [foreign, none])
      expect([answer.status, answer.body.code, faultsOf(answer)]).toEqual([
        ...[422, 'unknown_reference', { [path]: 'Must belong to the company.' }],
      ])
    const done = await billing.post(DRAFTS, of(own))
    expect(done.status).toBe(200)
    // Changed to another company's, it is refused as well.
    const { tenantId: _, ...facts } = of(other)
    expect((await billing.send('PUT', `${DRAFTS}/${done.body.id}`, { ...facts, version: 1 })).body.code).toBe(
      'unknown_reference',
    )
  })

  it.each([
    ['CA-QC', '2025-08-01', { GST: '50.00', QST: '99.75' }],
    ['CA-ON', '2025-08-01', { HST: '130.00' }],
    ['CA-NS', '2025-03-31', { HST: '150.00' }],
    ['CA-NS', '2025-04-01', { HST: '140.00' }],
    ['CA-BC', '2025-08-01', { GST: '50.00', PST: '70.00' }],
    ['CA-AB', '2025-08-01', { GST: '50.00' }],
    ['US', '2025-08-01', {}],
  ])('the taxes of %s on %s stand on it by themselves', async (place, date, taxes) => {
    await sayWhoWrites(portal)
    const { tenantId, begin, issue } = await aClient()
    const lines = [draftLine({ quantity: '10' })]
    const { body } = await begin(tenantId, { place, date, lines, taxes: undefined })
    const draft = (await billing.get(`${DRAFTS}/${body.id}`)).body
    expect(Object.fromEntries(draft.taxes.map(({ name, amount }: Json) => [name, amount]))).toEqual(taxes)
    expect((await issue(body.id)).status).toBe(200)
  })

  it('other taxes than those of the place are refused without a reason', async () => {
    await sayWhoWrites(portal)
    const { tenantId, begin, issue } = await aClient()
    const lines = [draftLine({ quantity: '10' })]
    for (const [taxes, faults] of [
      [[], { taxes: expect.stringMatching(/(GST of 50.00|QST of 99.75) is missing/) }],
      [
        [
          { name: 'GST', amount: '5.00' },
          { name: 'QST', amount: '99.75' },
          { name: 'VAT', amount: '1.00' },
        ],
        {
          'taxes.0.amount': expect.stringContaining('GST for this place is 50.00'),
          'taxes.2.amount': expect.stringContaining('VAT doesn’t apply in this place'),
        },
      ],
    ] as const) {
      const { body } = await begin(tenantId, { place: 'CA-QC', lines, taxes })
      expect(faultsOf(await issue(body.id))).toEqual(faults)
    }
    const { body } = await begin(tenantId, { place: 'CA-QC', lines, taxes: [], taxNote: 'Zero-rated export' })
    expect((await issue(body.id)).status).toBe(200)
  })
})

const without = ({ tenantId: _, ...facts }: Json) => facts

describe('what an invoice begins with', () => {
  it('is its company’s own, and the due date of its terms', async () => {
    const { tenantId } = await aClient()
    const start = (await billing.get(`${START}?tenantId=${tenantId}`)).body
    expect(start).toMatchObject({
      ...{ currency: 'CAD', terms: 'Net 45', billTo: '1250 boul. Charest O.', place: 'CA-QC' },
      ...{ fromUpstream: false, lines: [], allInvoiced: false },
    })
    const {
      billTo: _,
      place: __,
      taxes: ___,
      ...facts
    } = draftFor(tenantId, { dueDate: null, terms: 'Net 45' })
    const { body } = await billing.post(DRAFTS, facts)
    const draft = (await billing.get(`${DRAFTS}/${body.id}`)).body
    expect(draft).toMatchObject({ billTo: '1250 boul. Charest O.', place: 'CA-QC', dueDate: '2025-09-15' })
    expect(draft.taxes.map(({ name, rate }: Json) => [name, rate])).toEqual([
      ['GST', '5'],
      ['QST', '9.975'],
    ])
  })

  it('is what is not invoiced of an order, and what a shipment holds with its lots', async () => {
    await sayWhoWrites(portal)
    const { tenantId, of, code, order, shipment, begin, issue } = await aClient()
    const from = async (what: string) => (await billing.get(`${START}?${what}`)).body
    const quantities = ({ lines }: Json) => lines.map(({ itemNo, quantity }: Json) => [itemNo, quantity])
    const shipped = await from(`shipment=${shipment}`)
    expect(shipped).toMatchObject({ tenantId, ordNo: of, poNo: `PO ${of}` })
    expect(shipped.lines).toEqual([
      {
        ...{ itemNo: `${code}-A`, description: 'Capsules', quantity: '6', unit: null, unitPrice: '2.5' },
        lots: 'L-7',
      },
    ])
    expect(quantities(await from(`order=${order}`))).toEqual([
      [`${code}-A`, '10'],
      [`${code}-B`, '4'],
    ])
    const { body } = await begin(tenantId, { ordNo: of, lines: shipped.lines })
    const { id } = (await issue(body.id)).body
    expect(quantities(await from(`order=${order}`))).toEqual([
      [`${code}-A`, '4'],
      [`${code}-B`, '4'],
    ])
    expect(quantities(await from(`shipment=${shipment}`))).toEqual([[`${code}-A`, '4']])
    const rest = await from(`order=${order}`)
    const all = await begin(tenantId, { ordNo: of, lines: rest.lines })
    await issue(all.body.id)
    expect(await from(`order=${order}`)).toMatchObject({ lines: [], allInvoiced: true })
    const { lines } = (await billing.get(`/api/v1/invoices/id:${id}`)).body
    expect(lines).toMatchObject([{ itemNo: `${code}-A`, lots: 'L-7' }])
  })

  it('is of no company, order or shipment that may not be looked into', async () => {
    const own = await aClient()
    const other = await aClient()
    const assigned = await aStaffMember(portal, 'finance', [other.tenantId])
    for (const what of [
      `tenantId=${own.tenantId}`,
      `order=${own.order}`,
      `shipment=${own.shipment}`,
      'tenantId=900000',
    ]) {
      expect((await assigned.get(`${START}?${what}`)).status, what).toBe(404)
    }
    const choices = (by: Actor, of: string, search: string) =>
      by.get(`/api/v1/admin/invoice-choices?tenantId=${own.tenantId}&of=${of}&search=${search}`)
    for (const [of, search, value] of [
      ['orders', own.of, own.of],
      ['purchaseOrders', `po ${own.of}`.toLowerCase(), `PO ${own.of}`],
    ] as const) {
      expect((await choices(billing, of, search)).body.items.map((one: Json) => one.value)).toEqual([value])
      expect((await choices(assigned, of, search)).body.items).toEqual([])
      expect((await choices(billing, of, other.of)).body.items).toEqual([])
    }
    const member = await aMember(portal, own.tenantId, 'tenant_admin')
    expect((await member.get(`${START}?tenantId=${own.tenantId}`)).body.code).toBe('permission_denied')
  })
})

describe('taxes by place', () => {
  it('are kept by Finance, each rate from a day on, and counted from then', async () => {
    const rate = { place: 'DE', name: 'MwSt', rate: '19', from: '2025-01-01' }
    for (const [actor, status] of [
      [createClient(portal.url), 401],
      [await aMember(portal, await aTenant(portal), 'tenant_admin'), 403],
      [await aStaffMember(portal, 'customer_service'), 403],
    ] as const) {
      expect((await actor.get(RATES)).status).toBe(status)
      expect((await actor.send('PUT', RATES, rate)).status).toBe(status)
    }
    for (const [path, wrong] of [
      ['rate', { rate: '100.1' }],
      ['rate', { rate: '-1' }],
      ['place', { place: 'Germany' }],
      ['name', { name: '' }],
      ['from', { from: '2025-02-30' }],
    ] as const) {
      const { status, body } = await billing.send('PUT', RATES, { ...rate, ...wrong })
      expect([status, body.errors?.[0].path], JSON.stringify(wrong)).toEqual([422, path])
    }
    const kept = (await billing.send('PUT', RATES, rate)).body
    expect((await billing.send('PUT', RATES, { ...rate, rate: '20' })).body).toEqual({ ...kept, rate: '20' })
    await billing.send('PUT', RATES, { ...rate, rate: '0', from: '2025-08-15' })
    const { tenantId, begin } = await aClient()
    const taxesOn = async (date: string) => {
      const { body } = await begin(tenantId, { place: 'DE', date, dueDate: null, taxes: undefined })
      return (await billing.get(`${DRAFTS}/${body.id}`)).body.taxes
    }
    expect(await taxesOn('2025-08-14')).toEqual([{ name: 'MwSt', rate: '20', amount: '20.00' }])
    expect(await taxesOn('2025-08-15')).toEqual([])
    const admin = await anAdministrator(portal)
    expect((await admin.post(`${RATES}/${kept.id}/remove`, {})).body).toEqual({ removed: true })
    expect((await admin.post(`${RATES}/${kept.id}/remove`, {})).status).toBe(404)
    expect(await taxesOn('2025-08-14')).toEqual([])
  })
})
