import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDocument, addressOf, facts, pdf, sendFile } from '../support/documents.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

// Two systems upstream number their lots by themselves: each has its client, and both use the same numbers.
let portal: TestPortal
const systems: Record<'north' | 'south', { key: string; send: Sender; source: number }> = {} as never
const clients: Record<'north' | 'south', Actor> = {} as never
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  quality = await aStaffMember(portal, 'quality')
  for (const name of ['north', 'south'] as const) {
    const tenant = await aTenant(portal, { clientCodes: [name], source: name })
    const key = await aKey(portal, { source: name })
    const [row] = await peek(portal, 'select id from auth.ingest_sources where name = $1', [name])
    systems[name] = { key, send: sender(portal.url, key), source: row.id }
    clients[name] = await aMember(portal, tenant, 'quality_manager')
  }
})
afterAll(() => portal.close())

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const ingest = async (of: keyof typeof systems, address: string, rows: unknown) => {
  const answer = await systems[of].send(address, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
/** A lot of one system, on an order of its client. */
async function aLot(of: keyof typeof systems, lot: string, state = 'released') {
  await ingest(of, 'lots', [{ 'Lot No': lot, 'Item No': `I-${of}`, State: state }])
  await aLine(of, lot)
}
async function aLine(of: keyof typeof systems, lot: string) {
  const name = `${of}-${lot}`
  await ingest(of, 'orders', [order(name, { 'Client Code': of, 'Ord No': name })])
  await ingest(of, 'order-lines', [{ Primary: name, 'Line No': 1, 'Item No': `I-${of}`, Lot: lot }])
}
const lineOf = async (of: keyof typeof systems, lot: string) =>
  (await clients[of].get(`/api/v1/orders/${of}-${lot}`)).body.lines[0].certificate
const certificate = (lot: string, more: object = {}) => ({
  ...{ title: `COA of ${lot}`, type: 'coa', shelves: [], category: 'certificate', lotNos: [lot] },
  audience: { kind: 'lots' },
  content: pdf(`COA of ${lot}`),
  ...more,
})
const upload = (lot: string, more: object = {}) => {
  const { content, ...said } = certificate(lot, more)
  return sendFile(portal.url, quality, addressOf('coa.pdf', facts(said)), content)
}
async function fed(of: keyof typeof systems, lot: string): Promise<number> {
  const form = new FormData()
  form.set(
    'document',
    JSON.stringify({ 'Document No': `${of} ${lot}`, Title: `COA ${lot}`, Type: 'coa', Lots: [lot] }),
  )
  form.set('file', new Blob([new Uint8Array(pdf(`${of} ${lot}`))]), 'coa.pdf')
  const response = await fetch(`${portal.url}/api/v1/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${systems[of].key}` },
    body: form,
  })
  expect(await response.json()).toMatchObject({ inserted: 1 })
  const [row] = await peek(portal, 'select id from portal.documents where number = $1', [`${of} ${lot}`])
  return row.id
}
const PENDING = { state: 'pending', documentId: null }

describe('a certificate that upstream sends', () => {
  it('is of the lots of the system that sends it, whoever else uses the number', async () => {
    await aLot('north', 'L-1')
    await aLot('south', 'L-1')
    const id = await fed('north', 'L-1')
    expect(said(await clients.south.get(`/api/v1/documents/${id}`))).toEqual([404, 'not_found'])
    expect(said(await clients.south.get(`/api/v1/documents/${id}/file`))).toEqual([404, 'not_found'])
    expect(await lineOf('south', 'L-1')).toEqual(PENDING)
    expect((await clients.south.get('/api/v1/lots/L-1')).body).toMatchObject({
      certificates: [],
      certificate: PENDING,
    })
    expect(await lineOf('north', 'L-1')).toEqual({ state: 'available', documentId: id })
    const second = await fed('south', 'L-1')
    expect(await lineOf('south', 'L-1')).toEqual({ state: 'available', documentId: second })
    expect(await lineOf('north', 'L-1')).toEqual({ state: 'available', documentId: id })
  })

  it('is held with the lot of its own system alone, and told of to who asked for that one', async () => {
    await aLot('north', 'L-2')
    await aLot('south', 'L-2')
    const wish = (of: 'north' | 'south') => clients[of].send('PUT', '/api/v1/lots/L-2/wish', { wished: true })
    for (const of of ['north', 'south'] as const) expect((await wish(of)).body).toEqual({ wished: true })
    const id = await fed('north', 'L-2')
    const told = async (of: 'north' | 'south') => (await clients[of].get('/api/v1/notices')).body.items.length
    await expect.poll(() => told('north')).toBe(1)
    expect(await told('south')).toBe(0)
    expect((await clients.south.get('/api/v1/lots/L-2')).body.wished).toBe(true)
    await ingest('south', 'lots', [{ 'Lot No': 'L-2', 'Item No': 'I-south', State: 'on hold' }])
    expect(await lineOf('north', 'L-2')).toEqual({ state: 'available', documentId: id })
    expect(await lineOf('south', 'L-2')).toEqual({ state: 'held', documentId: null })
  })
})

