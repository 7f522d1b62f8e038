import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindOfExpiry, watchExpiry } from '../../src/features/documents/server/watch-expiry.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant, PASSWORD } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { aDocument, addressOf, cookiesOf, facts, pdf, release, sendFile } from '../support/documents.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { eventually } from '../support/upload.ts'
import { readZip } from '../support/xlsx.ts'

const ADMIN = '/api/v1/admin/documents'

let portal: TestPortal
let one: number
let two: number
let member: Actor
let stranger: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { name: 'First' })
  two = await aTenant(portal, { name: 'Second' })
  member = await aMember(portal, one)
  stranger = await aMember(portal, two)
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal?.close())

const said = ({ status, body }: Answer<Json>) => [status, body.code]
const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a file in pieces', () => {
  const uploads = (content: Buffer) => `${ADMIN}/uploads/${sum(content)}`
  const partial = () => fs.readdirSync(path.join(portal.dataDir, 'files', 'uploads'))
  const put = (content: Buffer, from: number, body: Buffer, who = quality, name = 'a.pdf') =>
    sendFile(
      portal.url,
      who,
      `${uploads(content)}?${new URLSearchParams({ name, offset: String(from) })}`,
      body,
      {},
      'PUT',
    )
  const finish = (content: Buffer, name = 'a.pdf') =>
    sendFile(portal.url, quality, `${addressOf(name)}&sent=${sum(content)}`, '')

  it('is for who may write documents', async () => {
    const content = pdf('refused')
    const nobody = Object.assign(createClient(portal.url), { userId: '', email: '' })
    for (const [who, ...refusal] of [
      [nobody, 401, 'no_session'],
      [member, 403, 'permission_denied'],
    ] as const) {
      expect(said(await who.get(uploads(content)))).toEqual(refusal)
      expect(said(await put(content, 0, content, who))).toEqual(refusal)
    }
    const cases: [Buffer, number, string, number, string][] = [
      [content, 0, '../a.pdf', 422, 'bad_file_name'],
      [content, 0, 'a.exe', 415, 'unsupported_type'],
      [content, 7, 'a.pdf', 409, 'other_offset'],
      [Buffer.alloc(3000, 'x'), 0, 'a.pdf', 415, 'unsupported_type'],
      [Buffer.alloc(0), 0, 'a.pdf', 422, 'empty_body'],
    ]
    for (const [body, from, name, ...refusal] of cases)
      expect(said(await put(content, from, body, quality, name))).toEqual(refusal)
    expect(said(await quality.get(`${ADMIN}/uploads/x`))).toEqual([422, 'validation'])
    expect(said(await finish(content))).toEqual([409, 'not_whole'])
  })

  it('goes on where the connection broke, and is the whole file in the end', async () => {
    const content = pdf('long', 200_000)
    await new Promise<void>((done) => {
      const request = http.request(`${portal.url}${uploads(content)}?name=a.pdf&offset=0`, {
        method: 'PUT',
        agent: false,
        headers: {
          origin: portal.url,
          cookie: cookiesOf(quality),
          'content-type': 'application/octet-stream',
          'content-length': String(content.length),
        },
      })
      request.on('error', () => done())
      request.write(content.subarray(0, 120_000))
      const arrived = async () => (await quality.get(uploads(content))).body.received === 120_000
      void eventually(arrived).then(() => request.destroy(new Error('the line is cut')))
    })
    // Somebody else’s beginning is not theirs.
    const other = await aStaffMember(portal, 'quality')
    expect((await other.get(uploads(content))).body).toEqual({ received: 0, duplicates: [] })
    // The older connection may not know yet that it is broken: the new one goes on all the same.
    expect((await put(content, 120_000, content.subarray(120_000, 150_000))).body).toEqual({
      received: 150_000,
    })
    expect(said(await finish(content))).toEqual([409, 'not_whole'])
    expect(said(await put(content, 120_000, content.subarray(120_000)))).toEqual([409, 'other_offset'])
    expect((await put(content, 150_000, content.subarray(150_000))).body).toEqual({
      received: content.length,
    })
    const added = await finish(content)
    expect(added.body).toEqual({ id: expect.any(Number), version: 1, duplicates: [] })
    const address = `/api/v1/documents/${added.body.id}/versions/1/file`
    await eventually(async () => (await quality.send('HEAD', address)).status === 200)
    const file = await fetch(`${portal.url}${address}`, {
      headers: { cookie: cookiesOf(quality) },
    })
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    expect((await quality.get(uploads(content))).body).toEqual({
      received: 0,
      duplicates: [{ id: added.body.id, title: 'Procedure 12', version: 1 }],
    })
    const next = pdf('the next', 100)
    await put(next, 0, next)
    const version = await sendFile(
      portal.url,
      quality,
      `${ADMIN}/${added.body.id}/versions?name=b.pdf&sent=${sum(next)}`,
      '',
    )
    expect(version.body).toMatchObject({ id: added.body.id, version: 2 })
    expect(partial()).toEqual([])
  })
})

