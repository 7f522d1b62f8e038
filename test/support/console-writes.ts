import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, anAdministrator, aTenant } from './actors.ts'
import type { AuditedWrite } from './audited-writes.ts'
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
      // Acts that end in "created" are what tests arrange, and are left out there.
      expected: () => [],
    },
    'PATCH /admin/tenants/{id}': {
      asker,
      arrange: aClient,
      act: (actor) => actor.send('PATCH', `${CLIENTS}/${made}`, { version: 1, currency: 'EUR' }),
      expected: (actor) => of(actor, 'tenant.changed', { currency: 'CAD' }, { currency: 'EUR' }),
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
