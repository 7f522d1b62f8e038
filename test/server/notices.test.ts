import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/platform/contract/languages.ts'
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_SUBJECTS } from '../../src/platform/contract/notices.ts'
import { noticeText } from '../../src/platform/server/notices/notice-text.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDocument, pdf } from '../support/documents.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  administrator = await anAdministrator(portal)
})
afterAll(() => portal.close())

const NOTICES = '/api/v1/notices'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const list = async (actor: Actor, query = '', headers: Record<string, string> = {}) =>
  (await actor.get(`${NOTICES}${query}`, { headers })).body.items as Json[]
const texts = async (actor: Actor, headers?: Record<string, string>) =>
  (await list(actor, '', headers)).map(({ text }) => text)
const unread = async (actor: Actor) => (await actor.get(`${NOTICES}/summary`)).body.unread

/** Everything that stood in line has become notices and mails. */
const settled = () =>
  expect
    .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
    .toBe(0)
const mailsOf = (actor: Actor) =>
  peek(
    portal,
    `select details, language from auth.mails where to_email = $1 and kind = 'notices' order by id`,
    [actor.email],
  )

let sources = 0
/** A client whose orders upstream sends. */
async function aClient() {
  const source = `notices ${++sources}`
  const tenant = await aTenant(portal, { clientCodes: ['A'], source })
  const send = sender(portal.url, await aKey(portal, { source }))
  const bring = async (kind: string, rows: unknown) => {
    const { status, text } = await send(kind, rows)
    if (status !== 200) throw new Error(text)
  }
  return { tenant, bring, anOrder: (no: number, fields = {}) => order(no, { 'Client Code': 'A', ...fields }) }
}
const announce = (title: string, tenantIds: number[] | null, more: object = {}) =>
  administrator.post('/api/v1/admin/announcements', {
    ...{
      kind: 'information',
      tenantIds,
      endsAt: null,
      startsAt: new Date(Date.now() - 60_000).toISOString(),
    },
    texts: [{ language: 'en', title, text: title }],
    ...more,
  })
const ALL = Object.fromEntries(NOTICE_CHANNELS.map((way) => [way, true]))
const wish = (more: object = {}, subjects: object = {}) => ({
  subjects: { ...Object.fromEntries(NOTICE_SUBJECTS.map((subject) => [subject, ALL])), ...subjects },
  ...{ rhythm: 'at_once', quiet: null, version: 0 },
  ...more,
})
const choose = (actor: Actor, body: object) => actor.send('PUT', `${NOTICES}/choices`, body)