describe('the console', () => {
  const list = async (query: string) =>
    (await quality.get(`${ADMIN}?${query}`)).body.items.map(({ title }: Json) => title)

  it('finds documents by type, audience and expiry', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const some = { audience: { kind: 'tenants', tenantIds: [one] }, type: 'kosher' }
    for (const [title, more] of [
      ['due-5', { expiresOn: day(5) }],
      ['due-20', { expiresOn: day(20), ...some }],
      ['due-50', { expiresOn: day(50) }],
      ['due-90', { expiresOn: day(90) }],
      ['due-over', { expiresOn: day(-3), ...some }],
    ] as const)
      await sendFile(portal.url, quality, addressOf('a.pdf', facts({ title, ...more })), pdf(title))
    const cases: [string, string[]][] = [
      ['expiry=expired', ['due-over']],
      ['expiry=7', ['due-5']],
      ['expiry=30', ['due-5', 'due-20']],
      ['expiry=60', ['due-5', 'due-20', 'due-50']],
      ['type=kosher', ['due-over', 'due-20']],
      ['audience=tenants', ['due-over', 'due-20']],
      ['audience=tenants&expiry=30', ['due-20']],
      [`company=${two}&expiry=60`, ['due-5', 'due-50']],
      [`company=${one}&expiry=60`, ['due-5', 'due-20', 'due-50']],
    ]
    const { board } = (await quality.get(ADMIN)).body
    expect(board).toMatchObject({ expired: 1, 7: 1, 30: 2, 60: 3 })
    const waiting = (await quality.get(`${ADMIN}?status=to-release&limit=1`)).body.total
    expect(board.toRelease).toBe(waiting)
    for (const [query, titles] of cases)
      expect([query, await list(`search=due&${query}`)]).toEqual([query, titles])
  })

  it('tells who did what with a document and who opened it; whoever did hears that it is withdrawn (E5)', async () => {
    const id = await aDocument(portal.url, quality, { content: pdf('told'), title: 'Told' })
    const open = (who: Actor, query = '') => who.get(`/api/v1/documents/${id}/file${query}`)
    await open(member)
    await open(member, '?disposition=inline')
    await open(stranger, '?disposition=inline')
    const record = async (who: Actor) => (await who.get(`${ADMIN}/${id}/record`)).body
    const assigned = await aStaffMember(portal, 'quality', [one])
    expect((await record(assigned)).readers).toMatchObject([{ tenant: 'First', versions: [1], downloads: 1 }])
    expect(said(await member.get(`${ADMIN}/${id}/record`))).toEqual([403, 'permission_denied'])
    expect(said(await quality.get(`${ADMIN}/2147483646/record`))).toEqual([404, 'not_found'])

    await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'A wrong limit' })
    const { acts, readers, readersTotal } = await record(await anAdministrator(portal))
    expect(acts).toMatchObject([
      { act: 'withdrawn', said: 'A wrong limit', by: expect.any(String) },
      { act: 'released', version: 1 },
      { act: 'uploaded', version: 1 },
    ])
    expect(readersTotal).toBe(2)
    expect(readers).toMatchObject([
      { tenant: 'Second', downloads: 0 },
      { tenant: 'First', downloads: 1 },
    ])
    const told = await peek(
      portal,
      `select tenant_id, audience, module, permission, payload from portal.outbox
        where topic = 'document.withdrawn' and object_id = '${id}' order by tenant_id`,
    )
    const event = { module: 'qaqc', permission: 'documents.read', payload: { version: 1 } }
    expect(told).toEqual([
      { tenant_id: one, audience: member.userId, ...event },
      { tenant_id: two, audience: stranger.userId, ...event },
    ])
  })
})

