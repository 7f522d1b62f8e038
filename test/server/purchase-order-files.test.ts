import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_FILES } from '../../src/features/purchase-orders/contract.ts'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { pdf, sendFile } from '../support/documents.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { act, create, detail, PATH } from '../support/purchase-orders.ts'
import { startScanner } from '../support/scanner.ts'
import { eventually } from '../support/upload.ts'

let portal: TestPortal
let scanner: Awaited<ReturnType<typeof startScanner>>
let buyer: Actor
let stranger: Actor
let viewer: Actor
let staff: Actor

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const attach = (actor: Actor, id: number, name: string, content = pdf(name)) =>
  sendFile(portal.url, actor, `${PATH}/${id}/files?name=${encodeURIComponent(name)}`, content)
const names = async (actor: Actor, id: number) =>
  (await detail(actor, id)).files.map(({ name }: Json) => name)

beforeAll(async () => {
  scanner = await startScanner()
  portal = await startTestPortal({ SCAN_URL: scanner.url })
  const tenant = await aTenant(portal, { clientCodes: ['A'] })
  const send = sender(portal.url, await aKey(portal))
  await send('products', [{ 'Item No': 'BLEND', Name: 'Blend' }])
  await send('orders', [order('O-1', { 'Client Code': 'A' })])
  await send('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' }])
  buyer = await aMember(portal, tenant)
  viewer = await aMember(portal, tenant, 'finance_manager')
  stranger = await aMember(portal, await aTenant(portal))
  staff = await aStaffMember(portal, 'customer_service', [tenant])
})
afterAll(async () => {
  await portal?.close()
  await scanner?.close()
})

describe('files of a purchase order', () => {
  it('are refused to strangers, to who may not write, by a bad name, and to what is over', async () => {
    const id = await create(buyer)
    const path = `${PATH}/${id}/files?name=a.pdf`
    expect((await createClient(portal.url).send('POST', path, {})).status).toBeOneOf([401, 415])
    expect(said(await attach(stranger, id, 'a.pdf'))).toEqual([404, 'not_found'])
    expect(said(await attach(viewer, id, 'a.pdf'))).toEqual([403, 'permission_denied'])
    expect(said(await attach(staff, id, 'a.pdf')), 'a draft is its company’s own').toEqual([404, 'not_found'])
    expect(said(await attach(buyer, id, '../a.pdf'))).toEqual([422, 'bad_file_name'])
    expect((await attach(buyer, id, 'a.pdf', Buffer.from('MZ'))).status).toBe(415)
    expect(await names(buyer, id)).toEqual([])
    await act(buyer, id, { act: 'submit' })
    await act(buyer, id, { act: 'withdraw' })
    expect(said(await attach(buyer, id, 'late.pdf'))).toEqual([409, 'po_not_now'])
    expect((await detail(buyer, id)).can).not.toContain('attach')
  })

  it('come off a draft, stay with what was submitted, and are read by both sides alone', async () => {
    const id = await create(buyer)
    const [kept, dropped] = [await attach(buyer, id, 'Bon é.pdf'), await attach(buyer, id, 'wrong.pdf')]
    const file = (of: { body: Json }) => `${PATH}/${id}/files/${of.body.id}`
    expect((await detail(buyer, id)).can).toContain('attach')
    expect(said(await stranger.send('DELETE', file(dropped), undefined))).toEqual([404, 'not_found'])
    expect((await buyer.send('DELETE', file(dropped), undefined)).status).toBe(200)
    expect(said(await buyer.send('DELETE', file(dropped), undefined))).toEqual([404, 'not_found'])
    expect(await names(buyer, id)).toEqual(['Bon é.pdf'])

    await act(buyer, id, { act: 'submit' })
    expect(said(await buyer.send('DELETE', file(kept), undefined))).toEqual([409, 'po_not_now'])
    expect((await attach(staff, id, 'answer.pdf')).status).toBe(200)
    const { files, timeline } = await detail(buyer, id)
    expect(files.map(({ name, byStaff }: Json) => [name, byStaff])).toEqual([
      ['Bon é.pdf', false],
      ['answer.pdf', true],
    ])
    expect(timeline[0]).toMatchObject({ act: 'file', note: 'answer.pdf', byStaff: true })
    await eventually(async () => (await detail(buyer, id)).files[0].scan === 'clean')
    for (const reader of [buyer, viewer, staff]) expect((await reader.get(file(kept))).status).toBe(200)
    expect(said(await stranger.get(file(kept)))).toEqual([404, 'not_found'])
    const other = await create(buyer)
    expect(said(await buyer.get(`${PATH}/${other}/files/${kept.body.id}`))).toEqual([404, 'not_found'])
  })

  it('are withheld while a scanner has not said that they are clean', async () => {
    const id = await create(buyer)
    const bad = pdf('bad order')
    scanner.behave(bad, 'infected')
    const { body } = await attach(buyer, id, 'bad.pdf', bad)
    await eventually(async () => (await detail(buyer, id)).files[0].scan === 'infected')
    expect(said(await buyer.get(`${PATH}/${id}/files/${body.id}`))).toEqual([409, 'scan_infected'])
  })

  it('are twenty at most, also when the last two come at once', async () => {
    const id = await create(buyer)
    await peek(
      portal,
      `insert into portal.purchase_order_files (tenant_id, purchase_order_id, file_name, file_key, format, size, checksum, author_name, by_staff)
       select p.tenant_id, p.id, 'f' || n, 'none', 'pdf', 1, '', 'Nobody', false from portal.purchase_orders p, generate_series(2, $2::int) n where p.id = $1`,
      [id, MOST_FILES],
    )
    const both = await Promise.all([attach(buyer, id, 'x.pdf'), attach(buyer, id, 'y.pdf')])
    expect(both.map(said).toSorted()).toEqual([
      [200, undefined],
      [409, 'po_files_full'],
    ])
  })
})
