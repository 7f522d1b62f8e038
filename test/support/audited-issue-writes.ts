import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { pdf, sendFile } from './documents.ts'
import type { TestPortal } from './portal.ts'

/** Those of issues; what only the staff know stands in the chain of the installation. */
export function auditedIssueWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  const ISSUES = '/api/v1/issues'
  const wish = { type: 'other', priority: 'low', title: 'Audited', description: 'Text' }
  let id = 0
  const arrange = async () => {
    id = (await (await aMember(portal, tenant)).post(ISSUES, wish)).body.id
  }
  const service = () => aStaffMember(portal, 'customer_service', [tenant])
  const row = (actor: Actor, more: Row, chain = tenant): Row => ({
    ...{ tenant_id: chain, actor: actor.userId, object_type: 'issue', object_id: String(id), ...more },
  })
  return {
    'POST /issues': {
      act: async (actor) => {
        const answer = await actor.post(ISSUES, wish)
        id = answer.body.id
        return answer
      },
      expected: (actor) =>
        row(actor, { new: expect.objectContaining({ title: 'Audited', priority: 'low' }) }),
    },
    'POST /issues/{id}/comments': {
      arrange,
      act: (actor) => actor.post(`${ISSUES}/${id}/comments`, { text: 'Not here' }),
      expected: (actor) => row(actor, { new: { number: expect.any(Number), comment: expect.any(Number) } }),
    },
    'POST /issues/{id}/acts': {
      arrange,
      act: (actor) => actor.post(`${ISSUES}/${id}/acts`, { act: 'escalate', version: 1 }),
      expected: (actor) =>
        row(actor, {
          old: { act: null, priority: 'low', escalated: false },
          new: { act: 'escalate', priority: 'high', escalated: true },
        }),
    },
    'POST /issues/{id}/files': {
      arrange,
      act: (actor) => sendFile(portal.url, actor, `${ISSUES}/${id}/files?name=a.pdf`, pdf('audited issue')),
      expected: (actor) => row(actor, { new: expect.objectContaining({ file: 'a.pdf' }) }),
    },
    'POST /issues/{id}/notes': {
      asker: service,
      arrange,
      act: (actor) => actor.post(`${ISSUES}/${id}/notes`, { text: 'Not here' }),
      expected: (actor) =>
        row(actor, { new: { tenant, number: expect.any(Number), note: expect.any(Number) } }, 0),
    },
    'PUT /issues/{id}/assignment': {
      asker: service,
      arrange,
      act: (actor) => actor.send('PUT', `${ISSUES}/${id}/assignment`, { userId: actor.userId, version: 1 }),
      expected: (actor) =>
        row(
          actor,
          {
            old: expect.objectContaining({ assigned: null }),
            new: expect.objectContaining({ assigned: actor.userId }),
          },
          0,
        ),
    },
  }
}