describe('several as one ZIP (E3)', () => {
  const ARCHIVE = '/api/v1/documents/archive'

  it('holds what the asker may open, each under a name of its own, and says what is missing', async () => {
    const own = { audience: { kind: 'tenants', tenantIds: [one] } }
    const contents = ['first', 'second', 'third'].map((text) => pdf(`archive ${text}`, 4000))
    const [first, second, third] = contents as [Buffer, Buffer, Buffer]
    const name = 'Spécification – n° 1.pdf'
    const ids = [
      await aDocument(portal.url, quality, { ...own, name, content: first, title: '=A' }),
      await aDocument(portal.url, quality, { ...own, name: name.toUpperCase(), content: second }),
    ]
    const foreign = await aDocument(portal.url, quality, {
      ...{ name, content: third, audience: { kind: 'tenants', tenantIds: [two] } },
    })
    const gone = await aDocument(portal.url, quality, { ...own, content: pdf('archive gone') })
    await quality.post(`${ADMIN}/${gone}/withdraw`, { reason: 'x' })
    const cases: [Actor, string, number, string][] = [
      [Object.assign(createClient(portal.url), { userId: '', email: '' }), '1', 401, 'no_session'],
      [member, '', 422, 'validation'],
      [member, '1,x', 422, 'validation'],
      [member, Array.from({ length: 501 }, (_, n) => n + 1).join(','), 422, 'validation'],
      [member, `${foreign},${gone}`, 404, 'not_found'],
    ]
    for (const [who, asked, ...refusal] of cases)
      expect(said(await who.get(`${ARCHIVE}?ids=${asked}`))).toEqual(refusal)

    const asked = [...ids, foreign, gone, ids[0]].join(',')
    const answer = await fetch(`${portal.url}${ARCHIVE}?ids=${asked}`, {
      headers: { cookie: cookiesOf(member), 'accept-language': 'fr-CA' },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const parts = readZip(Buffer.from(await answer.arrayBuffer()))
    expect([...parts.keys()]).toEqual([
      name,
      'SPÉCIFICATION – N° 1 (2).PDF',
      expect.stringMatching(/^manifest.*csv$/),
    ])
    expect([parts.get(name), parts.get('SPÉCIFICATION – N° 1 (2).PDF')]).toEqual([
      first.toString(),
      second.toString(),
    ])
    const lines = [...parts.values()].at(-1)?.split('\r\n').slice(1, -1) ?? []
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain(`${ids[0]},'=A,,1,${name},${first.length},${sum(first)},`)
    // Another tenant’s is as absent as none: not even its title.
    expect(lines[2]).toMatch(new RegExp(`^${foreign},,,,,,,.+`))
    expect(lines[3]).toMatch(new RegExp(`^${gone},Procedure 12,.*,Non accessible\u00a0: il a été retiré$`))

    const recorded = await peek(
      portal,
      `select object_id from portal.audit_log where actor = $1 and new ->> 'disposition' = 'archive' order by seq`,
      [member.userId],
    )
    expect(recorded.map(({ object_id }) => Number(object_id))).toEqual(ids)
  })
})

describe('a legal document', () => {
  const LEGAL = '/api/v1/legal/documents'
  const legal = { shelves: ['legal'], category: 'policy', type: 'terms', title: 'Terms' }
  const sign = (who: Actor, id: number, version = 1, password = PASSWORD) =>
    who.post(`${LEGAL}/${id}/acknowledgement`, { version, password })
  const seen = async (who: Actor, id: number) =>
    (await who.get(LEGAL)).body.items.find((row: Json) => row.id === id)

  it('is signed by whoever may, with the password, once for each version (E6)', async () => {
    const content = pdf('terms one')
    const mine = { kind: 'tenants', tenantIds: [one] }
    const id = await aDocument(portal.url, quality, { ...legal, content, audience: mine })
    const signatory = await aMember(portal, one, 'tenant_admin')
    const colleague = await aMember(portal, one, 'tenant_admin')
    const elsewhere = await aMember(portal, two, 'tenant_admin')
    const nobody = Object.assign(createClient(portal.url), { userId: '', email: '' })
    const cases: [Actor, number, string, number, string][] = [
      [nobody, 1, PASSWORD, 401, 'no_session'],
      [member, 1, PASSWORD, 403, 'permission_denied'],
      [quality, 1, PASSWORD, 403, 'permission_denied'],
      [await anAdministrator(portal), 1, PASSWORD, 403, 'permission_denied'],
      [elsewhere, 1, PASSWORD, 404, 'not_found'],
      [signatory, 2, PASSWORD, 409, 'other_version'],
      [signatory, 1, 'another password', 422, 'invalid_password'],
      [signatory, 1, '', 422, 'validation'],
    ]
    for (const [who, version, password, ...refusal] of cases)
      expect(said(await sign(who, id, version, password))).toEqual(refusal)
    expect(await seen(signatory, id)).toMatchObject({ signed: null, toSign: true })
    expect(await seen(member, id)).toMatchObject({ signed: null, toSign: false })

    const signed = {
      version: 1,
      signing: 'agreement',
      name: expect.any(String),
      at: expect.any(String),
      checksum: sum(content),
    }
    // Two at once: one of them has signed.
    const both = await Promise.all([sign(signatory, id), sign(colleague, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)?.body).toEqual(signed)
    expect(said(await sign(signatory, id))).toEqual([409, 'already_signed'])
    expect(await seen(member, id)).toMatchObject({ signed, toSign: false })

    await sendFile(portal.url, quality, `${ADMIN}/${id}/versions?name=two.pdf`, pdf('terms two'))
    await release(quality, id, 2)
    expect(await seen(signatory, id)).toMatchObject({ signed: null, toSign: true })
    const asked = `select tenant_id, permission from portal.outbox where topic = 'document.to_sign' and object_id = '${id}'`
    expect(await peek(portal, asked)).toEqual(Array(2).fill({ tenant_id: one, permission: 'legal.approve' }))
    const about = async (who: Actor) => (await who.get(`${ADMIN}/${id}/acknowledgements`)).body
    const row = { tenantId: one, tenant: 'First', name: null, at: null, signing: null, before: 1 }
    expect(await about(quality)).toEqual({
      version: 2,
      signing: 'agreement',
      signed: 0,
      total: 1,
      companies: [row],
    })
    await sign(signatory, id, 2)
    expect(await about(quality)).toMatchObject({ signed: 1, companies: [{ name: expect.any(String) }] })
    const history = (await member.get(LEGAL)).body.acknowledgements
    expect(history.map(({ version }: Json) => version)).toEqual([2, 1])
    expect((await elsewhere.get(LEGAL)).body.acknowledgements).toEqual([])
  })

  it('stays signed, also for who owns the tables', async () => {
    const changed = await portal.owner((tx) =>
      tx.updateTable('document_acknowledgements').set({ name: 'x' }).executeTakeFirst(),
    )
    const gone = await portal.owner((tx) => tx.deleteFrom('document_acknowledgements').executeTakeFirst())
    expect([changed.numUpdatedRows, gone.numDeletedRows]).toEqual([0n, 0n])
    expect((await member.get(LEGAL)).body.acknowledgements).toHaveLength(2)
  })

  it('is accepted or its receipt acknowledged, by its type; the record says which', async () => {
    const signatory = await aMember(portal, one, 'tenant_admin')
    const changed = { ...facts({ ...legal, title: 'Terms, at last' }), version: 2, pending: false }
    const cases = [
      ['terms', 'agreement', 'document.accepted'],
      ['privacy', 'notice', 'document.acknowledged'],
    ] as const
    for (const [type, signing, action] of cases) {
      const other = signing === 'agreement' ? 'notice' : 'agreement'
      const id = await aDocument(portal.url, quality, { ...legal, type, content: pdf(type) })
      expect(await seen(signatory, id)).toMatchObject({ signing, toSign: true, signed: null })
      const asked = { version: 1, password: PASSWORD }
      const url = `${LEGAL}/${id}/acknowledgement`
      expect(said(await signatory.post(url, { ...asked, signing: other }))).toEqual([409, 'other_signing'])
      expect((await signatory.post(url, { ...asked, signing })).body).toMatchObject({ version: 1, signing })
      expect(await seen(signatory, id)).toMatchObject({ signed: { signing }, toSign: false })
      const { body } = await quality.get(`${ADMIN}/${id}/acknowledgements`)
      expect(body.signing).toBe(signing)
      expect(body.companies.map((row: Json) => row.signing)).toContain(signing)
      const { acts } = (await quality.get(`${ADMIN}/${id}/record`)).body
      expect(acts[0]).toMatchObject({ act: action.slice('document.'.length), version: 1 })
      expect(
        await peek(
          portal,
          `select new ->> 'signing' as signing from portal.audit_log where action = $1 and object_id = $2`,
          [action, String(id)],
        ),
      ).toEqual([{ signing }])
      // What was signed stays what it was, whatever the document is called later.
      expect((await quality.send('PUT', `${ADMIN}/${id}`, { ...changed, type: 'privacy' })).status).toBe(200)
      expect(await seen(signatory, id)).toMatchObject({ signing: 'notice', signed: { signing } })
    }
  })

  it('locks the password after five wrong ones', async () => {
    const id = await aDocument(portal.url, quality, { ...legal, content: pdf('locks') })
    const guesser = await aMember(portal, one, 'tenant_admin')
    for (let wrong = 0; wrong < 5; wrong++)
      expect(said(await sign(guesser, id, 1, `wrong password ${wrong}`))).toEqual([422, 'invalid_password'])
    expect(said(await sign(guesser, id))).toEqual([422, 'invalid_password'])
    expect(await seen(guesser, id)).toMatchObject({ toSign: true })
  })
})

describe('how long a document is kept (E1)', () => {
  const get = async (id: number) => (await quality.get(`${ADMIN}/${id}`)).body
  const keep = async (id: number, retention: string, hold: string | null = null) =>
    quality.send('PUT', `${ADMIN}/${id}/retention`, { version: (await get(id)).version, retention, hold })
  const remove = async (id: number, who = quality) =>
    who.post(`${ADMIN}/${id}/removal`, { version: (await get(id)).version })
  /** As if it had been withdrawn so many years ago. */
  const withdrawn = async (id: number, years: number) => {
    await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'Over' })
    await peek(
      portal,
      `update portal.documents set withdrawn_at = now() - make_interval(years => $2::int) - interval '1 day' where id = $1`,
      [id, years],
    )
  }

  it('is told and kept by who may release, and nothing goes before its time, held, or signed', async () => {
    const audience = { kind: 'tenants', tenantIds: [one] }
    const id = await aDocument(portal.url, quality, { audience, content: pdf('kept'), title: 'Kept' })
    expect(said(await member.post(`${ADMIN}/${id}/removal`, { version: 1 }))).toEqual([
      403,
      'permission_denied',
    ])
    expect(said(await quality.post(`${ADMIN}/${id}/removal`, { version: 99 }))).toEqual([
      412,
      'stale_version',
    ])
    expect(said(await remove(id)), 'offered').toEqual([409, 'document_kept'])
    await withdrawn(id, 6)
    expect(said(await remove(id)), 'six of seven').toEqual([409, 'document_kept'])
    expect((await keep(id, 'permanent')).status).toBe(200)
    expect((await keep(id, 'short', 'A claim of 2031')).status).toBe(200)
    expect(await get(id)).toMatchObject({ removable: false, hold: { reason: 'A claim of 2031' } })
    expect(said(await remove(id))).toEqual([409, 'document_held'])
    expect((await keep(id, 'short')).status).toBe(200)
    expect(await get(id)).toMatchObject({ removable: true, hold: null })
    expect((await remove(id)).status).toBe(200)
    expect(said(await quality.get(`${ADMIN}/${id}`))).toEqual([404, 'not_found'])
  })

  it('never ends for what a company has signed; a draft goes at once', async () => {
    const legal = {
      shelves: ['legal'],
      category: 'policy',
      type: 'terms',
      content: pdf('signed'),
      title: 'Signed',
    }
    const id = await aDocument(portal.url, quality, { audience: { kind: 'all' }, ...legal })
    await peek(
      portal,
      `insert into portal.document_acknowledgements (tenant_id, document_id, version, checksum, signing, user_id, name)
       select $1, document_id, no, checksum, 'notice', 'nobody', 'Nobody' from portal.document_versions where document_id = $2`,
      [one, id],
    )
    await keep(id, 'short')
    await withdrawn(id, 2)
    expect(said(await remove(id))).toEqual([409, 'document_signed'])
    const added = await sendFile(portal.url, quality, addressOf('draft.pdf'), pdf('never released'))
    expect((await remove(added.body.id)).status).toBe(200)
  })
})

describe('what expires (E5)', () => {
  it('is told of 60, 30 and 7 days before and after, once each, whoever looks', async () => {
    const tenant = await aTenant(portal)
    const audience = { kind: 'tenants', tenantIds: [tenant] }
    const document = { audience, content: pdf('expires'), expiresOn: '2031-03-31', title: 'Expires' }
    const id = await aDocument(portal.url, quality, document)
    const remind = (day: string) => portal.owner((tx) => remindOfExpiry(tx, day))
    const days = [
      '2031-01-29',
      '2031-01-30',
      '2031-02-27',
      '2031-03-01',
      '2031-03-02',
      '2031-03-24',
      '2031-03-31',
      '2031-04-01',
    ]
    const told: string[] = []
    for (const day of days) {
      // Two servers at once.
      const counts = await Promise.all([remind(day), remind(day)])
      if (counts.some((count) => count > 0)) told.push(day)
      expect(counts.toSorted()).toEqual(told.includes(day) ? [0, 1] : [0, 0])
    }
    expect(told).toEqual(['2031-01-30', '2031-03-01', '2031-03-24', '2031-04-01'])
    const events = await peek(
      portal,
      `select tenant_id, topic, module, permission, payload -> 'threshold' as at from portal.outbox
        where topic like 'document.expir%' and object_id = '${id}' order by id`,
    )
    const event = { tenant_id: tenant, module: 'qaqc', permission: 'documents.read' }
    expect(events).toEqual([
      { ...event, topic: 'document.expiring', at: 60 },
      { ...event, topic: 'document.expiring', at: 30 },
      { ...event, topic: 'document.expiring', at: 7 },
      { ...event, topic: 'document.expired', at: 0 },
    ])
    // Those who look after it hear of it, too: once, however many it is for, and only of what they may look into.
    const heard = (actor: Actor) => async () =>
      (await actor.get('/api/v1/notices')).body.items
        .filter(({ link }: Json) => link === `/admin/documents/${shared}`)
        .map(({ text }: Json) => text)
    const shared = await aDocument(portal.url, quality, {
      ...{ ...document, content: pdf('shared'), title: 'Shared' },
      audience: { kind: 'tenants', tenantIds: [one, two] },
    })
    const near = await aStaffMember(portal, 'quality', [two])
    const far = await aStaffMember(portal, 'quality', [tenant])
    // A server looks when it starts.
    for (const day of ['2031-03-24', '2031-04-01'])
      await watchExpiry(portal.location, () => day, portal.log).stop()
    const texts = ['Shared has expired', expect.stringContaining('Shared expires on')]
    for (const actor of [quality, near]) await expect.poll(heard(actor)).toEqual(texts)
    expect(await heard(far)()).toEqual([])
    expect(await heard(member)()).toEqual([])
  })
})
