import { fetchedPart } from '../../../platform/web/fetched-part.ts'
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
  component: fetchedPart(() => import('./invoice/order-invoices.tsx')),
} satisfies SlotPart
