import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, anAdministrator, aTenant } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Writes of the administrators' console, each once (see audited-writes.ts). */
export function consoleWrites(portal: TestPortal): Record<string, AuditedWrite> {
  const asker = () => anAdministrator(portal)
  const CLIENTS = '/api/v1/admin/tenants'
  const facts = { name: 'Audited', language: null, currency: 'CAD', timezone: null, region: null }
  let made = 0
  const aClient = async () => {
    made = await aTenant(portal)
  }
  const of = (actor: Actor, action: string, before: Row | null, after: Row): Row => ({
    tenant_id: made,
    actor: actor.userId,
    action,
    by_staff: true,
    object_type: 'tenant',
    object_id: String(made),
    old: before && expect.objectContaining(before),
    new: expect.objectContaining(after),
  })
  const suspension = (act: string, before: boolean, after: boolean): AuditedWrite => ({
    asker,
    arrange: async (actor) => {
      await aClient()
      if (before) await actor.post(`${CLIENTS}/${made}/suspend`, { reason: 'first' })
    },
    act: (actor) => actor.post(`${CLIENTS}/${made}/${act}`, { reason: 'Unpaid' }),
    expected: (actor) =>
      of(
        actor,
        `tenant.${after ? 'suspended' : 'resumed'}`,
        { suspended: before },
        {
          suspended: after,
          reason: 'Unpaid',
        },
      ),
  })
  const bothChains = (actor: Actor): Row[] =>
    [0, made].map((chain) => ({
      tenant_id: chain,
      actor: actor.userId,
      object_type: 'client',
      object_id: 'Z-1',
    }))
  const code = { sourceId: 1, clientCode: 'Z-1', rows: 0 }
  return {
    'POST /admin/tenants': {
      asker,
      act: async (actor) => {
        const answer = await actor.post(CLIENTS, facts)
        made = answer.body.id
        return answer
      },
      expected: (actor) =>
        of(actor, 'tenant.created', { name: null, currency: null }, { name: 'Audited', currency: 'CAD' }),
    },
    'PATCH /admin/tenants/{id}': {
      asker,
      arrange: aClient,
      act: (actor) => actor.send('PATCH', `${CLIENTS}/${made}`, { version: 1, currency: 'EUR' }),
      expected: (actor) => of(actor, 'tenant.changed', { currency: 'CAD' }, { currency: 'EUR' }),
    },
    'PUT /admin/tenants/{id}/policies': {
      asker,
      arrange: aClient,
      act: (actor) =>
        actor.send('PUT', `${CLIENTS}/${made}/policies`, {
          requiresSecondFactor: true,
          allowsTrustedDevices: false,
        }),
      expected: (actor) =>
        of(actor, 'tenant.policies_changed', { requiresSecondFactor: false }, { requiresSecondFactor: true }),
    },
    'PUT /admin/tenants/{id}/storage': {
      asker,
      arrange: aClient,
      act: (actor) => actor.send('PUT', `${CLIENTS}/${made}/storage`, { own: 1_000_000 }),
      expected: (actor) => of(actor, 'tenant.quota_changed', { quota: null }, { quota: 1_000_000 }),
    },
    'PUT /admin/modules': {
      asker,
      arrange: aClient,
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/modules', {
          changes: [
            { client: made, module: 'sales', visible: false },
            { client: made, module: 'legal', visible: true },
          ],
        }),
      // What was so already is no change.
      expected: (actor) => ({
        tenant_id: made,
        actor: actor.userId,
        object_type: 'modules',
        old: { sales: true },
        new: { sales: false },
      }),
    },
    'POST /admin/modules/all': {
      asker,
      arrange: aClient,
      act: async (actor) => {
        const { name } = (await actor.get(`${CLIENTS}/${made}`)).body
        return actor.post('/api/v1/admin/modules/all', { module: 'chat', visible: false, search: name })
      },
      expected: (actor) => ({
        tenant_id: made,
        actor: actor.userId,
        object_type: 'modules',
        old: { chat: true },
        new: { chat: false },
      }),
    },
    'POST /admin/keys': {
      asker,
      act: async (actor) => {
        const key = { label: 'K', scope: 'read', source: 'main', client: null }
        const answer = await actor.post('/api/v1/admin/keys', key)
        made = answer.body.id
        return answer
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'ingest_key',
        object_id: String(made),
        old: { label: null, scope: null, source: null, client: null },
        // Never the key itself.
        new: { label: 'K', scope: 'read', source: 'main', client: null },
      }),
    },
    'POST /admin/keys/{id}/revoke': {
      asker,
      arrange: async (actor) => {
        const { body } = await actor.post('/api/v1/admin/keys', {
          label: 'Old',
          scope: 'ingest',
          source: 'main',
          client: null,
        })
        made = body.id
      },
      act: (actor) => actor.post(`/api/v1/admin/keys/${made}/revoke`, {}),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'ingest_key',
        object_id: String(made),
        old: expect.objectContaining({ revoked: false }),
        new: { revoked: true, label: 'Old' },
      }),
    },
    'PUT /admin/feeds/{kind}': {
      asker,
      act: (actor) => actor.send('PUT', '/api/v1/admin/feeds/orders', { hours: 3 }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'feed',
        object_id: 'orders',
        old: { hours: 26 },
        new: { hours: 3 },
      }),
    },
    'PUT /admin/sources/{id}': {
      asker,
      act: async (actor) => {
        const [{ id }] = (await actor.get('/api/v1/admin/sources')).body.items
        made = id
        // As the rows that other writes send.
        const laid = { decimal: '.', dateOrder: 'auto', encoding: null, duplicates: 'reject' }
        return actor.send('PUT', `/api/v1/admin/sources/${id}`, laid)
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'source',
        object_id: String(made),
        old: expect.objectContaining({ decimal: 'auto' }),
        new: expect.objectContaining({ decimal: '.' }),
      }),
    },
    'POST /admin/sources/{id}/forget': {
      asker,
      act: async (actor) => {
        const [{ id }] = (await actor.get('/api/v1/admin/sources')).body.items
        made = id
        return actor.post(`/api/v1/admin/sources/${id}/forget`, {})
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'source',
        object_id: String(made),
      }),
    },
    'PUT /admin/order-statuses': {
      asker,
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/order-statuses', {
          status: 'confirmed',
          meaning: 'pending',
          version: 0,
        }),
      expected: (actor) => ({ tenant_id: 0, actor: actor.userId, action: 'order_status.decided' }),
    },
    'PUT /ingest/mappings/{name}': {
      asker,
      act: (actor) => actor.send('PUT', '/api/v1/ingest/mappings/audited', { decimal: ',' }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'import_mapping',
        object_id: 'audited',
        new: { source: 'main', name: 'audited', mapping: { decimal: ',' } },
      }),
    },
    'DELETE /ingest/mappings/{name}': {
      asker,
      arrange: (actor) => actor.send('PUT', '/api/v1/ingest/mappings/audited', { decimal: ',' }),
      act: (actor) => actor.send('DELETE', '/api/v1/ingest/mappings/audited', {}),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'import_mapping',
        object_id: 'audited',
        new: { source: 'main', name: 'audited' },
      }),
    },
    'PATCH /admin/company': {
      asker,
      act: async (actor) => {
        const { version } = (await actor.get('/api/v1/admin/company')).body
        return actor.send('PATCH', '/api/v1/admin/company', { version, bank: 'Caisse 123' })
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'company',
        old: { bank: null },
        new: { bank: 'Caisse 123' },
      }),
    },
    'PUT /admin/closed-days/{day}': {
      asker,
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/closed-days/2026-12-25', {
          names: { en: 'Christmas', 'fr-CA': 'Noël', de: '', es: '' },
        }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_type: 'closed_day',
        object_id: '2026-12-25',
        old: { names: null },
        new: { names: expect.objectContaining({ en: 'Christmas', 'fr-CA': 'Noël' }) },
      }),
    },
    'DELETE /admin/closed-days/{day}': {
      asker,
      arrange: async (actor) => {
        const names = { en: 'Boxing Day', 'fr-CA': '', de: '', es: '' }
        await actor.send('PUT', '/api/v1/admin/closed-days/2026-12-28', { names })
      },
      act: (actor) => actor.send('DELETE', '/api/v1/admin/closed-days/2026-12-28'),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'company.closed_day_removed',
        object_id: '2026-12-28',
        old: { names: expect.objectContaining({ en: 'Boxing Day' }) },
        new: { names: null },
      }),
    },
    'PUT /admin/company/logo': {
      asker,
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/company/logo', {
          logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
        }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        object_id: 'logo',
        old: { logo: null, bytes: null },
        new: { logo: expect.any(String), bytes: 41 },
      }),
    },
    'POST /admin/tenants/{id}/suspend': suspension('suspend', false, true),
    'POST /admin/tenants/{id}/resume': suspension('resume', true, false),
    'POST /admin/tenants/{id}/clients': {
      asker,
      arrange: aClient,
      act: (actor) => actor.post(`${CLIENTS}/${made}/clients`, code),
      expected: bothChains,
    },
    'POST /admin/tenants/{id}/clients/remove': {
      asker,
      act: (actor) => actor.post(`${CLIENTS}/${made}/clients/remove`, code),
      expected: bothChains,
    },
  }
}
