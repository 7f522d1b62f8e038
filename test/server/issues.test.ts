import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actsOn, ISSUE_ACTS, ISSUE_STATUSES, REPLACEMENTS } from '../../src/features/issues/domain/rules.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { pdf, sendFile } from '../support/documents.ts'
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
let upstream: ReturnType<typeof sender>

const ISSUES = '/api/v1/issues'
const wish = (more: object = {}) => ({
  ...{ type: 'damaged_product', priority: 'high', title: 'Broken seals', description: 'Twelve of 400.' },
  ...more,
})
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const report = async (actor: Actor = buyer, more: object = {}): Promise<{ id: number; number: number }> => {
  const { status, body } = await actor.post(ISSUES, wish(more))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const open = async (actor: Actor, id: number): Promise<Json> => (await actor.get(`${ISSUES}/id:${id}`)).body
const step = async (actor: Actor, id: number, act: string, more: object = {}) => {
  const { issue } = await open(actor, id)
  return actor.post(`${ISSUES}/${id}/acts`, { act, version: issue.version, ...more })
}
const titles = async (actor: Actor, query: string) =>
  ((await actor.get(`${ISSUES}?${query}`)).body.items as Json[]).map(({ title }) => title)
const notices = async (actor: Actor): Promise<string[]> => {
  await expect
    .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
    .toBe(0)
  return (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
}

beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  buyer = await aMember(portal, one)
  owner = await aMember(portal, one, 'tenant_admin')
  other = await aMember(portal, two)
  service = await aStaffMember(portal, 'customer_service')
  admin = await anAdministrator(portal)
  upstream = sender(portal.url, await aKey(portal))
  await upstream('products', [{ 'Item No': 'P-1', Name: 'Capsules', Class: 'blend' }])
  await upstream('lots', [{ 'Lot No': 'L-1', 'Item No': 'P-1', State: 'released' }])
  await upstream('orders', [
    order('O-1', { 'Client Code': 'A', 'Ord No': 'SO-1' }),
    order('O-2', { 'Client Code': 'B', 'Ord No': 'SO-2' }),
  ])
  await upstream('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'P-1', Lot: 'L-1' }])
  orderOne = (await buyer.get('/api/v1/orders')).body.items[0].id
  orderTwo = (await other.get('/api/v1/orders')).body.items[0].id
})
afterAll(() => portal.close())

describe('rules', () => {
  it('are the same in the database as in the domain, for every state, side and step', async () => {
    const rows = (await peek(
      portal,
      `select s.status, r.replacement, e.escalated, b.by_staff, array_agg(x.act order by x.act) filter (where x.act is not null) as acts
         from unnest($1::text[]) s (status) cross join unnest($2::text[]) r (replacement)
        cross join (values (true), (false)) e (escalated) cross join (values (true), (false)) b (by_staff)
         left join portal.issue_rules() x on s.status = any (x.from_status)
           and (x.from_replacement is null or coalesce(r.replacement, 'none') = any (x.from_replacement))
           and (x.by_client or b.by_staff) and (x.act <> 'escalate' or not e.escalated)
        group by 1, 2, 3, 4`,
      [ISSUE_STATUSES, [null, ...REPLACEMENTS]],
    )) as Json[]
    expect(rows).toHaveLength(64)
    for (const { status, replacement, escalated, by_staff, acts } of rows)
      expect(actsOn({ status, replacement, escalated }, by_staff).toSorted()).toEqual(acts ?? [])
  })

  it('count business hours alone: what is due in so many minutes has so many before it', async () => {
    const cases = [
      ['2025-08-29T20:00:00Z', 240, '2025-09-01T15:30:00Z'], // Friday 16:00 in Montreal: one hour, and three on Monday
      ['2025-08-30T12:00:00Z', 60, '2025-09-01T13:30:00Z'],
      ['2025-08-27T10:00:00Z', 510, '2025-08-27T21:00:00Z'],
      ['2025-10-31T20:30:00Z', 60, '2025-11-03T14:00:00Z'], // over the end of summer time
    ] as const
    for (const [since, minutes, due] of cases) {
      const [row] = await peek(
        portal,
        `select portal.business_deadline($1, $2, 'America/Toronto') = $3::timestamptz as right`,
        [since, minutes, due],
      )
      expect([since, row?.right]).toEqual([since, true])
    }
    const seed = Date.now() % 1_000_000
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
        fc.integer({ min: 1, max: 6000 }),
        async (at, minutes) => {
          const [row] = await peek(
            portal,
            `select portal.business_minutes(s, portal.business_deadline(s, $2, 'America/Toronto'), 'America/Toronto')::int as n
               from to_timestamp($1) s`,
            [at, minutes],
          )
          return row?.n === minutes
        },
      ),
      { numRuns: 25, seed },
    )
  })
})

