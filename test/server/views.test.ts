import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const STATE = { address: { search: 'éclair', group: 'issues', sort: '-amount' }, columns: { fNo: false } }
const save = (who: Pick<Actor, 'post'>, name: string, more: object = {}) =>
  who.post('/api/v1/views', { screen: 'orders', name, state: STATE, ...more })
const views = async (who: Actor, screen = 'orders'): Promise<Json[]> =>
  (await who.get(`/api/v1/views?screen=${screen}`)).body.items
const change = (who: Actor, id: number, body: object, headers = {}) =>
  who.send('PATCH', `/api/v1/views/${id}`, body, { headers })
const remove = (who: Actor, id: number, body: object) => who.send('DELETE', `/api/v1/views/${id}`, body)
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const aBuyer = async () => aMember(portal, await aTenant(portal))

describe('refusals', () => {
  it('asks for a session', async () => {
    const nobody = createClient(portal.url)
    expect(said(await nobody.get('/api/v1/views?screen=orders'))).toEqual([401, 'no_session'])
    expect(said(await save(nobody, 'x'))).toEqual([401, 'no_session'])
  })

  it('knows nobody else’s, and none of another tenant', async () => {
    const [one, two] = [await aTenant(portal), await aTenant(portal)]
    const access = { memberships: [one, two].map((tenantId) => ({ tenantId, role: 'viewer' })) }
    const both = await aPerson(portal, access)
    const { id } = (await save(both, 'mine')).body
    const colleague = await aMember(portal, one)
    expect(await views(colleague)).toEqual([])
    expect(said(await change(colleague, id, { version: 1, name: 'x' }))).toEqual([404, 'not_found'])
    expect(said(await remove(colleague, id, { version: 1 }))).toEqual([404, 'not_found'])
    const administrator = await anAdministrator(portal)
    await administrator.post('/api/v1/session/tenant', { tenantId: one })
    expect(await views(administrator)).toEqual([])
    expect(said(await change(administrator, id, { version: 1, name: 'x' }))).toEqual([404, 'not_found'])
    await both.post('/api/v1/session/tenant', { tenantId: two })
    expect(await views(both)).toEqual([])
    expect(said(await change(both, id, { version: 1, name: 'x' }))).toEqual([404, 'not_found'])
    expect((await save(both, 'mine')).status).toBe(200)
    await both.post('/api/v1/session/tenant', { tenantId: one })
    expect((await views(both)).map((view) => view.id)).toEqual([id])
  })

  it('takes each name once, whatever its letters, and a hundred of a screen', async () => {
    const buyer = await aBuyer()
    const { id } = (await save(buyer, ' Été ')).body
    expect(said(await save(buyer, 'ete'))).toEqual([422, 'name_taken'])
    expect((await save(buyer, 'ete', { screen: 'sales-history' })).status).toBe(200)
    const other = (await save(buyer, 'other')).body
    expect(said(await change(buyer, other.id, { version: 1, name: 'ÉTÉ' }))).toEqual([422, 'name_taken'])
    expect((await change(buyer, id, { version: 1, name: 'été' })).status).toBe(200)
    const answers: Json[] = []
    for (let n = 0; n < 102; n += 3)
      answers.push(...(await Promise.all([0, 1, 2].map((more) => save(buyer, `view ${n + more}`)))).map(said))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(98)
    expect(new Set(answers.map(String))).toEqual(new Set(['200,', '422,too_many_views']))
  })

  it('changes nothing for who knows an older version, or none', async () => {
    const buyer = await aBuyer()
    const { id } = (await save(buyer, 'a')).body
    expect(said(await change(buyer, id, { name: 'b' }))).toEqual([428, 'version_needed'])
    expect((await change(buyer, id, { name: 'b' }, { 'if-match': '"1"' })).body).toMatchObject({
      name: 'b',
      version: 2,
    })
    expect(said(await change(buyer, id, { name: 'c', version: 1 }))).toEqual([412, 'stale_version'])
    expect(said(await change(buyer, id, { name: 'c', version: 2 }, { 'if-match': '"1"' }))).toEqual([
      412,
      'stale_version',
    ])
    expect(said(await remove(buyer, id, { version: 1 }))).toEqual([412, 'stale_version'])
    expect((await views(buyer)).map(({ name }) => name)).toEqual(['b'])
    const both = await Promise.all(['x', 'y'].map((name) => change(buyer, id, { name, version: 2 })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it.each([
    [{ name: '' }],
    [{ name: '   ' }],
    [{ name: 'x'.repeat(81) }],
    [{ name: 'a\u0000' }],
    [{ screen: 'users' }],
    [{ state: { address: { a: 'x'.repeat(601) }, columns: null } }],
    [
      {
        state: {
          address: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, 'v'])),
          columns: null,
        },
      },
    ],
    [{ state: { address: {}, columns: { a: 'yes' } } }],
    [{ isDefault: true }],
  ])('answers 422 to %j', async (fields) => {
    expect(said(await save(await aBuyer(), 'fine', fields))).toEqual([422, 'validation'])
  })
})

describe('a saved view', () => {
  it('is there on the next browser, until it is removed', async () => {
    const buyer = await aBuyer()
    const made = (await save(buyer, 'Late ones')).body
    expect(made).toEqual({
      id: made.id,
      screen: 'orders',
      name: 'Late ones',
      state: STATE,
      isDefault: false,
      version: 1,
    })
    const elsewhere = createClient(portal.url)
    await elsewhere.signIn(buyer.email, 'heron-on-the-quay-7')
    expect((await elsewhere.get('/api/v1/views?screen=orders')).body.items).toEqual([made])
    const state = { address: {}, columns: null }
    expect((await change(buyer, made.id, { version: 1, state })).body).toEqual({ ...made, state, version: 2 })
    expect((await remove(buyer, made.id, { version: 2 })).body).toEqual({ id: made.id })
    expect(await views(buyer)).toEqual([])
  })

  it('is the default alone', async () => {
    const buyer = await aBuyer()
    const [a, b] = [(await save(buyer, 'a')).body, (await save(buyer, 'b')).body]
    const other = (await save(buyer, 'a', { screen: 'sales-history' })).body
    await change(buyer, other.id, { version: 1, isDefault: true })
    await change(buyer, a.id, { version: 1, isDefault: true })
    await change(buyer, b.id, { version: 1, isDefault: true })
    const defaults = async () =>
      (await views(buyer)).filter(({ isDefault }) => isDefault).map(({ name }) => name)
    expect(await defaults()).toEqual(['b'])
    expect((await views(buyer, 'sales-history'))[0].isDefault).toBe(true)
    await change(buyer, b.id, { version: 2, isDefault: false })
    expect(await defaults()).toEqual([])
  })

  it('belongs to all tenants together for who looks at all of them', async () => {
    const tenantId = await aTenant(portal)
    for (const who of [await anAdministrator(portal), await aStaffMember(portal, 'quality', [tenantId])]) {
      await save(who, 'everything')
      expect((await views(who)).map(({ name }) => name)).toEqual(['everything'])
      await who.post('/api/v1/session/tenant', { tenantId })
      expect(await views(who)).toEqual([])
      expect((await save(who, 'one')).status).toBe(200)
      await who.post('/api/v1/session/tenant', { tenantId: null })
      expect((await views(who)).map(({ name }) => name)).toEqual(['everything'])
    }
  })
})
