import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { pdf, sendFile } from '../support/documents.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let one: number
let two: number
let buyer: Actor
let owner: Actor
let other: Actor
let service: Actor
let admin: Actor
let orderOne: number
let orderTwo: number

const ALL = '/api/v1/conversations'
const wish = (more: object = {}) => ({
  ...{ subject: 'Delivery', text: 'When does it leave?', key: randomUUID() },
  ...more,
})
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const open = async (actor: Actor = buyer, more: object = {}): Promise<number> => {
  const { status, body } = await actor.post(ALL, wish(more))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}
const send = (actor: Actor, id: number, text: string, key: string = randomUUID()) =>
  actor.post(`${ALL}/${id}/messages`, { text, key })
const get = async (actor: Actor, id: number): Promise<Json> => (await actor.get(`${ALL}/${id}`)).body
const thread = async (actor: Actor, id: number): Promise<Json[]> =>
  (await actor.get(`${ALL}/${id}/messages`)).body.items
const subjects = async (actor: Actor, query: string) =>
  ((await actor.get(`${ALL}?${query}`)).body.items as Json[]).map(({ subject }) => subject)
const summary = async (actor: Actor): Promise<Json> => (await actor.get('/api/v1/conversation-summary')).body
/** As if this much time had passed: notices of messages wait for those who read them anyway. */
const later = () =>
  portal.owner(async (tx) => {
    await sql`update portal.notice_queue set created_at = created_at - interval '10 seconds'`.execute(tx)
    await sql`select pg_notify('outbox', '')`.execute(tx)
  })