describe('POST /issues', () => {
  it('refuses strangers, who may only read, what is incomplete, and links to what is not the tenant’s own', async () => {
    expect((await createClient(portal.url).post(ISSUES, wish())).status).toBe(401)
    expect(said(await (await aMember(portal, one, 'viewer')).post(ISSUES, wish()))).toEqual([
      403,
      'permission_denied',
    ])
    for (const bad of [
      { title: ' ' },
      { description: '' },
      { type: 'x' },
      { priority: null },
      { status: 'closed' },
    ])
      expect(said(await buyer.post(ISSUES, wish(bad)))).toEqual([422, 'validation'])
    for (const link of [{ orderId: orderTwo }, { orderId: 900_001 }, { itemNo: 'P-x' }, { lotNo: 'L-x' }])
      expect(said(await buyer.post(ISSUES, wish(link)))).toEqual([422, 'issue_link'])
    expect(said(await other.post(ISSUES, wish({ lotNo: 'L-1' })))).toEqual([422, 'issue_link'])
    // Which of them it is, for the field to say.
    const which = (await buyer.post(ISSUES, wish({ itemNo: 'P-1', lotNo: 'L-x' }))).body.errors
    expect(which).toEqual([{ path: 'lotNo', code: 'unknown', message: 'Must belong to the company.' }])
    expect(said(await buyer.post(ISSUES, wish({ tenantId: two })))).toEqual([422, 'unknown_tenant'])
    expect(said(await service.post(ISSUES, wish()))).toEqual([422, 'issue_tenant'])
  })

  it('numbers without a gap in each tenant, also when several report at once and some fail', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 4 === 3 ? member.post(ISSUES, wish({ orderId: 900_001 })) : member.post(ISSUES, wish()),
      ),
    )
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => body.number)
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect((await service.post(ISSUES, wish({ tenantId: tenant }))).body.number).toBe(7)
    const staffs = (await member.get(`${ISSUES}/7`)).body
    expect(staffs.issue).toMatchObject({ byStaff: true, responseMinutes: null, duePart: 'solution' })
  })

  it('keeps its links, tells the staff, and is there for its tenant and the staff alone', async () => {
    const { id, number } = await report(buyer, {
      orderId: orderOne,
      itemNo: 'P-1',
      lotNo: 'L-1',
      title: 'Linked',
    })
    const { issue, entries, acts, desk } = await open(buyer, id)
    expect(issue).toMatchObject({
      ...{ number, status: 'open', orderId: orderOne, orderNo: 'SO-1', itemNo: 'P-1', itemName: 'Capsules' },
      ...{ lotNo: 'L-1', waitingFor: 'staff', duePart: 'response', clock: 'on_time', assignedId: null },
    })
    // As it is in quality control now, for who sees lots.
    const lotState = async (actor: Actor) => (await open(actor, id)).issue.lot?.state ?? null
    expect(await lotState(buyer)).toBe('released')
    await upstream('lots', [{ 'Lot No': 'L-1', 'Item No': 'P-1', State: 'on hold' }])
    expect([await lotState(buyer), await lotState(service)]).toEqual(['on_hold', 'on_hold'])
    await peek(portal, `insert into portal.tenant_module_visibility values ($1, 'qaqc', false)`, [one])
    expect(await lotState(buyer)).toBe(null)
    const ofLot = async (actor: Actor, lot: number) => await titles(actor, `lot=${lot}`)
    const [{ id: lotId }] = await peek(portal, `select id::int from portal.lots where lot_no = 'L-1'`)
    expect(await ofLot(buyer, lotId)).toEqual([])
    await peek(portal, `delete from portal.tenant_module_visibility where tenant_id = $1`, [one])
    // And the other way: from the lot to what was reported about it.
    expect([await ofLot(buyer, lotId), await ofLot(service, lotId)]).toEqual([['Linked'], ['Linked']])
    expect([await ofLot(other, lotId), await ofLot(buyer, 900_001)]).toEqual([[], []])
    // Where another system upstream uses the number too, its link opens the one that is meant.
    const address = async () => (await open(buyer, id)).issue.lot.address
    expect(await address()).toBe('L-1')
    const second = sender(portal.url, await aKey(portal, { source: 'second' }))
    await peek(
      portal,
      `insert into portal.upstream_clients (source_id, client_code, tenant_id) select id, 'A', $1 from auth.ingest_sources where name = 'second'`,
      [one],
    )
    await second('lots', [{ 'Lot No': 'L-1', 'Item No': 'P-9', State: 'released' }])
    await second('orders', [order('O-9', { 'Client Code': 'A', 'Ord No': 'SO-9' })])
    await second('order-lines', [{ Primary: 'O-9', 'Line No': 1, 'Item No': 'P-9', Lot: 'L-1' }])
    expect(await address()).toBe(`id:${lotId}`)
    const opened = await buyer.get(`/api/v1/lots/${encodeURIComponent(await address())}`)
    expect([opened.status, opened.body.lot.itemNo]).toEqual([200, 'P-1'])
    expect(entries.map(({ kind, own }: Json) => [kind, own])).toEqual([['report', true]])
    expect([acts, desk]).toEqual([['close', 'escalate', 'request_replacement'], null])
    expect(await titles(buyer, `order=${orderOne}`)).toEqual(['Linked'])
    expect(await titles(buyer, 'search=sO-1&sort=-number')).toEqual(['Linked'])
    expect(said(await other.get(`${ISSUES}/id:${id}`))).toEqual(said(await other.get(`${ISSUES}/id:900001`)))
    expect(said(await other.post(`${ISSUES}/${id}/comments`, { text: 'x' }))).toEqual([404, 'not_found'])
    expect(said(await other.post(`${ISSUES}/${id}/acts`, { act: 'close', version: 1 }))).toEqual([
      404,
      'not_found',
    ])
    expect(await notices(service)).toContain(`New issue #${number}: Linked`)
    expect(await notices(other)).toEqual([])
  })
})

