import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../../src/features/documents/server/open-library.ts'
import { sweepDocuments } from '../../src/features/documents/server/sweep-documents.ts'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { pdf, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal({ STORAGE_QUOTA_PERSON: '1 MB' })
  tenant = await aTenant(portal)
  administrator = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const at = (form: string) => `/api/v1/drafts/${encodeURIComponent(form)}`
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
type Asker = Pick<Actor, 'get' | 'send'>
const keep = (who: Asker, form: string, contents: object, version = 0) =>
  who.send('PUT', at(form), { contents, version })
const draft = async (who: Asker, form: string): Promise<Json> => (await who.get(at(form))).body.draft
const remove = (who: Asker, form: string, body: object = {}) => who.send('DELETE', at(form), body)
const addFile = (who: Actor, form: string, content: Buffer | string, name = 'damage.pdf') =>
  sendFile(
    portal.url,
    who,
    `/api/v1/draft-files?form=${encodeURIComponent(form)}&name=${encodeURIComponent(name)}`,
    content as Buffer,
  )
const storage = async (who: Actor): Promise<Json> => (await who.get('/api/v1/storage')).body.person
/** Everything that is kept of drafts, whoever asks. */
const rows = (form: string) =>
  portal.owner(async (tx) => {
    const found = await sql<Json>`select d.form, count(f.id)::int as files from portal.form_drafts d
      left join portal.form_draft_files f using (tenant_id, user_id, form) where d.form = ${form} group by 1`.execute(
      tx,
    )
    return found.rows
  })
const age = (form: string, days: number) =>
  portal.owner((tx) =>
    sql`update portal.form_drafts set saved_at = now() - make_interval(days => ${days}) where form = ${form}`.execute(
      tx,
    ),
  )
const sweep = () =>
  portal.owner((tx) => sweepDocuments(tx, openLibrary({ dataDir: portal.dataDir }).receiver))
const stored = () => fs.readdirSync(path.join(portal.dataDir, 'files', 'documents'))

describe('refusals', () => {
  it('asks for a session, and for access somewhere', async () => {
    const nobody = createClient(portal.url)
    expect(said(await nobody.get(at('x')))).toEqual([401, 'no_session'])
    expect(said(await keep(nobody, 'x', {}))).toEqual([401, 'no_session'])
    expect(said(await remove(nobody, 'x'))).toEqual([401, 'no_session'])
    const without = await aPerson(portal)
    expect(said(await keep(without, 'x', { a: 1 }))).toEqual([403, 'permission_denied'])
    expect(said(await addFile(without, 'x', pdf('x')))).toEqual([403, 'permission_denied'])
    expect(await draft(without, 'x')).toBe(null)
  })

  it('is one person’s alone: no colleague’s, no administrator’s', async () => {
    const writer = await aMember(portal, tenant)
    const colleague = await aMember(portal, tenant)
    const form = 'of one person'
    expect((await keep(writer, form, { note: 'mine' })).status).toBe(200)
    const { id } = (await addFile(writer, form, pdf('mine'))).body
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    for (const other of [
      colleague,
      administrator,
      narrowed,
      await aStaffMember(portal, 'customer_service'),
    ]) {
      expect(await draft(other, form)).toBe(null)
      expect((await remove(other, form)).body).toEqual({ removed: false })
      expect(said(await other.send('DELETE', `/api/v1/draft-files/${id}`, {}))).toEqual([404, 'not_found'])
    }
    expect(await draft(writer, form)).toMatchObject({ contents: { note: 'mine' }, files: [{ id }] })
  })

  it('is of one company: in the other one there is none', async () => {
    const other = await aTenant(portal)
    const memberships = [tenant, other].map((tenantId) => ({ tenantId, role: 'procurement_manager' }))
    const both = await aPerson(portal, { memberships })
    await keep(both, 'of one company', { note: 'first' })
    await both.post('/api/v1/session/tenant', { tenantId: other })
    expect(await draft(both, 'of one company')).toBe(null)
    expect((await keep(both, 'of one company', { note: 'second' })).status).toBe(200)
    expect((await remove(both, 'of one company')).body).toEqual({ removed: true })
    await both.post('/api/v1/session/tenant', { tenantId: tenant })
    expect((await draft(both, 'of one company')).contents).toEqual({ note: 'first' })
  })

  it('is not in sessions that change nothing: they keep none and are shown none', async () => {
    const looking = await anAdministrator(portal)
    await looking.post('/api/v1/session/tenant', { tenantId: tenant })
    expect((await keep(looking, 'looked at', { note: 'as staff' })).status).toBe(200)
    await looking.post('/api/v1/session/tenant', { tenantId: null })
    const asRole = { tenantId: tenant, role: 'viewer', reason: 'a call from the client' }
    expect((await looking.post('/api/v1/session/viewing', asRole)).status).toBe(200)
    expect(await draft(looking, 'looked at')).toBe(null)
    expect(said(await keep(looking, 'looked at', { note: 'x' }))).toEqual([403, 'read_only_session'])
    expect(said(await remove(looking, 'looked at'))).toEqual([403, 'read_only_session'])
    expect(said(await addFile(looking, 'looked at', pdf('x')))).toEqual([403, 'read_only_session'])
  })

  it('takes 200 KB and not one byte more, and a name of 200 characters', async () => {
    const writer = await aMember(portal, tenant)
    // Bytes are counted, not characters.
    const note = `x${'é'.repeat((204_800 - '{"note":"x"}'.length) / 2)}`
    expect(Buffer.byteLength(JSON.stringify({ note }))).toBe(204_800)
    expect((await keep(writer, 'large', { note })).status).toBe(200)
    const refused = await keep(writer, 'large', { note: `${note}x` }, 1)
    expect(said(refused)).toEqual([413, 'too_large'])
    expect(refused.body.detail).toContain('200 KB')
    expect((await keep(writer, 'x'.repeat(200), {})).status).toBe(200)
    expect(said(await keep(writer, 'x'.repeat(201), {}))).toEqual([422, 'validation'])
    expect(said(await keep(writer, 'not an object', [] as object))).toEqual([422, 'validation'])
  })

  it('lets no tab write over what another one has kept since', async () => {
    const writer = await aMember(portal, tenant)
    const form = 'two tabs'
    expect((await keep(writer, form, { note: 'one' })).body.version).toBe(1)
    expect(said(await keep(writer, form, { note: 'two' }))).toEqual([412, 'stale_version'])
    expect((await keep(writer, form, { note: 'one, more' }, 1)).body.version).toBe(2)
    // Sent by the tab that knows less: what the other one has typed stays.
    expect((await remove(writer, form, { version: 1 })).body).toEqual({ removed: false })
    expect((await draft(writer, form)).contents).toEqual({ note: 'one, more' })
    expect((await remove(writer, form, { version: 2 })).body).toEqual({ removed: true })
    expect((await keep(writer, form, { note: 'goes on' }, 2)).body.version).toBe(3)
  })
})

describe('30 days', () => {
  it('later it is gone for everybody, and swept with its files', async () => {
    const writer = await aMember(portal, tenant)
    const form = 'for a month'
    await keep(writer, form, { note: 'old' })
    await addFile(writer, form, pdf('old'))
    const before = stored().length
    await age(form, 29)
    expect((await draft(writer, form)).contents).toEqual({ note: 'old' })
    await age(form, 31)
    expect(await draft(writer, form)).toBe(null)
    expect(await rows(form)).toEqual([{ form, files: 1 }])
    await sweep()
    expect(await rows(form)).toEqual([])
    expect((await storage(writer)).used).toBe(0)
    // Bytes go an hour later, when it is certain that nobody is sending them.
    const old = new Date(Date.now() - 2 * 3_600_000)
    for (const name of stored())
      fs.utimesSync(path.join(portal.dataDir, 'files', 'documents', name), old, old)
    await sweep()
    expect(stored().length).toBeLessThan(before)
  })

  it('an old one is no conflict: it is written over', async () => {
    const writer = await aMember(portal, tenant)
    await keep(writer, 'old one', { note: 'old' })
    await age('old one', 31)
    expect((await keep(writer, 'old one', { note: 'new' })).status).toBe(200)
    expect((await draft(writer, 'old one')).contents).toEqual({ note: 'new' })
  })
})

describe('files', () => {
  const issue = { title: 'Broken seals', description: 'Ten jars', type: 'other', priority: 'low' }
  it('count in the quota as they come, go with the draft, and stay within 20', async () => {
    const writer = await aMember(portal, tenant)
    const form = 'new issue'
    const paper = pdf('quota')
    const { id } = (await addFile(writer, form, paper)).body
    expect((await draft(writer, form)).files).toEqual([{ id, name: 'damage.pdf', size: paper.length }])
    expect((await storage(writer)).used).toBe(paper.length)
    expect(said(await addFile(writer, form, '<html>'))).toEqual([415, 'unsupported_type'])
    expect(said(await addFile(writer, form, pdf('big', 1_000_001)))).toEqual([413, 'quota_exceeded'])
    expect((await writer.send('DELETE', `/api/v1/draft-files/${id}`, {})).status).toBe(200)
    expect((await storage(writer)).used).toBe(0)
    for (let n = 0; n < 20; n++) expect((await addFile(writer, form, pdf(`${n}`))).status).toBe(200)
    expect(said(await addFile(writer, form, pdf('more')))).toEqual([409, 'draft_files_full'])
    expect((await remove(writer, form)).body).toEqual({ removed: true })
    expect((await storage(writer)).used).toBe(0)
  })

  it('become those of the issue that is made of it, counted once, and are in its trail', async () => {
    const writer = await aMember(portal, tenant)
    const form = 'new issue with photos'
    await keep(writer, form, { title: 'Broken seals' })
    const paper = pdf('photo')
    await addFile(writer, form, paper)
    // What is refused leaves the draft as it was.
    const refused = await writer.post('/api/v1/issues', { ...issue, orderId: 900_001, draft: form })
    expect(said(refused)).toEqual([422, 'issue_link'])
    expect(await rows(form)).toEqual([{ form, files: 1 }])
    // Nobody else’s draft is taken.
    const colleague = await aMember(portal, tenant)
    const other = (await colleague.post('/api/v1/issues', { ...issue, draft: form })).body
    expect((await colleague.get(`/api/v1/issues/id:${other.id}`)).body.entries).toHaveLength(1)
    const { id } = (await writer.post('/api/v1/issues', { ...issue, draft: form })).body
    const { entries } = (await writer.get(`/api/v1/issues/id:${id}`)).body
    const [file] = entries.flatMap((entry: Json) => entry.file ?? [])
    expect(file).toMatchObject({ name: 'damage.pdf', size: paper.length })
    const bytes = await fetch(`${portal.url}/api/v1/issues/${id}/files/${file.id}`, {
      headers: { cookie: [...writer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    expect(Buffer.from(await bytes.arrayBuffer()).equals(paper)).toBe(true)
    expect(await rows(form)).toEqual([])
    expect((await storage(writer)).used).toBe(paper.length)
    const trail = await administrator.get('/api/v1/audit?action=issue.reported')
    const [row] = trail.body.items.filter((one: Json) => one.objectId === String(id))
    expect(row.new.files).toEqual([{ file: 'damage.pdf', size: paper.length, checksum: expect.any(String) }])
  })
})

describe('what is kept of a person', () => {
  it('has their drafts in it, and an erasure takes them', async () => {
    const writer = await aMember(portal, tenant, 'viewer')
    const form = 'of somebody who goes'
    await keep(writer, form, { note: 'kept' })
    await addFile(writer, form, pdf('goes'))
    const own = await writer.get('/api/v1/own-data')
    expect(own.body.drafts).toEqual([
      expect.objectContaining({ form, contents: '{"note":"kept"}', tenant_id: tenant }),
    ])
    await administrator.post(`/api/v1/admin/users/${writer.userId}/state`, { state: 'deactivated' })
    const erased = await administrator.post(`/api/v1/admin/users/${writer.userId}/erasure`, {
      email: writer.email,
    })
    expect(erased.status).toBe(200)
    expect(erased.body.report).toContainEqual({ table: 'form_drafts', did: 'deleted', rows: 1 })
    expect(await rows(form)).toEqual([])
  })

  it('leaves no row in the audit trail until something is made of it', async () => {
    const writer = await aMember(portal, tenant)
    const count = async () =>
      (await portal.owner((tx) => sql<Json>`select count(*)::int as n from portal.audit_log`.execute(tx)))
        .rows[0].n
    const before = await count()
    await keep(writer, 'unsent', { note: 'x' })
    await addFile(writer, 'unsent', pdf('unsent'))
    await remove(writer, 'unsent')
    expect(await count()).toBe(before)
  })
})
