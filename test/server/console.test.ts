import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let admin: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const CLIENTS = '/api/v1/admin/tenants'
const facts = (name: string, more: object = {}) => ({
  name,
  language: null,
  currency: 'CAD',
  timezone: null,
  region: null,
  ...more,
})
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const overview = async (query = '') => (await admin.get(`${CLIENTS}?${query}`)).body
const change = (id: number, body: object) => admin.send('PATCH', `${CLIENTS}/${id}`, body)
const one = async (id: number) => (await admin.get(`${CLIENTS}/${id}`)).body
const send = async (kind: string, rows: object[]) => {
  const answer = await sender(portal.url, await aKey(portal))(kind, rows)
  if (answer.status !== 200) throw new Error(answer.text)
}

describe('the console is refused', () => {
  it('to everybody but an administrator who looks at all clients', async () => {
    const tenant = await aTenant(portal)
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [await aMember(portal, tenant, 'tenant_admin'), 403],
      [await aStaffMember(portal, 'customer_service'), 403],
      [narrowed, 403],
    ] as const)
      for (const answer of [
        await asker.get(CLIENTS),
        await asker.get(`${CLIENTS}/${tenant}`),
        await asker.post(CLIENTS, facts('Mine')),
        await asker.send('PATCH', `${CLIENTS}/${tenant}`, { version: 1, name: 'Mine' }),
        await asker.post(`${CLIENTS}/${tenant}/suspend`, { reason: 'x' }),
        await asker.get(`${CLIENTS}/${tenant}/clients`),
        await asker.post(`${CLIENTS}/${tenant}/clients`, { clientName: 'x', rows: 0 }),
      ])
        expect(answer.status).toBe(status)
    expect((await one(tenant)).suspendedAt).toBeNull()
  })
})

