import { expect } from 'vitest'
import { type Actor, anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Those of feedback: in the chain of the installation, so that nobody of a company reads what a colleague thinks. */
export function auditedFeedbackWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  let id = 0
  const asker = () => anAdministrator(portal)
  const send = async (actor: Actor) => {
    const answer = await actor.post('/api/v1/feedback', { overallSatisfaction: 4 })
    id = answer.body.id
    return answer
  }
  const row = (actor: Actor, more: object) => ({
    ...{ tenant_id: 0, actor: actor.userId, object_type: 'feedback', object_id: String(id), ...more },
  })
  return {
    'POST /feedback': {
      act: send,
      expected: (actor) =>
        row(actor, {
          action: 'feedback.sent',
          new: expect.objectContaining({ tenant, overallSatisfaction: 4, contactForFollowUp: false }),
        }),
    },
    'POST /admin/feedback/{id}/review': {
      asker,
      arrange: async (actor) => {
        await send(actor)
      },
      act: (actor) => actor.post(`/api/v1/admin/feedback/${id}/review`, { reviewed: true }),
      expected: (actor) =>
        row(actor, { action: 'feedback.reviewed', old: { reviewed: false }, new: { reviewed: true } }),
    },
  }
}