describe('notices (B2)', () => {
  it('are for who is signed in, within bounds', async () => {
    const visitor = createClient(portal.url)
    for (const path of ['', '/summary', '/choices'])
      expect(said(await visitor.get(NOTICES + path))).toEqual([401, 'no_session'])
    const { tenant } = await aClient()
    const member = await aMember(portal, tenant)
    for (const body of [{}, { id: 0 }, { id: 'x' }, { id: 1, upTo: 1 }])
      expect([body, said(await member.post(`${NOTICES}/read`, body))]).toEqual([body, [422, 'validation']])
    expect(said(await member.post(`${NOTICES}/read`, { id: 900_000 }))).toEqual([404, 'not_found'])
    for (const body of [
      wish({ rhythm: 'hourly' }),
      wish({ quiet: { from: '22:00', until: '22:00' } }),
      wish({ quiet: { from: '24:00', until: '07:00' } }),
      wish({ subjects: {} }),
    ])
      expect(said(await choose(member, body))).toEqual([422, 'validation'])
    expect(said(await choose(member, wish({ version: 3 })))).toEqual([412, 'stale_version'])
    const { version: _, ...unversioned } = wish()
    expect(said(await choose(member, unversioned))).toEqual([428, 'version_needed'])
  })

  it('tell of an order that moved those who may see it, in their language; nobody of another client, nobody twice', async () => {
    const { tenant, bring, anOrder } = await aClient()
    const member = await aMember(portal, tenant)
    const finance = await aMember(portal, tenant, 'finance_manager')
    const elsewhere = await aMember(portal, (await aClient()).tenant)
    await member.send('PATCH', '/api/v1/profile', { version: 1, language: 'fr-CA' })
    await bring('orders', [anOrder(1, { 'Ord Stat': 'Confirmed' }), anOrder(2)])
    await bring('orders', [anOrder(1, { 'Ord Stat': 'In Production' }), anOrder(2)])
    await settled()
    const french = { 'x-portal-language': 'fr-CA' }
    expect(await texts(member, french)).toEqual([expect.stringMatching(/^Commande 1\u00a0: In Production$/)])
    const [notice] = await list(member)
    expect(notice).toMatchObject({ subject: 'orders', read: false })
    const address = String(notice?.link).replace('/orders/', '/api/v1/orders/')
    expect((await member.get(address)).body).toMatchObject({ order: { ordStat: 'In Production' } })
    const [mail] = await mailsOf(member)
    expect(mail?.details.notices.map(({ tenantId }: Json) => tenantId)).toEqual([tenant])
    expect([mail?.language, mail?.details.notices.map(({ kind }: Json) => kind)]).toEqual([
      'fr-CA',
      ['order_status'],
    ])
    expect(await texts(elsewhere)).toEqual([])
    expect((await finance.get('/api/v1/session')).body.permissions.includes('orders.read')).toBe(
      (await texts(finance)).length > 0,
    )
    // The same once more is no news.
    await bring('orders', [anOrder(1, { 'Ord Stat': 'In Production' }), anOrder(2)])
    await bring('orders', [anOrder(1, { 'Ord Stat': 'Shipped' }), anOrder(2, { 'Ord Stat': 'Shipped' })])
    await settled()
    expect((await texts(member, french))[0]).toBe('2 commandes ont changé')
    expect(await texts(member)).toHaveLength(2)
  })

  it('tell of invoices and shipments by their own permission, and of nothing that is old', async () => {
    const { tenant, bring, anOrder } = await aClient()
    const viewer = await aMember(portal, tenant, 'tenant_admin')
    await bring('orders', [anOrder(1)])
    const today = new Date().toISOString()
    const invoice = (no: string, date: string) => ({
      ...{ 'Invoice No': no, 'Invoice Date': date.slice(0, 10), 'Client Code': 'A', Total: '1234.50' },
    })
    await bring('invoices', [invoice('F-1', today)])
    await bring('invoices', [invoice('F-2', '2020-01-01')])
    const of = { 'Tracking Number': 'T-9', Carrier: 'UPS' }
    await bring('shipments', [{ ...of, 'Client Code': 'A' }])
    await bring('shipment-events', [{ ...of, 'Event Time': today, Event: 'delivered' }])
    await settled()
    expect(await texts(viewer)).toEqual([
      'Shipment T-9 was delivered',
      expect.stringMatching(/^New invoice F-1: .*1,234\.50$/),
    ])
  })

  it('tell of documents: offered, withdrawn to whoever opened it, and to be signed by whoever signs', async () => {
    const { tenant } = await aClient()
    const audience = { kind: 'tenants', tenantIds: [tenant] }
    const [reader, signatory] = [await aMember(portal, tenant), await aMember(portal, tenant, 'tenant_admin')]
    const quality = await aStaffMember(portal, 'quality')
    const id = await aDocument(portal.url, quality, {
      ...{ title: 'Gut Health, facts', audience, content: pdf('facts'), name: 'facts.pdf' },
      ...{ shelves: ['fact-sheet'], category: 'dietary', type: 'fact-sheet' },
    })
    await aDocument(portal.url, quality, {
      ...{ title: 'Terms of use', audience, content: pdf('terms'), name: 'terms.pdf' },
      ...{ shelves: ['legal'], category: 'policy', type: 'terms' },
    })
    await aDocument(portal.url, quality, {
      ...{ title: 'Privacy policy', audience, content: pdf('privacy'), name: 'privacy.pdf' },
      ...{ shelves: ['legal'], category: 'policy', type: 'privacy' },
    })
    expect((await reader.get(`/api/v1/documents/${id}/file`)).status).toBe(200)
    await quality.post(`/api/v1/admin/documents/${id}/withdraw`, { reason: 'A wrong limit' })
    await settled()
    expect(await texts(reader)).toEqual([
      'Document withdrawn: Gut Health, facts',
      'New document: Gut Health, facts',
    ])
    expect(await texts(signatory)).toEqual([
      'Receipt to be acknowledged: Privacy policy',
      'To be signed and accepted: Terms of use',
      'New document: Gut Health, facts',
    ])
    expect(await texts(quality)).toEqual([])
  })

  it('are withheld from who may not know it any more: permission, module, membership; and from other people', async () => {
    const { tenant, bring, anOrder } = await aClient()
    const [member, other] = [await aMember(portal, tenant), await aMember(portal, tenant)]
    await bring('orders', [anOrder(1)])
    await bring('orders', [anOrder(1, { 'Ord Stat': 'Shipped' })])
    await settled()
    const [mine] = await list(member)
    expect(said(await other.post(`${NOTICES}/read`, { id: mine?.id }))).toEqual([404, 'not_found'])
    const hide = (visible: boolean) =>
      portal.owner((tx) =>
        sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenant}, 'orders', ${visible})
          on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
      )
    await hide(false)
    expect([await texts(member), await unread(member)]).toEqual([[], 0])
    expect(said(await member.post(`${NOTICES}/read`, { id: mine?.id }))).toEqual([404, 'not_found'])
    await hide(true)
    expect(await unread(member)).toBe(1)
    await portal.owner((tx) =>
      sql`update portal.members set role = 'finance_manager' where user_id = ${member.userId}`.execute(tx),
    )
    const may = (await member.get('/api/v1/session')).body.permissions.includes('orders.read')
    expect(await unread(member)).toBe(may ? 1 : 0)
    await portal.owner((tx) => sql`delete from portal.members where user_id = ${member.userId}`.execute(tx))
    expect(await texts(member)).toEqual([])
  })

  it('are marked as read one by one, or all that were seen; live on every device', async () => {
    const { tenant } = await aClient()
    const member = await aMember(portal, tenant)
    const stream = await openStream(portal.url, member)
    for (const title of ['First', 'Second', 'Third']) await announce(title, [tenant])
    await settled()
    await stream.until(() => stream.changes().filter(({ data }) => data.topic === 'notices').length >= 3)
    expect(await texts(member)).toEqual([
      'Announcement: Third',
      'Announcement: Second',
      'Announcement: First',
    ])
    const [third, second] = await list(member)
    expect(await unread(member)).toBe(3)
    expect((await member.get(`${NOTICES}/summary`)).body.newest).toEqual({
      ...{ id: third?.id, text: 'Announcement: Third', link: '/' },
    })
    expect((await member.post(`${NOTICES}/read`, { id: third?.id })).body).toEqual({ marked: 1 })
    expect((await member.post(`${NOTICES}/read`, { id: third?.id })).body).toEqual({ marked: 0 })
    expect((await list(member, '?unread=true')).map(({ text }) => text)).toEqual([
      'Announcement: Second',
      'Announcement: First',
    ])
    expect((await member.post(`${NOTICES}/read`, { upTo: second?.id })).body).toEqual({ marked: 2 })
    expect(await unread(member)).toBe(0)
    const pages = await member.get(`${NOTICES}?limit=2`)
    expect(pages.body).toMatchObject({ total: 3 })
    expect(await list(member, `?limit=2&cursor=${pages.body.nextCursor}`)).toHaveLength(1)
    await stream.close()
  })

  it('reach staff and administrators where they are for them, and not who did it', async () => {
    const { tenant } = await aClient()
    const staff = await aStaffMember(portal, 'quality', [tenant])
    const elsewhere = await aStaffMember(portal, 'quality', [(await aClient()).tenant])
    const second = await anAdministrator(portal)
    await announce('For some', [tenant])
    await announce('Later', [tenant], { startsAt: new Date(Date.now() + 3_600_000).toISOString() })
    await settled()
    expect(await texts(staff)).toEqual(['Announcement: For some'])
    expect(await texts(second)).toContain('Announcement: For some')
    expect(await texts(elsewhere)).toEqual([])
    expect(await texts(administrator)).toEqual([])
  })

  it('come over the ways that were chosen: bell, mail, browser; the switches of the profile stand above', async () => {
    const { tenant } = await aClient()
    const none = { portal: false, mail: false, browser: false }
    const [silent, bellOnly, mailOnly, browserOnly, off] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => aMember(portal, tenant)),
    )
    await choose(silent as Actor, wish({}, { announcements: none }))
    await choose(bellOnly as Actor, wish({}, { announcements: { ...none, portal: true } }))
    await choose(mailOnly as Actor, wish({}, { announcements: { ...none, mail: true } }))
    await choose(browserOnly as Actor, wish({}, { announcements: { ...none, browser: true } }))
    await (off as Actor).send('PATCH', '/api/v1/profile', {
      version: 1,
      notifications: { email: false, browser: false },
    })
    await announce('Ways', [tenant])
    await settled()
    const seen = async (actor: Actor | undefined) => [
      (await texts(actor as Actor)).length,
      (await mailsOf(actor as Actor)).length,
      (await (actor as Actor).get(`${NOTICES}/summary`)).body.newest !== null,
    ]
    await expect.poll(() => seen(mailOnly)).toEqual([0, 1, false])
    expect(await seen(silent)).toEqual([0, 0, false])
    expect(await seen(bellOnly)).toEqual([1, 0, false])
    expect(await seen(browserOnly)).toEqual([0, 0, true])
    expect(await unread(browserOnly as Actor)).toBe(0)
    expect(await seen(off)).toEqual([1, 0, false])
    const { body } = await (off as Actor).get(`${NOTICES}/choices`)
    expect(body.off).toEqual({ ways: ['mail', 'browser'], subjects: [] })
  })

  it('wait in quiet hours and for the morning of a digest; what was read meanwhile needs no mail', async () => {
    const { tenant } = await aClient()
    const member = await aMember(portal, tenant)
    expect((await choose(member, wish({ rhythm: 'daily' }))).body).toMatchObject({
      version: 1,
      rhythm: 'daily',
    })
    for (const title of ['A', 'B', 'C']) await announce(title, [tenant])
    await settled()
    expect(await mailsOf(member)).toEqual([])
    const [newest] = await list(member)
    await member.post(`${NOTICES}/read`, { id: newest?.id })
    await portal.owner((tx) =>
      sql`update portal.notices set mail_at = now() where user_id = ${member.userId} and mail_at > now()`.execute(
        tx,
      ),
    )
    await expect.poll(() => mailsOf(member)).toHaveLength(1)
    const [mail] = await mailsOf(member)
    expect(mail?.details.notices.map(({ facts }: Json) => facts.titles.en)).toEqual(['A', 'B'])
  })

  it('are looked at again when their mail is sent: who is deactivated, lost the right, turned mails off or has read it', async () => {
    const { tenant } = await aClient()
    const never = { announcements: { portal: true, mail: false, browser: false } }
    const changes: Record<string, (person: Actor) => Promise<unknown>> = {
      nothing: async () => {},
      deactivated: (person) =>
        administrator.send('POST', `/api/v1/admin/users/${person.userId}/state`, { state: 'deactivated' }),
      'no member any more': (person) =>
        portal.owner((tx) => sql`delete from portal.members where user_id = ${person.userId}`.execute(tx)),
      'mails turned off': (person) =>
        person.send('PATCH', '/api/v1/profile', { version: 1, notifications: { email: false } }),
      'mails of the subject turned off': (person) => choose(person, wish({}, never)),
      read: async (person) => person.post(`${NOTICES}/read`, { id: (await list(person))[0]?.id }),
    }
    const people = new Map<string, Actor>()
    for (const change of Object.keys(changes)) people.set(change, await aMember(portal, tenant))
    await announce('Meanwhile', [tenant])
    await settled()
    for (const [change, person] of people) {
      await expect.poll(() => mailsOf(person)).toHaveLength(1)
      const answer = (await changes[change]?.(person)) as { status?: number } | undefined
      expect([change, answer?.status ?? 200]).toEqual([change, 200])
    }
    const addresses = [...people.values()].map(({ email }) => email)
    const taken = await portal.owner(async (tx) => {
      const sent: string[] = []
      for (;;) {
        const { rows } = await sql<{
          to_email: string
        }>`select to_email from auth.take_mail('10 minutes')`.execute(tx)
        if (!rows[0]) return sent
        sent.push(rows[0].to_email)
      }
    })
    expect(taken.filter((address) => addresses.includes(address))).toEqual([people.get('nothing')?.email])
  })

  it('are written in no digest for who turned mails off before the morning', async () => {
    const { tenant } = await aClient()
    const member = await aMember(portal, tenant)
    await choose(member, wish({ rhythm: 'daily' }))
    await announce('Yesterday', [tenant])
    await settled()
    await member.send('PATCH', '/api/v1/profile', { version: 1, notifications: { email: false } })
    const due = () =>
      portal.owner((tx) =>
        sql<{
          n: number
        }>`select count(*)::int as n from portal.notices where user_id = ${member.userId} and mail_at is not null`.execute(
          tx,
        ),
      )
    expect((await due()).rows[0]?.n).toBe(1)
    await portal.owner((tx) =>
      sql`update portal.notices set mail_at = now() where user_id = ${member.userId} and mail_at > now()`.execute(
        tx,
      ),
    )
    await expect.poll(async () => (await due()).rows[0]?.n).toBe(0)
    expect(await mailsOf(member)).toEqual([])
  })
})

