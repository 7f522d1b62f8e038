import { expect } from 'vitest'
import { type Actor, anAccount, anAdministrator, PASSWORD } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { createClient } from './client.ts'
import type { TestPortal } from './portal.ts'

/** Those that are about people and what they may enter. */
export function auditedUserWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  const USERS = '/api/v1/admin/users'
  const INVITATIONS = '/api/v1/admin/user-invitations'
  let userId = ''
  let email = ''
  const asker = () => anAdministrator(portal)
  const aViewer = async () => {
    userId = (await anAccount(portal, { memberships: [{ tenantId: tenant, role: 'viewer' }] })).userId
  }
  const row = (actor: Actor, more: object = {}) => ({
    tenant_id: 0,
    actor: actor.userId,
    object_type: 'user',
    object_id: userId,
    ...more,
  })
  const TEMPORARY = '/api/v1/admin/temporary-access'
  const allow = (actor: Actor, allowed: boolean) =>
    actor.send('PUT', `${TEMPORARY}/tenants/${tenant}`, { allowed })
  const issue = (actor: Actor) =>
    actor.post(TEMPORARY, { email: 'guest@test.example', tenantId: tenant, role: 'viewer' })
  const ofTenant = (actor: Actor, more: object) => ({ tenant_id: tenant, actor: actor.userId, ...more })
  const ANNOUNCEMENTS = '/api/v1/admin/announcements'
  const said = {
    kind: 'warning',
    texts: [{ language: 'en', title: 'A title', text: 'A text' }],
    tenantIds: [tenant],
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: null,
  }
  let announcement = 0
  const announce = async (actor: Actor) => {
    const answer = await actor.post(ANNOUNCEMENTS, said)
    announcement = answer.body.id
    return answer
  }
  const aboutAnnouncement = (actor: Actor, more: object) => ({
    tenant_id: 0,
    actor: actor.userId,
    object_type: 'announcement',
    object_id: String(announcement),
    ...more,
  })
  const look = (actor: Actor) =>
    actor.post('/api/v1/session/viewing', {
      tenantId: tenant,
      role: 'viewer',
      reason: 'a call from the client',
    })
  const ROLES = '/api/v1/admin/roles'
  let key = ''
  const aRole = async (actor: Actor) => {
    const role = { kind: 'tenant', name: `Clerk ${key}`, permissions: ['orders.read'] }
    key = (await actor.post(ROLES, role)).body.key
  }
  const change = async (actor: Actor, of: string) => {
    const { status, body: roles } = await actor.get(ROLES)
    if (status !== 200) throw new Error(`${ROLES} answered ${status}`)
    const { version } = roles.items.find((role: { key: string }) => role.key === of)
    const body = { version, name: 'Another name', permissions: ['sales.read'] }
    return actor.send('PUT', `${ROLES}/${of}`, body)
  }
  const roleRow = (actor: Actor, more: object = {}) => ({
    tenant_id: 0,
    actor: actor.userId,
    object_type: 'role',
    ...more,
  })
  return {
    'POST /admin/roles': {
      asker,
      act: (actor) => actor.post(ROLES, { kind: 'tenant', name: 'Clerk', permissions: ['orders.read'] }),
      expected: (actor) => roleRow(actor, { object_id: 'own_clerk' }),
    },
    'PUT /admin/roles/{key}': {
      asker,
      arrange: aRole,
      act: (actor) => change(actor, key),
      expected: (actor) => roleRow(actor, { new: { name: 'Another name', permissions: ['sales.read'] } }),
    },
    'POST /admin/roles/{key}/reset': {
      asker,
      arrange: (actor) => change(actor, 'sales_analyst'),
      act: (actor) => actor.post(`${ROLES}/sales_analyst/reset`, {}),
      expected: (actor) => roleRow(actor, { object_id: 'sales_analyst' }),
    },
    'DELETE /admin/roles/{key}': {
      asker,
      arrange: aRole,
      act: (actor) => actor.send('DELETE', `${ROLES}/${key}`),
      expected: (actor) => roleRow(actor, { object_id: key }),
    },
    'PUT /admin/temporary-access/tenants/{tenantId}': {
      asker,
      arrange: (actor) => allow(actor, false),
      act: (actor) => allow(actor, true),
      expected: (actor) =>
        ofTenant(actor, { old: { temporaryAccess: false }, new: { temporaryAccess: true } }),
    },
    'POST /admin/temporary-access': {
      asker,
      arrange: (actor) => allow(actor, true),
      act: issue,
      expected: (actor) => ofTenant(actor, { object_type: 'temporary_access' }),
    },
    'POST /admin/temporary-access/{id}/revoke': {
      asker,
      arrange: async (actor) => {
        await allow(actor, true)
        await issue(actor)
      },
      act: async (actor) => {
        const [{ id }] = (await actor.get(TEMPORARY)).body.items
        return actor.post(`${TEMPORARY}/${id}/revoke`, {})
      },
      expected: (actor) => ofTenant(actor, { old: { revoked: false }, new: { revoked: true } }),
    },
    'POST /admin/announcements': {
      asker,
      act: announce,
      expected: (actor) =>
        aboutAnnouncement(actor, {
          action: 'announcement.published',
          new: expect.objectContaining({ kind: 'warning', tenantIds: [tenant] }),
        }),
    },
    'PUT /admin/announcements/{id}': {
      asker,
      arrange: announce,
      act: (actor) =>
        actor.send('PUT', `${ANNOUNCEMENTS}/${announcement}`, { ...said, kind: 'maintenance', version: 1 }),
      expected: (actor) =>
        aboutAnnouncement(actor, { old: { kind: 'warning' }, new: { kind: 'maintenance' } }),
    },
    'POST /admin/announcements/{id}/withdraw': {
      asker,
      arrange: announce,
      act: (actor) => actor.post(`${ANNOUNCEMENTS}/${announcement}/withdraw`, {}),
      expected: (actor) => aboutAnnouncement(actor, { new: { withdrawn: true } }),
    },
    'POST /announcements/{id}/dismiss': {
      asker,
      arrange: announce,
      act: (actor) => actor.post(`/api/v1/announcements/${announcement}/dismiss`, {}),
      expected: (actor) => aboutAnnouncement(actor, { action: 'announcement.dismissed' }),
    },
    'POST /notices/read': {
      asker,
      act: (actor) => actor.post('/api/v1/notices/read', { upTo: 1 }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'notice.read',
        object_type: 'notice',
      }),
    },
    'PUT /notices/choices': {
      asker,
      act: async (actor) => {
        const { off: _, ...choices } = (await actor.get('/api/v1/notices/choices')).body
        return actor.send('PUT', '/api/v1/notices/choices', { ...choices, rhythm: 'weekly' })
      },
      expected: (actor) => ({
        tenant_id: 0,
        action: 'notices.chosen',
        object_id: actor.userId,
        new: { rhythm: 'weekly' },
      }),
    },
    'POST /session/viewing': {
      asker,
      act: look,
      expected: (actor) =>
        ofTenant(actor, {
          action: 'viewing.began',
          object_type: 'viewing',
          by_staff: true,
          new: expect.objectContaining({ role: 'viewer', reason: 'a call from the client' }),
        }),
    },
    'POST /session/viewing/end': {
      asker,
      arrange: look,
      act: (actor) => actor.post('/api/v1/session/viewing/end', {}),
      expected: (actor) => ofTenant(actor, { action: 'viewing.ended', by_staff: true }),
    },
    'POST /session/email': {
      act: (actor) => actor.post('/api/v1/session/email', { email: 'other@test.example' }),
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        object_id: actor.userId,
        new: { email: 'other@test.example' },
      }),
    },
    'POST /admin/user-invitations': {
      asker,
      act: (actor) =>
        actor.post(INVITATIONS, { emails: ['boss@test.example'], as: { kind: 'administrator' } }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'invitation',
        new: expect.objectContaining({ administrator: true, invited: ['boss@test.example'] }),
      }),
    },
    'POST /admin/user-invitations/{id}/withdraw': {
      asker,
      arrange: (actor) =>
        actor.post(INVITATIONS, { emails: ['gone@test.example'], as: { kind: 'administrator' } }),
      act: async (actor) => {
        const [{ id }] = (await actor.get(INVITATIONS)).body.items
        return actor.post(`${INVITATIONS}/${id}/withdraw`, {})
      },
      expected: (actor) => ({ tenant_id: 0, actor: actor.userId, old: { email: 'gone@test.example' } }),
    },
    'PUT /admin/users/{userId}/access': {
      asker,
      arrange: aViewer,
      act: async (actor) => {
        const { accessVersion, access } = (await actor.get(`${USERS}/${userId}`)).body
        const memberships = [{ tenantId: tenant, role: 'sales_analyst' }]
        return actor.send('PUT', `${USERS}/${userId}/access`, {
          accessVersion,
          access: { ...access, memberships },
        })
      },
      // The tenant reads its own part.
      expected: (actor) => [
        row(actor, { old: { memberships: [{ tenantId: tenant, role: 'viewer' }] } }),
        row(actor, {
          tenant_id: tenant,
          object_type: 'member',
          old: { role: 'viewer' },
          new: { role: 'sales_analyst' },
        }),
      ],
    },
    'POST /admin/users/{userId}/state': {
      asker,
      arrange: aViewer,
      act: (actor) => actor.post(`${USERS}/${userId}/state`, { state: 'deactivated' }),
      expected: (actor) => row(actor, { old: { state: 'active' }, new: { state: 'deactivated' } }),
    },
    'POST /admin/users/{userId}/unlock': {
      asker,
      arrange: aViewer,
      act: (actor) => actor.post(`${USERS}/${userId}/unlock`, {}),
      expected: (actor) => row(actor),
    },
    'POST /admin/users/{userId}/sessions/end': {
      asker,
      arrange: async () => {
        const person = await anAccount(portal)
        userId = person.userId
        await createClient(portal.url).signIn(person.email, PASSWORD)
      },
      act: (actor) => actor.post(`${USERS}/${userId}/sessions/end`, {}),
      expected: (actor) => row(actor, { new: expect.objectContaining({ ended: 1 }) }),
    },
    'POST /admin/users/{userId}/email': {
      asker,
      arrange: aViewer,
      act: (actor) =>
        actor.post(`${USERS}/${userId}/email`, { email: 'renamed@test.example', reason: 'married' }),
      expected: (actor) =>
        row(actor, { new: expect.objectContaining({ email: 'renamed@test.example', reason: 'married' }) }),
    },
    'PUT /admin/users/{userId}/storage': {
      asker,
      arrange: aViewer,
      act: (actor) => actor.send('PUT', `${USERS}/${userId}/storage`, { own: 1_000_000 }),
      expected: (actor) =>
        row(actor, { action: 'user.quota_changed', old: { quota: null }, new: { quota: 1_000_000 } }),
    },
    'POST /admin/users/{userId}/erasure': {
      asker,
      arrange: async (actor) => {
        ;({ userId, email } = await anAccount(portal))
        await actor.post(`${USERS}/${userId}/state`, { state: 'deactivated' })
      },
      act: (actor) => actor.post(`${USERS}/${userId}/erasure`, { email }),
      expected: (actor) =>
        row(actor, { action: 'user.erased', new: { erased: true, rows: expect.any(Number) } }),
    },
  }
}
