import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  member = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

const json = { 'content-type': 'application/json' }

describe('a body that is not JSON', () => {
  it.each([
    ['POST', '/api/v1/session/preferences'],
    ['POST', '/api/v1/purchase-orders'],
    ['POST', '/api/auth/sign-in/email'],
  ])('%s %s says so, and where', async (method, path) => {
    const { status, body } = await member.send(method, path, '{"a":\n  1,}', { headers: json })
    expect([status, body.code, body.detail]).toEqual([
      ...[400, 'not_json', 'Reading stopped at line 2, column 5. Nothing was changed.'],
    ])
  })

  it('is not what a wrong field is', async () => {
    const { status, body } = await member.send('POST', '/api/v1/session/preferences', '{"theme":"blue"}', {
      headers: json,
    })
    expect([status, body.code]).toEqual([422, 'validation'])
  })
})

describe('a name in the address', () => {
  it('that a read does not know is refused with those that it knows', async () => {
    const { status, body } = await member.get('/api/v1/orders?serch=x&limit=5')
    expect([status, body.code]).toEqual([422, 'unknown_query'])
    expect(body.detail).toMatch(/^Unknown: serch\. Allowed: .*search.*\.$/)
    const none = await member.get('/api/v1/session?verbose=1')
    expect([none.status, none.body.detail]).toEqual([422, 'Unknown: verbose. Allowed: –.'])
    const inPath = await member.get('/api/v1/orders/SO-1?ordNo=SO-2')
    expect([inPath.status, inPath.body.code]).toEqual([422, 'unknown_query'])
  })

  it('is refused after who asks was looked at', async () => {
    const visitor = createClient(portal.url)
    expect((await visitor.get('/api/v1/orders?serch=x')).status).toBe(401)
    const viewer = await aMember(portal, await aTenant(portal), 'quality_manager')
    expect((await viewer.get('/api/v1/finance?x=1')).status).toBe(403)
  })

  it('of a page or a link asks nothing', async () => {
    const { status } = await member.get('/api/v1/orders?_=1&lang=fr-CA&theme=dark&utm_source=mail&limit=5')
    expect(status).toBe(200)
  })

  it('is told to who sends rows, whose rows land', async () => {
    const send = sender(portal.url, await aKey(portal))
    const row = [{ 'Client Code': 'X', 'Client Name': 'X' }]
    const told = await send('customers?atomik=true&dry-run=é&utm_x=1&atomic=false', row)
    expect([told.status, told.headers.get('portal-unknown-query')]).toEqual([200, 'atomik, dry-run'])
    expect((await send('customers?atomic=true', row)).headers.get('portal-unknown-query')).toBe(null)
    const refused = await send('customers?mode=none&x[0]=1&%C3%A9=1', row)
    expect([refused.status, refused.headers.get('portal-unknown-query')]).toEqual([422, 'x, %C3%A9'])
  })
})
