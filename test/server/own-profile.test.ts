import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { type OpenStream, openStream } from '../support/event-stream.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let one: number
let two: number
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { name: 'Own One' })
  two = await aTenant(portal, { name: 'Own Two' })
})
afterAll(() => portal?.close())

const visitor = () => createClient(portal.url)
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const profile = async (actor: Pick<Actor, 'get'>) => (await actor.get('/api/v1/profile')).body
const change = (actor: Pick<Actor, 'send'>, body: object, screen = 'profile', headers = {}) =>
  actor.send('PATCH', `/api/v1/${screen}`, body, { headers })
const hide = (module: string) =>
  peek(portal, `insert into portal.tenant_module_visibility values ($1, $2, false)`, [two, module])

describe('profile and settings (F7)', () => {
  it('refuses strangers, hidden modules, versions that are missing or old, and what is none', async () => {
    expect(said(await visitor().get('/api/v1/profile'))).toEqual([401, 'no_session'])
    expect(said(await change(visitor(), { version: 1 }, 'settings'))).toEqual([401, 'no_session'])
    const member = await aMember(portal, two)
    await hide('profile')
    await hide('settings')
    for (const screen of ['profile', 'settings']) {
      expect(said(await member.get(`/api/v1/${screen}`))).toEqual([403, 'module_hidden'])
      expect(said(await change(member, { version: 1 }, screen))).toEqual([403, 'module_hidden'])
    }
    // A8: what keeps an account safe is of no module.
    expect((await member.get('/api/v1/sessions')).status).toBe(200)
    expect(said(await member.post('/api/auth/password/change', { current: 'x', password: 'y' }))).toEqual([
      422,
      'validation',
    ])

    const asker = await aMember(portal, one)
    const before = await profile(asker)
    expect(said(await change(asker, { name: 'X' }))).toEqual([428, 'version_needed'])
    expect(said(await change(asker, { version: 9, name: 'X' }))).toEqual([412, 'stale_version'])
    for (const wrong of [
      { name: '' },
      { name: 'x'.repeat(201) },
      { phone: 'call me' },
      { address: 'x'.repeat(501) },
      { language: 'it' },
      { timezone: 'Mars/Olympus' },
      { notifications: { fax: true } },
      { email: 'other@test.example' },
      { globalAdmin: true },
    ])
      expect([wrong, said(await change(asker, { version: 1, ...wrong }))]).toEqual([
        wrong,
        [422, 'validation'],
      ])
    const french = { headers: { 'x-portal-language': 'fr-CA' } }
    const { body } = await asker.send('PATCH', '/api/v1/profile', { version: 1, phone: '12' }, french)
    expect(body.errors).toEqual([{ path: 'phone', message: expect.stringContaining('numéro de téléphone') }])
    expect(await profile(asker)).toEqual(before)
  })

  it('keeps every field, one value each on both screens, and of two at once one has the older version', async () => {
    const asker = await aMember(portal, one)
    const fields = {
      name: 'Ève Tremblay',
      phone: '+1 514 555-0123 #7',
      address: '1, rue Principale\nMontréal',
      department: 'Achats',
      language: 'fr-CA',
      timezone: 'Europe/Paris',
    }
    const notices = { email: false, mobile: true, browser: false, orderUpdates: false, productUpdates: false }
    const answer = await change(asker, {
      version: 1,
      ...fields,
      phone: '(514) 555-0123 poste 7',
      notifications: notices,
    })
    expect([answer.status, answer.body]).toEqual([
      200,
      { version: 2, email: asker.email, ...fields, notifications: notices },
    ])
    expect(await profile(asker)).toEqual(answer.body)
    expect((await asker.get('/api/v1/settings')).body).toEqual({
      version: 2,
      language: 'fr-CA',
      timezone: 'Europe/Paris',
      notifications: notices,
    })
    const both = await Promise.all([
      change(asker, { version: 2, timezone: 'UTC' }, 'settings'),
      change(asker, { version: 2, notifications: { email: true } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const matched = await change(asker, { language: null }, 'settings', { 'if-match': '"3"' })
    expect([matched.status, matched.body.version, matched.body.language]).toEqual([200, 4, null])
    const { user } = (await asker.get('/api/v1/session')).body
    expect([user.name, user.preferences.language]).toEqual(['Ève Tremblay', null])
  })

  it('counts at once on the other devices, in whatever company they are; nobody else hears of it', async () => {
    const person = await aPerson(portal, {
      memberships: [
        { tenantId: one, role: 'viewer' },
        { tenantId: two, role: 'viewer' },
      ],
    })
    const other = visitor()
    await other.signIn(person.email, PASSWORD)
    await other.post('/api/v1/session/tenant', { tenantId: two })
    const streams = await Promise.all(
      [other, await aMember(portal, one), await anAdministrator(portal)].map((actor) =>
        openStream(portal.url, actor),
      ),
    )
    const [elsewhere, colleague, administrator] = streams as [OpenStream, OpenStream, OpenStream]
    try {
      await Promise.all(streams.map((stream) => stream.ready()))
      await change(person, { version: 1, timezone: 'Asia/Tokyo' }, 'settings')
      await person.post('/api/v1/session/preferences', { density: 'compact' })
      const heard = ({ data }: { data: Json }) => data.topic === 'preferences.changed'
      await elsewhere.until(heard)
      await elsewhere.until((message) => heard(message) && message !== elsewhere.changes()[0])
      const { preferences } = (await other.get('/api/v1/session')).body.user
      expect([preferences.timezone, preferences.density]).toEqual(['Asia/Tokyo', 'compact'])
      expect([colleague.changes(), administrator.changes()].flat().filter(heard)).toEqual([])
    } finally {
      await Promise.all(streams.map((stream) => stream.close()))
    }
  })
})

describe('the time zone (B4, B5)', () => {
  const EAST = 'Pacific/Kiritimati'
  const WEST = 'Pacific/Pago_Pago'
  // These two never have the same date.
  const CASES: [string, string | null, string | null, string | null, string | null][] = [
    ['the own one', WEST, EAST, EAST, WEST],
    ['that of the company', null, WEST, EAST, WEST],
    ['that of the installation', null, null, WEST, WEST],
    ['none', null, null, null, null],
  ]
  it.each(CASES)(
    'is %s: the session, files and the limits of days follow it',
    async (_, own, company, all, zone) => {
      const tenant = await aTenant(portal)
      await peek(portal, 'update portal.tenants set timezone = $1 where id = $2', [company, tenant])
      await peek(portal, 'update portal.installation set timezone = $1', [all])
      const asker = await aMember(portal, tenant, 'tenant_admin')
      await change(asker, { version: 1, timezone: own, name: 'Renamed' }, 'profile')
      expect((await asker.get('/api/v1/session')).body.timezone).toBe(zone)
      const dayOf = (timeZone: string | null, at: string) =>
        new Date(at).toLocaleDateString('sv-SE', { timeZone: timeZone ?? 'UTC' })

      const acts = async (day: string) =>
        (await asker.get(`/api/v1/audit?action=profile.changed&from=${day}&to=${day}`)).body.items
      const at = (await asker.get('/api/v1/audit?action=profile.changed')).body.items[0].at
      expect(await acts(dayOf(zone, at))).toMatchObject([{ at }])
      // One of the two always has another date.
      const elsewhere = [EAST, WEST].find((other) => dayOf(other, at) !== dayOf(zone, at)) as string
      expect(await acts(dayOf(elsewhere, at))).toEqual([])

      const before = dayOf(zone, new Date().toISOString())
      const file = await asker.get('/api/v1/audit/export?format=csv&action=profile.changed')
      const days = [before, dayOf(zone, new Date().toISOString())]
      expect(days.map((day) => `audit-${day}.csv`)).toContain(
        /filename="([^"]+)"/.exec(file.headers.get('content-disposition') ?? '')?.[1],
      )
      const [heading, row] = String(file.body).split('\r\n')
      expect(heading).toContain(`Your time (${zone ?? 'UTC'})`)
      expect(row).toContain(new Date(at).toLocaleString('sv-SE', { timeZone: zone ?? 'UTC' }))
    },
  )

  it('of the installation is where reports begin a new day', async () => {
    const asOf = async () =>
      (await (await anAdministrator(portal)).get('/api/v1/reporting-calendar')).body.asOf
    for (const timezone of [EAST, WEST]) {
      await peek(portal, 'update portal.installation set timezone = $1', [timezone])
      const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: timezone })
      await expect.poll(async () => (await asOf()) === today(), { timeout: 30_000 }).toBe(true)
    }
    // Nobody has chosen one, and days do not begin in UTC.
    await peek(portal, 'update portal.installation set timezone = null')
    expect(await peek(portal, 'select timezone from auth.brand()')).toEqual([{ timezone: 'America/Toronto' }])
  })

  it('and the language of the company serve mails: French in Quebec, unless it chose another', async () => {
    const quebec = await aTenant(portal)
    await peek(portal, `update portal.tenants set region = 'CA-QC', timezone = $1 where id = $2`, [
      EAST,
      quebec,
    ])
    const owner = await aMember(portal, quebec, 'tenant_admin')
    const languages = async (email: string) =>
      await peek(
        portal,
        'select language, auth.timezone_of(user_id) as zone from auth.mails where to_email = $1 order by id',
        [email],
      )
    await owner.post('/api/v1/members/invitations', { emails: ['quebec@test.example'], role: 'viewer' })
    await visitor().post('/api/auth/password/forgot', { email: owner.email })
    expect((await languages('quebec@test.example')).map(({ language }) => language)).toEqual(['fr-CA'])
    expect(await languages(owner.email)).toEqual([{ language: 'fr-CA', zone: EAST }])
    await peek(portal, `update portal.tenants set language = 'es' where id = $1`, [quebec])
    await visitor().post('/api/auth/password/forgot', { email: owner.email })
    expect((await languages(owner.email)).map(({ language }) => language)).toEqual(['fr-CA', 'es'])
  })
})