describe('GET /issues', () => {
  it('filters, sorts and pages; a number that several tenants have is answered with the ids', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant)
    for (const [title, priority, type] of [
      ['Á', 'low', 'missing_items'],
      ['B', 'high', 'other'],
      ['C', 'medium', 'other'],
    ] as const)
      await report(member, { title, priority, type })
    expect(await titles(member, 'sort=-priority')).toEqual(['B', 'C', 'Á'])
    expect(await titles(member, 'sort=dueAt')).toEqual(['B', 'C', 'Á'])
    expect(await titles(member, 'search=a%CC%81&type=missing_items')).toEqual(['Á'])
    expect(await titles(member, 'type=other&sort=number')).toEqual(['B', 'C'])
    expect(await titles(member, 'status=closed')).toEqual([])
    expect(await titles(service, `tenant=${tenant}&assigned=nobody&priority=low`)).toEqual(['Á'])
    const first = (await member.get(`${ISSUES}?limit=2&sort=number`)).body
    expect([first.total, first.items.length]).toEqual([3, 2])
    expect(await titles(member, `limit=2&sort=number&cursor=${first.nextCursor}`)).toEqual(['C'])
    expect((await admin.get(`${ISSUES}/1`)).body.code).toBe('ambiguous')
    expect(said(await member.get(`${ISSUES}?cursor=x`))).toEqual([422, 'bad_cursor'])
  })
})

