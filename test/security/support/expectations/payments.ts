import { paymentReference } from '../plant.ts'
import type { Principal, Refusal } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  get,
  invalid,
  post,
  put,
  RANDOM_ID,
} from './ask.ts'

const reads = { permission: 'invoices.read', module: 'finance' }
const pays = { permission: 'payments.write', module: 'finance' }
const shownIn = 'test/server/payments.test.ts'
const byCard = 'test/server/card-payments.test.ts'
const NONE = 'PAY-0000000000'

/** Administrators hold every right but those of the companies themselves. */
const unlessAdmin =
  (refusal: Refusal) =>
  (_: World, { permissions }: Principal): Refusal =>
    permissions === 'all' ? [403, 'permission_denied'] : refusal
const wish = (fields: object = {}) => ({
  wish: 'a-wish-of-a-stranger',
  parts: [{ invoiceId: 900_001, amount: '1.00' }],
  ...fields,
})

export const paymentsExpectations: Record<string, Expectation> = {
  'GET /payments': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get('/payments'),
        check: ({ items }, world, { sees }) => {
          const own = items.some(
            ({ reference }: { reference: string }) => reference === paymentReference(OWN),
          )
          if (own !== (sees === 'all' || sees.includes(world.own)))
            throw new Error('whose payments these are')
          return items.length > 0
        },
      },
      ...badQueries('/payments', 'limit=0', 'limit=1001'),
      ...badCursors('/payments', 1),
    ],
    alike: [],
  },
  'POST /admin/payments': {
    access: { permission: 'invoices.write', module: 'finance' },
    shownIn: 'test/server/recorded-payments.test.ts',
    calls: [
      {
        name: 'for a tenant that is not there',
        request: () =>
          post('/admin/payments', wish({ tenantId: RANDOM_ID, on: '2025-01-01', bankReference: 'WIRE-1' })),
        refusal: [422, 'unknown_tenant'],
      },
      {
        name: 'by a reference that is none',
        request: () =>
          post('/admin/payments', wish({ tenantId: RANDOM_ID, on: '2025-01-01', bankReference: '1' })),
        refusal: invalid,
      },
    ],
  },
  'POST /admin/payments/{reference}/take-back': {
    access: { permission: 'invoices.write', module: 'finance' },
    shownIn: 'test/server/recorded-payments.test.ts',
    calls: [
      {
        name: 'none',
        request: () => post(`/admin/payments/${NONE}/take-back`, { reason: 'x' }),
        refusal: [404, 'not_found'],
      },
      {
        name: 'no reason',
        request: () => post(`/admin/payments/${NONE}/take-back`, { reason: ' ' }),
        refusal: invalid,
      },
    ],
  },
  'POST /payments': {
    access: pays,
    shownIn,
    calls: [
      {
        name: 'an invoice that is not there',
        request: () => post('/payments', wish()),
        refusal: unlessAdmin([404, 'unknown_invoice']),
      },
      {
        name: 'nothing',
        request: () => post('/payments', wish({ parts: [] })),
        refusal: unlessAdmin(invalid),
      },
    ],
  },
  'GET /payments/{reference}': {
    access: reads,
    calls: [
      {
        name: 'own',
        request: () => get(`/payments/${paymentReference(OWN)}`),
        refusal: (world, { sees }) =>
          sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
        check: ({ parts }) => parts.length === 1,
      },
      { name: 'none', request: () => get(`/payments/${NONE}`), refusal: [404, 'not_found'] },
      { name: 'x', request: () => get('/payments/x'), refusal: invalid },
    ],
    alike: [
      {
        name: 'of another company',
        foreign: () => get(`/payments/${paymentReference(FOREIGN)}`),
        random: () => get(`/payments/${NONE}`),
      },
    ],
  },
  // Here nobody keeps cards.
  'POST /payments/card': {
    access: pays,
    shownIn: byCard,
    calls: [
      {
        name: 'without a provider',
        request: () => post('/payments/card', wish({ methodId: 1 })),
        refusal: unlessAdmin([409, 'no_payment_provider']),
      },
      {
        name: 'no card',
        request: () => post('/payments/card', wish({ methodId: 0 })),
        refusal: unlessAdmin(invalid),
      },
    ],
  },
  'POST /payment-methods': {
    access: pays,
    shownIn: byCard,
    calls: [
      {
        name: 'without a provider',
        request: () => post('/payment-methods', {}),
        refusal: unlessAdmin([409, 'no_payment_provider']),
      },
    ],
  },
  'POST /payment-methods/complete': {
    access: pays,
    shownIn: byCard,
    calls: [
      {
        name: 'what nobody began',
        request: () => post('/payment-methods/complete', { setup: 'x'.repeat(97), page: 'cs_1' }),
        refusal: unlessAdmin([404, 'not_found']),
      },
    ],
  },
  'PUT /payment-methods/default': {
    access: pays,
    shownIn: byCard,
    calls: [
      {
        name: 'without a provider',
        request: () => put('/payment-methods/default', { id: null }),
        refusal: unlessAdmin([409, 'no_payment_provider']),
      },
      {
        name: 'no card',
        request: () => put('/payment-methods/default', { id: 0 }),
        refusal: unlessAdmin(invalid),
      },
    ],
  },
  'POST /payment-methods/{id}/remove': {
    access: pays,
    shownIn: byCard,
    calls: [
      {
        name: 'without a provider',
        request: () => post('/payment-methods/1/remove', {}),
        refusal: unlessAdmin([409, 'no_payment_provider']),
      },
    ],
  },
  'POST /payments/{reference}/cancel': {
    access: pays,
    shownIn,
    calls: [
      {
        name: 'none',
        request: () => post(`/payments/${NONE}/cancel`, {}),
        refusal: unlessAdmin([404, 'not_found']),
      },
      { name: 'x', request: () => post('/payments/x/cancel', {}), refusal: unlessAdmin(invalid) },
    ],
  },
  'POST /admin/payments/{reference}/received': {
    access: { permission: 'invoices.write', module: 'finance' },
    shownIn,
    calls: [
      {
        name: 'none',
        request: () => post(`/admin/payments/${NONE}/received`, { on: '2025-01-01' }),
        refusal: [404, 'not_found'],
      },
      {
        name: 'no day',
        request: () => post(`/admin/payments/${NONE}/received`, { on: 'x' }),
        refusal: invalid,
      },
    ],
  },
  'GET /payments/{reference}/pdf': {
    access: reads,
    calls: [
      {
        name: 'own',
        request: () => get(`/payments/${paymentReference(OWN)}/pdf`),
        refusal: (world, { sees }) =>
          sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
        check: (body) => String(body).startsWith('%PDF-'),
      },
      { name: 'none', request: () => get(`/payments/${NONE}/pdf`), refusal: [404, 'not_found'] },
      { name: 'x', request: () => get('/payments/x/pdf'), refusal: invalid } satisfies Call,
    ],
    alike: [],
  },
}