describe('a change of one’s own password (A6)', () => {
  const NEW = 'a-quiet-lantern-by-9'
  const to = (actor: Pick<Actor, 'post'>, current: string, password: string) =>
    actor.post('/api/auth/password/change', { current, password })

  it('asks for the present one, takes no weak one, ends the other sessions and tells by mail', async () => {
    expect(said(await to(visitor(), PASSWORD, NEW))).toEqual([401, 'no_session'])
    const asker = await aMember(portal, one)
    const elsewhere = visitor()
    await elsewhere.signIn(asker.email, PASSWORD)
    const faults = async (current: string, password: string) =>
      (await to(asker, current, password)).body.errors
    expect(await faults('wrong', NEW)).toMatchObject([{ path: 'current', code: 'wrong' }])
    expect(await faults(PASSWORD, PASSWORD)).toMatchObject([{ path: 'password', code: 'same' }])
    expect(await faults(PASSWORD, 'short')).toMatchObject([{ path: 'password', code: 'short' }])
    expect((await elsewhere.get('/api/v1/session')).status).toBe(200)

    expect((await to(asker, PASSWORD, NEW)).status).toBe(200)
    expect((await asker.get('/api/v1/session')).status).toBe(200)
    expect((await elsewhere.get('/api/v1/session')).status).toBe(401)
    expect((await visitor().signIn(asker.email, PASSWORD)).status).toBe(401)
    expect((await visitor().signIn(asker.email, NEW)).status).toBe(200)
    expect(await peek(portal, 'select kind from auth.mails where to_email = $1', [asker.email])).toEqual([
      { kind: 'password_changed' },
    ])
    const trail = await peek(
      portal,
      `select action, object_type, tenant_id, old, new from portal.audit_log where actor = $1 and action like 'password%'`,
      [asker.userId],
    )
    expect(trail).toMatchObject([{ action: 'password.changed', object_type: 'user', tenant_id: 0 }])
    expect(JSON.stringify([trail, portal.lines])).not.toContain(NEW)
  })

  it('cannot be guessed at an open session', async () => {
    const asker = await aMember(portal, one)
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await to(asker, `wrong ${i}`, NEW)).status)
    expect([answers.slice(0, 10).every((status) => status === 422), answers.slice(10)]).toEqual([
      true,
      [429, 429],
    ])
  })
})

