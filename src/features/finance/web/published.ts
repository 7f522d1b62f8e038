import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SlotPart } from '../../../platform/web/slots/slots.tsx'

/** How the address names an invoice. */
export { invoiceAddress } from './invoice-address.ts'

/** The invoices of an order, beside its facts. */
export const orderInvoices = {
  slot: 'order-detail.panel',
  key: 'invoices',
  order: 40,
  permission: 'invoices.read',
  module: 'finance',
  component: lazyComponent(() => import('./invoice/order-invoices.tsx')),
} satisfies SlotPart

const writes = { permission: 'invoices.write', module: 'finance' } as const

/** An invoice is begun where what it is for stands. */
export const beginOfOrder = {
  ...writes,
  slot: 'order-detail.action',
  key: 'invoice',
  order: 60,
  component: lazyComponent(() => import('./drafts/begin-order.tsx')),
} satisfies SlotPart
export const beginOfShipment = {
  ...writes,
  slot: 'shipment.action',
  key: 'invoice',
  order: 10,
  component: lazyComponent(() => import('./drafts/begin-shipment.tsx')),
} satisfies SlotPart
export const beginOfCompany = {
  ...writes,
  slot: 'client.action',
  key: 'invoice',
  order: 10,
  component: lazyComponent(() => import('./drafts/begin-company.tsx')),
} satisfies SlotPart
