import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKey } from '../../src/platform/server/files/stored-file.ts'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { pdf, sendFile, zip } from '../support/documents.ts'
import { counts, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startScanner } from '../support/scanner.ts'
import { eventually } from '../support/upload.ts'

let portal: TestPortal
let scanner: Awaited<ReturnType<typeof startScanner>>
let key: string
let tenant: number
let member: Actor
let stranger: Actor
let quality: Actor
const LOT = '24-0117'
beforeAll(async () => {
  scanner = await startScanner()
  portal = await startTestPortal({ SCAN_URL: scanner.url })
  tenant = await aTenant(portal, { clientCodes: ['A'], source: 'erp' })
  key = await aKey(portal, { source: 'erp' })
  member = await aMember(portal, tenant, 'quality_manager')
  stranger = await aMember(portal, await aTenant(portal), 'quality_manager')
  quality = await aStaffMember(portal, 'quality')
  const rows = sender(portal.url, key)
  await rows('lots', [{ 'Lot No': LOT, 'Item No': 'I-1', State: 'released', Manufactured: '2025-01-02' }])
  await rows('orders', [{ Primary: 'P-1', 'Ord No': 'O-1', 'Client Code': 'A' }])
  await rows('order-lines', [
    { Primary: 'P-1', 'Line No': '1', 'Item No': 'I-1', 'Item Name': 'Capsules', Lot: LOT },
  ])
})
afterAll(async () => {
  await portal?.close()
  await scanner?.close()
})

type File = { name: string; content: Buffer }
const certificate = (more: object = {}) => ({
  'Document No': 'COA-1',
  Title: 'Certificate of lot 24-0117',
  Type: 'coa',
  Lots: [LOT],
  ...more,
})
const file = (name = 'coa.pdf', content = pdf()): File => ({ name, content })

