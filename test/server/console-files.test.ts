import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let admin: Actor
let tenant: number
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal, { name: '=HYPERLINK("http://x.example")' })
  await aTenant(portal, { name: 'Empty' })
  admin = await anAdministrator(portal)
  for (const name of ['Zoë Zimmer', '=1+1', 'Ansel Adler'])
    await aPerson(portal, { name, memberships: [{ tenantId: tenant, role: 'viewer' }] })
  const send = sender(portal.url, await aKey(portal))
  for (const rows of [[order(1)], [order(2), order(3), { 'Ord No': '' }], [order(4), order(5)]])
    await send('orders', rows)
  for (let n = 0; n < 3; n++) {
    const { email } = await aMember(portal, tenant)
    await createClient(portal.url).post('/api/auth/password/forgot', { email })
  }
})
afterAll(() => portal?.close())

const LISTS = ['users', 'sessions', 'tenants', 'batches', 'mails'] as const
const KIND = { users: 'users', sessions: 'sessions', tenants: 'clients', batches: 'batches', mails: 'mails' }
const at = (list: string) => `/api/v1/admin/${list}`
const fileOf = async (list: string, query = '', headers = {}) => {
  const answer = await admin.get<string>(`${at(list)}/export?${query}`, { headers })
  return { ...answer, lines: String(answer.body).trim().split('\r\n') }
}
const listed = async (list: string, query = ''): Promise<Json> =>
  (await admin.get(`${at(list)}?${query}`)).body

describe('a list of the console as a file', () => {
  it('is refused to everybody but an administrator who looks at all clients, beside the screen too', async () => {
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [await aMember(portal, tenant, 'tenant_admin'), 403],
      [await aStaffMember(portal, 'customer_service'), 403],
      [narrowed, 403],
    ] as const)
      for (const list of LISTS) {
        expect((await asker.get(`${at(list)}/export`)).status).toBe(status)
        expect((await asker.post('/api/v1/exports', { kind: KIND[list], input: {} })).status).toBe(status)
      }
  })

  it.each(LISTS)('%s: every row of the list, and it is on record', async (list) => {
    const { total } = await listed(list)
    expect(total).toBeGreaterThan(0)
    const { lines, headers } = await fileOf(list)
    expect(lines).toHaveLength(total + 1)
    expect(headers.get('content-disposition')).toMatch(/filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"/)
    const [kept] = await peek(
      portal,
      `select new from portal.audit_log where action = $1 order by seq desc limit 1`,
      [`${list}.exported`],
    )
    expect(kept?.new).toMatchObject({ format: 'csv', rows: total })
    const workbook = await admin.get(`${at(list)}/export?format=xlsx`)
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
  })

  it('has the rows of the filter in the order that the screen has', async () => {
    for (const [list, query, key] of [
      ['users', 'sort=-name', 'name'],
      ['users', 'search=zimmer', 'name'],
      ['sessions', 'sort=email', 'email'],
      ['tenants', 'sort=-people', 'name'],
      ['mails', 'sort=to', 'to'],
      ['batches', 'sort=-received', 'id'],
      ['batches', 'state=rejected', 'id'],
    ] as const) {
      const { items } = await listed(list, query)
      const { lines } = await fileOf(list, query)
      expect(lines).toHaveLength(items.length + 1)
      items.forEach((item: Json, place: number) => {
        expect(lines[place + 1]).toContain(String(item[key]).replaceAll('"', '""'))
      })
    }
  })

  it('is headed as the screen is, in its language, and holds no formula, no text of a mail and no link', async () => {
    const french = await fileOf('users', '', { 'accept-language': 'fr-CA' })
    expect(french.lines[0]).toContain('Dernière connexion')
    expect(french.headers.get('content-disposition')).toContain('utilisateurs-')
    for (const list of ['users', 'tenants'])
      for (const line of (await fileOf(list)).lines) expect(line).not.toMatch(/(^|,)"?=/)
    const mails = await fileOf('mails', '', { 'accept-language': 'en' })
    const secrets = await peek(portal, 'select secret from auth.mails where secret is not null', [])
    expect(secrets.length).toBeGreaterThan(0)
    for (const { secret } of secrets) expect(mails.body).not.toContain(secret)
    expect(mails.body).not.toContain('••••')
  })

  it('is made beside the screen where it is long', async () => {
    const asked = await admin.post('/api/v1/exports', { kind: 'users', input: { sort: '-name' } })
    expect(asked.status).toBe(200)
    const { total } = await listed('users')
    let job: Json
    do {
      await sleep(50)
      job = (await admin.get('/api/v1/exports')).body.items[0]
    } while (job.state === 'queued' || job.state === 'running')
    expect(job).toMatchObject({ kind: 'users', state: 'done', written: total })
    const { body } = await admin.get<string>(`/api/v1/exports/${job.id}/file`)
    expect(String(body).trim().split('\r\n')).toHaveLength(total + 1)
  })
})

describe('sorted, and read page by page', () => {
  it.each([
    ['sessions', 'email'],
    ['sessions', '-since'],
    ['mails', 'to'],
    ['mails', 'at'],
    ['tenants', '-people'],
    ['batches', 'received'],
    ['batches', '-rejected'],
    ['batches', 'milliseconds'],
  ])('%s by %s: no row twice, none left out', async (list, sort) => {
    const whole = (await listed(list, `sort=${sort}`)).items
    const seen: Json[] = []
    let cursor = ''
    do {
      const page = await listed(list, `sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items)
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(whole.length).toBeGreaterThan(1)
    const id = (one: Json) => one.id
    expect(seen.map(id)).toEqual(whole.map(id))
    const field = sort.replace('-', '')
    const values: unknown[] = whole.map((one: Json) => one[field === 'at' ? 'createdAt' : field])
    const { compare } = new Intl.Collator('en', { numeric: true })
    const sorted = values.toSorted((a, b) => compare(String(a), String(b)))
    expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
  })
})