describe('clients', () => {
  it('are made, found, sorted and paged over all of them', async () => {
    const name = 'Érable'
    const made = []
    for (const n of [1, 2, 3])
      made.push((await admin.post(CLIENTS, facts(`${name} ${n}`, { region: 'CA-QC' }))).body.id)
    expect(said(await admin.post(CLIENTS, facts('ERABLE 2')))).toEqual([409, 'name_taken'])
    expect((await overview('search=erable&sort=-name')).items.map(({ id }: Json) => id)).toEqual(
      made.toReversed(),
    )
    for (const sort of ['name', '-orders', 'people', '-lastSignIn', 'lastData', 'createdAt']) {
      const seen: number[] = []
      let cursor = ''
      do {
        const page = await overview(`search=erable&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.items.map(({ id }: Json) => id))
        expect(page.total).toBe(cursor ? null : 3)
        cursor = page.nextCursor
      } while (cursor)
      expect(seen.toSorted(), sort).toEqual(made.toSorted())
    }
    const [row] = await peek(
      portal,
      `select action, object_id, new from portal.audit_log where tenant_id = $1 and action = 'tenant.created'`,
      [made[0]],
    )
    expect(row).toMatchObject({ object_id: String(made[0]), new: { name: 'Érable 1', region: 'CA-QC' } })
    // Quebec speaks French unless somebody says otherwise (B4).
    const person = await aMember(portal, made[0], 'viewer')
    expect((await person.get('/api/v1/session')).body.tenant.language).toBe('fr-CA')
    expect((await person.get('/api/v1/admin/tenants')).body.title).toMatch(/autorisation/)
  })

  it('are told with the figures of all their rows', async () => {
    const id = await aTenant(portal, { name: 'Counted', clientCodes: ['COUNT'] })
    const other = await aTenant(portal, { clientCodes: ['OTHER'] })
    const of = { 'Client Code': 'COUNT' }
    await send('orders', [
      ...['Blend', 'Packaging', 'Completed', 'Cancelled', 'Pending'].map((status, n) =>
        order(`C${n}`, { ...of, 'Ord Stat': status }),
      ),
      order('O1', { 'Client Code': 'OTHER' }),
    ])
    await send('sales-history', [
      sale('C1', { ...of, Amount: '10.25', 'Qty Sold': 2 }),
      sale('C2', { ...of, Amount: '5.00', 'Qty Sold': 1.5, Year: 2023 }),
      sale('C3', { ...of, Amount: '7.00', Currency: 'USD' }),
      sale('O1', { 'Client Code': 'OTHER', Amount: '99.00' }),
    ])
    const member = await aMember(portal, id, 'viewer')
    expect(await one(id)).toMatchObject({
      name: 'Counted',
      orders: 5,
      people: 1,
      groups: { active: 2, processing: 1, shipped: 1, delivered: 1, issues: 1 },
      sales: [
        { currency: 'CAD', amount: '15.25', quantity: 3.5, lines: 2 },
        { currency: 'USD', amount: '7.00', quantity: 1, lines: 1 },
      ],
    })
    const { lastSignIn, lastData } = await one(id)
    expect([typeof lastSignIn, typeof lastData]).toEqual(['string', 'string'])
    expect((await one(other)).lastSignIn).toBeNull()
    expect((await overview('sort=-orders')).items[0]).toMatchObject({ id, orders: 5 })
    expect(member.userId).toBeTruthy()
  })

  it('are changed by whoever knows the newest version, by names that are free and people who see them', async () => {
    const id = await aTenant(portal, { name: 'Before' })
    await aTenant(portal, { name: 'Taken' })
    const far = await aPerson(portal, { staff: { role: 'account_manager', tenantIds: [] } })
    const near = await aPerson(portal, { staff: { role: 'account_manager', tenantIds: [id] } })
    expect((await change(id, { version: 1, name: 'taken' })).body.errors).toMatchObject([{ path: 'name' }])
    expect(said(await change(id, { version: 1, accountManager: far.userId }))).toEqual([
      422,
      'unknown_manager',
    ])
    const right = {
      version: 1,
      name: 'After',
      timezone: 'America/Toronto',
      region: 'CA-ON',
      accountManager: near.userId,
    }
    expect((await change(id, right)).body).toEqual({ version: 2 })
    expect(said(await change(id, { ...right, name: 'Late' }))).toEqual([412, 'stale_version'])
    expect(await one(id)).toMatchObject({
      name: 'After',
      timezone: 'America/Toronto',
      accountManager: { userId: near.userId, name: 'Test Person' },
      version: 2,
    })
    const [row] = await peek(
      portal,
      `select old, new from portal.audit_log where tenant_id = $1 and action = 'tenant.changed'`,
      [id],
    )
    expect(row).toMatchObject({
      old: { name: 'Before' },
      new: { name: 'After', account_manager: near.userId },
    })
    expect(row.new).not.toHaveProperty('currency')
  })

  it('that are suspended are out with the next request and their streams close; let in, they are back', async () => {
    const id = await aTenant(portal)
    const member = await aMember(portal, id, 'viewer')
    const stream = await openStream(portal.url, member)
    await stream.ready()
    expect((await admin.post(`${CLIENTS}/${id}/suspend`, { reason: 'Unpaid' })).body).toEqual({
      suspended: true,
    })
    expect(said(await member.get('/api/v1/orders'))).toEqual([403, 'permission_denied'])
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: null, tenant: null })
    expect(await stream.ended()).toBe(true)
    expect(said(await admin.post(`${CLIENTS}/${id}/suspend`, { reason: 'Again' }))).toEqual([409, 'conflict'])
    expect((await overview('state=suspended')).items.map((client: Json) => client.id)).toContain(id)
    expect((await admin.post(`${CLIENTS}/${id}/resume`, { reason: 'Paid' })).status).toBe(200)
    expect((await member.get('/api/v1/orders')).status).toBe(200)
  })
})

describe('what a client asks of its people', () => {
  it('counts from their next request on, and is changed by whoever proved who they are a moment ago', async () => {
    const id = await aTenant(portal)
    const member = await aMember(portal, id, 'viewer')
    const policies = { requiresSecondFactor: true, allowsTrustedDevices: true }
    const put = (asker: Actor) => asker.send('PUT', `${CLIENTS}/${id}/policies`, policies)
    const tired = await anAdministrator(portal)
    await peek(
      portal,
      `update auth.sessions set password_at = now() - interval '11 minutes' where user_id = $1`,
      [tired.userId],
    )
    expect(said(await put(tired))).toEqual([401, 'second_factor_required'])
    const key = { label: 'K', scope: 'read', source: 'main', client: null }
    expect(said(await tired.post('/api/v1/admin/keys', key))).toEqual([401, 'second_factor_required'])
    expect((await member.get('/api/v1/orders')).status).toBe(200)
    expect((await put(admin)).body).toEqual(policies)
    expect(await one(id)).toMatchObject(policies)
    expect(said(await member.get('/api/v1/orders'))).toEqual([401, 'enrolment_required'])
  })
})

describe('the codes of a client', () => {
  it('bring the rows that wait for them, and give them back, shown beforehand', async () => {
    const id = await aTenant(portal, { name: 'Coded' })
    const other = await aTenant(portal)
    await send('orders', [order('W1', { 'Client Code': 'WAIT' }), order('W2', { 'Client Code': 'WAIT' })])
    await send('sales-history', [sale('W1', { 'Client Code': 'WAIT', Amount: '12.00' })])
    const code = { sourceId: 1, clientCode: 'WAIT' }
    const look = (at: number) => admin.get(`${CLIENTS}/${at}/clients/preview?sourceId=1&clientCode=WAIT`)
    const act = (at: number, what: string, body: object) =>
      admin.post(`${CLIENTS}/${at}/clients${what}`, { ...code, ...body })
    const { body: coming } = await look(id)
    expect(coming.client).toMatchObject({ rows: 3, belongsTo: null })
    expect(said(await act(id, '', { rows: 2 }))).toEqual([409, 'conflict'])
    expect(said(await act(id, '/remove', { rows: 0 }))).toEqual([404, 'not_found'])
    expect((await act(id, '', { rows: 3 })).body.moved).toMatchObject({ orders: 2, 'sales-history': 1 })
    expect(await one(id)).toMatchObject({ orders: 2, sales: [{ amount: '12.00' }] })
    expect((await admin.get(`${CLIENTS}/${id}/clients`)).body.items).toEqual([
      { sourceId: 1, source: 'main', clientCode: 'WAIT', clientName: null },
    ])
    expect(said(await look(other))).toEqual([409, 'client_taken'])
    expect(said(await act(other, '', { rows: 0 }))).toEqual([409, 'client_taken'])
    expect(said(await act(id, '', { rows: 0 }))).toEqual([409, 'already_exists'])

    expect((await look(id)).body.client.rows).toBe(3)
    expect((await act(id, '/remove', { rows: 3 })).status).toBe(200)
    expect(await one(id)).toMatchObject({ orders: 0, sales: [] })
    expect((await admin.get('/api/v1/admin/assignments')).body.items[0]).toMatchObject({ undoable: false })
    expect((await admin.get('/api/v1/admin/unassigned?search=WAIT')).body.items[0]).toMatchObject({ rows: 3 })

    // A code that no row carries yet: what comes later finds its client.
    expect(
      (await admin.post(`${CLIENTS}/${id}/clients`, { sourceId: 1, clientCode: 'SOON', rows: 0 })).body,
    ).toEqual({ moved: {} })
    expect(
      said(await admin.post(`${CLIENTS}/${id}/clients`, { sourceId: 99, clientCode: 'X', rows: 0 })),
    ).toEqual([422, 'unknown_source'])
    await send('orders', [order('S1', { 'Client Code': 'SOON' })])
    expect(await one(id)).toMatchObject({ orders: 1 })
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  })
})

const MODULES = '/api/v1/admin/modules'
const modules = async (search: string) => (await admin.get(`${MODULES}?search=${search}`)).body.items
const turn = (changes: object[]) => admin.send('PUT', MODULES, { changes })

describe('modules', () => {
  it('are hidden and shown at once: in the session, in the interface, on the open stream', async () => {
    const id = await aTenant(portal, { name: 'Moduled' })
    const member = await aMember(portal, id, 'viewer')
    const stream = await openStream(portal.url, member)
    await stream.ready()
    const { body } = await turn([
      { client: id, module: 'sales', visible: false },
      { client: id, module: 'orders', visible: true },
    ])
    // What was visible already is no change: an undo would hide it.
    expect(body.changed).toEqual([{ client: id, module: 'sales', visible: false }])
    expect(said(await member.get('/api/v1/sales/history'))).toEqual([403, 'module_hidden'])
    expect((await member.get('/api/v1/session')).body.modules).toMatchObject({ sales: false, orders: true })
    expect(await stream.ended()).toBe(true)
    expect(await modules('Moduled')).toEqual([{ id, name: 'Moduled', suspended: false, hidden: ['sales'] }])
    const twice = [
      { client: id, module: 'sales', visible: false },
      { client: id, module: 'sales', visible: true },
    ]
    expect((await turn(twice)).body.changed).toEqual([{ client: id, module: 'sales', visible: true }])
    expect((await member.get('/api/v1/sales/history')).status).toBe(200)
    expect(said(await turn([...twice, { ...twice[0], client: 999_999 }]))).toEqual([404, 'not_found'])
    expect((await modules('Moduled'))[0].hidden).toEqual([])
  })

  it('are turned for all that a search finds, and back for those that were turned', async () => {
    const ids = []
    for (const n of [1, 2, 3]) ids.push(await aTenant(portal, { name: `Column ${n}` }))
    await turn([{ client: ids[0], module: 'chat', visible: false }])
    const all = { module: 'chat', visible: false, search: 'column' }
    const { changed } = (await admin.post(`${MODULES}/all`, all)).body
    expect(changed.map(({ client }: Json) => client).toSorted()).toEqual(ids.slice(1).toSorted())
    await turn(changed.map((change: Json) => ({ ...change, visible: true })))
    expect((await modules('Column')).map(({ hidden }: Json) => hidden.length)).toEqual([1, 0, 0])
  })
})

describe('keys and batches', () => {
  const KEYS = '/api/v1/admin/keys'
  const issue = async (more: object = {}) =>
    (await admin.post(KEYS, { label: 'ERP', scope: 'ingest', source: 'erp', client: null, ...more })).body
  const keyOf = async (id: number) => (await admin.get(KEYS)).body.items.find((key: Json) => key.id === id)

  it('a key is shown once, works in its scope and for its client, and is refused once withdrawn', async () => {
    const bound = await aTenant(portal, { name: 'Bound' })
    const { id, key } = await issue({ client: bound })
    const listed = (await admin.get(KEYS)).body
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(listed.sources).toContain('erp')
    expect(await keyOf(id)).toMatchObject({
      label: 'ERP',
      source: 'erp',
      client: { id: bound, name: 'Bound' },
      createdBy: 'Test Person',
      lastUsedAt: null,
      lastBatch: null,
      revokedAt: null,
    })
    const sent = await sender(portal.url, key)('orders', [order('B1', { 'Client Code': 'NOBODYS' })])
    expect(sent.body.errors).toMatchObject([{ code: 'unknown_client' }])
    expect(await keyOf(id)).toMatchObject({
      lastUsedAt: expect.any(String),
      lastBatch: { id: sent.body.batchId },
    })
    const reads = await issue({ scope: 'read' })
    expect((await sender(portal.url, reads.key)('orders', [])).body.code).toBe('key_scope')
    expect((await admin.post(`${KEYS}/${id}/revoke`, {})).status).toBe(200)
    expect((await sender(portal.url, key)('orders', [])).body.code).toBe('unknown_key')
    expect(said(await admin.post(`${KEYS}/${id}/revoke`, {}))).toEqual([404, 'not_found'])
    const trail = await peek(portal, `select * from portal.audit_log where object_type = 'ingest_key'`)
    expect(trail.length).toBeGreaterThan(2)
    expect(JSON.stringify([trail, portal.lines])).not.toContain(key)
  })

  it('batches say what became of them, and their faults in the language of the reader', async () => {
    const { id, key } = await issue()
    const controls = encodeURIComponent(JSON.stringify({ rows: 3 }))
    const faulty = [sale('E1'), sale('E2', { 'Qty Sold': 'abc' }), sale('E3', { Month: 13, Amount: '' })]
    const { body } = await sender(portal.url, key)(`sales-history?controls=${controls}`, faulty)
    await sender(portal.url, key)('orders', [])
    const list = async (query: string) => (await admin.get(`/api/v1/admin/batches?key=${id}&${query}`)).body
    expect((await list('')).total).toBe(2)
    expect((await list('limit=1')).items[0]).toMatchObject({ kind: 'orders', errors: 0 })
    const cursor = (await list('limit=1')).nextCursor
    expect((await list(`limit=1&cursor=${cursor}`)).items[0].id).toBe(body.batchId)
    const rejected = await list('state=rejected')
    expect(rejected.items).toMatchObject([
      {
        id: body.batchId,
        kind: 'sales-history',
        source: 'erp',
        key: { id, label: 'ERP' },
        received: 3,
        inserted: 1,
        rejected: 2,
        errors: body.errorsTotal,
        controls: '{"rows":3}',
        replaced: null,
        atomic: false,
      },
    ])
    expect((await list('from=2999-01-01')).total).toBe(0)
    for (const [search, total] of [
      [String(body.batchId), 1],
      ['erp', 2],
      ['ERP', 2],
      ['%25', 0],
      ['nothing-of-it', 0],
    ] as const)
      expect([search, (await list(`search=${search}`)).total]).toEqual([search, total])
    const french = { headers: { 'x-portal-language': 'fr-CA' } }
    const errors = `/api/v1/admin/batch-errors`
    const said = (await admin.get(`${errors}?batch=${body.batchId}&limit=2`, french)).body
    expect(said.total).toBe(body.errorsTotal)
    expect(said.items[0]).toMatchObject({
      row: 2,
      field: 'Qty Sold',
      code: 'not_a_number',
      message: 'Ce n’est pas un nombre.',
    })
    const rest = (await admin.get(`${errors}?batch=${body.batchId}&limit=2&cursor=${said.nextCursor}`)).body
    expect([...said.items, ...rest.items].map(({ row }: Json) => row)).toEqual(
      body.errors.map(({ row }: Json) => row),
    )
    const found = async (search: string) =>
      (await admin.get(`${errors}?batch=${body.batchId}&search=${search}`, french)).body
    expect((await found('NÔMBRE')).items[0]).toEqual(said.items[0])
    expect((await found('qty+sold')).total).toBe(1)
    expect(await found('nothing')).toEqual({ items: [], total: 0, nextCursor: null })
    const file = String((await admin.get(`${errors}/export?batch=${body.batchId}`, french)).body)
    expect(file.trim().split('\n')).toHaveLength(body.errorsTotal + 1)
    expect(file).toContain('Ce n’est pas un nombre.')
  })

  it('the interval of a feed decides when it is late', async () => {
    const set = (hours: number | null) => admin.send('PUT', '/api/v1/admin/feeds/customers', { hours })
    expect((await set(5)).body).toMatchObject({ kind: 'customers', hours: 5 })
    await send('customers', [{ 'Client Code': 'FEED', 'Client Name': 'F' }])
    const customers = async () =>
      (await admin.get('/api/v1/feeds')).body.items.find(({ kind }: Json) => kind === 'customers')
    expect(await customers()).toMatchObject({ expectedEvery: 18_000 })
    await set(null)
    expect(await customers()).toMatchObject({ expectedEvery: null })
  })
})

describe('the company page', () => {
  const COMPANY = '/api/v1/admin/company'
  const put = (logo: string | null) =>
    admin.send('PUT', `${COMPANY}/logo`, { logo: logo && Buffer.from(logo).toString('base64') })

  it('names the portal everywhere, keeps what was typed apart from what somebody else saved', async () => {
    const { version } = (await admin.get(COMPANY)).body
    const right = {
      version,
      brandName: 'Érablière',
      legalName: 'Érablière inc.',
      address: '',
      bank: 'Caisse 1',
    }
    expect((await admin.send('PATCH', COMPANY, right)).body).toMatchObject({
      brandName: 'Érablière',
      legalName: 'Érablière inc.',
      address: null,
      defaultBrand: 'Lotline',
    })
    expect(said(await admin.send('PATCH', COMPANY, right))).toEqual([412, 'stale_version'])
    const owner = await aMember(portal, await aTenant(portal), 'tenant_admin')
    await owner.post('/api/v1/members/invitations', { emails: ['brand@test.example'], role: 'viewer' })
    const mails = async () => JSON.stringify((await admin.get('/api/v1/admin/mails')).body.items)
    await expect.poll(mails, { timeout: 30_000 }).toContain('Érablière')
  })

  it('lets visitors and readers of mails know how to reach it, and neither its taxes nor its bank', async () => {
    const { version } = (await admin.get(COMPANY)).body
    const facts = {
      ...{ address: '12, rue du "Quai"\nRimouski', hours: 'lun.–ven. <9 h>', phone: '+1 418 555-0100' },
      ...{ email: 'bonjour@erable.example', legalName: 'Érablière & fils', brandName: 'Érablière' },
      ...{ bank: 'IBAN-OF-NOBODY', taxNumbers: 'TVQ-OF-NOBODY' },
    }
    const change = (body: Json) => admin.send('PATCH', COMPANY, { version, ...body })
    expect((await change({ email: 'no address' })).body.errors).toMatchObject([{ path: 'email' }])
    expect((await change({ phone: '1'.repeat(61) })).status).toBe(422)
    expect((await change(facts)).body).toMatchObject(facts)
    const owner = await aMember(portal, await aTenant(portal), 'tenant_admin')
    await owner.post('/api/v1/members/invitations', { emails: ['reach@test.example'], role: 'viewer' })
    const mails = async () => (await admin.get('/api/v1/admin/mails?limit=1')).body.items[0].text
    await expect
      .poll(mails, { timeout: 30_000 })
      .toMatch(/by Érablière \(.*UTC\)\.\n\nÉrablière & fils\n12, rue du "Quai"\nRimouski$/)
    expect(String((await createClient(portal.url).get('/api/docs')).body)).toContain('<title>Érablière API')
    expect((await change({ version: version + 1, address: '', hours: '', email: '' })).body).toMatchObject({
      ...{ address: null, hours: null, email: null },
    })
  })

  it('has a logo that everybody may see, and in which nothing can hide', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
    const hash = (await put(logo)).body.logo
    const shown = await createClient(portal.url).get(`/brand-logo/${hash}`)
    expect([shown.status, shown.headers.get('content-type'), String(shown.body)]).toEqual([
      200,
      'image/svg+xml',
      logo,
    ])
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(said(await put('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'))).toEqual([
      422,
      'logo_unsafe',
    ])
    expect((await admin.get(COMPANY)).body.logo).toBe(hash)
    expect((await put(null)).body.logo).toBeNull()
    expect((await createClient(portal.url).get(`/brand-logo/${hash}`)).status).toBe(404)
  })
})

describe('system health', () => {
  it('names every part, and what is not well', async () => {
    const { body } = await admin.get('/api/v1/admin/health')
    expect(body).toMatchObject({ version: expect.any(String), node: process.version })
    const state = (part: string) => body.parts.find((one: Json) => one.part === part)
    expect(state('mail')).toMatchObject({ state: 'warn', facts: { sends: 'no' } })
    expect(state('database').facts).toMatchObject({ connections: expect.any(Number) })
    expect([state('feeds').state, state('time_zone').state]).toEqual(['good', 'warn'])
    await portal.owner((tx) =>
      tx
        .updateTable('feeds')
        .set({ last_batch_at: '2020-01-01T00:00:00Z' })
        .where('kind', '=', 'orders')
        .execute(),
    )
    await portal.owner((tx) =>
      tx.insertInto('sales_checks').values({ started_at: new Date().toISOString(), fault: 'disk' }).execute(),
    )
    const later = (await admin.get('/api/v1/admin/health')).body.parts
    expect(later.find((one: Json) => one.part === 'feeds')).toMatchObject({
      state: 'warn',
      facts: { late: 1, kind: 'orders' },
    })
    expect(later.find((one: Json) => one.part === 'sales_check')).toMatchObject({ state: 'bad' })
  })
})
