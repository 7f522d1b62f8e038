import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aKey, aMember, aStaffMember, PASSWORD } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { aDocument, addressOf, facts, pdf, sendFile } from './documents.ts'
import { order, peek, sender } from './ingest.ts'
import type { TestPortal } from './portal.ts'

/** A signature is in the row of what was signed (J7). */
const unsigned = { checksum: null, signature: null }
const signed = {
  checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
  signature: { by: 'Test Person', at: expect.any(String), with: 'password' },
}

/** Those of the document library. */
export function auditedDocumentWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  const ADMIN = '/api/v1/admin/documents'
  const { url } = portal
  let id = 0
  let made = 0
  const asker = () => aStaffMember(portal, 'quality')
  const content = () => pdf(`audited ${++made}`)
  const offered = async (actor: Actor, more: object = {}) => {
    id = await aDocument(url, actor, { content: content(), ...more })
  }
  const draft = async (actor: Actor) => {
    id = (await sendFile(url, actor, addressOf('a.pdf'), content())).body.id
  }
  const row = (actor: Actor, act: string, more: Row, tenantId = 0): Row => ({
    ...{ tenant_id: tenantId, actor: actor.userId, action: `document.${act}` },
    ...{ object_type: 'document', object_id: String(id) },
    ...more,
  })
  const member = () => aMember(portal, tenant)
  const forReaders = async (more: object = {}) => offered(await asker(), more)

  return {
    'POST /admin/documents': {
      asker,
      act: async (actor) => {
        const answer = await sendFile(url, actor, addressOf('a.pdf', facts({ title: 'Audited' })), content())
        id = answer.body.id
        return answer
      },
      expected: (actor) =>
        row(actor, 'uploaded', { new: expect.objectContaining({ title: 'Audited', file: 'a.pdf' }) }),
    },
    'PUT /admin/documents/uploads/{checksum}': {
      asker,
      act: (actor) =>
        sendFile(url, actor, `${ADMIN}/uploads/${'1'.repeat(64)}?name=a.pdf&offset=0`, content(), {}, 'PUT'),
      expected: () => [],
    },
    'POST /admin/documents/{id}/versions': {
      asker,
      arrange: offered,
      act: (actor) => sendFile(url, actor, `${ADMIN}/${id}/versions?name=b.pdf`, content()),
      expected: (actor) =>
        row(actor, 'version_uploaded', { new: expect.objectContaining({ file_version: 2, file: 'b.pdf' }) }),
    },
    'PUT /admin/documents/{id}': {
      asker,
      arrange: draft,
      act: (actor) =>
        actor.send('PUT', `${ADMIN}/${id}`, { ...facts({ title: 'Other' }), version: 1, pending: true }),
      expected: (actor) =>
        row(actor, 'changed', {
          old: { title: 'Procedure 12', status: 'draft' },
          new: { title: 'Other', status: 'pending' },
        }),
    },
    'POST /admin/documents/{id}/release': {
      asker,
      arrange: draft,
      act: (actor) => actor.post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' }),
      expected: (actor) =>
        row(actor, 'released', {
          old: { status: 'draft', current_version: null, release_reason: null, ...unsigned },
          new: { status: 'available', current_version: 1, release_reason: 'Approved', ...signed },
        }),
    },
    'POST /admin/documents/{id}/withdraw': {
      asker,
      arrange: offered,
      act: (actor) => actor.post(`${ADMIN}/${id}/withdraw`, { reason: 'A wrong limit' }),
      expected: (actor) =>
        row(actor, 'withdrawn', {
          old: { status: 'available', withdrawn_reason: null, file_version: null, ...unsigned },
          new: { status: 'withdrawn', withdrawn_reason: 'A wrong limit', file_version: 1, ...signed },
        }),
    },
    'PUT /admin/documents/{id}/retention': {
      asker,
      arrange: draft,
      act: (actor) =>
        actor.send('PUT', `${ADMIN}/${id}/retention`, { version: 1, retention: 'long', hold: 'A claim' }),
      expected: (actor) =>
        row(actor, 'retained', {
          old: { retention: 'standard', hold_reason: null },
          new: { retention: 'long', hold_reason: 'A claim' },
        }),
    },
    'POST /admin/documents/{id}/removal': {
      asker,
      arrange: draft,
      act: (actor) => actor.post(`${ADMIN}/${id}/removal`, { version: 1 }),
      expected: (actor) =>
        row(actor, 'removed', {
          old: expect.objectContaining({
            status: 'draft',
            versions: [expect.stringMatching(/^1 .+ [0-9a-f]{64}$/)],
          }),
        }),
    },
    'POST /legal/documents/{id}/acknowledgement': {
      asker: () => aMember(portal, tenant, 'tenant_admin'),
      arrange: () => forReaders({ shelves: ['legal'], category: 'policy', type: 'privacy' }),
      act: (actor) =>
        actor.post(`/api/v1/legal/documents/${id}/acknowledgement`, { version: 1, password: PASSWORD }),
      expected: (actor) =>
        row(
          actor,
          'acknowledged',
          { new: expect.objectContaining({ signed_version: 1, name: expect.any(String) }) },
          tenant,
        ),
    },
    'PUT /lots/{lotNo}/wish': {
      asker: member,
      arrange: async () => {
        await peek(
          portal,
          `with made as (insert into portal.lots (source_id, source_key, lot_no, item_no, state)
             values ((select min(id) from auth.ingest_sources), 'L-wished', 'L-wished', 'I-1', 'released') returning id)
           insert into portal.lot_access (tenant_id, lot_id) select $1, id from made`,
          [tenant],
        )
      },
      act: (actor) => actor.send('PUT', '/api/v1/lots/L-wished/wish', { wished: true }),
      expected: (actor) => ({
        ...{ tenant_id: tenant, actor: actor.userId, action: 'certificate.wished' },
        ...{ object_type: 'lot', object_id: 'L-wished', new: { wished: true } },
      }),
    },
    'PUT /orders/{ordNo}/lots/{lotNo}/wish': {
      asker: member,
      arrange: async () => {
        const send = sender(portal.url, await aKey(portal))
        await send('orders', [order('WISHED', { 'Client Code': 'A-1', 'Ord No': 'WISHED' })])
        await send('order-lines', [{ Primary: 'WISHED', 'Line No': 1, 'Item No': 'I-1', Lot: 'L-ordered' }])
      },
      act: (actor) => actor.send('PUT', '/api/v1/orders/WISHED/lots/L-ordered/wish', { wished: true }),
      expected: (actor) => ({
        ...{ tenant_id: tenant, actor: actor.userId, action: 'certificate.wished' },
        ...{ object_type: 'lot', object_id: 'L-ordered', new: { wished: true } },
      }),
    },
    'PUT /product/fact-sheets/{id}/favourite': {
      asker: member,
      arrange: () => forReaders({ shelves: ['fact-sheet'], category: 'dietary' }),
      act: (actor) => actor.send('PUT', `/api/v1/product/fact-sheets/${id}/favourite`, { favourite: true }),
      expected: (actor) =>
        row(actor, 'marked', { old: { favourite: false }, new: { favourite: true } }, tenant),
    },
  }
}
