import { expect } from 'vitest'
import { type Actor, anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Those of the project's phases: a comment in the chain of its company, the state of a phase in that of the installation. */
export function auditedRoadmapWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  let comment = 0
  let claim = 0
  const texts = { en: 'Disks are encrypted', 'fr-CA': '', de: '', es: '' }
  const given = { kind: 'operator', texts, proof: null, statedOn: '2026-01-01' }
  const add = async (actor: Actor) => {
    const answer = await actor.post('/api/v1/admin/claims', given)
    claim = answer.body.id
    return answer
  }
  const ofClaim = (arrange: boolean): Pick<AuditedWrite, 'asker' | 'arrange'> => ({
    asker: () => anAdministrator(portal),
    ...(arrange && { arrange: async (actor: Actor) => void (await add(actor)) }),
  })
  const claimRow = (actor: Actor, more: object) => ({
    ...{ tenant_id: 0, actor: actor.userId, object_type: 'claim', object_id: String(claim), ...more },
  })
  const row = (actor: Actor, more: object) => ({
    ...{ actor: actor.userId, object_type: 'roadmap', object_id: 'next', ...more },
  })
  return {
    'POST /roadmap/{phase}/comments': {
      act: async (actor) => {
        const answer = await actor.post('/api/v1/roadmap/next/comments', { text: 'x' })
        comment = answer.body.id
        return answer
      },
      expected: (actor) => row(actor, { tenant_id: tenant, action: 'roadmap.commented', new: { comment } }),
    },
    'POST /admin/claims': {
      ...ofClaim(false),
      act: add,
      expected: (actor) =>
        claimRow(actor, {
          action: 'claim.added',
          new: expect.objectContaining({ texts, statedOn: '2026-01-01', kind: 'operator' }),
        }),
    },
    'PUT /admin/claims/{id}': {
      ...ofClaim(true),
      act: (actor) =>
        actor.send('PUT', `/api/v1/admin/claims/${claim}`, { ...given, statedOn: '2026-02-01', version: 1 }),
      expected: (actor) =>
        claimRow(actor, {
          ...{ action: 'claim.changed', old: { statedOn: '2026-01-01' }, new: { statedOn: '2026-02-01' } },
        }),
    },
    'DELETE /admin/claims/{id}': {
      ...ofClaim(true),
      act: (actor) => actor.send('DELETE', `/api/v1/admin/claims/${claim}`),
      expected: (actor) =>
        claimRow(actor, { action: 'claim.removed', old: expect.objectContaining({ texts }) }),
    },
    'PUT /admin/roadmap/{phase}': {
      asker: () => anAdministrator(portal),
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/roadmap/next', { status: 'in-progress', progress: 5, version: 1 }),
      expected: (actor) =>
        row(actor, {
          ...{ tenant_id: 0, action: 'roadmap.phase_changed' },
          ...{ old: { status: 'planned', progress: 0 }, new: { status: 'in-progress', progress: 5 } },
        }),
    },
  }
}
