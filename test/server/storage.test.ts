import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../../src/features/documents/server/open-library.ts'
import { sweepDocuments } from '../../src/features/documents/server/sweep-documents.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { askFor } from '../support/document-requests.ts'
import { aDocument, addressOf, cookiesOf, pdf, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { create } from '../support/purchase-orders.ts'

let portal: TestPortal
let administrator: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal({ STORAGE_QUOTA_COMPANY: '10 MB', STORAGE_QUOTA_PERSON: '1 MB' })
  administrator = await anAdministrator(portal)
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal?.close())

const STORAGE = '/api/v1/storage'
const UPLOADS = '/api/v1/admin/documents/uploads'
const storage = async (actor: Actor): Promise<Json> => (await actor.get(STORAGE)).body
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
/** So many bytes exactly, no two alike. */
const file = (bytes: number) => {
  const text = randomUUID()
  return pdf(text + ' '.repeat((bytes - pdf(text).length) % 2), bytes - pdf(text).length)
}
const post = (actor: Actor, path: string, content: Buffer) => sendFile(portal.url, actor, path, content)
const piece = (actor: Actor, content: Buffer, from = 0, to = content.length) =>
  sendFile(
    portal.url,
    actor,
    `${UPLOADS}/${sum(content)}?name=a.pdf&offset=${from}`,
    content.subarray(from, to),
    {},
    'PUT',
  )
const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const setCompany = (id: number, own: number | null) =>
  administrator.send('PUT', `/api/v1/admin/tenants/${id}/storage`, { own })
const setPerson = (userId: string, own: number | null) =>
  administrator.send('PUT', `/api/v1/admin/users/${userId}/storage`, { own })

const aDraft = (who: Actor) => create(who, { lines: [] })

type Send = (content: Buffer) => Promise<Answer<Json>>
type Address = { who: Actor; send: Send }
/** Every address that takes files of people, and somebody who sends there for the first time. */
const ADDRESSES: Record<string, (tenant: number) => Promise<Address>> = {
  'POST /issues/{id}/files': async (tenant) => {
    const who = await aMember(portal, tenant)
    const { body } = await who.post('/api/v1/issues', {
      ...{ title: 'Broken', description: 'It is broken', type: 'other', priority: 'low' },
    })
    return { who, send: (content) => post(who, `/api/v1/issues/${body.id}/files?name=a.pdf`, content) }
  },
  'POST /conversations/{id}/files': async (tenant) => {
    const who = await aMember(portal, tenant)
    const opened = await who.post('/api/v1/conversations', { subject: 'A', text: 'B', key: randomUUID() })
    const path = `/api/v1/conversations/${opened.body.id}/files?name=a.pdf&key=`
    return { who, send: (content) => post(who, path + randomUUID(), content) }
  },
  'POST /purchase-orders/{id}/files': async (tenant) => {
    const who = await aMember(portal, tenant)
    const id = await aDraft(who)
    return { who, send: (content) => post(who, `/api/v1/purchase-orders/${id}/files?name=a.pdf`, content) }
  },
  'POST /document-requests/{id}/files': async (tenant) => {
    const who = await aMember(portal, tenant, 'quality_manager')
    const id = await askFor(quality, tenant)
    return { who, send: (content) => post(who, `/api/v1/document-requests/${id}/files?name=a.pdf`, content) }
  },
  'POST /draft-files': async (tenant) => {
    const who = await aMember(portal, tenant)
    return { who, send: (content) => post(who, '/api/v1/draft-files?form=new&name=a.pdf', content) }
  },
  'POST /admin/documents': async () => {
    const who = await aStaffMember(portal, 'quality')
    return { who, send: (content) => post(who, addressOf('a.pdf'), content) }
  },
  'POST /admin/documents/{id}/versions': async () => {
    const who = await aStaffMember(portal, 'quality')
    const id = await aDocument(portal.url, quality)
    return { who, send: (content) => post(who, `/api/v1/admin/documents/${id}/versions?name=a.pdf`, content) }
  },
  'PUT /admin/documents/uploads/{checksum}': async () => {
    const who = await aStaffMember(portal, 'quality')
    return { who, send: (content) => piece(who, content) }
  },
}

