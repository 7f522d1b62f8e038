import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { pdf, sendFile } from './documents.ts'
import type { TestPortal } from './portal.ts'

/** Those of conversations; what only the staff know stands in the chain of the installation. */
export function auditedConversationWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  const ALL = '/api/v1/conversations'
  const wish = () => ({ subject: 'Audited', text: 'Not here', key: randomUUID() })
  let id = 0
  const arrange = async () => {
    id = (await (await aMember(portal, tenant)).post(ALL, wish())).body.id
  }
  const service = () => aStaffMember(portal, 'customer_service', [tenant])
  const row = (actor: Actor, more: Row, chain = tenant): Row => ({
    ...{ tenant_id: chain, actor: actor.userId, object_type: 'conversation', object_id: String(id), ...more },
  })
  return {
    'POST /conversations': {
      act: async (actor) => {
        const answer = await actor.post(ALL, wish())
        id = answer.body.id
        return answer
      },
      expected: (actor) => row(actor, { new: { subject: 'Audited', handedOver: false } }),
    },
    'POST /conversations/{id}/messages': {
      arrange,
      act: (actor) => actor.post(`${ALL}/${id}/messages`, { text: 'Not here', key: randomUUID() }),
      expected: (actor) => row(actor, { new: { message: 2 } }),
    },
    'POST /conversations/{id}/read': {
      arrange,
      act: (actor) => actor.post(`${ALL}/${id}/read`, { upTo: 1 }),
      expected: (actor) => row(actor, { new: { read: 1 } }),
    },
    // Told over the open streams alone.
    'POST /conversations/{id}/typing': {
      arrange,
      act: (actor) => actor.post(`${ALL}/${id}/typing`, {}),
      expected: () => [],
    },
    'POST /conversations/{id}/files': {
      arrange,
      act: (actor) =>
        sendFile(
          portal.url,
          actor,
          `${ALL}/${id}/files?name=a.pdf&key=${randomUUID()}`,
          pdf('audited conversation'),
        ),
      expected: (actor) => row(actor, { new: expect.objectContaining({ message: 2, file: 'a.pdf' }) }),
    },
    'POST /conversations/{id}/notes': {
      asker: service,
      arrange,
      act: (actor) => actor.post(`${ALL}/${id}/notes`, { text: 'Not here' }),
      expected: (actor) => row(actor, { new: { tenant, note: expect.any(Number) } }, 0),
    },
    'PUT /conversations/{id}/assignment': {
      asker: service,
      arrange,
      act: (actor) => actor.send('PUT', `${ALL}/${id}/assignment`, { userId: actor.userId, version: 1 }),
      expected: (actor) => row(actor, { new: { assigned: actor.userId, tenant } }, 0),
    },
    'POST /conversations/{id}/settled': {
      asker: service,
      arrange,
      act: (actor) => actor.post(`${ALL}/${id}/settled`, {}),
      expected: (actor) =>
        row(actor, { old: { waitingFor: 'staff', tenant: null }, new: { waitingFor: null, tenant } }, 0),
    },
  }
}
