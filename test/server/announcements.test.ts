import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { type OpenStream, openStream } from '../support/event-stream.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let [one, two] = [0, 0]
let administrator: Actor
let here: Actor
let there: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { name: 'One' })
  two = await aTenant(portal, { name: 'Two' })
  administrator = await anAdministrator(portal)
  here = await aMember(portal, one, 'viewer')
  there = await aMember(portal, two, 'tenant_admin')
})
afterAll(() => portal.close())

const CONSOLE = '/api/v1/admin/announcements'
const SHOWN = '/api/v1/announcements'
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const english = (title: string) => ({ language: 'en', title, text: `${title}, all of it.\nAnd more.` })
const wish = (title: string, more: object = {}) => ({
  kind: 'information',
  texts: [english(title)],
  tenantIds: null,
  startsAt: inHours(-1),
  endsAt: null,
  ...more,
})
async function announce(title: string, more: object = {}): Promise<number> {
  const { status, body } = await administrator.post(CONSOLE, wish(title, more))
  expect([status, body.code]).toEqual([200, undefined])
  return body.id
}
const titles = async (actor: Actor, headers: Record<string, string> = {}) =>
  (await actor.get(SHOWN, { headers })).body.items.map(({ title }: Json) => title)
const withdraw = (id: number) => administrator.post(`${CONSOLE}/${id}/withdraw`, {})

/** Waits until a stream has told of this one so many times: of what was made a moment before it began, too. */
const hears = (stream: OpenStream, id: number, times: number) =>
  stream.until(
    () =>
      stream.changes().filter(({ data }) => data.topic === 'announcements' && data.object === String(id))
        .length >= times,
  )