/** As an upstream system sends it. */
async function send(
  document: unknown,
  { name, content }: Partial<File> = {},
  { of = key, headers = {} }: { of?: string | undefined; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Json; headers: Headers }> {
  const form = new FormData()
  form.set('document', typeof document === 'string' ? document : JSON.stringify(document))
  if (content) form.set('file', new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${portal.url}/api/v1/ingest/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${of}`, ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const documentOf = async (no: string): Promise<Json> =>
  (
    await peek(
      portal,
      `select d.*, (select array_agg(v.status order by v.no) from portal.document_versions v where v.document_id = d.id) as versions
         from portal.documents d where d.number = $1`,
      [no],
    )
  )[0]
/** Once the scanner found it clean. */
const offered = (no: string) => eventually(async () => (await documentOf(no)).status === 'available')

describe('a document from upstream is refused', () => {
  it('whole, where its form cannot be read: the list of batches says so', async () => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(pdf())]), 'coa.pdf')
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${portal.url}/api/v1/ingest/documents`, { method: 'POST', headers, body })
    const { code, batchId } = (await answer.json()) as Json
    expect([answer.status, code]).toEqual([422, 'validation'])
    const kept = 'select kind, refusal, result -> $2 as why from portal.ingest_batches where id = $1'
    expect(await peek(portal, kept, [batchId, 'refusal'])).toEqual([
      {
        kind: 'documents',
        refusal: 'document_form',
        why: {
          code: 'document_form',
          message: expect.stringContaining('document comes first, then file; each once'),
        },
      },
    ])
  })

  it('without a key, by a key that reads, as something else than a form, and where the form is not one', async () => {
    expect((await send(certificate(), file(), { of: 'nobody' })).body.code).toBe('unknown_key')
    const reading = await aKey(portal, { source: 'erp', scope: 'read' })
    expect((await send(certificate(), file(), { of: reading })).body.code).toBe('key_scope')
    const raw = sender(portal.url, key)
    expect((await raw('documents', [certificate()])).body).toMatchObject({
      status: 415,
      code: 'unsupported_type',
    })
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await raw('documents', '--b--', type)).body).toMatchObject({ status: 422, code: 'validation' })
    expect((await raw('documents', 'no form', type)).body).toMatchObject({ status: 400, code: 'bad_request' })
    expect((await send('x'.repeat(70_000))).body).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('like a row, with what is wrong where; nothing of it stays', async () => {
    const word = (name: string) => zip([{ name, content: Buffer.from('<x/>') }])
    const cases: [object | string, Partial<File>, string | null, string][] = [
      ['not json', file(), null, 'invalid'],
      [{ ...certificate(), 'Document No': undefined }, file(), 'Document No', 'invalid'],
      [certificate({ Type: 'msa' }), file(), 'Type', 'invalid'],
      [certificate({ Shelves: ['legal'] }), file(), 'Shelves', 'invalid'],
      [certificate({ Lots: [] }), file(), 'Shelves', 'invalid'],
      [certificate({ 'Expiry Date': '2025-02-30' }), file(), 'Expiry Date', 'invalid'],
      [
        certificate({ 'Effective Date': '2025-03-01', 'Expiry Date': '2025-02-01' }),
        file(),
        'Expiry Date',
        'invalid',
      ],
      [certificate({ Shelves: 'qa', Category: 'manual' }), file(), 'Category', 'invalid'],
      [
        certificate({ Audience: 'clients', 'Client Codes': 'A, Z' }),
        file(),
        'Client Codes',
        'unknown_client',
      ],
      [certificate({ Audience: 'order', 'Ord No': 'O-9' }), file(), 'Ord No', 'unknown_order'],
      [certificate(), {}, 'file', 'required'],
      [certificate(), file('coa.exe'), 'file', 'unsupported_type'],
      [certificate(), file('../coa.pdf'), 'file', 'bad_file_name'],
      [certificate(), file('coa.pdf', Buffer.from('MZ no pdf')), 'file', 'unsupported_type'],
      [certificate(), file('coa.pdf', Buffer.from('%PDF-1.7 <script>')), 'file', 'unsupported_type'],
      [certificate(), file('coa.pdf', pdf().subarray(0, 40)), 'file', 'damaged_file'],
      [certificate(), file('coa.docx', word('evil.txt')), 'file', 'unsupported_type'],
      [certificate(), file('coa.csv', Buffer.alloc(0)), 'file', 'empty_body'],
    ]
    for (const [document, sent, field, code] of cases) {
      const { status, body } = await send(document, sent)
      expect({ status, ...counts(body) }, `${field} ${code}`).toEqual({
        status: 422,
        received: 1,
        rejected: 1,
      })
      expect(body.errors, JSON.stringify(document)).toContainEqual(
        expect.objectContaining({ row: 1, field, code }),
      )
    }
    const bound = await aKey(portal, { source: 'erp', tenantId: tenant })
    expect((await send(certificate(), file(), { of: bound })).body.errors[0]).toMatchObject({
      code: 'unknown_client',
    })
    expect(await peek(portal, 'select id from portal.documents')).toEqual([])
    expect(fs.readdirSync(path.join(portal.dataDir, 'files', 'documents')).filter(isKey)).toEqual([])
    expect(await peek(portal, `select key from portal.upstream_rows where kind = 'documents'`)).toEqual([])
  })
})

