import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byteRange } from '../../src/features/documents/server/byte-range.ts'
import { isKey } from '../../src/platform/server/files/stored-file.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { aDocument, addressOf, cookiesOf, facts, pdf, sendFile } from '../support/documents.ts'
import { sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const ADMIN = '/api/v1/admin/documents'
const DOCUMENTS = '/api/v1/documents'

let portal: TestPortal
let one: number
let two: number
let member: Actor
let stranger: Actor
let quality: Actor
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal)
  two = await aTenant(portal)
  member = await aMember(portal, one)
  stranger = await aMember(portal, two)
  quality = await aStaffMember(portal, 'quality')
  administrator = await anAdministrator(portal)
})
afterAll(() => portal.close())

const send = (name: string, body: Buffer, document: object = facts()) =>
  sendFile(portal.url, quality, addressOf(name, document), body)
const place = (folder: string) => path.join(portal.dataDir, 'files', folder)
const kept = () => fs.readdirSync(place('documents')).filter(isKey).length
const said = ({ status, body }: Answer<Json>) => [status, body.code]

/** What it would be saved as. */
const nameOf = (headers: Headers) =>
  decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')

async function bytesOf(who: Actor, address: string, headers: Record<string, string> = {}) {
  const cookie = cookiesOf(who)
  const response = await fetch(`${portal.url}${address}`, { headers: { cookie, ...headers } })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('a document', () => {
  it('is a draft for those who write it, then there for whom it is for, and for nobody else', async () => {
    const mine = { kind: 'tenants', tenantIds: [one] }
    const content = pdf('Exigences de qualité')
    const name = 'Spécification – lot n° 12 (révisée).pdf'
    const added = await send(name, content, facts({ title: 'Spécification 12', audience: mine }))
    expect(added.body).toEqual({ id: expect.any(Number), version: 1, duplicates: [] })
    const { id } = added.body
    const asked = [`${DOCUMENTS}/${id}`, `${DOCUMENTS}/${id}/file`, `${DOCUMENTS}/${id}/versions/1/file`]
    for (const address of asked) expect(said(await member.get(address))).toEqual([404, 'not_found'])
    expect((await bytesOf(quality, asked[2] as string)).bytes.equals(content)).toBe(true)

    expect((await quality.post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' })).body).toEqual({
      released: true,
    })
    for (const address of asked) expect(said(await stranger.get(address))).toEqual([404, 'not_found'])
    expect((await stranger.get('/api/v1/qaqc/documents?shelf=qa&search=12')).body.total).toBe(0)

    const listed = await member.get('/api/v1/qaqc/documents?shelf=qa&search=specification')
    expect(listed.body.items).toMatchObject([
      { id, title: 'Spécification 12', status: 'available', opens: true },
    ])
    const file = await bytesOf(member, `${DOCUMENTS}/${id}/file`)
    expect(file.status).toBe(200)
    expect(file.bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Specification _ lot n_ 12 (revisee).pdf"; filename*=UTF-8''${encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')}`,
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store, no-transform',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
    })
    const inline = await bytesOf(member, `${DOCUMENTS}/${id}/file?disposition=inline`)
    expect(inline.headers.get('content-disposition')).toMatch(/^inline; /)
    expect(
      (await bytesOf(member, asked[1] as string, { 'if-none-match': file.headers.get('etag') as string }))
        .status,
    ).toBe(304)
    const trail = await portal.owner((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'new'])
        .where('actor', '=', member.userId)
        .orderBy('seq')
        .execute(),
    )
    const opened = trail.filter(({ action }) => action === 'document.downloaded')
    expect(opened.map(({ new: after }) => after)).toMatchObject([
      { version: 1, file: name, disposition: 'attachment' },
      { disposition: 'inline' },
    ])
  })

  it('gives the ranges that are asked for, and says what there is beyond them', async () => {
    const content = pdf('Ranges', 4000)
    const id = await aDocument(portal.url, quality, { content, title: 'Ranges' })
    const address = `${DOCUMENTS}/${id}/file`
    const cases: [header: string, status: number, from: number, to: number][] = [
      ['bytes=0-9', 206, 0, 10],
      ['bytes=100-', 206, 100, content.length],
      ['bytes=-7', 206, content.length - 7, content.length],
      ['bytes=10-999999', 206, 10, content.length],
      ['bytes=0-1,5-6', 200, 0, content.length],
      ['bytes=9-3', 200, 0, content.length],
      ['lines=1-2', 200, 0, content.length],
    ]
    for (const [range, status, from, to] of cases) {
      const answer = await bytesOf(member, address, { range })
      expect([range, answer.status, answer.bytes.equals(content.subarray(from, to))]).toEqual([
        range,
        status,
        true,
      ])
      if (status === 206)
        expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${content.length}`)
    }
    const beyond = await member.get(address, { headers: { range: `bytes=${content.length}-` } })
    expect(said(beyond)).toEqual([416, 'range_outside'])
    const other = await bytesOf(member, address, { range: 'bytes=0-9', 'if-range': '"other"' })
    expect([other.status, other.bytes.length]).toEqual([200, content.length])
    const head = await member.send('HEAD', address)
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
  })

  it('a range is what RFC 9110 says, whatever is asked', () => {
    const size = fc.integer({ min: 1, max: 1000 })
    const edge = fc.option(fc.integer({ min: 0, max: 2000 }), { nil: '' as const })
    const property = fc.property(size, edge, edge, (bytes, from, to) => {
      const range = byteRange(`bytes=${from}-${to}`, bytes)
      const all = Array.from({ length: bytes }, (_, n) => n)
      const wanted =
        from === ''
          ? all.slice(to === '' ? 0 : Math.max(0, bytes - to))
          : all.slice(from, to === '' ? undefined : to + 1)
      if (from === '' && to === '') return range === null
      if (from !== '' && to !== '' && to < from) return range === null
      if (wanted.length === 0 || (from === '' && to === 0)) return range === 'outside'
      return range !== null && range !== 'outside' && range.start === wanted[0] && range.end === wanted.at(-1)
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('keeps the same content once, and says so', async () => {
    const content = pdf('Once')
    const before = kept()
    const first = await send('first.pdf', content, facts({ title: 'First' }))
    const second = await send('second.pdf', content, facts({ title: 'Second' }))
    expect(second.body.duplicates).toEqual([{ id: first.body.id, title: 'First', version: 1 }])
    expect(kept()).toBe(before + 1)
    const again = await sendFile(
      portal.url,
      quality,
      `${ADMIN}/${first.body.id}/versions?name=x.pdf`,
      content,
    )
    expect(said(again)).toEqual([409, 'same_file'])
    expect(kept()).toBe(before + 1)
  })

  it('is never given out when a byte of it was flipped, and not through a link that was put in its place', async () => {
    const content = pdf('Flipped', 2000)
    const id = await aDocument(portal.url, quality, { content, title: 'Flipped' })
    const address = `${DOCUMENTS}/${id}/file`
    expect((await bytesOf(member, address, { range: 'bytes=0-9' })).status).toBe(206)
    const [version] = await portal.owner((tx) =>
      tx.selectFrom('document_versions').select('file_key').where('document_id', '=', id).execute(),
    )
    const file = path.join(place('documents'), version?.file_key as string)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const flipped = Buffer.from(content)
        flipped[at] = (flipped[at] as number) ^ mask
        fs.writeFileSync(file, flipped)
        for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[])
          expect(said(await member.get(address, { headers }))).toEqual([500, 'stored_file_damaged'])
      }),
      { numRuns: 10 },
    )
    fs.writeFileSync(file, content.subarray(1))
    expect(said(await member.get(address))).toEqual([500, 'stored_file_damaged'])
    fs.writeFileSync(`${file}-elsewhere`, content)
    fs.rmSync(file)
    const gone = await member.get(address)
    expect(said(gone)).toEqual([404, 'file_missing'])
    expect(gone.body.figures).toEqual({ status: 'available' })
    fs.symlinkSync(`${file}-elsewhere`, file)
    expect(said(await member.get(address))).toEqual([500, 'stored_file_damaged'])
    fs.rmSync(file)
    fs.rmSync(`${file}-elsewhere`)
    // Where it comes again, what is damaged does not take its place.
    const again = await aDocument(portal.url, quality, { content, title: 'Again' })
    expect((await bytesOf(member, `${DOCUMENTS}/${again}/file`)).bytes.equals(content)).toBe(true)
  })

  it('is superseded by a new version, withdrawn with a reason, and says what it is', async () => {
    const legal = { shelves: ['legal'], category: 'policy', type: 'privacy', title: 'Privacy Policy' }
    const id = await aDocument(portal.url, quality, { ...legal, content: pdf('one') })
    const next = await sendFile(
      portal.url,
      quality,
      `${ADMIN}/${id}/versions?name=p2.pdf&note=Clause%204`,
      pdf('two'),
    )
    expect(next.body).toMatchObject({ id, version: 2 })
    const current = async () => (await bytesOf(member, `${DOCUMENTS}/${id}/file`)).bytes.toString()
    expect(await current()).toContain('one')
    expect((await member.get(`${DOCUMENTS}/${id}`)).body.versions).toMatchObject([{ version: 1 }])
    for (const reason of [undefined, ' ', 'x'.repeat(501)])
      expect(said(await quality.post(`${ADMIN}/${id}/release`, { version: 2, reason }))).toEqual([
        422,
        'validation',
      ])
    await quality.post(`${ADMIN}/${id}/release`, { version: 2, reason: 'The new clause is agreed' })
    const [act] = (await quality.get(`${ADMIN}/${id}/record`)).body.acts
    expect(act).toMatchObject({ act: 'released', version: 2, said: 'The new clause is agreed' })
    expect(await current()).toContain('two')
    expect(said(await quality.post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' }))).toEqual([
      409,
      'not_to_release',
    ])
    expect((await member.get(`${DOCUMENTS}/${id}`)).body.versions).toMatchObject([
      { version: 2, status: 'available', note: 'Clause 4', opens: true },
      { version: 1, status: 'superseded', opens: true },
    ])
    const { items, history } = (await member.get('/api/v1/legal/documents')).body
    expect(items).toMatchObject([{ id, type: 'privacy', version: 2 }])
    expect(history).toMatchObject([{ documentId: id, version: 2, note: 'Clause 4' }])
    // What is offered under its old number says so by its status; on QA and QC it is not offered at all.
    const old = await bytesOf(member, `${DOCUMENTS}/${id}/versions/1/file`, { 'x-portal-language': 'fr-CA' })
    expect(old.bytes.toString()).toContain('one')
    // Saved, nothing but its name says that it does not count any more.
    expect(nameOf(old.headers)).toMatch(/ \(version 1, remplacée\)\.pdf$/)
    const offered = await bytesOf(member, `${DOCUMENTS}/${id}/file`)
    expect(nameOf(offered.headers)).toBe('p2.pdf')
    const draft = await sendFile(portal.url, quality, `${ADMIN}/${id}/versions?name=p3.pdf`, pdf('three'))
    expect(draft.body).toMatchObject({ version: 3 })
    const third = await bytesOf(quality, `${DOCUMENTS}/${id}/versions/3/file`)
    expect(nameOf(third.headers)).toBe('p3 (version 3, draft).pdf')

    expect((await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'A wrong clause' })).status).toBe(200)
    expect(said(await member.get(`${DOCUMENTS}/${id}/file`))).toEqual([409, 'document_withdrawn'])
    expect(said(await member.get(`${DOCUMENTS}/${id}/versions/2/file`))).toEqual([409, 'document_withdrawn'])
    expect((await member.get(`${DOCUMENTS}/${id}`)).body).toMatchObject({
      ...{ status: 'withdrawn', withdrawnReason: 'A wrong clause', opens: false },
    })
    expect(said(await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'x' }))).toEqual([
      409,
      'not_to_withdraw',
    ])
  })

  it('of QA or QC is downloaded only while it is available (E7)', async () => {
    const announced = await send('p.pdf', pdf('pending'), facts({ title: 'Announced' }))
    const { id } = announced.body
    const known = (await quality.get(`${ADMIN}/${id}`)).body
    const shown = Object.fromEntries(
      Object.entries(known).filter(
        ([key]) => !/^(status|withdrawnReason|versions|retention|hold|removableFrom|removable)$/.test(key),
      ),
    )
    const change = (more: object) =>
      quality.send('PUT', `${ADMIN}/${id}`, { ...shown, pending: true, ...more })
    expect((await change({})).body).toEqual({ version: 2 })
    expect(said(await change({}))).toEqual([412, 'stale_version'])
    const page = (await member.get('/api/v1/qaqc/documents?shelf=qa&search=announced')).body
    expect(page.items).toMatchObject([{ id, status: 'pending', opens: false, version: null }])
    expect(page.counts.statuses.pending).toBe(1)
    expect(said(await member.get(`${DOCUMENTS}/${id}/file`))).toEqual([409, 'document_pending'])
    expect(said(await member.get(`${DOCUMENTS}/${id}/versions/1/file`))).toEqual([404, 'not_found'])
    await quality.post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' })
    expect((await bytesOf(member, `${DOCUMENTS}/${id}/file`)).status).toBe(200)
    const { version } = (await quality.get(`${ADMIN}/${id}`)).body
    expect((await change({ version, expiresOn: '2020-01-31' })).status).toBe(200)
    expect(said(await member.get(`${DOCUMENTS}/${id}/file`))).toEqual([409, 'document_expired'])
    expect(said(await member.get(`${DOCUMENTS}/${id}/versions/1/file`))).toEqual([409, 'document_expired'])
    // Who looks after documents opens it all the same, and is told that it can.
    expect((await quality.get(`${DOCUMENTS}/${id}`)).body.versions).toMatchObject([
      { version: 1, opens: true },
    ])
    const kept = await bytesOf(quality, `${DOCUMENTS}/${id}/versions/1/file`)
    expect([kept.status, nameOf(kept.headers)]).toEqual([200, 'p (expired).pdf'])
    expect((await member.get(`${DOCUMENTS}/${id}`)).body).toMatchObject({ status: 'expired', opens: false })
  })

  it('is for its audience also where tenants and orders come later, move and go', async () => {
    const all = await aDocument(portal.url, quality, { title: 'For all', content: pdf('all') })
    const late = await aTenant(portal, { clientCodes: ['LATE'] })
    const comer = await aMember(portal, late)
    expect((await comer.get(`${DOCUMENTS}/${all}`)).status).toBe(200)

    const push = sender(portal.url, await aKey(portal))
    const row = { Primary: 'P-77', 'Ord No': 'O-77', 'Client Code': 'LATE', 'Client Name': 'Late' }
    expect((await push('orders', [row])).body).toMatchObject({ inserted: 1 })
    const ofOrder = {
      audience: { kind: 'order', orderNo: 'O-77' },
      title: 'Of an order',
      content: pdf('order'),
    }
    const id = await aDocument(portal.url, quality, ofOrder)
    expect((await comer.get(`${DOCUMENTS}/${id}`)).status).toBe(200)
    expect(said(await member.get(`${DOCUMENTS}/${id}`))).toEqual([404, 'not_found'])
    await push('orders', [{ Primary: 'P-77', _op: 'delete' }])
    expect(said(await comer.get(`${DOCUMENTS}/${id}`))).toEqual([404, 'not_found'])
    expect((await administrator.get(`${ADMIN}/${id}`)).body.audience).toEqual({
      kind: 'order',
      orderNo: 'P-77',
    })
    await push('orders', [row])
    expect((await comer.get(`${DOCUMENTS}/${id}`)).status).toBe(200)
  })

  it('is not there where every module that it is in is hidden', async () => {
    const hidden = await aTenant(portal)
    const blind = await aMember(portal, hidden)
    const audience = { kind: 'tenants', tenantIds: [hidden] }
    const qa = await aDocument(portal.url, quality, { audience, content: pdf('qa') })
    const both = await aDocument(portal.url, quality, {
      audience,
      shelves: ['qa', 'product'],
      content: pdf('both'),
    })
    await portal.owner((tx) =>
      tx
        .insertInto('tenant_module_visibility')
        .values({ tenant_id: hidden, module_id: 'qaqc', is_visible: false })
        .execute(),
    )
    expect(said(await blind.get('/api/v1/qaqc/documents?shelf=qa'))).toEqual([403, 'module_hidden'])
    for (const address of [`${DOCUMENTS}/${qa}`, `${DOCUMENTS}/${qa}/file`])
      expect(said(await blind.get(address))).toEqual([404, 'not_found'])
    expect((await blind.get(`${DOCUMENTS}/${both}`)).body.shelves).toEqual(['product'])
  })
})

describe('the lists', () => {
  it('count, sort, search and page a shelf; products have their documents together; favourites are one’s own', async () => {
    const tenant = await aTenant(portal)
    const [reader, colleague] = [await aMember(portal, tenant), await aMember(portal, tenant)]
    const audience = { kind: 'tenants', tenantIds: [tenant] }
    const product = { audience, shelves: ['product'], category: 'compliance' }
    const ids: number[] = []
    for (const [index, type] of ['coa', 'tds', 'kosher'].entries())
      ids.push(
        await aDocument(portal.url, quality, {
          ...product,
          ...{
            type,
            title: `Paper ${10 - index}`,
            content: pdf(type),
            category: index ? 'compliance' : 'technical-spec',
          },
          ...{ productCode: 'FG-1', productName: 'Flora', productLine: 'Gut Health' },
        }),
      )
    const own = async (query: string, who = reader) => (await who.get(`/api/v1/product/${query}`)).body
    // Others are for all; their titles say something else.
    const first = await own('documents?search=paper&sort=title&limit=2')
    expect(first.items.map((row: Json) => row.title)).toEqual(['Paper 8', 'Paper 9'])
    expect([first.total, first.counts.categories.compliance]).toEqual([3, 2])
    const rest = await own(`documents?search=paper&sort=title&limit=2&cursor=${first.nextCursor}`)
    expect([rest.items[0].title, rest.nextCursor, rest.counts]).toEqual(['Paper 10', null, null])
    for (const [sort, titles] of [
      ['-title', ['Paper 10', 'Paper 9', 'Paper 8']],
      ['updated', ['Paper 8', 'Paper 9', 'Paper 10']],
      ['category', ['Paper 8', 'Paper 9', 'Paper 10']],
      ['version', ['Paper 8', 'Paper 9', 'Paper 10']],
    ]) {
      const pages: string[] = []
      for (let cursor = ''; ; ) {
        const page = await own(`documents?search=paper&sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
        pages.push(...page.items.map((row: Json) => row.title))
        if (!page.nextCursor) break
        cursor = page.nextCursor
      }
      expect([sort, pages]).toEqual([sort, titles])
    }
    expect((await own('documents?search=flora&category=compliance')).total).toBe(2)
    const sets = await own('sets?search=gut')
    expect(sets.items).toMatchObject([{ code: 'FG-1', name: 'Flora', line: 'Gut Health' }])
    expect(sets.items[0].documents.map((row: Json) => row.type)).toEqual(['tds', 'kosher', 'coa'])

    const sheet = await aDocument(portal.url, quality, {
      ...{
        audience,
        shelves: ['fact-sheet'],
        category: 'dietary',
        type: 'fact-sheet',
        content: pdf('sheet'),
      },
    })
    const mark = (who: Actor, id: number, favourite: boolean) =>
      who.send('PUT', `/api/v1/product/fact-sheets/${id}/favourite`, { favourite })
    expect(said(await mark(reader, ids[0] as number, true))).toEqual([404, 'not_found'])
    expect(said(await mark(stranger, sheet, true))).toEqual([404, 'not_found'])
    for (const favourite of [true, true])
      expect((await mark(reader, sheet, favourite)).body).toEqual({ favourite })
    expect((await own('fact-sheets?favourites=true')).items).toMatchObject([{ id: sheet, favourite: true }])
    expect((await own('fact-sheets?favourites=true', colleague)).total).toBe(0)
    await mark(reader, sheet, false)
    expect((await own('fact-sheets')).items.find(({ id }: Json) => id === sheet).favourite).toBe(false)
  })
})
