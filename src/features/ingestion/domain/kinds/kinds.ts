import { type CustomerFields, customers } from './customers.ts'
import type { KindDefinition } from './kind.ts'
import { type OrderLineFields, orderLines } from './order-lines.ts'
import { type OrderFields, orders } from './orders.ts'
import { type SalesHistoryFields, salesHistory } from './sales-history.ts'

/** What a row of each kind holds beside its key. */
export type FieldsByKind = {
  customers: CustomerFields
  orders: OrderFields
  'order-lines': OrderLineFields
  'sales-history': SalesHistoryFields
}

export type Kind = keyof FieldsByKind

/** Every kind that upstream may send, by the name used in addresses and on the command line. */
export const KINDS: { readonly [K in Kind]: KindDefinition<FieldsByKind[K]> } = {
  customers,
  orders,
  'order-lines': orderLines,
  'sales-history': salesHistory,
}