describe('one’s own data', () => {
  const copy = (actor: Pick<Actor, 'get'>) => actor.get('/api/v1/own-data')

  it('is a file of what is kept of the asker and of nobody else, without secrets, and on record', async () => {
    expect(said(await copy(visitor()))).toEqual([401, 'no_session'])
    const colleague = await aMember(portal, one)
    const asker = await aPerson(portal, {
      name: 'Odile Own',
      memberships: [
        { tenantId: one, role: 'viewer' },
        { tenantId: two, role: 'tenant_admin' },
      ],
    })
    const view = { screen: 'orders', name: 'Mine', state: { address: { search: 'x' }, columns: null } }
    await asker.post('/api/v1/session/tenant', { tenantId: two })
    await asker.post('/api/v1/session/tenant', { tenantId: one })
    await asker.post('/api/v1/views', view)
    await colleague.post('/api/v1/views', { ...view, name: 'Theirs' })
    await asker.post('/api/v1/session/preferences', { timezone: 'UTC' })
    // What was written elsewhere is one's own, too.
    await asker.post('/api/v1/session/tenant', { tenantId: two })
    for (const [person, canary] of [
      [asker, 'written by Odile'],
      [colleague, 'written by a colleague'],
    ] as const)
      expect(
        (
          await person.post('/api/v1/issues', {
            type: 'damaged_product',
            priority: 'medium',
            title: canary,
            description: `${canary}, at length`,
          })
        ).status,
      ).toBe(200)
    await asker.post('/api/v1/session/tenant', { tenantId: one })
    const { off: _, ...choices } = (await asker.get('/api/v1/notices/choices')).body
    await asker.send('PUT', '/api/v1/notices/choices', { ...choices, rhythm: 'weekly' })
    const { status, headers, body } = await copy(asker)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/my-data-.+\.json/),
    ])
    expect(body).toMatchObject({
      profile: { id: asker.userId, name: 'Odile Own', email: asker.email, timezone: 'UTC' },
      memberships: [{ tenant_name: 'Own One' }, { tenant_name: 'Own Two' }],
      sessions: [{ isCurrent: true }],
      views: [{ tenant_id: one, name: 'Mine' }],
      devices: [{ trustedUntil: null }],
      emailChange: null,
      words: [{ tenant_id: two, kind: 'issue', text: 'written by Odile\nwritten by Odile, at length' }],
      ...{
        noticeChoices: { rhythm: 'weekly' },
        voiceTold: [],
        notices: [],
        certificateWishes: [],
        feedback: [],
        roadmapComments: [],
        demoRequests: [],
      },
    })
    expect(body.acts.map(({ action }: Json) => action)).toEqual(
      expect.arrayContaining([
        'session.signed_in',
        'view.saved',
        'session.tenant_switched',
        'preferences.changed',
      ]),
    )
    const text = JSON.stringify(body)
    const [{ password, token }] = await peek(
      portal,
      `select a.password, s.token from auth.accounts a join auth.sessions s on s.user_id = a.user_id where a.user_id = $1`,
      [asker.userId],
    )
    for (const hidden of ['Theirs', 'a colleague', colleague.email, colleague.userId, password, token])
      expect(text).not.toContain(hidden)
    expect((await copy(asker)).body.acts.at(-1)).toMatchObject({ action: 'own_data.exported' })
  })
})
