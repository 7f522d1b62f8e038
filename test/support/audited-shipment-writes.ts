import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aStaffMember, aTenant } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { Json } from './client.ts'
import type { TestPortal } from './portal.ts'

/** Those of shipments that staff enter, and of what they tell of them. */
export function auditedShipmentWrites(portal: TestPortal): Record<string, AuditedWrite> {
  const PATH = '/api/v1/admin/shipments'
  const asker = () => aStaffMember(portal, 'customer_service')
  let [tenantId, id, told] = [0, 0, 0]
  const facts = (fields: Json = {}) => ({
    ...{ order: null, trackingNumber: 'AU-1', carrier: 'UPS', carrierLink: null, shipTo: null, weight: null },
    ...{ processedOn: null, shippedOn: null, estimatedOn: null, deliveredOn: null, lines: [] },
    ...fields,
  })
  const event = (fields: Json = {}) => ({
    ...{ kind: 'in_transit', at: '2025-01-01T00:00:00Z', place: null, note: null },
    ...fields,
  })
  const aClient = async () => {
    tenantId = await aTenant(portal)
  }
  const enter = async (actor: Actor) => {
    const answer = await actor.post(PATH, { ...facts(), tenantId, wish: 'audited-wish' })
    id = answer.body.id
    return answer
  }
  const entered = async (actor: Actor) => {
    await aClient()
    await enter(actor)
  }
  const tell = async (actor: Actor) => {
    const answer = await actor.post(`${PATH}/${id}/events`, { ...event(), wish: 'audited-wish' })
    told = answer.body.id
    return answer
  }
  const toldOf = async (actor: Actor) => {
    await entered(actor)
    await tell(actor)
  }
  const row = (actor: Actor, action: string, more: Row): Row => ({
    ...{ tenant_id: tenantId, actor: actor.userId, by_staff: true },
    ...{ action: `shipment.${action}`, object_type: 'shipment', object_id: String(id) },
    ...more,
  })
  const ofEvent = (actor: Actor, action: string, more: Row): Row =>
    row(actor, action, {
      ...{ action: `shipment_event.${action}`, object_type: 'shipment_event', object_id: String(told) },
      ...more,
    })
  return {
    'POST /admin/shipments': {
      asker,
      arrange: aClient,
      act: enter,
      expected: (actor) =>
        row(actor, 'entered', { new: expect.objectContaining({ trackingNumber: 'AU-1', carrier: 'UPS' }) }),
    },
    'PUT /admin/shipments/{id}': {
      asker,
      arrange: entered,
      act: (actor) => actor.send('PUT', `${PATH}/${id}`, { ...facts({ weight: '3 KG' }), version: 1 }),
      expected: (actor) => row(actor, 'corrected', { old: { weight: null }, new: { weight: '3 KG' } }),
    },
    'POST /admin/shipments/{id}/take-back': {
      asker,
      arrange: entered,
      act: (actor) => actor.post(`${PATH}/${id}/take-back`, { version: 1 }),
      expected: (actor) =>
        row(actor, 'taken_back', { old: expect.objectContaining({ trackingNumber: 'AU-1' }) }),
    },
    'POST /admin/shipments/{id}/events': {
      asker,
      arrange: entered,
      act: tell,
      expected: (actor) =>
        ofEvent(actor, 'entered', { new: expect.objectContaining({ shipment: 'AU-1', kind: 'in_transit' }) }),
    },
    'PUT /admin/shipments/{id}/events/{event}': {
      asker,
      arrange: toldOf,
      act: (actor) =>
        actor.send('PUT', `${PATH}/${id}/events/${told}`, { ...event({ note: 'Left' }), version: 2 }),
      expected: (actor) =>
        ofEvent(actor, 'corrected', {
          old: expect.objectContaining({ note: null }),
          new: expect.objectContaining({ note: 'Left' }),
        }),
    },
    'POST /admin/shipments/{id}/events/{event}/take-back': {
      asker,
      arrange: toldOf,
      act: (actor) => actor.post(`${PATH}/${id}/events/${told}/take-back`, { version: 2 }),
      expected: (actor) =>
        ofEvent(actor, 'taken_back', { old: expect.objectContaining({ kind: 'in_transit' }) }),
    },
  }
}
