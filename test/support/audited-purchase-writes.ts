import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aKey, aMember, aStaffMember } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { createClient } from './client.ts'
import { pdf, sendFile } from './documents.ts'
import type { TestPortal } from './portal.ts'
import { act, create, draft, PATH } from './purchase-orders.ts'

/** Those of purchase orders. `tenant` has the client code A-1. */
export function auditedPurchaseWrites(portal: TestPortal, tenant: number): Record<string, AuditedWrite> {
  let id = 0
  let fileId = 0
  const upstream = async (method: string, path: string, body: unknown) => {
    const scope = path.startsWith('feed') ? 'collect' : 'ingest'
    const headers = { authorization: `Bearer ${await aKey(portal, { scope })}` }
    return createClient(portal.url).send(method, `/api/v1/${path}`, body, { headers })
  }
  /** A product on an order of the tenant: its catalogue. */
  const stock = async () => {
    await upstream('POST', 'ingest/products', [{ 'Item No': 'BUY', Name: 'Bought' }])
    await upstream('POST', 'ingest/orders', [{ Primary: 'BUY-1', 'Client Code': 'A-1' }])
    await upstream('POST', 'ingest/order-lines', [{ Primary: 'BUY-1', 'Line No': '1', 'Item No': 'BUY' }])
  }
  const asker = () => aMember(portal, tenant)
  const lines = [{ itemNo: 'BUY', quantity: 5 }]
  const drafted = async (actor: Actor) => {
    await stock()
    id = await create(actor, { lines })
  }
  const submitted = async () => {
    const buyer = await asker()
    await drafted(buyer)
    await act(buyer, id, { act: 'submit' })
  }
  const row = (actor: Actor, action: string, more: Row): Row => ({
    ...{ tenant_id: tenant, actor: actor.userId, action },
    ...{ object_type: 'purchase_order', object_id: String(id) },
    ...more,
  })
  let limit = 0
  const settings = (actor: Actor) => actor.get(`${PATH}/settings`)

  return {
    'POST /purchase-orders': {
      asker,
      arrange: stock,
      act: async (actor) => {
        const answer = await actor.post(PATH, draft({ lines }))
        id = answer.body.id
        return answer
      },
      expected: (actor) =>
        row(actor, 'purchase_order.drafted', { new: expect.objectContaining({ lines: ['BUY × 5'] }) }),
    },
    'POST /purchase-orders/check': {
      asker,
      act: (actor) => actor.post(`${PATH}/check`, { poNo: null, requestedDate: null, lines }),
      expected: () => [],
    },
    'PUT /purchase-orders/{id}': {
      asker,
      arrange: drafted,
      act: (actor) => actor.send('PUT', `${PATH}/${id}`, { ...draft({ lines, note: 'Other' }), version: 1 }),
      expected: (actor) =>
        row(actor, 'purchase_order.changed', {
          old: expect.objectContaining({ note: null }),
          new: expect.objectContaining({ note: 'Other' }),
        }),
    },
    'POST /purchase-orders/{id}/files': {
      asker,
      arrange: drafted,
      act: (actor) => sendFile(portal.url, actor, `${PATH}/${id}/files?name=a.pdf`, pdf('audited order')),
      expected: (actor) =>
        row(actor, 'purchase_order.file_attached', { new: expect.objectContaining({ file: 'a.pdf' }) }),
    },
    'DELETE /purchase-orders/{id}/files/{fileId}': {
      asker,
      arrange: async (actor) => {
        await drafted(actor)
        const { body } = await sendFile(
          portal.url,
          actor,
          `${PATH}/${id}/files?name=b.pdf`,
          pdf('audited order'),
        )
        fileId = body.id
      },
      act: (actor) => actor.send('DELETE', `${PATH}/${id}/files/${fileId}`, undefined),
      expected: (actor) =>
        row(actor, 'purchase_order.file_removed', { old: expect.objectContaining({ file: 'b.pdf' }) }),
    },
    'POST /purchase-orders/{id}/discard': {
      asker,
      arrange: drafted,
      act: (actor) => actor.post(`${PATH}/${id}/discard`, { version: 1 }),
      expected: (actor) =>
        row(actor, 'purchase_order.discarded', {
          old: expect.objectContaining({ ship_to: '1 Dock Street' }),
        }),
    },
    'POST /purchase-orders/{id}/act': {
      asker,
      arrange: drafted,
      act: (actor) => actor.post(`${PATH}/${id}/act`, { act: 'submit', version: 1 }),
      expected: (actor) =>
        row(actor, 'purchase_order.acted', {
          old: expect.objectContaining({ state: 'draft' }),
          // By the limit that another write may have set.
          new: expect.objectContaining({
            state: expect.stringMatching(/^(submitted|awaiting)/),
            act: 'submit',
          }),
        }),
    },
    'POST /purchase-orders/{id}/decision': {
      asker: () => aMember(portal, tenant, 'tenant_admin'),
      arrange: async (actor) => {
        await drafted(await asker())
        const { version } = (await settings(actor)).body
        await actor.send('PUT', `${PATH}/approval-limit`, { approvalLimit: '0.00', version })
        await act(await asker(), id, { act: 'submit' })
      },
      act: (actor) => actor.post(`${PATH}/${id}/decision`, { approve: true, version: 2 }),
      expected: (actor) =>
        row(actor, 'purchase_order.decided', {
          old: expect.objectContaining({ state: 'awaiting_approval' }),
          new: expect.objectContaining({ state: 'submitted' }),
        }),
    },
    'POST /purchase-orders/{id}/answer': {
      asker: () => aStaffMember(portal, 'customer_service'),
      arrange: async () => {
        const head = await aMember(portal, tenant, 'tenant_admin')
        await drafted(head)
        await act(head, id, { act: 'submit' })
      },
      act: (actor) => actor.post(`${PATH}/${id}/answer`, { act: 'reject', note: 'no', version: 2 }),
      expected: (actor) =>
        row(actor, 'purchase_order.answered', {
          old: expect.objectContaining({ state: 'submitted' }),
          new: expect.objectContaining({ state: 'rejected', note: 'no' }),
        }),
    },
    'PUT /purchase-orders/addresses': {
      asker,
      act: async (actor) =>
        actor.send('PUT', `${PATH}/addresses`, {
          addresses: [{ label: 'Dock', address: '1 Dock Street' }],
          version: (await settings(actor)).body.version,
        }),
      expected: (actor) => ({
        ...{ tenant_id: tenant, actor: actor.userId, action: 'addresses.changed', old: { addresses: [] } },
        new: { addresses: [{ label: 'Dock', address: '1 Dock Street' }] },
      }),
    },
    'PUT /purchase-orders/approval-limit': {
      asker: () => aMember(portal, tenant, 'finance_manager'),
      act: async (actor) => {
        limit += 100
        const { version } = (await settings(actor)).body
        return actor.send('PUT', `${PATH}/approval-limit`, { approvalLimit: `${limit}.00`, version })
      },
      expected: (actor) => ({
        ...{ tenant_id: tenant, actor: actor.userId, action: 'approval_limit.changed' },
        new: { approvalLimit: `${limit}.00` },
      }),
    },
    'POST /feed/purchase-orders/acknowledge': {
      arrange: submitted,
      act: () => upstream('POST', 'feed/purchase-orders/acknowledge', { items: [{ id, version: 1 }] }),
      expected: () => ({
        ...{ tenant_id: 0, actor_kind: 'ingest', action: 'purchase_orders.collected' },
        new: { acknowledged: 0 },
      }),
    },
  }
}
