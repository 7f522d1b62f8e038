import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const MEMBERS = '/api/v1/members'
let portal: TestPortal
let own: number
let other: number
let admin: Actor
let head: Actor
let theirHead: Actor
let member: Actor
let leaver: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  own = await aTenant(portal, { name: 'Own' })
  other = await aTenant(portal, { name: 'Other' })
  admin = await anAdministrator(portal)
  head = await aMember(portal, own, 'tenant_admin')
  theirHead = await aMember(portal, other, 'tenant_admin')
  member = await aMember(portal, own)
  leaver = await aMember(portal, own)
  await named(member, 'Zoé Tremblay')
  await named(leaver, 'Gone Away')
  await role(member, 'quality_manager')
  await invite('New.Person@buyer.example', 'second@buyer.example')
  await role(leaver, null)
})
afterAll(() => portal?.close())

const named = ({ userId }: Actor, name: string) =>
  peek(portal, 'update portal.profiles set name = $1 where user_id = $2', [name, userId])
const role = async ({ userId }: Actor, wanted: string | null) => {
  const { status } = await (wanted === null
    ? head.post(`${MEMBERS}/${userId}/remove`)
    : head.post(`${MEMBERS}/${userId}/role`, { role: wanted }))
  expect(status).toBe(200)
}
const invite = (...emails: string[]) => head.post<Json>(`${MEMBERS}/invitations`, { emails, role: 'viewer' })
const found = async (asker: Actor, search: string, more: Record<string, string> = {}) => {
  const { status, body } = await asker.get<Json>(`/api/v1/audit?${new URLSearchParams({ search, ...more })}`)
  expect(status).toBe(200)
  return body.items as Json[]
}
const actions = (rows: Json[]) => new Set(rows.map(({ action }) => action))

describe('people in the trail', () => {
  it('are told to nobody else', async () => {
    const path = '/api/v1/audit?search=zo'
    expect((await createClient(portal.url).get(path)).status).toBe(401)
    expect((await member.get(path)).status).toBe(403)
    expect((await (await aStaffMember(portal, 'customer_service', [own])).get(path)).status).toBe(403)
  })

  it.each([
    ['by the name', () => 'zoé'],
    ['by the address', () => member.email.toUpperCase()],
    ['by the address of who was invited', () => 'new.person@buyer.example'],
    ['by its beginning', () => 'SECOND@'],
    ['by the name of who left', () => 'Gone'],
  ])('of another company are never found: %s', async (_, search) => {
    expect(await found(theirHead, search())).toEqual([])
    expect((await found(head, search())).length).toBeGreaterThan(0)
    expect((await found(admin, search())).length).toBeGreaterThan(0)
  })

  it.each([
    ['their name', () => 'Zoé Tr'],
    ['their address', () => member.email],
  ])('are found by %s as what a row is about, and named there', async (_, search) => {
    const [row] = await found(head, search(), { action: 'member.role_changed' })
    expect(row).toMatchObject({
      ...{ objectType: 'member', objectId: member.userId, objectName: 'Zoé Tremblay' },
      ...{ objectEmail: member.email, objectErased: false },
      ...{ new: { role: 'quality_manager' } },
    })
  })

  it('who were invited are found by the beginning of their address, and by nothing that it holds', async () => {
    for (const search of ['new.person@buyer.example', 'New.P', 'second@'])
      expect(actions(await found(head, search))).toContain('member.invited')
    for (const search of ['person@buyer', '%@%', '_ew.person'])
      expect(actions(await found(head, search))).not.toContain('member.invited')
  })

  it('who left are told by name, and no longer by their address', async () => {
    const [row] = await found(head, 'Gone Away')
    expect(row).toMatchObject({ objectName: 'Gone Away', objectEmail: null, objectErased: false })
    expect(actions(await found(head, leaver.email))).not.toContain('member.removed')
    expect(actions(await found(admin, leaver.email))).toContain('member.removed')
  })

  it('stand in the file beside what they are about', async () => {
    const { body } = await head.get<string>('/api/v1/audit/export?action=member.role_changed')
    expect(String(body)).toContain(`${member.userId},Zoé Tremblay,${member.email},`)
  })

  it('who are erased are shown as erased, and found by nothing', async () => {
    const person = await aMember(portal, own)
    await named(person, 'Soon Erased')
    await role(person, 'quality_manager')
    await invite('erased.too@buyer.example')
    const [before] = await found(head, 'Soon Er', { action: 'member.role_changed' })
    expect(before).toMatchObject({ objectName: 'Soon Erased' })
    const users = `/api/v1/admin/users/${person.userId}`
    await admin.post(`${users}/state`, { state: 'deactivated' })
    expect((await admin.post(`${users}/erasure`, { email: person.email })).status).toBe(200)
    for (const asker of [head, admin]) {
      expect(await found(asker, 'Soon Erased')).toEqual([])
      expect(await found(asker, person.email)).toEqual([])
      const [row] = await found(asker, person.userId, { action: 'member.role_changed' })
      expect(row).toMatchObject({ objectName: null, objectEmail: null, objectErased: true, seq: before?.seq })
    }
  })
})

it('an invitation of nobody is not on record', async () => {
  const { body } = await invite(member.email)
  expect(body).toEqual({ invited: [], again: [], members: [member.email] })
  const rows = await found(admin, 'viewer', { action: 'member.invited' })
  expect(rows.filter(({ new: { invited } }) => invited.length === 0)).toEqual([])
  const to = { emails: [member.email], as: { kind: 'tenant', tenantId: own, role: 'viewer' } }
  expect((await admin.post<Json>('/api/v1/admin/user-invitations', to)).body.members).toEqual([member.email])
  expect(await found(admin, 'viewer', { action: 'user.invited' })).toEqual([])
})