describe('an invoice that is questioned', () => {
  it('is the tenant’s own, and told to those alone who may see invoices', async () => {
    const bill = (no: string, code: string) => ({
      ...{ 'Invoice No': no, 'Client Code': code, 'Invoice Date': '2025-03-01', Total: '100.00' },
    })
    await upstream('invoices', [bill('I-1', 'A'), bill('I-2', 'B')])
    const idOf = async (actor: Actor) => (await actor.get('/api/v1/invoices')).body.items[0].id as number
    const [own, foreign] = [await idOf(buyer), await idOf(other)]
    const about = (invoiceId: number) => wish({ type: 'billing', invoiceId, title: 'Which freight?' })
    const blind = await aMember(portal, one, 'quality_manager')
    const link = [422, 'issue_link']
    expect(said(await buyer.post(ISSUES, about(foreign)))).toEqual(link)
    expect(said(await buyer.post(ISSUES, about(9_999_999)))).toEqual(link)
    expect(said(await blind.post(ISSUES, about(own)))).toEqual(link)

    const { id } = (await buyer.post(ISSUES, about(own))).body
    expect((await open(buyer, id)).issue.invoice).toEqual({ number: 'I-1', id: own })
    expect(await titles(buyer, `invoice=${own}`)).toEqual(['Which freight?'])
    expect(await titles(other, `invoice=${own}`)).toEqual([])
    expect((await open(blind, id)).issue.invoice).toBeNull()
    expect(await titles(blind, `invoice=${own}`)).toEqual([])
    const billing = await aStaffMember(portal, 'finance')
    expect((await open(billing, id)).issue.invoice).toEqual({ number: 'I-1', id: own })
    expect(said(await step(billing, id, 'start'))[0]).toBe(200)
    await upstream('invoices', [{ ...bill('I-1', 'A'), _op: 'delete' }])
    expect((await open(buyer, id)).issue.invoice).toEqual({ number: 'I-1', id: null })
  })
})

describe('the thread', () => {
  it('goes back and forth: each side is told by the other, and whose turn it is follows', async () => {
    const { id, number } = await report(buyer, { title: 'Thread' })
    expect((await service.post(`${ISSUES}/${id}/comments`, { text: ' We look. ' })).status).toBe(200)
    const { issue, entries } = await open(buyer, id)
    expect(issue).toMatchObject({ waitingFor: 'client', duePart: 'solution', version: 1 })
    expect(issue.responseMinutes).toBeGreaterThanOrEqual(0)
    expect(entries.at(-1)).toMatchObject({ kind: 'comment', text: 'We look.', byStaff: true, own: false })
    expect(await notices(buyer)).toContain(`New message on issue #${number}: Thread`)
    await buyer.post(`${ISSUES}/${id}/comments`, { text: 'Thank you' })
    expect((await open(service, id)).issue.waitingFor).toBe('staff')
    expect(await notices(service)).toContain(`New message on issue #${number}: Thread`)
    expect((await notices(owner)).filter((text) => text.includes('Thread'))).toEqual([])
    expect(await titles(service, `waiting=me&search=Thread&tenant=${one}`)).toEqual(['Thread'])
  })

  it('takes the steps of the rules, each with a version, and puts each on record', async () => {
    const { id } = await report()
    expect(said(await step(buyer, id, 'resolve'))).toEqual([409, 'issue_step'])
    expect(said(await buyer.post(`${ISSUES}/${id}/acts`, { act: 'close' }))).toEqual([428, 'version_needed'])
    expect(said(await buyer.post(`${ISSUES}/${id}/acts`, { act: 'close', version: 9 }))).toEqual([
      412,
      'stale_version',
    ])
    const headers = { 'if-match': '"1"' }
    expect((await service.post(`${ISSUES}/${id}/acts`, { act: 'start' }, { headers })).body).toEqual({
      version: 2,
    })
    expect(said(await service.post(`${ISSUES}/${id}/acts`, { act: 'resolve' }, { headers }))).toEqual([
      412,
      'stale_version',
    ])
    for (const [actor, act] of [
      ...[[buyer, 'escalate'] as const, [buyer, 'request_replacement'] as const],
      ...[[service, 'decline_replacement'] as const, [buyer, 'request_replacement'] as const],
      ...[
        [service, 'accept_replacement'] as const,
        [service, 'resolve'] as const,
        [buyer, 'reopen'] as const,
      ],
      ...[[service, 'start'] as const, [service, 'resolve'] as const, [buyer, 'close'] as const],
    ])
      expect([act, (await step(actor, id, act)).status]).toEqual([act, 200])
    const { issue, entries, acts } = await open(buyer, id)
    expect(issue).toMatchObject({
      status: 'closed',
      priority: 'high',
      escalated: true,
      replacement: 'accepted',
    })
    expect([issue.dueAt, issue.clock, issue.waitingFor, acts]).toEqual([null, null, null, ['reopen']])
    expect(entries.map(({ kind }: Json) => kind)).toEqual([
      ...['report', 'start', 'escalate', 'request_replacement', 'decline_replacement', 'request_replacement'],
      ...['accept_replacement', 'resolve', 'reopen', 'start', 'resolve', 'close'],
    ])
    expect(said(await buyer.post(`${ISSUES}/${id}/comments`, { text: 'More' }))).toEqual([
      409,
      'issue_closed',
    ])
    expect(ISSUE_ACTS.every((act) => entries.some(({ kind }: Json) => kind === act))).toBe(true)
  })

  it('keeps files as they came, and refuses what is not what it says', async () => {
    const { id } = await report()
    const attach = (actor: Actor, name: string, body: Buffer | string, of = id) =>
      sendFile(portal.url, actor, `${ISSUES}/${of}/files?name=${encodeURIComponent(name)}`, body)
    const paper = pdf('Damage')
    expect(said(await attach(other, 'a.pdf', paper))).toEqual([404, 'not_found'])
    expect(said(await attach(await aMember(portal, one, 'viewer'), 'a.pdf', paper))).toEqual([
      403,
      'permission_denied',
    ])
    expect(said(await attach(buyer, 'a.exe', 'MZ'))).toEqual([415, 'unsupported_type'])
    expect(said(await attach(buyer, 'a.pdf', '<html>'))).toEqual([415, 'unsupported_type'])
    expect(said(await attach(buyer, '../a.pdf', paper))).toEqual([422, 'bad_file_name'])
    expect((await attach(buyer, 'damage.pdf', paper)).status).toBe(200)
    const { file } = (await open(service, id)).entries.at(-1)
    expect(file).toEqual({
      ...{ id: expect.any(Number), name: 'damage.pdf', size: paper.length },
      ...{ format: 'pdf', scan: null },
    })
    const got = await service.get(`${ISSUES}/${id}/files/${file.id}`)
    expect([got.status, got.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('attachment; filename="damage.pdf"'),
    ])
    expect(got.headers.get('content-length')).toBe(String(paper.length))
    expect(said(await other.get(`${ISSUES}/${id}/files/${file.id}`))).toEqual([404, 'not_found'])
    await step(buyer, id, 'close')
    expect(said(await attach(buyer, 'late.pdf', paper))).toEqual([409, 'issue_closed'])
  })
})