const notices = async (actor: Actor): Promise<string[]> => {
  await later()
  await expect
    .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n, {
      timeout: 15_000,
    })
    .toBe(0)
  return (await actor.get('/api/v1/notices?unread=true')).body.items.map(({ text }: Json) => text)
}
const showOrders = (shown: boolean) =>
  portal.owner(async (tx) => {
    await sql`insert into portal.tenant_module_visibility values (${one}, 'orders', ${shown})
      on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx)
  })
const asKeeper = (statement: ReturnType<typeof sql>) =>
  portal.owner(async (tx) => {
    await sql`set local role portal_keeper`.execute(tx)
    await statement.execute(tx)
  })

beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  buyer = await aMember(portal, one)
  owner = await aMember(portal, one, 'tenant_admin')
  other = await aMember(portal, two)
  service = await aStaffMember(portal, 'customer_service')
  admin = await anAdministrator(portal)
  const put = sender(portal.url, await aKey(portal))
  await put('orders', [
    order('O-1', { 'Client Code': 'A', 'Ord No': 'SO-1' }),
    order('O-2', { 'Client Code': 'B', 'Ord No': 'SO-2' }),
  ])
  orderOne = (await buyer.get('/api/v1/orders')).body.items[0].id
  orderTwo = (await other.get('/api/v1/orders')).body.items[0].id
})
afterAll(() => portal.close())

describe('opening', () => {
  it('refuses strangers, who may only read, what is incomplete, and links to what is not the tenant’s own', async () => {
    expect((await createClient(portal.url).post(ALL, wish())).status).toBe(401)
    const viewer = await aMember(portal, one, 'viewer')
    expect(said(await viewer.post(ALL, wish()))).toEqual([403, 'permission_denied'])
    const link = (path: string) => ({ handOver: { summary: 'x', links: [{ label: 'x', path }] } })
    for (const bad of [
      ...[{ subject: ' ' }, { text: '' }, { text: undefined }, { key: 'x' }, { key: undefined }],
      ...[{ text: 'x'.repeat(10_001) }, { assigned: 'x' }],
      ...[link('https://evil.example'), link('//evil.example'), link('/\\evil.example'), link('orders')],
    ])
      expect([bad, said(await buyer.post(ALL, wish(bad)))]).toEqual([bad, [422, 'validation']])
    for (const bad of [{ orderId: orderTwo }, { orderId: 900_001 }, { issueId: 900_001 }])
      expect(said(await buyer.post(ALL, wish(bad)))).toEqual([422, 'conversation_link'])
    expect(said(await buyer.post(ALL, wish({ tenantId: two })))).toEqual([422, 'unknown_tenant'])
    expect(said(await service.post(ALL, wish()))).toEqual([422, 'conversation_tenant'])
  })

  it('keeps the order and what was said to the assistant, once for each key, for its tenant and the staff alone', async () => {
    const key = randomUUID()
    const links = [{ label: 'Order SO-1', path: '/orders/SO-1?tab=lines' }]
    const whole = wish({ key, orderId: orderOne, handOver: { summary: 'Asked for the date.', links } })
    const { body } = await buyer.post(ALL, whole)
    expect((await buyer.post(ALL, whole)).body).toEqual(body)
    expect(await thread(service, body.id)).toMatchObject([
      { no: 2, kind: 'message', text: 'When does it leave?', own: false, key: null, byStaff: false },
      { no: 1, kind: 'summary', text: 'Asked for the date.', links },
    ])
    expect(await get(buyer, body.id)).toMatchObject({
      ...{ orderNo: 'SO-1', orderId: orderOne, waitingFor: 'staff', lastOwn: true, unread: 0, desk: null },
    })
    expect(await subjects(buyer, `order=${orderOne}`)).toEqual(['Delivery'])
    // Who looks at several tenants writes to the one whose the order is.
    const staffs = await open(service, { subject: 'From us', orderId: orderOne })
    expect(await get(buyer, staffs)).toMatchObject({ subject: 'From us', waitingFor: 'client', unread: 1 })
    // Whoever may not see orders does not learn of this one.
    const outsider = await aMember(portal, one, 'finance_manager')
    await showOrders(false)
    expect(await get(outsider, body.id)).toMatchObject({ orderNo: null, orderId: null })
    await showOrders(true)
    for (const [method, path, sent] of [
      ['GET', '', undefined],
      ['GET', '/messages', undefined],
      ['POST', '/messages', { text: 'x', key: randomUUID() }],
      ['POST', '/read', { upTo: 1 }],
      ['POST', '/typing', {}],
    ] as const)
      expect([path, said(await other.send(method, `${ALL}/${body.id}${path}`, sent))]).toEqual([
        path,
        [404, 'not_found'],
      ])
    expect(await subjects(other, '')).toEqual([])
    expect(await notices(service)).toContain('New message: Delivery')
    expect(await notices(other)).toEqual([])
  })
})

describe('messages', () => {
  it('sent at once are numbered without a gap; sent again they are said once, and a key is one message’s alone', async () => {
    const id = await open()
    const keys = Array.from({ length: 12 }, () => randomUUID())
    const answers = await Promise.all(
      [...keys, ...keys].map((key, at) => send(at % 2 ? buyer : owner, id, `m ${key}`, `${key}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const rows = await thread(service, id)
    const numbers = rows.map(({ no }) => no)
    expect(numbers).toEqual(Array.from({ length: 13 }, (_, at) => 13 - at))
    expect(new Set(rows.map(({ text }) => text)).size).toBe(13)
    const [first] = keys as [string]
    expect(said(await send(owner, id, 'Something else', first))).toEqual([422, 'idempotency_mismatch'])
    expect(said(await send(owner, await open(), `m ${first}`, first))).toEqual([422, 'idempotency_mismatch'])
    expect(said(await owner.post(ALL, wish({ key: first })))).toEqual([422, 'idempotency_mismatch'])
    // Pages go backwards, each message once.
    const page = (await service.get(`${ALL}/${id}/messages?limit=8`)).body
    expect([page.total, page.items.at(-1).no]).toEqual([13, 6])
    const rest = (await service.get(`${ALL}/${id}/messages?limit=8&cursor=${page.nextCursor}`)).body
    expect([rest.items.map(({ no }: Json) => no), rest.nextCursor]).toEqual([[5, 4, 3, 2, 1], null])
    expect(said(await service.get(`${ALL}/${id}/messages?cursor=x`))).toEqual([422, 'bad_cursor'])
  })

  it('are unread until they are read, by each person; the other side sees how far', async () => {
    const tenant = await aTenant(portal)
    const [mine, colleague] = [await aMember(portal, tenant), await aMember(portal, tenant)]
    const desk = await aStaffMember(portal, 'customer_service', [tenant])
    const id = await open(mine)
    expect(await summary(desk)).toMatchObject({ unread: 1, waiting: 1, mine: 0, unassigned: 1 })
    await desk.post(`${ALL}/${id}/read`, { upTo: 1 })
    expect(await get(mine, id)).toMatchObject({ readByOthers: 1, unread: 0 })
    await send(desk, id, 'Tomorrow')
    await send(desk, id, 'At noon')
    expect(await summary(mine)).toMatchObject({ unread: 2, waiting: 1, mine: null, unassigned: null })
    expect(await summary(desk)).toMatchObject({ unread: 0, waiting: 0 })
    expect((await mine.post(`${ALL}/${id}/read`, { upTo: 900 })).body).toEqual({ upTo: 3 })
    // Reading does not go back.
    await mine.post(`${ALL}/${id}/read`, { upTo: 1 })
    expect([(await summary(mine)).unread, (await summary(colleague)).unread]).toEqual([0, 2])
    expect(await get(desk, id)).toMatchObject({ readByOthers: 3, waitingFor: 'client' })
  })

  it('reach both sides’ open screens, and who writes is told to the others and kept nowhere', async () => {
    const id = await open()
    const streams = await Promise.all([buyer, service, other].map((actor) => openStream(portal.url, actor)))
    const [mine, theirs, strangers] = streams as [
      (typeof streams)[0],
      (typeof streams)[0],
      (typeof streams)[0],
    ]
    try {
      await Promise.all(streams.map((stream) => stream.ready()))
      // What a server does not hear in this moment is told to nobody: so it is told again, as a screen does.
      await expect
        .poll(async () => {
          expect((await service.post(`${ALL}/${id}/typing`, {})).status).toBe(200)
          return mine
            .changes()
            .some(({ data }) => data.topic === 'typing.staff' && data.object === String(id))
        })
        .toBe(true)
      await send(service, id, 'Live')
      await Promise.all(
        [mine, theirs].map((stream) =>
          stream.until(({ data }) => data.topic === 'conversations' && data.object === String(id)),
        ),
      )
      const heard = (stream: typeof mine) =>
        stream.changes().filter(({ data }) => /typing/.test(`${data.topic}`))
      expect([heard(theirs), heard(strangers)]).toEqual([[], []])
      const kept = await peek(
        portal,
        `select count(*)::int as n from portal.outbox where topic like 'typing%'`,
      )
      expect(kept[0].n).toBe(0)
    } finally {
      await Promise.all(streams.map((stream) => stream.close()))
    }
  })

  it('are told to the other side once until they are read, and to nobody who has them open; a mail leads back', async () => {
    const id = await open(buyer, { subject: 'Bell' })
    expect(await notices(service)).toContain('New message: Bell')
    await service.post(`${ALL}/${id}/read`, { upTo: 1 })
    expect(await notices(service)).not.toContain('New message: Bell')
    await send(service, id, 'One')
    await send(service, id, 'Two')
    expect((await notices(buyer)).filter((text) => text.endsWith('Bell'))).toHaveLength(1)
    const [told] = (await buyer.get('/api/v1/notices')).body.items
    expect(told).toMatchObject({ subject: 'conversations', link: `/chat?conversation=${id}` })
    expect((await notices(owner)).filter((text) => text.endsWith('Bell'))).toEqual([])
    const due = await peek(
      portal,
      `select mail_at > created_at + interval '1 minute' as waits from portal.notices where user_id = $1 and read_at is null`,
      [buyer.userId],
    )
    expect(due.every(({ waits }) => waits)).toBe(true)
    // Read before the notice is made: none comes.
    await buyer.post(`${ALL}/${id}/read`, { upTo: 3 })
    await send(service, id, 'Three')
    await buyer.post(`${ALL}/${id}/read`, { upTo: 4 })
    expect((await notices(buyer)).filter((text) => text.endsWith('Bell'))).toEqual([])
  })

  it('are found by their words without accents, and filtered by whose turn it is and who looks after them', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant)
    await open(member, { subject: 'Étiquettes', text: 'Façon de faire' })
    await open(member, { subject: 'Pallets', text: 'Wrapped 100% in film_' })
    expect(await subjects(member, 'search=etiquettes')).toEqual(['Étiquettes'])
    expect(await subjects(member, 'search=FACON')).toEqual(['Étiquettes'])
    expect(await subjects(member, 'search=100%25')).toEqual(['Pallets'])
    expect(await subjects(other, 'search=facon')).toEqual([])
    expect(await subjects(service, `tenant=${tenant}&waiting=me&assigned=nobody`)).toEqual([
      'Pallets',
      'Étiquettes',
    ])
    const first = (await member.get(`${ALL}?limit=1`)).body
    expect([first.total, first.items[0].subject]).toEqual([2, 'Pallets'])
    expect(await subjects(member, `limit=1&cursor=${first.nextCursor}`)).toEqual(['Étiquettes'])
  })

  it('have files as they came, once for each key, and none that is not what it says', async () => {
    const id = await open()
    const attach = (actor: Actor, name: string, body: Buffer | string, key: string = randomUUID()) =>
      sendFile(portal.url, actor, `${ALL}/${id}/files?name=${encodeURIComponent(name)}&key=${key}`, body)
    const [paper, key] = [pdf('Pallet'), randomUUID()]
    expect(said(await attach(other, 'a.pdf', paper))).toEqual([404, 'not_found'])
    expect(said(await attach(buyer, 'a.pdf', '<html>'))).toEqual([415, 'unsupported_type'])
    expect(said(await attach(buyer, '../a.pdf', paper))).toEqual([422, 'bad_file_name'])
    expect(said(await attach(buyer, 'a.pdf', paper, 'x'))).toEqual([422, 'validation'])
    const sent = await attach(buyer, 'pallet.pdf', paper, key)
    expect((await attach(buyer, 'pallet.pdf', paper, key)).body).toEqual(sent.body)
    expect(said(await attach(buyer, 'pallet.pdf', pdf('Other'), key))).toEqual([422, 'idempotency_mismatch'])
    const [{ no, file }] = (await thread(service, id)) as [Json]
    expect([no, file]).toEqual([
      2,
      { id: sent.body.id, name: 'pallet.pdf', size: paper.length, format: 'pdf', scan: null },
    ])
    const got = await service.get(`${ALL}/${id}/files/${file.id}`)
    expect([got.status, got.headers.get('content-length')]).toEqual([200, String(paper.length)])
    expect(said(await other.get(`${ALL}/${id}/files/${file.id}`))).toEqual([404, 'not_found'])
  })
})

