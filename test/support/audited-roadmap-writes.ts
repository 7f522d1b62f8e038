import { type Actor, anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Those of the project's phases: a comment in the chain of its company, the state of a phase in that of the installation. */
export function auditedRoadmapWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  let comment = 0
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
