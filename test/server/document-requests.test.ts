import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_REQUEST_FILES, REQUEST_RULES } from '../../src/features/documents/domain/request-rules.ts'
import { remindOfExpiry } from '../../src/features/documents/server/watch-expiry.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { askFor, attachTo, REQUESTS, requestOf } from '../support/document-requests.ts'
import { pdf } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startScanner } from '../support/scanner.ts'
import { eventually } from '../support/upload.ts'

let portal: TestPortal
let scanner: Awaited<ReturnType<typeof startScanner>>
let superuser: Superuser
let tenant: number
let client: Actor
let viewer: Actor
let stranger: Actor
let staff: Actor
let service: Actor

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const decide = (actor: Actor, id: number, act: string, version: number, note?: string) =>
  actor.post(`${REQUESTS}/${id}/decision`, { act, version, note })
const send = (actor: Actor, id: number, version = 1) => actor.post(`${REQUESTS}/${id}/sending`, { version })
const noticesOf = async (actor: Actor, id: number): Promise<string> =>
  (await actor.get('/api/v1/notices')).body.items
    .filter(({ link }: Json) => link === `/document-requests/${id}`)
    .map(({ text }: Json) => text)
    .join(' | ')
const told = (actor: Actor, id: number, words: string) =>
  eventually(async () => (await noticesOf(actor, id)).includes(words))

beforeAll(async () => {
  scanner = await startScanner()
  portal = await startTestPortal({ SCAN_URL: scanner.url, REPORTING_AS_OF: '2026-05-01' })
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal)
  const other = await aTenant(portal)
  client = await aMember(portal, tenant, 'quality_manager')
  viewer = await aMember(portal, tenant, 'viewer')
  stranger = await aMember(portal, other)
  staff = await aStaffMember(portal, 'quality', [tenant])
  service = await aStaffMember(portal, 'customer_service', [tenant])
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
  await scanner?.close()
})

