import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDocument, addressOf, facts, pdf, sendFile } from '../support/documents.ts'
import { order, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: Sender
let [one, two, three] = [0, 0, 0]
let first: Actor
let second: Actor
let outsider: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  three = await aTenant(portal, { clientCodes: ['C'] })
  send = sender(portal.url, await aKey(portal))
  first = await aMember(portal, one, 'quality_manager')
  second = await aMember(portal, two, 'quality_manager')
  outsider = await aMember(portal, three, 'quality_manager')
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal.close())

const ingest = async (address: string, rows: unknown) => {
  const answer = await send(address, rows)
  if (answer.status !== 200) throw new Error(answer.text)
}
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const lotOf = async (actor: Actor, lot: string) => (await actor.get(`/api/v1/lots/${lot}`)).body
const stateFor = async (actor: Actor, lot: string) => (await lotOf(actor, lot)).certificate?.state
const wish = (actor: Actor, lot: string, wished = true) =>
  actor.send('PUT', `/api/v1/lots/${lot}/wish`, { wished })
const told = async (actor: Actor) =>
  (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)

let lots = 0
/** A lot on an order of each client that is named. */
async function aLot(...clients: string[]): Promise<string> {
  const lot = `L-${++lots}`
  await ingest('lots', [{ 'Lot No': lot, 'Item No': 'FG-1', State: 'released' }])
  for (const code of clients) {
    await ingest('orders', [order(`${lot}${code}`, { 'Client Code': code, 'Ord No': `${lot}${code}` })])
    await ingest('order-lines', [{ Primary: `${lot}${code}`, 'Line No': 1, 'Item No': 'FG-1', Lot: lot }])
  }
  return lot
}
const certificate = (lot: string, more: object = {}) => ({
  ...{ title: `COA of ${lot}`, type: 'coa', shelves: [], category: 'certificate', lotNos: [lot] },
  audience: { kind: 'lots' },
  content: pdf(`COA of ${lot}`),
  ...more,
})
const lineOf = async (actor: Actor, orderNo: string) =>
  (await actor.get(`/api/v1/orders/${orderNo}`)).body.lines[0].certificate
/** For the second client. */
const hide = (module: string, visible: boolean) =>
  portal.owner((tx) =>
    sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${two}, ${module}, ${visible})
      on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
  )

describe('a certificate of a lot (E4)', () => {
  it('needs a lot or a shelf, and addresses nobody without one', async () => {
    for (const more of [
      { shelves: [] },
      { audience: { kind: 'lots' } },
      { lotNos: ['L', 'L'] },
      { lotNos: [''] },
      { shelves: [], lotNos: ['L'], category: 'procedure' },
    ])
      expect(said(await sendFile(portal.url, quality, addressOf('coa.pdf', facts(more)), pdf()))).toEqual([
        422,
        'validation',
      ])
    const some = await aStaffMember(portal, 'quality', [one])
    const { content: _, ...wide } = certificate('L')
    expect(said(await sendFile(portal.url, some, addressOf('coa.pdf', facts(wide)), pdf()))).toEqual([
      403,
      'audience_too_wide',
    ])
  })

  it('is for whoever has the lot on an order, and for nobody else, whoever that becomes', async () => {
    const lot = await aLot('A', 'B')
    const id = await aDocument(portal.url, quality, certificate(lot))
    for (const actor of [first, second]) {
      expect(await lotOf(actor, lot)).toMatchObject({
        certificate: { state: 'available', documentId: id },
        certificates: [{ documentId: id, current: true, status: 'available' }],
      })
      expect((await actor.get(`/api/v1/documents/${id}`)).status).toBe(200)
    }
    const nothing = await outsider.get('/api/v1/documents/900001')
    for (const path of [`/api/v1/documents/${id}`, `/api/v1/documents/${id}/file`, `/api/v1/lots/${lot}`])
      expect([path, said(await outsider.get(path))]).toEqual([path, said(nothing)])
    // The line moves with its order to the third client.
    await ingest('orders', [order(`${lot}B`, { 'Client Code': 'C', 'Ord No': `${lot}B` })])
    expect((await outsider.get(`/api/v1/documents/${id}`)).status).toBe(200)
    expect((await second.get(`/api/v1/documents/${id}`)).status).toBe(404)
    await ingest('lots', [{ 'Lot No': lot, _op: 'delete' }])
    expect((await first.get(`/api/v1/documents/${id}`)).status).toBe(404)
  })

  it('stands on every line of its lot: pending until it is released, held while the lot is', async () => {
    const lot = await aLot('A')
    expect(await lineOf(first, `${lot}A`)).toEqual({ state: 'pending', documentId: null })
    const id = await aDocument(portal.url, quality, certificate(lot))
    expect(await lineOf(first, `${lot}A`)).toEqual({ state: 'available', documentId: id })
    await ingest('lots', [{ 'Lot No': lot, 'Item No': 'FG-1', State: 'on hold' }])
    expect(await lineOf(first, `${lot}A`)).toEqual({ state: 'held', documentId: null })
    expect(await lotOf(first, lot)).toMatchObject({
      certificate: { state: 'held', documentId: null },
      certificates: [{ documentId: id, current: false }],
    })
    await ingest('lots', [{ 'Lot No': lot, 'Item No': 'FG-1', State: 'released' }])
    await quality.post(`/api/v1/admin/documents/${id}/withdraw`, { reason: 'Wrong page' })
    expect(await lineOf(first, `${lot}A`)).toEqual({ state: 'pending', documentId: null })
    expect(await lotOf(first, lot)).toMatchObject({ certificates: [{ status: 'withdrawn', current: false }] })
  })

  it('what is listed with the lot opens, whatever its type; what stands in a hidden module alone is not named', async () => {
    const lot = await aLot('B')
    const listed = async () =>
      (await lotOf(second, lot)).certificates.map(({ documentId }: Json) => documentId).toSorted()
    const plain = await aDocument(portal.url, quality, certificate(lot, { type: 'report' }))
    const shelved = await aDocument(
      portal.url,
      quality,
      certificate(lot, { type: 'manual', shelves: ['product'], category: 'user-manual' }),
    )
    expect(await listed()).toEqual([plain, shelved])
    for (const id of [plain, shelved]) {
      expect((await second.get(`/api/v1/documents/${id}`)).status).toBe(200)
      expect((await second.get(`/api/v1/documents/${id}/file`)).status).toBe(200)
    }
    await hide('product', false)
    expect(await listed()).toEqual([plain])
    expect((await second.get(`/api/v1/documents/${shelved}`)).status).toBe(404)
    await hide('product', true)
  })

  it('either module suffices for it; without the permission nothing is said of it', async () => {
    const lot = await aLot('B')
    const id = await aDocument(portal.url, quality, certificate(lot))
    await hide('qaqc', false)
    expect(await lineOf(second, `${lot}B`)).toEqual({ state: 'available', documentId: id })
    expect((await second.get(`/api/v1/documents/${id}`)).status).toBe(200)
    await hide('orders', false)
    expect((await second.get(`/api/v1/documents/${id}`)).status).toBe(404)
    await hide('qaqc', true)
    await hide('orders', true)
    await portal.owner((tx) =>
      sql`update portal.roles set permissions = array_remove(permissions, 'documents.read') where key = 'viewer'`.execute(
        tx,
      ),
    )
    const viewer = await aMember(portal, two, 'viewer')
    const { permissions } = (await viewer.get('/api/v1/session')).body
    if (permissions.includes('orders.read')) expect(await lineOf(viewer, `${lot}B`)).toBe(null)
    if (permissions.includes('lots.read'))
      expect(await lotOf(viewer, lot)).toMatchObject({ certificates: null, certificate: null, wished: null })
  })
})

