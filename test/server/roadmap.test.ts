import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHASES } from '../../src/features/about/domain/roadmap.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let administrator: Actor
let buyer: Actor
let colleague: Actor
let stranger: Actor
let service: Actor
let elsewhere: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  const tenant = await aTenant(portal, { name: 'Kestrel' })
  const other = await aTenant(portal, { name: 'Merlin' })
  administrator = await anAdministrator(portal)
  buyer = await aMember(portal, tenant)
  colleague = await aMember(portal, tenant, 'viewer')
  stranger = await aMember(portal, other)
  service = await aStaffMember(portal, 'customer_service', [tenant])
  elsewhere = await aStaffMember(portal, 'customer_service', [other])
})
afterAll(() => portal?.close())

const ROADMAP = '/api/v1/roadmap'
const COMMENTS = `${ROADMAP}/orders/comments`
const PUBLIC = '/api/v1/public/roadmap'
const nobody = () => createClient(portal.url)
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const texts = async (actor: Actor) =>
  (await actor.get(COMMENTS)).body.items.map(({ text, company }: Json) => [text, company])

describe('the phases of the project (F6)', () => {
  it('are there for everybody in their order, and changed by administrators alone, within bounds', async () => {
    const { items } = (await nobody().get(PUBLIC)).body
    expect(items.map(({ phase }: Json) => phase)).toEqual(PHASES)
    expect(items[4]).toEqual({ phase: 'conversation', status: 'in-progress', progress: 75, durationWeeks: 8 })
    expect(said(await nobody().get(ROADMAP))).toEqual([401, 'no_session'])
    const put = (actor: { send: Actor['send'] }, body: object, phase = 'next') =>
      actor.send('PUT', `/api/v1/admin/roadmap/${phase}`, body)
    const wish = { status: 'in-progress', progress: 30, version: 1 }
    expect(said(await put(nobody(), wish))).toEqual([401, 'no_session'])
    for (const actor of [buyer, service])
      expect(said(await put(actor, wish))).toEqual([403, 'permission_denied'])
    for (const wrong of [{ progress: 101 }, { progress: -1 }, { progress: 1.5 }, { status: 'late' }])
      expect([wrong, said(await put(administrator, { ...wish, ...wrong }))]).toEqual([
        wrong,
        [422, 'validation'],
      ])
    expect(said(await put(administrator, wish, 'none'))).toEqual([422, 'validation'])
    expect((await put(administrator, wish)).body).toEqual({ version: 2 })
    expect(said(await put(administrator, wish))).toEqual([412, 'stale_version'])
    const last = async () => (await nobody().get(PUBLIC)).body.items.at(-1)
    expect(await last()).toMatchObject({ status: 'in-progress', progress: 30 })
    // What is completed is so in full, and what is planned not at all.
    await put(administrator, { ...wish, status: 'completed', version: 2 })
    expect(await last()).toMatchObject({ status: 'completed', progress: 100 })
    await put(administrator, { ...wish, status: 'planned', version: 3 })
    expect(await last()).toMatchObject({ status: 'planned', progress: 0 })
  })

  it('are commented on by those who are signed in: not with nothing, and read by staff and one’s own company alone', async () => {
    for (const path of [COMMENTS, `${ROADMAP}/none/comments`])
      expect(said(await nobody().get(path))).toEqual([401, 'no_session'])
    expect(said(await nobody().post(COMMENTS, { text: 'x' }))).toEqual([401, 'no_session'])
    for (const wrong of [
      {},
      { text: '' },
      { text: ' \n\t ' },
      { text: 'x'.repeat(2001) },
      { text: 'a\u0000b' },
    ])
      expect([wrong, said(await buyer.post(COMMENTS, wrong))]).toEqual([wrong, [422, 'validation']])
    expect(await texts(buyer)).toEqual([])

    expect((await buyer.post(COMMENTS, { text: '  <b>Blanket</b> orders?\n' })).status).toBe(200)
    expect((await service.post(COMMENTS, { text: 'Among us' })).status).toBe(200)
    expect((await stranger.post(COMMENTS, { text: 'Merlin’s own' })).status).toBe(200)
    const ours = ['<b>Blanket</b> orders?', 'Kestrel']
    const theirs = ['Merlin’s own', 'Merlin']
    const among = ['Among us', null]
    for (const [actor, expected] of [
      [buyer, [ours]],
      [colleague, [ours]],
      [stranger, [theirs]],
      [service, [among, ours]],
      [elsewhere, [theirs, among]],
      [administrator, [theirs, among, ours]],
    ] as const) {
      expect(await texts(actor)).toEqual(expected)
      const { items } = (await actor.get(ROADMAP)).body
      expect(items.map(({ comments }: Json) => comments)).toEqual([0, expected.length, 0, 0, 0, 0])
    }
    expect(JSON.stringify((await nobody().get(PUBLIC)).body)).not.toMatch(/comment|Blanket/)
    const first = (await administrator.get(`${COMMENTS}?limit=2`)).body
    expect([first.total, first.items[0].author, first.items[0].at]).toEqual([
      3,
      'Test Person',
      expect.any(String),
    ])
    const rest = (await administrator.get(`${COMMENTS}?limit=2&cursor=${first.nextCursor}`)).body
    expect([rest.items.map(({ text }: Json) => text), rest.total, rest.nextCursor]).toEqual([
      [ours[0]],
      null,
      null,
    ])
  })

  it('tell administrators of what clients say, and each person’s own is in the copy of their data', async () => {
    await expect
      .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
      .toBe(0)
    const notices = async (actor: Actor) =>
      (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    expect(await notices(administrator)).toEqual(
      Array(2).fill('Test Person commented on a phase of the project'),
    )
    for (const actor of [buyer, service]) expect(await notices(actor)).toEqual([])
    const own = async (actor: Actor) => (await actor.get('/api/v1/own-data')).body.roadmapComments
    expect(await own(buyer)).toMatchObject([{ phase: 'orders', text: '<b>Blanket</b> orders?' }])
    expect(await own(colleague)).toEqual([])
  })
})