describe('announcements (H1)', () => {
  it('are written by administrators alone, in the portal’s language at least, within bounds', async () => {
    expect(said(await createClient(portal.url).get(SHOWN))).toEqual([401, 'no_session'])
    const staff = await aStaffMember(portal, 'account_manager')
    for (const actor of [there, staff]) {
      expect(said(await actor.post(CONSOLE, wish('Mine')))).toEqual([403, 'permission_denied'])
      expect(said(await actor.get(CONSOLE))).toEqual([403, 'permission_denied'])
    }
    const french = { language: 'fr-CA', title: 'Bonjour', text: 'Texte' }
    for (const [more, refusal] of [
      [{ texts: [french] }, [422, 'announcement_language']],
      [{ texts: [] }, [422, 'validation']],
      [{ texts: [english('x'), english('y')] }, [422, 'validation']],
      [{ texts: [{ ...english('x'), title: 'x'.repeat(121) }] }, [422, 'validation']],
      [{ texts: [{ ...english('x'), text: 'x'.repeat(2001) }] }, [422, 'validation']],
      [{ tenantIds: [] }, [422, 'validation']],
      [{ tenantIds: [one, 900_000] }, [422, 'unknown_tenant']],
      [{ endsAt: inHours(-2) }, [422, 'validation']],
      [{ kind: 'alarm' }, [422, 'validation']],
    ] as const)
      expect([more, said(await administrator.post(CONSOLE, wish('Refused', more)))]).toEqual([more, refusal])
    expect((await administrator.get(`${CONSOLE}?search=Refused`)).body.total).toBe(0)
  })

  it('reach the people of the tenants that they are for, and staff who see those; nobody else learns of them', async () => {
    const [staff, elsewhere] = [
      await aStaffMember(portal, 'quality', [one]),
      await aStaffMember(portal, 'quality', [two]),
    ]
    const id = await announce('Only for One', { tenantIds: [one], kind: 'warning' })
    const all = await announce('For everybody')
    expect(await titles(here)).toEqual(['Only for One', 'For everybody'])
    expect(await titles(staff)).toEqual(['Only for One', 'For everybody'])
    for (const actor of [there, elsewhere]) expect(await titles(actor)).toEqual(['For everybody'])
    const foreign = await there.post(`${SHOWN}/${id}/dismiss`, {})
    const nothing = await there.post(`${SHOWN}/900000/dismiss`, {})
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect([nothing.status, nothing.body.code]).toEqual([404, 'not_found'])
    await withdraw(id)
    await withdraw(all)
    expect([await titles(here), await titles(there)]).toEqual([[], []])
    expect(said(await withdraw(id))).toEqual([404, 'not_found'])
  })

  it('speak the reader’s language, or else the portal’s', async () => {
    const french = { language: 'fr-CA', title: 'Entretien', text: 'Ce soir' }
    const id = await announce('Maintenance', { texts: [french, english('Maintenance')] })
    const asks = (language: string) => titles(here, { 'x-portal-language': language })
    expect([await asks('fr-CA'), await asks('en'), await asks('es')]).toEqual([
      ['Entretien'],
      ['Maintenance'],
      ['Maintenance'],
    ])
    await withdraw(id)
  })

  it('appear and go by the clock, which is told; the console knows the state of each', async () => {
    const planned = await announce('Planned', { startsAt: inHours(2), endsAt: inHours(3) })
    const shown = await announce('Shown', { endsAt: inHours(1) })
    const past = await announce('Past', { endsAt: inHours(2) })
    await peek(portal, `update portal.announcements set ends_at = now() where id = $1`, [past])
    const gone = await announce('Gone')
    await withdraw(gone)
    const { items, changesAt } = (await here.get(SHOWN)).body
    expect(items.map(({ title }: Json) => title)).toEqual(['Shown'])
    const { body } = await administrator.get(`${CONSOLE}/${shown}`)
    expect(Date.parse(changesAt)).toBe(Date.parse(body.endsAt))
    for (const [state, id] of Object.entries({ planned, shown, past, withdrawn: gone })) {
      const rows = (await administrator.get(`${CONSOLE}?state=${state}`)).body.items
      expect([state, rows.map((row: Json) => row.id).includes(id)]).toEqual([state, true])
      expect(rows.every((row: Json) => row.state === state)).toBe(true)
    }
    expect((await administrator.get(`${CONSOLE}?search=ALL of it&state=planned`)).body.total).toBe(1)
    const first = (await administrator.get(`${CONSOLE}?limit=2`)).body
    const second = (await administrator.get(`${CONSOLE}?limit=2&cursor=${first.nextCursor}`)).body
    const ids = [...first.items, ...second.items].map(({ id }: Json) => id)
    expect([ids[0], new Set(ids).size, first.total > 3]).toEqual([planned, 4, true])
    await withdraw(shown)
    await withdraw(planned)
  })

  it('are put away by each person for themselves, on all their devices', async () => {
    const id = await announce('To put away')
    const other = await aMember(portal, one)
    const stream = await openStream(portal.url, here)
    await hears(stream, id, 1)
    expect((await here.post(`${SHOWN}/${id}/dismiss`, {})).status).toBe(200)
    await hears(stream, id, 2)
    expect((await here.post(`${SHOWN}/${id}/dismiss`, {})).status).toBe(200)
    expect([await titles(here), await titles(other)]).toEqual([[], ['To put away']])
    await stream.close()
    await withdraw(id)
  })

  it('are changed by who knows the present one, and their old and new readers hear of it', async () => {
    const id = await announce('First words', { tenantIds: [one] })
    const [old, next] = [await openStream(portal.url, here), await openStream(portal.url, there)]
    await hears(old, id, 1)
    await next.ready()
    const change = (version: number) =>
      administrator.send('PUT', `${CONSOLE}/${id}`, { ...wish('Other words', { tenantIds: [two] }), version })
    expect((await change(1)).body).toEqual({ version: 2 })
    expect(said(await change(1))).toEqual([412, 'stale_version'])
    await hears(old, id, 2)
    await hears(next, id, 1)
    for (const stream of [old, next]) await stream.close()
    expect([await titles(here), await titles(there)]).toEqual([[], ['Other words']])
    expect((await administrator.get(`${CONSOLE}/${id}`)).body).toMatchObject({ tenantIds: [two], version: 2 })
    await withdraw(id)
    expect(said(await change(2))).toEqual([409, 'announcement_withdrawn'])
    expect(said(await administrator.get(`${CONSOLE}/900000`))).toEqual([404, 'not_found'])
  })
})
