import { sql } from 'kysely'
import { date, natural, type Sort, type SortKey } from '../../../platform/server/endpoint/keyset.ts'
import type { OrderSort } from '../contract.ts'

const SORT_KEYS: Record<OrderSort, SortKey> = {
  primary: natural('o.primary_no'),
  ordNo: natural('o.ord_no'),
  poNo: natural('o.po_no'),
  fNo: natural('o.f_no'),
  clientName: natural('o.client_name'),
  ordStat: natural('o.status'),
  amount: { key: sql.ref('o.amount_cents'), kind: 'bigint' },
  blT: natural('o.bl_t'),
  ctsT: natural('o.cts_t'),
  bbT: natural('o.bb_t'),
  pbl: natural('o.pbl'),
  pcts: natural('o.pcts'),
  pbb: natural('o.pbb'),
  ref: natural('o.ref'),
  orderDate: date('o.order_date'),
  requestedDate: date('o.requested_date'),
  promisedDate: date('o.promised_date'),
  shipTo: natural('o.ship_to'),
  tenantName: natural('t.name'),
}

/** `-ordNo` → its key and direction. */
export function orderSort(sort: string): Sort {
  const field = sort.replace(/^-/, '') as OrderSort
  return { ...SORT_KEYS[field], id: sql.ref('o.id'), descending: sort.startsWith('-') }
}