describe('storage that is used up (J8)', () => {
  it.each(Object.entries(ADDRESSES))('refuses a file before it is stored: %s', async (_, prepare) => {
    const tenant = await aTenant(portal)
    const { who, send } = await prepare(tenant)
    const { company, person } = await storage(who)
    expect(person).toEqual({ used: 0, quota: 1_000_000 })
    expect((await send(file(600_000))).status).toBe(200)
    const refused = await send(file(400_001))
    expect(said(refused)).toEqual([413, 'quota_exceeded'])
    expect(refused.body.figures).toEqual({ used: 600_000, limit: 1_000_000, sent: 400_001, of: 'person' })
    expect(refused.body.detail).toMatch(/^600\s?kB of 1\.0\s?MB are used, and this needs 401\s?kB\./)
    // Of two at once, and of one that is cut off by a refusal, nothing stays counted that was not kept.
    const both = await Promise.all([send(file(300_000)), send(file(300_000))])
    expect(both.map(said).toSorted()).toEqual([
      [200, undefined],
      [413, 'quota_exceeded'],
    ])
    expect((await send(Buffer.alloc(50_000, 'x'))).status).toBe(415)
    expect(await storage(who)).toEqual({
      company: company && { used: 900_000, quota: 10_000_000 },
      person: { used: 900_000, quota: 1_000_000 },
    })
    expect((await send(file(100_000))).status).toBe(200)
  })

  it('is counted for a company over all its people, and by what an administrator set', async () => {
    const tenant = await aTenant(portal)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => aMember(portal, tenant)))
    if (!first || !second || !third) throw new Error('three members')
    const attach = async (who: Actor, bytes: number) =>
      post(who, `/api/v1/purchase-orders/${await aDraft(who)}/files?name=a.pdf`, file(bytes))
    expect(said(await setCompany(tenant, 999_999))).toEqual([422, 'validation'])
    expect((await setCompany(tenant, 1_000_000)).body).toEqual({ used: 0, quota: 1_000_000, own: 1_000_000 })
    const both = await Promise.all([attach(first, 600_000), attach(second, 600_000)])
    expect(both.map(said).toSorted()).toEqual([
      [200, undefined],
      [413, 'quota_exceeded'],
    ])
    const refused = await attach(third, 400_001)
    expect(refused.body.figures).toEqual({ used: 600_000, limit: 1_000_000, sent: 400_001, of: 'company' })
    const staff = await aStaffMember(portal, 'customer_service', [tenant])
    const issue = await first.post('/api/v1/issues', {
      ...{ title: 'Broken', description: 'It is broken', type: 'other', priority: 'low' },
    })
    const ofStaff = await post(staff, `/api/v1/issues/${issue.body.id}/files?name=a.pdf`, file(500_000))
    expect([ofStaff.status, (await storage(first)).company.used]).toEqual([200, 600_000])
    expect((await setCompany(tenant, null)).body).toEqual({ used: 600_000, quota: 10_000_000, own: null })
    expect((await attach(third, 900_000)).status).toBe(200)
    expect((await setPerson(third.userId, 3_000_000)).body.quota).toBe(3_000_000)
    const ofThird = await administrator.get(`/api/v1/admin/users/${third.userId}/storage`)
    expect(ofThird.body).toEqual({ used: 900_000, quota: 3_000_000, own: 3_000_000 })
    expect((await attach(third, 900_000)).status).toBe(200)
    expect(said(await setCompany(2_147_483_647, null))).toEqual([404, 'not_found'])
    expect(said(await setPerson('nobody', null))).toEqual([404, 'not_found'])
  })

  it('counts pieces as the file that they become, and what is sent in no known size as the largest', async () => {
    const who = await aStaffMember(portal, 'quality')
    const content = file(600_000)
    expect((await piece(who, content, 0, 200_000)).body.received).toBe(200_000)
    expect((await storage(who)).person.used).toBe(200_000)
    expect((await piece(who, content, 200_000)).body.received).toBe(600_000)
    expect(said(await piece(who, file(400_001)))).toEqual([413, 'quota_exceeded'])
    const added = await post(who, `${addressOf('a.pdf')}&sent=${sum(content)}`, Buffer.alloc(0))
    expect([added.status, (await storage(who)).person.used]).toEqual([200, 600_000])
    const unsaid = await fetch(portal.url + addressOf('a.pdf'), {
      method: 'POST',
      headers: {
        ...{ origin: portal.url, cookie: cookiesOf(who), 'content-type': 'application/octet-stream' },
      },
      body: new Blob([new Uint8Array(file(1000))]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await unsaid.json()).toMatchObject({
      ...{ code: 'quota_exceeded', figures: { used: 600_000, sent: 50 * 1024 * 1024 } },
    })
    expect((await storage(who)).person.used).toBe(600_000)
  })

  it('has room again when a file is taken away, and when what was on its way never came', async () => {
    const who = await aMember(portal, await aTenant(portal))
    const id = await aDraft(who)
    const path = `/api/v1/purchase-orders/${id}/files`
    const { body } = await post(who, `${path}?name=a.pdf`, file(600_000))
    expect((await who.send('DELETE', `${path}/${body.id}`, {})).status).toBe(200)
    expect((await storage(who)).person.used).toBe(0)
    const staff = await aStaffMember(portal, 'quality')
    await piece(staff, file(600_000), 0, 300_000)
    expect((await storage(staff)).person.used).toBe(300_000)
    await portal.owner(async (tx) => {
      await tx
        .updateTable('uploads')
        .set({ expires_at: '2020-01-01' })
        .where('file_key', 'is', null)
        .execute()
      await sweepDocuments(tx, openLibrary({ dataDir: portal.dataDir }).receiver)
      expect(
        await tx.selectFrom('uploads').select('id').where('user_id', '=', staff.userId).execute(),
      ).toEqual([])
    })
  })

  it('is nobody’s for what a source system sends, and shown to those whose it is', async () => {
    const tenant = await aTenant(portal)
    const who = await aMember(portal, tenant)
    const form = new FormData()
    form.set(
      'document',
      JSON.stringify({
        'Document No': 'D-1',
        Title: 'Sent',
        Type: 'procedure',
        Category: 'procedure',
        Shelves: 'qa',
        Audience: 'all',
      }),
    )
    form.set('file', new Blob([new Uint8Array(file(200_000))]), 'a.pdf')
    const headers = { authorization: `Bearer ${await aKey(portal)}` }
    const sent = await fetch(`${portal.url}/api/v1/ingest/documents`, { method: 'POST', headers, body: form })
    expect([sent.status, await sent.json()]).toEqual([200, expect.anything()])
    expect((await storage(who)).company.used).toBe(0)
    expect(said(await createClient(portal.url).get(STORAGE))).toEqual([401, 'no_session'])
    expect(await storage(administrator)).toEqual({ company: null, person: expect.anything() })
    for (const path of [
      `/api/v1/admin/tenants/${tenant}/storage`,
      `/api/v1/admin/users/${who.userId}/storage`,
    ])
      expect(said(await who.get(path)), path).toEqual([403, 'permission_denied'])
  })
})
