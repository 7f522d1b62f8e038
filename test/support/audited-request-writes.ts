import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { askFor, attachTo, REQUESTS } from './document-requests.ts'
import type { TestPortal } from './portal.ts'

/** Those of documents that clients are asked for. */
export function auditedRequestWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  let id = 0
  let fileId = 0
  let documentId = 0
  const client = () => aMember(portal, tenant)
  const staff = () => aStaffMember(portal, 'quality')
  const asked = async () => {
    id = await askFor(await staff(), tenant)
  }
  const attached = async (actor: Actor) => {
    await asked()
    fileId = (await attachTo(portal, actor, id)).body.id
  }
  const send = (actor: Actor) => actor.post(`${REQUESTS}/${id}/sending`, { version: 1 })
  const accepted = async (actor: Actor) => {
    const sender = await client()
    await attached(sender)
    await send(sender)
    await actor.post(`${REQUESTS}/${id}/decision`, { act: 'accept', version: 2 })
  }
  const row = (actor: Actor, act: string, more: Row): Row => ({
    ...{ tenant_id: tenant, actor: actor.userId, action: `document_request.${act}` },
    ...{ object_type: 'document_request', object_id: String(id) },
    ...more,
  })
  return {
    'POST /document-requests': {
      asker: staff,
      act: async (actor) => {
        const answer = await actor.post(REQUESTS, { tenantIds: [tenant], title: 'Audited' })
        id = answer.body.ids[0]
        return answer
      },
      expected: (actor) => row(actor, 'asked', { new: { title: 'Audited', dueOn: null } }),
    },
    'POST /document-requests/{id}/files': {
      asker: client,
      arrange: asked,
      act: (actor) => attachTo(portal, actor, id),
      expected: (actor) =>
        row(actor, 'file_attached', { new: expect.objectContaining({ file: 'certificate.pdf' }) }),
    },
    'DELETE /document-requests/{id}/files/{fileId}': {
      asker: client,
      arrange: attached,
      act: (actor) => actor.send('DELETE', `${REQUESTS}/${id}/files/${fileId}`, undefined),
      expected: (actor) => row(actor, 'file_removed', { old: { file: 'certificate.pdf' } }),
    },
    'POST /document-requests/{id}/sending': {
      asker: client,
      arrange: attached,
      act: send,
      expected: (actor) => row(actor, 'sent', { old: { state: 'open' }, new: { state: 'sent' } }),
    },
    'POST /document-requests/{id}/decision': {
      asker: staff,
      arrange: asked,
      act: (actor) =>
        actor.post(`${REQUESTS}/${id}/decision`, { act: 'withdraw', note: 'not needed', version: 1 }),
      expected: (actor) => row(actor, 'decided', { old: { state: 'open' }, new: { state: 'withdrawn' } }),
    },
    'POST /document-requests/{id}/files/{fileId}/document': {
      asker: staff,
      arrange: accepted,
      act: async (actor) => {
        const answer = await actor.post(`${REQUESTS}/${id}/files/${fileId}/document`, {})
        documentId = answer.body.documentId
        return answer
      },
      expected: (actor) => [
        row(actor, 'filed', {
          ...{ tenant_id: 0, object_type: 'document', object_id: String(documentId) },
          new: expect.objectContaining({ title: 'Organic certificate' }),
        }),
        row(actor, 'filed', { new: { file: 'certificate.pdf', document: documentId } }),
      ],
    },
  }
}