const at = (day: string, time: string) => `2026-${day} ${time}`
const due = async (expression: ReturnType<typeof sql<string>>) =>
  (
    await portal.owner((tx) =>
      sql<{
        at: string
      }>`select to_char((${expression}) at time zone 'America/Toronto', 'MM-DD HH24:MI') as at`.execute(tx),
    )
  ).rows[0]?.at
describe('when a mail is due', () => {
  it.each([
    ['orders', 'at_once', at('11-20', '15:00'), '11-20 15:00'],
    ['orders', 'daily', at('11-20', '15:00'), '11-21 08:00'],
    ['orders', 'daily', at('11-20', '07:59'), '11-20 08:00'],
    ['orders', 'daily', at('11-20', '08:00'), '11-21 08:00'],
    ['orders', 'weekly', at('11-20', '15:00'), '11-23 08:00'], // a Friday
    ['orders', 'weekly', at('11-23', '07:00'), '11-23 08:00'],
    ['orders', 'weekly', at('11-23', '09:00'), '11-30 08:00'],
    ['orders', 'daily', at('03-07', '12:00'), '03-08 08:00'], // the clocks go forward
    ['conversations', 'weekly', at('11-20', '15:00'), '11-20 15:00'],
  ])('of %s, %s, from %s', async (subject, rhythm, moment, expected) => {
    const local = sql`${moment}::timestamp at time zone 'America/Toronto'`
    expect(await due(sql`auth.mail_due(${subject}, ${rhythm}, ${local}, 'America/Toronto')`)).toBe(expected)
  })

  it.each([
    [null, null, '23:30', '11-20 23:30'],
    ['22:00', '07:00', '23:30', '11-21 07:00'],
    ['22:00', '07:00', '06:59', '11-20 07:00'],
    ['22:00', '07:00', '07:00', '11-20 07:00'],
    ['22:00', '07:00', '12:00', '11-20 12:00'],
    ['12:00', '13:00', '12:30', '11-20 13:00'],
    ['12:00', '13:00', '13:00', '11-20 13:00'],
  ])('with quiet hours %s to %s, at %s', async (from, until, time, expected) => {
    const local = sql`${at('11-20', time)}::timestamp at time zone 'America/Toronto'`
    expect(await due(sql`auth.after_quiet(${local}, 'America/Toronto', ${from}::time, ${until}::time)`)).toBe(
      expected,
    )
  })
})

