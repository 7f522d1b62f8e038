import { expect } from 'vitest'
import type { Row } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember, aTenant } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { Json } from './client.ts'
import { addCard, enterCard, setupOf } from './enter-card.ts'
import { sayWhoWrites } from './invoice-drafts.ts'
import type { TestPortal } from './portal.ts'

/** Those of invoices that staff write, and of payments that are announced. */
export function auditedFinanceWrites(portal: TestPortal): Record<string, AuditedWrite> {
  const DRAFTS = '/api/v1/admin/invoice-drafts'
  const asker = () => aStaffMember(portal, 'finance')
  let [tenantId, id, made] = [0, 0, 0]
  const facts = (fields: Json = {}) => ({
    ...{ kind: 'invoice', creditsNo: null, dueDate: '2025-02-01', terms: null, poNo: null, ordNo: null },
    ...{ date: '2025-01-01', currency: 'CAD', taxes: [], billTo: '1 Quay', place: 'US' },
    lines: [{ itemNo: null, description: 'x', quantity: '2', unit: null, unitPrice: '1.5' }],
    ...fields,
  })
  const aClient = async () => {
    await sayWhoWrites(portal)
    tenantId = await aTenant(portal)
  }
  const begin = async (actor: Actor) => {
    const answer = await actor.post(DRAFTS, { ...facts(), tenantId })
    id = answer.body.id
    return answer
  }
  const begun = async (actor: Actor) => {
    await aClient()
    await begin(actor)
  }
  const row = (actor: Actor, action: string, more: Row): Row => ({
    ...{ tenant_id: tenantId, actor: actor.userId, by_staff: true },
    ...{ action: `invoice.${action}`, object_type: 'invoice_draft', object_id: String(id) },
    ...more,
  })
  let reference = ''
  let taxRate = 0
  const aPayer = async () => {
    const staff = await asker()
    await begun(staff)
    made = (await staff.post(`${DRAFTS}/${id}/issue`, { version: 1 })).body.id
    return aMember(portal, tenantId, 'finance_manager')
  }
  const announce = async (actor: Actor) => {
    const answer = await actor.post('/api/v1/payments', {
      wish: `audited ${made}`.replace(' ', '-'),
      parts: [{ invoiceId: made, amount: '3.00' }],
    })
    reference = answer.body.reference
    return answer
  }
  const payment = (actor: Actor, action: string, more: Row): Row => ({
    ...{ tenant_id: tenantId, actor: actor.userId, action: `payment.${action}` },
    ...{ object_type: 'payment', object_id: reference },
    ...more,
  })
  const METHODS = '/api/v1/payment-methods'
  let cardId = 0
  const withCard = async (actor: Actor) => {
    cardId = await addCard(actor, 'good')
  }
  let entered = { setup: '', page: '' }
  const method = (actor: Actor, action: string, more: Row): Row => ({
    ...{ tenant_id: tenantId, actor: actor.userId, action: `payment_method.${action}` },
    ...{ object_type: 'payment_method', object_id: String(cardId) },
    ...more,
  })
  return {
    'POST /payments/card': {
      asker: aPayer,
      arrange: withCard,
      act: async (actor) => {
        const answer = await actor.post('/api/v1/payments/card', {
          ...{ wish: `audited-card-${made}`, methodId: cardId },
          parts: [{ invoiceId: made, amount: '3.00' }],
        })
        reference = answer.body.reference
        return answer
      },
      expected: (actor) =>
        payment(actor, 'ordered', { new: expect.objectContaining({ state: 'pending', amount: '3.00' }) }),
    },
    'POST /payment-methods': {
      asker: aPayer,
      act: (actor) => actor.post(METHODS, {}),
      expected: (actor) => method(actor, 'begun', { object_id: 'new', new: { provider: '127.0.0.1' } }),
    },
    'POST /payment-methods/complete': {
      asker: aPayer,
      arrange: async (actor) => {
        entered = setupOf(await enterCard(actor, 'good'))
      },
      act: async (actor) => {
        const answer = await actor.post(`${METHODS}/complete`, entered)
        cardId = answer.body.items[0].id
        return answer
      },
      expected: (actor) =>
        method(actor, 'added', { new: { brand: 'visa', last4: '4242', expires: '2098-12' } }),
    },
    'PUT /payment-methods/default': {
      asker: aPayer,
      arrange: withCard,
      act: (actor) => actor.send('PUT', `${METHODS}/default`, { id: cardId }),
      expected: (actor) => method(actor, 'chosen', { old: { default: null }, new: { default: cardId } }),
    },
    'POST /payment-methods/{id}/remove': {
      asker: aPayer,
      arrange: withCard,
      act: (actor) => actor.post(`${METHODS}/${cardId}/remove`, {}),
      expected: (actor) =>
        method(actor, 'removed', {
          old: { brand: 'visa', last4: '4242' },
          new: { brand: null, last4: null },
        }),
    },
    'POST /payments': {
      asker: aPayer,
      act: announce,
      expected: (actor) =>
        payment(actor, 'announced', { new: expect.objectContaining({ state: 'announced', amount: '3.00' }) }),
    },
    'POST /payments/{reference}/cancel': {
      asker: aPayer,
      arrange: announce,
      act: (actor) => actor.post(`/api/v1/payments/${reference}/cancel`, {}),
      expected: (actor) =>
        payment(actor, 'cancelled', { old: { state: 'announced' }, new: { state: 'cancelled' } }),
    },
    'POST /admin/payments/{reference}/received': {
      asker,
      arrange: async () => announce(await aPayer()),
      act: (actor) => actor.post(`/api/v1/admin/payments/${reference}/received`, { on: '2025-01-02' }),
      expected: (actor) =>
        payment(actor, 'received', {
          old: { state: 'announced', receivedOn: null },
          new: { state: 'received', receivedOn: '2025-01-02' },
        }),
    },
    'POST /admin/payments': {
      asker,
      arrange: () => aPayer(),
      act: async (actor) => {
        const answer = await actor.post('/api/v1/admin/payments', {
          ...{ tenantId, wish: `audited-record-${made}`, on: '2025-01-02', bankReference: 'WIRE 4711' },
          parts: [{ invoiceId: made, amount: '3.00' }],
        })
        reference = answer.body.reference
        return answer
      },
      expected: (actor) =>
        payment(actor, 'recorded', {
          new: expect.objectContaining({ state: 'received', amount: '3.00', bankReference: 'WIRE 4711' }),
        }),
    },
    'POST /admin/payments/{reference}/take-back': {
      asker,
      arrange: async (actor) => {
        await announce(await aPayer())
        await actor.post(`/api/v1/admin/payments/${reference}/received`, { on: '2025-01-02' })
      },
      act: (actor) => actor.post(`/api/v1/admin/payments/${reference}/take-back`, { reason: 'Another one' }),
      expected: (actor) =>
        payment(actor, 'taken_back', {
          old: expect.objectContaining({ state: 'received', receivedOn: '2025-01-02' }),
          new: expect.objectContaining({ state: 'announced', reason: 'Another one' }),
        }),
    },
    'PUT /admin/tax-rates': {
      asker,
      act: (actor) =>
        actor.send('PUT', '/api/v1/admin/tax-rates', {
          ...{ place: 'FR', name: 'TVA', rate: '20', from: '2025-01-01' },
        }),
      expected: (actor) => ({
        ...{ tenant_id: 0, actor: actor.userId, action: 'tax_rate.kept', object_type: 'tax_rate' },
        new: { place: 'FR', name: 'TVA', rate: '20', from: '2025-01-01' },
      }),
    },
    'POST /admin/tax-rates/{id}/remove': {
      asker,
      arrange: async (actor) => {
        const rate = { place: 'ES', name: 'IVA', rate: '21', from: '2025-01-01' }
        taxRate = (await actor.send('PUT', '/api/v1/admin/tax-rates', rate)).body.id
      },
      act: (actor) => actor.post(`/api/v1/admin/tax-rates/${taxRate}/remove`, {}),
      expected: (actor) => ({
        ...{ tenant_id: 0, actor: actor.userId, action: 'tax_rate.removed', object_id: String(taxRate) },
        old: { place: 'ES', name: 'IVA', rate: '21', from: '2025-01-01' },
      }),
    },
    'POST /admin/invoice-drafts': {
      asker,
      arrange: aClient,
      act: begin,
      expected: (actor) => row(actor, 'drafted', { new: expect.objectContaining({ total: '3.00' }) }),
    },
    'PUT /admin/invoice-drafts/{id}': {
      asker,
      arrange: begun,
      act: (actor) => actor.send('PUT', `${DRAFTS}/${id}`, { ...facts({ terms: 'Net 30' }), version: 1 }),
      expected: (actor) => row(actor, 'draft_changed', { old: { terms: null }, new: { terms: 'Net 30' } }),
    },
    'POST /admin/invoice-drafts/{id}/discard': {
      asker,
      arrange: begun,
      act: (actor) => actor.post(`${DRAFTS}/${id}/discard`, { version: 1 }),
      expected: (actor) => row(actor, 'draft_discarded', { old: expect.objectContaining({ total: '3.00' }) }),
    },
    'POST /admin/invoice-drafts/{id}/issue': {
      asker,
      arrange: begun,
      act: async (actor) => {
        const answer = await actor.post(`${DRAFTS}/${id}/issue`, { version: 1 })
        made = answer.body.id
        return answer
      },
      expected: (actor) =>
        row(actor, 'issued', {
          ...{ object_type: 'invoice', object_id: String(made) },
          new: expect.objectContaining({ total: '3.00', number: 'P-000001' }),
        }),
    },
  }
}