describe('tell me when ready', () => {
  it('is for people of a company who see the lot, and while there is none', async () => {
    const lot = await aLot('A')
    expect(
      said(await createClient(portal.url).send('PUT', `/api/v1/lots/${lot}/wish`, { wished: true })),
    ).toEqual([401, 'no_session'])
    expect(said(await wish(outsider, lot))).toEqual([404, 'not_found'])
    expect(said(await first.send('PUT', `/api/v1/lots/${lot}/wish`, {}))).toEqual([422, 'validation'])
    expect(said(await wish(await anAdministrator(portal), lot))).toEqual([409, 'choose_tenant'])
    await aDocument(portal.url, quality, certificate(lot))
    expect(said(await wish(first, lot))).toEqual([409, 'already_exists'])
  })

  it('tells each who asked, once, when it is released; not who changed their mind, nor while the lot is held', async () => {
    const lot = await aLot('A', 'B')
    const colleague = await aMember(portal, one, 'quality_manager')
    for (const actor of [first, second, colleague])
      expect((await wish(actor, lot)).body).toEqual({ wished: true })
    expect((await lotOf(first, lot)).wished).toBe(true)
    expect((await wish(colleague, lot, false)).body).toEqual({ wished: false })
    await ingest('lots', [{ 'Lot No': lot, 'Item No': 'FG-1', State: 'quarantine' }])
    const id = await aDocument(portal.url, quality, certificate(lot))
    expect(await stateFor(first, lot)).toBe('held')
    const text = `The certificate for lot ${lot} is available`
    expect(await told(first)).not.toContain(text)
    await ingest('lots', [{ 'Lot No': lot, 'Item No': 'FG-1', State: 'released' }])
    for (const actor of [first, second]) await expect.poll(() => told(actor)).toContain(text)
    expect(await told(colleague)).not.toContain(text)
    expect((await lotOf(first, lot)).wished).toBe(false)
    // Another version of it is no news to them.
    const again = await sendFile(
      portal.url,
      quality,
      `/api/v1/admin/documents/${id}/versions?name=again.pdf`,
      pdf('again'),
    )
    await quality.post(`/api/v1/admin/documents/${id}/release`, {
      version: again.body.version,
      reason: 'Approved',
    })
    await expect.poll(async () => (await told(first)).filter((one: string) => one === text)).toHaveLength(1)
  })
})