describe('a certificate from upstream', () => {
  const certificates = async () =>
    (await member.get(`/api/v1/lots/${encodeURIComponent(LOT)}`)).body.certificates as Json[]

  it('stands with its lot for whoever has it, once it is found clean, and tells who asked for it', async () => {
    expect((await member.send('PUT', `/api/v1/lots/${LOT}/wish`, { wished: true })).status).toBe(200)
    const { status, body, headers } = await send(certificate({ 'Effective Date': '2025-08-31' }), file())
    expect({ status, ...counts(body) }).toEqual({ status: 200, received: 1, inserted: 1 })
    expect(headers.get('idempotency-replayed')).toBeNull()
    await offered('COA-1')
    expect(await documentOf('COA-1')).toMatchObject({
      tenant_ids: [tenant],
      lot_nos: [LOT],
      versions: ['available'],
    })
    const { id } = await documentOf('COA-1')
    expect((await member.get(`/api/v1/documents/${id}/file`)).status).toBe(200)
    expect((await stranger.get(`/api/v1/documents/${id}/file`)).status).toBe(404)
    const [order] = await peek(portal, `select id from portal.orders where ord_no = 'O-1'`)
    const shown = (await member.get(`/api/v1/orders/id:${order.id}`)).body
    expect(shown.lines).toMatchObject([{ lot: LOT, certificate: { documentId: id } }])
    expect(await certificates()).toMatchObject([{ documentId: id, current: true }])
    await eventually(
      async () =>
        (
          await peek(portal, `select from portal.notices where kind = 'certificate_ready' and user_id = $1`, [
            member.userId,
          ])
        ).length === 1,
    )
  })

  it('is the same when it comes again, another version with another file, and never older than it is', async () => {
    const state = async () => (await documentOf('COA-1')).versions
    expect(counts((await send(certificate({ effective_date: '2025-08-31' }), file())).body)).toMatchObject({
      unchanged: 1,
    })
    const newer = certificate({ 'Updated At': '2025-09-02T00:00:00Z', Title: 'Certificate, second issue' })
    const second = file('coa.csv', Buffer.from('Test,Result\nAsh,1\n'))
    expect(counts((await send(newer, second)).body)).toMatchObject({ updated: 1 })
    await eventually(async () => String(await state()) === 'superseded,available')
    const older = certificate({ 'Updated At': '2025-09-01T00:00:00Z', Title: 'An old one' })
    expect(counts((await send(older, file())).body)).toMatchObject({ stale: 1 })
    expect(counts((await send(newer)).body)).toMatchObject({ unchanged: 1 })
    expect(await documentOf('COA-1')).toMatchObject({
      title: 'Certificate, second issue',
      current_version: 2,
    })
  })

  it('is withdrawn for a reason, tells who had it, and is offered again when it is sent again', async () => {
    const gone = { 'Document No': 'COA-1', _op: 'delete', Reason: 'Retested.' }
    const { id } = await documentOf('COA-1')
    expect((await member.get(`/api/v1/documents/${id}/file?download=true`)).status).toBe(200)
    expect(counts((await send(gone)).body)).toEqual({ received: 1, deleted: 1 })
    expect(counts((await send(gone)).body)).toEqual({ received: 1, unchanged: 1 })
    expect(await documentOf('COA-1')).toMatchObject({ status: 'withdrawn', withdrawn_reason: 'Retested.' })
    expect((await member.get(`/api/v1/documents/${id}/file`)).status).toBeGreaterThanOrEqual(400)
    expect(counts((await send(certificate({ Title: 'Back' }))).body)).toMatchObject({ updated: 1 })
    expect(await documentOf('COA-1')).toMatchObject({
      status: 'available',
      title: 'Back',
      withdrawn_reason: null,
    })
  })

  it('stays withdrawn where a person withdrew it, whatever upstream changes of it, until upstream sends another file', async () => {
    const held = (more: object = {}) => certificate({ 'Document No': 'COA-8', ...more })
    const first = file('held.pdf', pdf('wrong page'))
    expect(counts((await send(held(), first)).body)).toMatchObject({ inserted: 1 })
    await offered('COA-8')
    const path = `/api/v1/admin/documents/${(await documentOf('COA-8')).id}`
    expect((await quality.post(`${path}/withdraw`, { reason: 'Wrong page.' })).status).toBe(200)
    const stays = { status: 'withdrawn', withdrawn_reason: 'Wrong page.', versions: ['withdrawn'] }
    expect(counts((await send(held({ Title: 'Other title' }))).body)).toMatchObject({ updated: 1 })
    expect(await documentOf('COA-8')).toMatchObject({ title: 'Other title', ...stays })
    expect(counts((await send(held({ Title: 'With its file' }), first)).body)).toMatchObject({ updated: 1 })
    expect(await documentOf('COA-8')).toMatchObject(stays)
    // Nor does it come back because upstream deleted it in between.
    expect(counts((await send(held({ _op: 'delete' }))).body)).toMatchObject({ deleted: 1 })
    expect(counts((await send(held({ Title: 'Back' }))).body)).toMatchObject({ updated: 1 })
    expect(await documentOf('COA-8')).toMatchObject({ title: 'Back', ...stays })
    expect((await send(held(), file('held.pdf', pdf('right page')))).status).toBe(200)
    await offered('COA-8')
    const { id, versions } = await documentOf('COA-8')
    expect(versions).toEqual(['withdrawn', 'available'])
    // Nor is it offered with its lot once a scanner knows better.
    const current = async () =>
      (await certificates()).find(({ documentId }) => documentId === id)?.current as boolean
    const offeredOf = async () => (await member.get(`/api/v1/lots/${LOT}`)).body.certificate.documentId
    expect([await current(), await offeredOf()]).toEqual([true, id])
    await portal.owner((tx) =>
      sql`update portal.document_scans s set state = 'infected' from portal.document_versions v
        where v.document_id = ${id} and v.no = 2 and v.checksum = s.checksum`.execute(tx),
    )
    expect(await current()).toBe(false)
    expect(await offeredOf()).not.toBe(id)
    const [order] = await peek(portal, `select id from portal.orders where ord_no = 'O-1'`)
    const [line] = (await member.get(`/api/v1/orders/id:${order.id}`)).body.lines
    expect(line.certificate.documentId).toBe(await offeredOf())
  })

  it('leaves a person’s draft a draft, and offers beside it what upstream took back', async () => {
    const mixed = (more: object = {}) => certificate({ 'Document No': 'COA-9', ...more })
    const sent = file('mixed.pdf', pdf('from upstream'))
    expect(counts((await send(mixed(), sent)).body)).toMatchObject({ inserted: 1 })
    await offered('COA-9')
    const { id } = await documentOf('COA-9')
    const added = `/api/v1/admin/documents/${id}/versions?name=draft.pdf`
    expect((await sendFile(portal.url, quality, added, pdf('by hand'))).status).toBe(200)
    const kept = { status: 'available', current_version: 1, versions: ['available', 'draft'] }
    for (const again of [undefined, sent]) {
      const changed = mixed({ Title: `Other title${again ? ' with its file' : ''}` })
      expect(counts((await send(changed, again)).body)).toMatchObject({ updated: 1 })
      expect(await documentOf('COA-9')).toMatchObject({ title: changed.Title, ...kept })
    }
    await send(mixed({ _op: 'delete' }))
    expect(await documentOf('COA-9')).toMatchObject({ versions: ['withdrawn', 'draft'] })
    await send(mixed())
    expect(await documentOf('COA-9')).toMatchObject(kept)
  })

  it('answers a repeated request as before, and another one under the same Idempotency-Key not at all', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await send(certificate({ 'Document No': 'COA-2' }), file(), { headers })
    const again = await send(certificate({ 'Document No': 'COA-2' }), file(), { headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await send(certificate({ 'Document No': 'COA-3' }), file(), { headers })
    expect(other.body).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    const batch = await fetch(`${portal.url}/api/v1/ingest/batches/${first.body.batchId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await batch.json()).toMatchObject({ kind: 'documents', inserted: 1 })
    // One content, one file.
    const files = await peek(
      portal,
      'select count(distinct file_key)::int as n, count(distinct checksum)::int as m from portal.document_versions',
    )
    expect(files[0].n).toBe(files[0].m)
  })

  it('is for everybody, some clients or an order, as it says, and never offered while it is infected', async () => {
    const manual = (more: object) => ({
      Title: 'Manual',
      Type: 'manual',
      Category: 'user-manual',
      Shelves: 'product',
      ...more,
    })
    const sent: [object, number[] | null][] = [
      [{ 'Document No': 'M-1', Audience: 'all' }, null],
      [{ 'Document No': 'M-2', Audience: 'clients', 'Client Codes': ['A'] }, [tenant]],
      [{ 'Document No': 'M-3', Audience: 'order', 'Ord No': 'O-1' }, [tenant]],
    ]
    for (const [more, tenants] of sent) {
      expect(counts((await send(manual(more), file('m.pdf', pdf()))).body)).toMatchObject({ inserted: 1 })
      expect(await documentOf((more as Json)['Document No'])).toMatchObject({ tenant_ids: tenants })
    }
    const infected = Buffer.from('Infected,1\n')
    scanner.behave(infected, 'infected')
    const bad = manual({ 'Document No': 'M-4', Audience: 'all' })
    expect(counts((await send(bad, file('m.csv', infected))).body)).toMatchObject({
      inserted: 1,
    })
    await eventually(
      async () =>
        (await peek(portal, `select from portal.document_scans where state = 'infected'`)).length === 1,
    )
    expect(await documentOf('M-4')).toMatchObject({ status: 'draft', versions: ['draft'] })
    expect((await quality.get(`/api/v1/admin/documents/${(await documentOf('M-4')).id}`)).status).toBe(200)
  })
})