describe('the staff', () => {
  it('write notes, assign and settle; nothing of a note reaches the client: answers, search, notices, audit, database', async () => {
    const SECRET = 'nineteenhundred'
    const id = await open(buyer, { subject: 'Private' })
    const before = [await get(buyer, id), await thread(buyer, id)]
    for (const [method, path, body] of [
      ['POST', 'notes', { text: 'x' }],
      ['PUT', 'assignment', { userId: null, version: 1 }],
      ['POST', 'settled', {}],
    ] as const)
      expect(said(await owner.send(method, `${ALL}/${id}/${path}`, body))).toEqual([403, 'permission_denied'])
    expect((await service.post(`${ALL}/${id}/notes`, { text: SECRET })).status).toBe(200)
    expect([await get(buyer, id), await thread(buyer, id)]).toEqual(before)
    expect((await get(service, id)).desk.notes).toMatchObject([{ kind: 'note', text: SECRET }])
    for (const actor of [buyer, service]) expect(await subjects(actor, `search=${SECRET}`)).toEqual([])
    expect((await notices(buyer)).filter((text) => /note|Private/i.test(text))).toEqual([])
    const trail: Json[] = (await owner.get('/api/v1/audit?limit=1000')).body.items
    const acts = trail.map(({ action }) => action)
    expect(acts).toContain('conversation.opened')
    expect(acts.filter((act) => /^conversation.(noted|assigned|settled)/.test(act))).toEqual([])
    expect(JSON.stringify(trail)).not.toContain(SECRET)
    await expect(asMember(sql`select from portal.conversation_notes`)).rejects.toThrow('permission denied')
    const handler = await aStaffMember(portal, 'customer_service', [one])
    const stranger = await aStaffMember(portal, 'customer_service', [two])
    const assign = (userId: string | null, version = 1) =>
      service.send('PUT', `${ALL}/${id}/assignment`, { userId, version })
    for (const userId of [stranger.userId, buyer.userId, 'nobody'])
      expect(said(await assign(userId))).toEqual([422, 'conversation_handler'])
    expect(said(await assign(handler.userId, 9))).toEqual([412, 'stale_version'])
    expect((await assign(handler.userId)).body).toEqual({ version: 2 })
    expect(await notices(handler)).toContain('A conversation was assigned to you: Private')
    expect(await subjects(handler, 'assigned=me')).toEqual(['Private'])
    // What it is assigned to somebody for is theirs to hear of.
    await service.post(`${ALL}/${id}/read`, { upTo: 1 })
    await send(buyer, id, 'Are you there?')
    expect(await notices(handler)).toContain('New message: Private')
    expect(await notices(service)).not.toContain('New message: Private')
    await service.post(`${ALL}/${id}/settled`, {})
    expect((await get(buyer, id)).waitingFor).toBe(null)
    for (const actor of [stranger]) expect(said(await actor.get(`${ALL}/${id}`))).toEqual([404, 'not_found'])
    expect((await get(admin, id)).desk.notes.map(({ kind }: Json) => kind)).toEqual([
      'note',
      'assign',
      'settle',
    ])
  })

  it('are there in business hours; when they answer is said from what they did, or not at all', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant)
    const { hours } = await summary(member)
    expect([hours.closesAt === null, hours.opensAt === null].toSorted()).toEqual([false, true])
    expect([hours.usualMinutes, hours.replyBy]).toEqual([null, null])
    const id = await open(member)
    await asKeeper(sql`insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at,
        reply_minutes)
      select ${tenant}::int, ${id}::bigint, n, 'message', 'x', gen_random_uuid(), 'x', 'x', true, now(), 10 * n from unnest(array[2, 4, 6]) n`)
    // Three of four of 20, 40 and 60 minutes.
    const now = (await summary(member)).hours
    expect([now.usualMinutes, Date.parse(now.replyBy) > Date.now()]).toEqual([50, true])
    expect((await summary(other)).hours.usualMinutes).toBe(null)
    // Montreal's, for this installation names no zone of its own.
    const cases = [
      ['2025-08-29T20:59:00Z', 1],
      ['2025-08-29T21:00:00Z', 0],
      ['2025-08-30T15:00:00Z', 0],
      ['2025-09-01T12:29:00Z', 0],
      ['2025-09-01T12:30:00Z', 1],
    ] as const
    for (const [at, there] of cases) {
      const [row] = await peek(
        portal,
        `select (portal.business_minutes($1, $1::timestamptz + interval '1 second', portal.business_zone()) > 0)::int as there,
           portal.business_deadline($1, 0, portal.business_zone()) as opens`,
        [at],
      )
      expect([at, row.there]).toEqual([at, there])
      if (!there) expect(new Date(row.opens).toISOString()).toBe('2025-09-01T12:30:00.000Z')
    }
  })

  it('and whoever came by a code: reads no other people’s conversations', async () => {
    const ACCESS = '/api/v1/admin/temporary-access'
    await admin.send('PUT', `${ACCESS}/tenants/${one}`, { allowed: true })
    const email = 'guest@new.example'
    const { code } = (await admin.post(ACCESS, { email, tenantId: one, role: 'viewer' })).body
    const guest = createClient(portal.url) as Actor
    await guest.post('/api/auth/sign-in/temporary', { email, code })
    const id = await open()
    expect([await subjects(guest, ''), said(await guest.get(`${ALL}/${id}`))]).toEqual([
      [],
      [404, 'not_found'],
    ])
    expect(said(await guest.get(`${ALL}/${id}/messages`))).toEqual([404, 'not_found'])
  })
})

const asMember = (statement: ReturnType<typeof sql>) =>
  portal.owner(async (tx) => {
    await sql`set local role portal_member`.execute(tx)
    await statement.execute(tx)
  })