describe('one event', () => {
  it('is one notice for each person, however many servers share the work', async () => {
    const { tenant } = await aClient()
    const people = await Promise.all([1, 2, 3].map(() => aMember(portal, tenant)))
    const other = await portal.another()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (batches) => {
          await portal.owner((tx) => sql`delete from portal.notices where tenant_id = ${tenant}`.execute(tx))
          await Promise.all(
            batches.map((count) =>
              portal.owner((tx) =>
                sql`insert into portal.notice_queue (tenant_id, kind, subject, facts)
                select ${tenant}::int, 'announcement', 'announcements', jsonb_build_object('titles', jsonb_build_object('en', n)) from generate_series(1, ${count}::int) n`.execute(
                  tx,
                ),
              ),
            ),
          )
          await settled()
          const expected = batches.reduce((sum, count) => sum + count, 0)
          const rows = await peek(
            portal,
            `select user_id, count(*)::int as n, count(distinct event_id)::int as events from portal.notices where tenant_id = $1 group by user_id`,
            [tenant],
          )
          expect(rows.map(({ n, events }) => [n, events])).toEqual(people.map(() => [expected, expected]))
        },
      ),
      { numRuns: 8 },
    )
    await other.stop()
  })

  it('says something in every language, with every value in its place', () => {
    const facts = {
      ...{ id: 7, order: 'SO-1', status: 'S', date: '2026-03-04', count: 2, tracking: 'T', carrier: 'C' },
      ...{
        invoice: 'F',
        cents: 12345,
        currency: 'CAD',
        titles: { en: 'Title' },
        lot: 'L-1',
        payment: 'P-1',
        title: 'T',
      },
      ...{ issue: 4, subject: 'Broken seals', act: 'close', signing: 'notice' },
      ...{ name: 'Ana', company: 'Alder', contact: 'yes', due: '2026-03-04' },
    }
    for (const kind of NOTICE_KINDS)
      for (const language of LANGUAGES) {
        const text = noticeText(kind, facts, language)
        expect([kind, language, text]).toEqual([kind, language, expect.stringMatching(/^[^{}]{5,}$/)])
        expect(text).not.toContain('2026-03-04')
        // Its own name stands for what could not be written.
        expect(text).not.toBe(kind)
      }
  })
})