describe('a certificate that people upload', () => {
  it('is refused while nobody says whose lots are meant, or names a system that there is not', async () => {
    await aLot('north', 'L-3')
    await aLot('south', 'L-3')
    for (const lotSource of [null, 32_000])
      expect(said(await upload('L-3', { lotSource }))).toEqual([422, 'ambiguous_lot'])
    expect(said(await upload('L-3', { lotSource: 0 }))).toEqual([422, 'validation'])
    const ask = (actor: { get: Actor['get'] }, query: string) =>
      actor.get(`/api/v1/admin/lot-sources?${query}`)
    expect(said(await ask(createClient(portal.url), 'lotNos=L-3'))).toEqual([401, 'no_session'])
    expect(said(await ask(clients.north, 'lotNos=L-3'))).toEqual([403, 'permission_denied'])
    expect(said(await ask(quality, 'lotNos='))).toEqual([422, 'validation'])
    const { north, south } = systems
    expect((await ask(quality, 'lotNos=L-3,L-4')).body.sources).toEqual([
      { id: north.source, name: 'north', knows: true },
      { id: south.source, name: 'south', knows: true },
    ])
  })

  it('is of the system that was chosen, and stays so while its numbers do', async () => {
    await aLot('north', 'L-5')
    await aLot('south', 'L-5')
    const id = await aDocument(portal.url, quality, certificate('L-5', { lotSource: systems.south.source }))
    expect(await lineOf('south', 'L-5')).toEqual({ state: 'available', documentId: id })
    expect(await lineOf('north', 'L-5')).toEqual(PENDING)
    expect(said(await clients.north.get(`/api/v1/documents/${id}`))).toEqual([404, 'not_found'])
    const change = async (more: object) => {
      const {
        id: _,
        status,
        withdrawnReason,
        versions,
        retention,
        hold,
        removable,
        removableFrom,
        ...known
      } = (await quality.get(`/api/v1/admin/documents/${id}`)).body
      return quality.send('PUT', `/api/v1/admin/documents/${id}`, { ...known, pending: false, ...more })
    }
    expect((await change({ title: 'Another title', lotSource: null })).status).toBe(200)
    expect((await quality.get(`/api/v1/admin/documents/${id}`)).body.lotSource).toBe(systems.south.source)
    expect((await change({ lotSource: systems.north.source })).status).toBe(200)
    expect(await lineOf('north', 'L-5')).toEqual({ state: 'available', documentId: id })
    expect(await lineOf('south', 'L-5')).toEqual(PENDING)
  })

  it('is of the system that alone knows its numbers, also when another one uses them later', async () => {
    await aLot('south', 'L-6')
    const id = await aDocument(portal.url, quality, certificate('L-6'))
    expect(await lineOf('south', 'L-6')).toEqual({ state: 'available', documentId: id })
    await aLot('north', 'L-6')
    expect(await lineOf('north', 'L-6')).toEqual(PENDING)
    expect(await lineOf('south', 'L-6')).toEqual({ state: 'available', documentId: id })
  })

  it('waits for the first that brings its numbers, be it with a lot or a line', async () => {
    const known = async (id: number) => (await quality.get(`/api/v1/admin/documents/${id}`)).body.lotSource
    const ofLot = await aDocument(portal.url, quality, certificate('L-7'))
    const ofLine = await aDocument(portal.url, quality, certificate('L-8', { audience: { kind: 'all' } }))
    expect([await known(ofLot), await known(ofLine)]).toEqual([null, null])
    await aLot('north', 'L-7')
    await aLine('south', 'L-8')
    expect([await known(ofLot), await known(ofLine)]).toEqual([systems.north.source, systems.south.source])
    expect(await lineOf('north', 'L-7')).toEqual({ state: 'available', documentId: ofLot })
    expect(await lineOf('south', 'L-8')).toEqual({ state: 'available', documentId: ofLine })
  })
})