describe('documents that a client is asked for (E8)', () => {
  it('are asked by those who write documents, of companies that they look after, all or none', async () => {
    const wish = { tenantIds: [tenant], title: 'Agreement' }
    expect((await createClient(portal.url).send('POST', REQUESTS, wish)).status).toBe(401)
    expect(said(await client.post(REQUESTS, wish))).toEqual([403, 'permission_denied'])
    expect(said(await service.post(REQUESTS, wish))).toEqual([403, 'permission_denied'])
    const elsewhere = await aTenant(portal)
    const both = await staff.post(REQUESTS, { ...wish, title: 'Never', tenantIds: [tenant, elsewhere] })
    expect(said(both)).toEqual([422, 'unknown_tenant'])
    expect((await staff.get(`${REQUESTS}?search=never`)).body.total).toBe(0)
    for (const bad of [{ title: ' ' }, { tenantIds: [] }, { tenantIds: [tenant, tenant] }, { dueOn: 'soon' }])
      expect((await staff.post(REQUESTS, { ...wish, ...bad })).status, JSON.stringify(bad)).toBe(422)
    expect(said(await stranger.get(`${REQUESTS}/${await askFor(staff, tenant)}`))).toEqual([404, 'not_found'])
  })

  it('go from asked to accepted, both sides told at each step', async () => {
    const id = await askFor(staff, tenant, { details: 'Of this year', dueOn: '2026-06-30' })
    await told(client, id, 'Document requested: Organic certificate')
    expect(await noticesOf(viewer, id), 'who cannot send is not asked').toBe('')
    expect((await requestOf(client, id)).can).toEqual(['attach'])
    expect((await requestOf(viewer, id)).can).toEqual([])
    expect(said(await send(client, id)), 'nothing is attached').toEqual([409, 'request_nothing'])
    await attachTo(portal, client, id)
    expect((await send(client, id)).status).toBe(200)
    await told(staff, id, 'Requested document received')
    expect(said(await decide(staff, id, 'return', 2)), 'without a reason').toEqual([422, 'request_reason'])
    expect((await decide(staff, id, 'return', 2, 'Page 2 is missing')).status).toBe(200)
    await told(client, id, 'please change it and send it again')
    expect((await send(client, id, 3)).status).toBe(200)
    expect((await decide(staff, id, 'accept', 4)).status).toBe(200)
    const { request, record } = await requestOf(client, id)
    expect(request).toMatchObject({ state: 'accepted', overdue: false, dueOn: '2026-06-30', version: 5 })
    expect(record.map(({ act, note, byStaff }: Json) => [act, note, byStaff])).toEqual([
      ['ask', null, true],
      ['send', null, false],
      ['return', 'Page 2 is missing', true],
      ['send', null, false],
      ['accept', null, true],
    ])
  })

  it('take no step that the rules do not have, and none on what somebody else changed', async () => {
    const id = await askFor(staff, tenant)
    expect(said(await decide(staff, id, 'accept', 1)), 'nothing was sent').toEqual([409, 'request_step'])
    expect(said(await decide(client, id, 'accept', 1))).toEqual([403, 'permission_denied'])
    expect(said(await client.post(`${REQUESTS}/${id}/sending`, {}))).toEqual([428, 'version_needed'])
    await attachTo(portal, client, id)
    expect((await send(client, id)).status).toBe(200)
    expect(said(await decide(staff, id, 'accept', 1))).toEqual([412, 'stale_version'])
    expect(said(await attachTo(portal, client, id, { name: 'late.pdf' }))).toEqual([409, 'request_step'])
    const { files } = await requestOf(client, id)
    const late = await client.send('DELETE', `${REQUESTS}/${id}/files/${files[0].id}`, undefined)
    expect(said(late)).toEqual([409, 'request_step'])
    expect((await decide(staff, id, 'withdraw', 2, 'Found it')).status).toBe(200)
    expect(said(await send(client, id, 3))).toEqual([409, 'request_step'])
  })

  it('have the same rules in the database', async () => {
    const rows = await superuser.rows('select * from portal.document_request_rules()')
    expect(Object.fromEntries(rows.map(({ act, ...rule }) => [act, rule]))).toEqual(
      Object.fromEntries(
        Object.entries(REQUEST_RULES).map(([act, { from, to, byClient }]) => [
          act,
          { from_state: from, to_state: to, by_client: byClient },
        ]),
      ),
    )
  })

  it('take files as documents do, from who may send, and give them back to both sides alone', async () => {
    const id = await askFor(staff, tenant)
    expect(said(await attachTo(portal, stranger, id))).toEqual([404, 'not_found'])
    expect(said(await attachTo(portal, viewer, id))).toEqual([403, 'permission_denied'])
    expect(said(await attachTo(portal, client, id, { name: '../a.pdf' }))).toEqual([422, 'bad_file_name'])
    expect((await attachTo(portal, client, id, { content: Buffer.from('MZ') })).status).toBe(415)
    const bad = pdf('bad request')
    scanner.behave(bad, 'infected')
    const { body } = await attachTo(portal, client, id, { name: 'bad.pdf', content: bad })
    const path = `${REQUESTS}/${id}/files/${body.id}`
    await eventually(async () => (await requestOf(client, id)).files[0].scan === 'infected')
    expect(said(await staff.get(path))).toEqual([409, 'scan_infected'])
    expect((await client.send('DELETE', path, undefined)).status).toBe(200)
    const good = (await attachTo(portal, client, id)).body.id
    await eventually(async () => (await requestOf(client, id)).files[0].scan === 'clean')
    for (const reader of [client, viewer, staff])
      expect((await reader.get(`${REQUESTS}/${id}/files/${good}`)).status).toBe(200)
    expect((await stranger.get(`${REQUESTS}/${id}/files/${good}`)).status).toBe(404)
  })

  it('are full at twenty files', async () => {
    const id = await askFor(staff, tenant)
    await superuser.query(
      `insert into portal.document_request_files (tenant_id, request_id, file_name, file_key, format, size, checksum, author_name, by_staff)
       select $1, $2, 'x', 'x', 'pdf', 1, 'x', 'x', false from generate_series(1, $3)`,
      [tenant, id, MOST_REQUEST_FILES],
    )
    expect((await requestOf(client, id)).can).toEqual(['send'])
    expect(said(await attachTo(portal, client, id))).toEqual([409, 'request_full'])
    await superuser.query('delete from portal.document_request_files where request_id = $1', [id])
  })

  it('become documents of the library: drafts for that company alone, of the same content', async () => {
    const id = await askFor(staff, tenant, { title: 'Signed agreement' })
    const content = pdf('the agreement')
    const fileId = (await attachTo(portal, client, id, { content })).body.id
    const path = `${REQUESTS}/${id}/files/${fileId}`
    await eventually(async () => (await requestOf(client, id)).files[0].scan === 'clean')
    expect(said(await staff.post(`${path}/document`, {})), 'before it is accepted').toEqual([
      409,
      'request_step',
    ])
    await send(client, id)
    await decide(staff, id, 'accept', 2)
    expect(said(await client.post(`${path}/document`, {}))).toEqual([403, 'permission_denied'])
    const { documentId } = (await staff.post(`${path}/document`, {})).body
    const { body } = await staff.get(`/api/v1/admin/documents/${documentId}`)
    expect(body).toMatchObject({ title: 'Signed agreement', status: 'draft' })
    expect(body.audience).toEqual({ kind: 'tenants', tenantIds: [tenant] })
    expect(said(await staff.post(`${path}/document`, {})), 'a second time').toEqual([409, 'request_step'])
    expect((await requestOf(staff, id)).files[0].documentId).toBe(documentId)
    expect((await requestOf(client, id)).files[0].documentId, 'not told to the client').toBeNull()
    expect((await client.get(path)).status).toBe(200)
  })

  it('are found by state, company and word, and remind of their day once', async () => {
    const late = await askFor(staff, tenant, { title: 'Überfällig', dueOn: '2026-04-30' })
    const near = await askFor(staff, tenant, { title: 'Soon', dueOn: '2026-05-04' })
    const far = await askFor(staff, tenant, { title: 'Later', dueOn: '2026-05-05' })
    const ids = async (actor: Actor, query: string) =>
      (await actor.get(`${REQUESTS}?${query}`)).body.items.map((one: Json) => one.id)
    expect(await ids(client, 'state=overdue')).toEqual([late])
    expect(await ids(client, 'search=UBERFALLIG')).toEqual([late])
    expect(await ids(stranger, 'search=UBERFALLIG')).toEqual([])
    expect(await ids(staff, `company=${tenant}&state=open&limit=2`)).toEqual([far, near])
    await portal.owner((tx) => remindOfExpiry(tx, '2026-05-01'))
    await told(client, near, 'Needed by')
    await told(client, late, 'Needed by')
    expect(await portal.owner((tx) => remindOfExpiry(tx, '2026-05-01'))).toBe(0)
    expect(await noticesOf(client, far)).not.toContain('Needed by')
  })
})
