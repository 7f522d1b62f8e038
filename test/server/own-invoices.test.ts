import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek, sender } from '../support/ingest.ts'
import { draftFor, draftLine, sayWhoWrites } from '../support/invoice-drafts.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const DRAFTS = '/api/v1/admin/invoice-drafts'
let portal: TestPortal
let billing: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  billing = await aStaffMember(portal, 'finance')
  await sayWhoWrites(portal)
})
afterAll(() => portal?.close())

const line = (fields: Json = {}) =>
  draftLine({ quantity: '1.5', unit: 'M', unitPrice: '10.333333', ...fields })
const draft = (tenantId: number, fields: Json = {}) =>
  draftFor(tenantId, {
    ...{ terms: 'Net 30', place: 'CA-AB', lines: [line()], taxes: [{ name: 'GST', amount: '0.78' }] },
    ...fields,
  })
const without = ({ tenantId: _, ...facts }: ReturnType<typeof draft>) => facts
const begun = async (tenantId: number, fields: Json = {}) => {
  const { status, body } = await billing.post(DRAFTS, draft(tenantId, fields))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id as number
}
const issue = (id: number, version = 1, by: Actor = billing) => by.post(`${DRAFTS}/${id}/issue`, { version })
const issued = async (tenantId: number, fields: Json = {}) => {
  const { body } = await issue(await begun(tenantId, fields))
  return body as { id: number; number: string }
}

describe('invoices that staff write', () => {
  it('are refused to visitors, members, other staff, and for what may not be looked into', async () => {
    const tenantId = await aTenant(portal)
    const other = await aTenant(portal)
    const id = await begun(tenantId)
    const assigned = await aStaffMember(portal, 'finance', [other])
    for (const [actor, status, code] of [
      [createClient(portal.url), 401, 'no_session'],
      [await aMember(portal, tenantId, 'tenant_admin'), 403, 'permission_denied'],
      [await aStaffMember(portal, 'customer_service'), 403, 'permission_denied'],
    ] as const) {
      expect((await actor.get(DRAFTS)).body.code).toBe(code)
      const answer = await actor.post(DRAFTS, draft(tenantId))
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    expect((await assigned.get(DRAFTS)).body.items).toEqual([])
    expect((await assigned.post(DRAFTS, draft(tenantId))).body.code).toBe('unknown_tenant')
    for (const [method, path] of [
      ['GET', `${DRAFTS}/${id}`],
      ['PUT', `${DRAFTS}/${id}`],
      ['POST', `${DRAFTS}/${id}/issue`],
      ['POST', `${DRAFTS}/${id}/discard`],
    ] as const) {
      const body =
        method === 'GET'
          ? undefined
          : method === 'PUT'
            ? { ...without(draft(1)), version: 1 }
            : { version: 1 }
      expect((await assigned.send(method, path, body)).status, path).toBe(404)
    }
  })

  it.each([
    ['lines.0.quantity', { lines: [line({ quantity: '-1' })] }],
    ['lines.0.unitPrice', { lines: [line({ unitPrice: '1e3' })] }],
    ['taxes.0.amount', { taxes: [{ name: 'GST', amount: '-1.00' }] }],
    ['place', { place: 'Quebec' }],
    ['dueDate', { dueDate: '2025-07-31' }],
    ['taxes.0.amount', { taxes: [{ name: 'TPS', amount: '1.005' }] }],
    ['creditsNo', { creditsNo: 'P-000001' }],
    ['date', { date: '2025-02-30' }],
  ])('say what is wrong with %s', async (path, fields) => {
    const { status, body } = await billing.post(DRAFTS, draft(1, fields))
    expect([status, body.errors[0].path]).toEqual([422, path])
  })

  it('add up to the cent, are changed by whoever knows the version, and are issued with the next number', async () => {
    const tenantId = await aTenant(portal, { currency: 'CAD' })
    const member = await aMember(portal, tenantId, 'finance_manager')
    const id = await begun(tenantId)
    const read = (await billing.get(`${DRAFTS}/${id}`)).body
    // 1.5 x 10.333333 = 15.4999995: halves go away from 0.
    expect([read.subtotal, read.total, read.version]).toEqual(['15.50', '16.28', 1])
    expect((await member.get('/api/v1/invoices')).body.items).toEqual([])

    const changed = {
      ...without(draft(tenantId)),
      lines: [line({ quantity: '2', unitPrice: '0.125' })],
      ...{ place: 'US', taxes: [] },
    }
    expect((await billing.send('PUT', `${DRAFTS}/${id}`, changed)).body.code).toBe('version_needed')
    const first = await billing.send('PUT', `${DRAFTS}/${id}`, changed, { headers: { 'if-match': '"1"' } })
    expect([first.status, first.body]).toEqual([200, { version: 2 }])
    const stale = await billing.send('PUT', `${DRAFTS}/${id}`, { ...changed, version: 1 })
    expect([stale.status, stale.body.code]).toEqual([412, 'stale_version'])
    expect((await issue(id, 1)).status).toBe(412)
    const done = await issue(id, 2)
    expect([done.status, done.body.number]).toEqual([200, 'P-000001'])
    expect((await issue(id, 2)).status).toBe(404)

    const { body } = await member.get('/api/v1/invoices/P-000001')
    expect(body).toMatchObject({
      origin: 'portal',
      subtotal: '0.25',
      lineCount: 1,
      invoice: { total: '0.25', balance: '0.25', state: 'pending', terms: 'Net 30' },
    })
    expect((await member.get('/api/v1/finance')).body.receivables).toMatchObject({
      basis: 'invoices',
      total: '0.25',
    })
    const told = await peek(
      portal,
      `select topic, permission, module, payload ->> 'number' as number from portal.outbox where tenant_id = $1 order by id`,
      [tenantId],
    )
    expect(told).toContainEqual({
      topic: 'invoice.issued',
      permission: 'invoices.read',
      module: 'finance',
      number: 'P-000001',
    })
    expect(told.map(({ topic }) => topic)).toContain('invoices')
  })

  it('have gapless numbers per company, however many are issued at once and whatever fails between', async () => {
    const tenantId = await aTenant(portal)
    const ids = await Promise.all(Array.from({ length: 12 }, () => begun(tenantId)))
    const answers = await Promise.all(ids.flatMap((id) => [issue(id), issue(id), issue(id, 7)]))
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => body.number)
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, at) => `P-${String(at + 1).padStart(6, '0')}`),
    )
    expect((await issued(await aTenant(portal))).number).toBe('P-000001')
  })

  it('are not written for a company whose invoices come from upstream; those stay as they are', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['U'], source: 'own invoices' })
    const id = await begun(tenantId)
    const { body } = await sender(portal.url, await aKey(portal, { source: 'own invoices' }))('invoices', [
      { 'Invoice No': 'U-1', 'Invoice Date': '2025-08-01', 'Client Code': 'U', Total: '5.00' },
    ])
    expect(body.rejected).toBe(0)
    for (const answer of [await issue(id), await billing.post(DRAFTS, draft(tenantId))])
      expect([answer.status, answer.body.code]).toEqual([409, 'invoices_from_upstream'])
    const admin = await anAdministrator(portal)
    expect((await admin.get('/api/v1/invoices/U-1')).body.origin).toBe('upstream')
    expect((await admin.post(`${DRAFTS}/${id}/discard`, { version: 1 })).status).toBe(200)
    expect((await admin.get(`${DRAFTS}/${id}`)).status).toBe(404)
  })
})