describe('the staff', () => {
  it('write notes and assign; nothing of a note reaches the client: answers, counts, notices, audit, database', async () => {
    const SECRET = 'seventeenhundred'
    const { id, number } = await report(buyer, { title: 'Secrets' })
    const before = [await open(buyer, id), (await buyer.get(`${ISSUES}?search=Secrets`)).body]
    for (const actor of [buyer, owner]) {
      expect(said(await actor.post(`${ISSUES}/${id}/notes`, { text: 'x' }))).toEqual([
        403,
        'permission_denied',
      ])
      expect(
        said(await actor.send('PUT', `${ISSUES}/${id}/assignment`, { userId: null, version: 1 })),
      ).toEqual([403, 'permission_denied'])
    }
    expect((await service.post(`${ISSUES}/${id}/notes`, { text: SECRET })).status).toBe(200)
    expect([await open(buyer, id), (await buyer.get(`${ISSUES}?search=Secrets`)).body]).toEqual(before)
    expect((await open(service, id)).desk.notes).toMatchObject([{ kind: 'note', text: SECRET }])
    expect((await buyer.get(`${ISSUES}?search=${SECRET}`)).body.total).toBe(0)
    expect((await notices(buyer)).filter((text) => /note|Secrets/i.test(text))).toEqual([])
    const trail = (await owner.get('/api/v1/audit?limit=1000')).body.items
    expect(trail.filter(({ action }: Json) => /noted|assigned/.test(action))).toEqual([])
    expect(trail.some(({ action }: Json) => action === 'issue.reported')).toBe(true)
    expect(JSON.stringify(trail)).not.toContain(SECRET)
    await expect(
      portal.owner(async (tx) => {
        await sql`set local role portal_member`.execute(tx)
        await sql`select from portal.issue_notes`.execute(tx)
      }),
    ).rejects.toThrow('permission denied')
    // Assignment: to who looks after the client, known by version, and who it is hears of it.
    const handler = await aStaffMember(portal, 'quality', [one])
    const stranger = await aStaffMember(portal, 'customer_service', [two])
    const { issue, desk } = await open(service, id)
    expect(desk.handlers.map((one: Json) => one.id)).toEqual(
      expect.arrayContaining([handler.userId, admin.userId]),
    )
    expect(desk.handlers.map((one: Json) => one.id)).not.toContain(stranger.userId)
    const assign = (userId: string | null, version = issue.version) =>
      service.send('PUT', `${ISSUES}/${id}/assignment`, { userId, version })
    for (const userId of [stranger.userId, buyer.userId, 'nobody'])
      expect(said(await assign(userId))).toEqual([422, 'issue_handler'])
    expect(said(await assign(handler.userId, 9))).toEqual([412, 'stale_version'])
    expect((await assign(handler.userId)).status).toBe(200)
    expect(await notices(handler)).toContain(`Issue #${number} was assigned to you: Secrets`)
    expect(await titles(handler, 'assigned=me')).toEqual(['Secrets'])
    expect((await open(buyer, id)).issue).toMatchObject({ assignedId: null, assignedTo: 'Test Person' })
    expect(said(await stranger.get(`${ISSUES}/id:${id}`))).toEqual([404, 'not_found'])
    expect(said(await stranger.post(`${ISSUES}/${id}/notes`, { text: 'x' }))).toEqual([404, 'not_found'])
  })

  it('are warned once before a promise is missed; cards count what stands where and how fast answers come', async () => {
    const tenant = await aTenant(portal)
    const [member, desk] = [
      await aMember(portal, tenant),
      await aStaffMember(portal, 'customer_service', [tenant]),
    ]
    const late = await report(member, { title: 'Late' })
    const soon = await report(member, { title: 'Soon' })
    const done = await report(member, { title: 'Done' })
    await desk.post(`${ISSUES}/${done.id}/comments`, { text: 'Yes' })
    for (const act of ['start', 'resolve']) await step(desk, done.id, act)
    const moved = (id: number, warn: string, due: string) =>
      portal.owner(async (tx) => {
        await sql`set local role portal_keeper`.execute(tx)
        await sql`update portal.issues set warn_at = now() + ${warn}::interval, due_at = now() + ${due}::interval, response_minutes = null
          where id = ${id}`.execute(tx)
      })
    await moved(late.id, '-2 hours', '-1 hour')
    await moved(soon.id, '-1 hour', '1 hour')
    await portal.owner(async (tx) => {
      await sql`set local role portal_keeper`.execute(tx)
      await sql`update portal.issues set response_minutes = 90 where id = ${done.id}`.execute(tx)
    })
    expect(await titles(desk, 'clock=missed')).toEqual(['Late'])
    expect(await titles(desk, 'clock=soon')).toEqual(['Soon'])
    expect((await desk.get('/api/v1/issue-cards')).body).toEqual({
      ...{ open: 2, inProgress: 0, resolved: 1, averageResponse: 90, waiting: 2, soon: 1, missed: 1 },
    })
    expect((await member.get('/api/v1/issue-cards')).body).toMatchObject({
      waiting: 1,
      soon: null,
      missed: null,
    })
    const warned = (title: string, number: number) => `Issue #${number} is due soon: ${title}`
    await expect
      .poll(async () => (await notices(desk)).filter((text) => text.includes('is due soon')))
      .toHaveLength(2)
    expect(await notices(desk)).toEqual(
      expect.arrayContaining([warned('Late', late.number), warned('Soon', soon.number)]),
    )
    expect((await notices(member)).filter((text) => text.includes('is due soon'))).toEqual([])
  })

  it('and invoices and documents lead there from the page of their client, the newest first (H1)', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant)
    for (const title of ['First', 'Second', 'Third', 'Fourth']) await report(member, { title })
    const { newest } = (await admin.get(`/api/v1/admin/tenants/${tenant}`)).body
    expect(newest).toMatchObject({
      issues: { total: 4, items: [{ title: '#4 Fourth' }, { title: '#3 Third' }, { title: '#2 Second' }] },
      invoices: { total: 0, items: [] },
      documents: { total: 0, items: [] },
    })
    expect((await open(admin, newest.issues.items[0].id)).issue.title).toBe('Fourth')
  })
})
