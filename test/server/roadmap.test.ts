import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHASES } from '../../src/features/about/domain/roadmap.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
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
    const streams = await Promise.all([buyer, service].map((actor) => openStream(portal.url, actor)))
    expect((await put(administrator, wish)).body).toEqual({ version: 2 })
    // Open screens of everybody hear of it.
    for (const stream of streams) {
      await stream.until(({ data }) => data.topic === 'roadmap')
      await stream.close()
    }
    expect(said(await put(administrator, wish))).toEqual([412, 'stale_version'])
    const last = async () => (await nobody().get(PUBLIC)).body.items.at(-1)
    expect(await last()).toMatchObject({ status: 'in-progress', progress: 30 })
    // What is completed is so in full, and what is planned not at all.
    await put(administrator, { ...wish, status: 'completed', version: 2 })
    expect(await last()).toMatchObject({ status: 'completed', progress: 100 })
    await put(administrator, { ...wish, status: 'planned', version: 3 })
    expect(await last()).toMatchObject({ status: 'planned', progress: 0 })
  })

  it('have those of voice beside them, without a date that has passed (F4)', async () => {
    const voice = async () => (await buyer.get(`${ROADMAP}/voice`)).body.items
    const phase = (n: string, status: string, dueOn: string | null = null) =>
      expect.objectContaining({ phase: `voice-${n}`, status, dueOn })
    const ahead = [
      phase('1', 'completed'),
      phase('2', 'in-progress'),
      phase('3', 'planned'),
      phase('4', 'planned'),
    ]
    expect(await voice()).toEqual([...ahead, phase('launch', 'planned')])
    await portal.owner((tx) =>
      tx
        .updateTable('roadmap_phases')
        .set({ due_on: '2999-03-31' })
        .where('phase', '=', 'voice-launch')
        .execute(),
    )
    expect(await voice()).toEqual([...ahead, phase('launch', 'planned', '2999-03-31')])
    const done = { status: 'completed', progress: 0, version: 1 }
    expect((await administrator.send('PUT', '/api/v1/admin/roadmap/voice-launch', done)).status).toBe(200)
    expect((await voice()).at(-1)).toMatchObject({ status: 'completed', progress: 100, dueOn: null })
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

  it('claims are read by everybody and kept by administrators: enforced with a test that is there, or by the operator since a day', async () => {
    const CLAIMS = '/api/v1/admin/claims'
    const claims = async (): Promise<Json[]> => (await nobody().get('/api/v1/public/claims')).body.items
    const before = await claims()
    expect(before).toHaveLength(6)
    for (const { kind, proof } of before) expect([kind, fs.existsSync(proof)]).toEqual(['enforced', true])
    const texts = { en: 'Disks are encrypted', 'fr-CA': 'Les disques sont chiffrés', de: '', es: '' }
    const given = { kind: 'operator', texts, proof: null, statedOn: '2026-01-01' }
    for (const [actor, refusal] of [
      [nobody(), [401, 'no_session']],
      [buyer, [403, 'permission_denied']],
      [service, [403, 'permission_denied']],
    ] as const) {
      expect(said(await actor.post(CLAIMS, given))).toEqual(refusal)
      expect(said(await actor.send('PUT', `${CLAIMS}/1`, { ...given, version: 1 }))).toEqual(refusal)
      expect(said(await actor.send('DELETE', `${CLAIMS}/1`))).toEqual(refusal)
    }
    for (const wrong of [
      { kind: 'enforced' },
      { kind: 'enforced', statedOn: null },
      { kind: 'enforced', statedOn: null, proof: 'test/server/none.test.ts' },
      { statedOn: null },
      { statedOn: '2026-02-30' },
      { proof: 'test/server/sign-in.test.ts' },
      { texts: { ...texts, en: '  ' } },
      { texts: { en: 'x' } },
      { texts: { ...texts, de: 'x'.repeat(501) } },
      { more: 1 },
    ])
      expect([wrong, said(await administrator.post(CLAIMS, { ...given, ...wrong }))]).toEqual([
        wrong,
        [422, 'validation'],
      ])
    const { id } = (await administrator.post(CLAIMS, given)).body
    expect((await claims()).at(-1)).toEqual({ ...given, id, version: 1 })
    const change = (body: object, of = id) =>
      administrator.send('PUT', `${CLAIMS}/${of}`, { ...given, version: 1, ...body })
    expect(said(await change({}, 900_001))).toEqual([404, 'not_found'])
    const shown = { kind: 'enforced', proof: 'test/server/passkeys.test.ts', statedOn: null }
    expect((await change(shown)).body).toEqual({ version: 2 })
    expect(said(await change(shown))).toEqual([412, 'stale_version'])
    expect((await claims()).find((claim) => claim.id === id)).toEqual({ ...given, ...shown, id, version: 2 })
    const remove = () => administrator.send('DELETE', `${CLAIMS}/${id}`)
    expect((await remove()).body).toEqual({ removed: true })
    expect(said(await remove())).toEqual([404, 'not_found'])
    expect(await claims()).toEqual(before)
  })

  it('tell administrators of what clients say, and each person’s own is in the copy of their data', async () => {
    await expect
      .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
      .toBe(0)
    const notices = async (actor: Actor) =>
      (await actor.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    expect(await notices(administrator)).toEqual(Array(2).fill('Test Person commented on a project phase'))
    for (const actor of [buyer, service]) expect(await notices(actor)).toEqual([])
    const own = async (actor: Actor) => (await actor.get('/api/v1/own-data')).body.roadmapComments
    expect(await own(buyer)).toMatchObject([{ phase: 'orders', text: '<b>Blanket</b> orders?' }])
    expect(await own(colleague)).toEqual([])
  })
})
