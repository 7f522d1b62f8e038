import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let administrator: Actor
let buyer: Actor
let service: Actor
beforeAll(async () => {
  // Every visitor of this file comes from an address of their own, as the proxy saw it.
  portal = await startTestPortal({ TRUST_PROXY: '1' })
  const tenant = await aTenant(portal, { name: 'Kestrel' })
  administrator = await anAdministrator(portal)
  buyer = await aMember(portal, tenant)
  service = await aStaffMember(portal, 'customer_service', [tenant])
})
afterAll(() => portal?.close())

const SEND = '/api/v1/public/demo-requests'
const INBOX = '/api/v1/admin/demo-requests'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const inbox = async (filter = ''): Promise<Json> => (await administrator.get(`${INBOX}?${filter}`)).body
let visitors = 0
const ask = (wish: object, { as = createClient(portal.url) as { post: Actor['post'] }, from = '' } = {}) => {
  visitors += 1
  return as.post(SEND, wish, { headers: { 'x-forwarded-for': from || `192.0.2.${visitors}` } })
}
const wish = {
  ...{ name: 'Zoé Tremblay', email: 'zoe@harbour.example', company: 'Harbour & Sons' },
  about: 'Statements\n<b>and</b> lots',
}

describe('Request Demo (F6)', () => {
  it('takes what is whole, keeps nothing of a program that fills in everything, and bounds what comes', async () => {
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'two\nlines' },
      { company: '' },
      { email: 'nobody' },
      { email: 'a b@c.example' },
      { email: `${'x'.repeat(320)}@c.example` },
      { about: 'x'.repeat(4001) },
      { about: 'a\u0000b' },
      { more: 1 },
    ])
      expect([wrong, said(await ask({ ...wish, ...wrong }))]).toEqual([wrong, [422, 'validation']])
    expect((await ask({ ...wish, website: 'https://spam.example' })).body).toEqual({ ok: true })
    expect((await inbox()).total).toBe(0)
    // Another site cannot make a browser send it.
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect((await createClient(portal.url).post(SEND, wish, foreign)).status).toBe(403)

    for (let n = 0; n < 5; n++) expect((await ask(wish, { from: '198.51.100.1' })).status).toBe(200)
    const refused = await ask(wish, { from: '198.51.100.1' })
    expect([said(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([
      [429, 'rate_limited'],
      true,
    ])
    expect(await inbox()).toMatchObject({ total: 5, open: 5 })
    await peek(portal, 'select auth.prune_demo_requests()')
    expect((await inbox()).total).toBe(5)
    await portal.owner((tx) =>
      tx
        .updateTable('demo_requests')
        .set({ sent_at: new Date('2020-01-01').toISOString() })
        .execute(),
    )
    await peek(portal, 'select auth.prune_demo_requests()')
    expect((await inbox()).total).toBe(0)
  })

  it('is read, found and answered by administrators alone, who are told of it', async () => {
    const stream = await openStream(portal.url, administrator)
    expect((await ask(wish)).body).toEqual({ ok: true })
    expect((await ask({ ...wish, name: 'Robin', company: 'Kestrel' }, { as: buyer })).status).toBe(200)
    for (const actor of [buyer, service, createClient(portal.url)]) {
      const refusal = 'userId' in actor ? [403, 'permission_denied'] : [401, 'no_session']
      expect(said(await actor.get(INBOX))).toEqual(refusal)
      expect(said(await actor.send('PUT', `${INBOX}/1`, { answered: true, note: '', version: 1 }))).toEqual(
        refusal,
      )
    }
    const { items, total, open } = await inbox()
    for (const { id } of items)
      await stream.until(({ data }) => data.topic === 'demo_requests' && data.object === String(id))
    await stream.close()
    expect([total, open, items.map(({ hasAccount }: Json) => hasAccount)]).toEqual([2, 2, [true, false]])
    const [, visitor] = items
    expect(visitor).toMatchObject({ ...wish, language: 'en', answeredAt: null, note: null, version: 1 })
    for (const [filter, count] of [
      ['search=TREMBLAY', 1],
      ['search=zoe', 2],
      ['search=sons', 1],
      ['search=statements', 2],
      ['search=none', 0],
      ['state=open', 2],
      ['state=answered', 0],
    ] as const)
      expect([filter, (await inbox(filter)).total]).toEqual([filter, count])
    const first = await inbox('limit=1')
    expect((await inbox(`limit=1&cursor=${first.nextCursor}`)).items).toEqual([visitor])

    const answer = (body: object, id = visitor.id) =>
      administrator.send('PUT', `${INBOX}/${id}`, { answered: true, note: '', version: 1, ...body })
    expect(said(await answer({}, 900_001))).toEqual([404, 'not_found'])
    expect((await answer({ note: ' Called them ' })).body).toEqual({ version: 2 })
    expect(said(await answer({}))).toEqual([412, 'stale_version'])
    expect((await inbox('state=answered')).items).toMatchObject([
      { note: 'Called them', answeredBy: 'Test Person', answeredAt: expect.any(String) },
    ])
    expect((await answer({ answered: false, version: 2 })).body).toEqual({ version: 3 })
    expect(await inbox('state=answered')).toMatchObject({ total: 0, open: 2 })

    await expect
      .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
      .toBe(0)
    const notices = async (actor: Actor) =>
      (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    expect((await notices(administrator)).slice(0, 2)).toEqual([
      'Robin from Kestrel requested a demo',
      'Zoé Tremblay from Harbour & Sons requested a demo',
    ])
    for (const actor of [buyer, service]) expect(await notices(actor)).toEqual([])
  })

  it('is on record without its words, and in the copy of one’s own data', async () => {
    const rows = await peek(portal, `select * from portal.audit_log where action like 'demo.%'`)
    expect(rows.length).toBeGreaterThan(6)
    expect(JSON.stringify(rows)).not.toMatch(/Zoé|zoe@|Harbour|Called/)
    expect(rows.map(({ actor }) => actor)).toEqual(
      expect.arrayContaining([buyer.userId, administrator.userId, expect.stringMatching(/^unknown:/)]),
    )
    const own = async (actor: Actor) => (await actor.get('/api/v1/own-data')).body.demoRequests
    expect(await own(buyer)).toMatchObject([{ person_name: 'Robin', company: 'Kestrel' }])
    expect(await own(service)).toEqual([])
  })
})
