import { sql } from 'kysely'
import type { Order } from '../contract.ts'

/** The columns of an order as they leave: names of the contract, money as text with two digits. */
export const ORDER_COLUMNS = [
  'o.id',
  'o.primary_no as primary',
  'o.ord_no as ordNo',
  'o.po_no as poNo',
  'o.f_no as fNo',
  'o.client_name as clientName',
  'o.ref',
  'o.ord_stat as ordStat',
  'o.montant_total as montantTotal',
  sql<string>`(o.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'),
  'o.currency',
  'o.bl_t as blT',
  'o.cts_t as ctsT',
  'o.bb_t as bbT',
  'o.pbl',
  'o.pcts',
  'o.pbb',
] as const

/** Whose order it is, for those who look at several tenants. */
export const TENANT_NAME = sql<
  string | null
>`(select t.name from portal.tenants t where t.id = o.tenant_id)`.as('tenantName')

export const toOrder = ({ tenantName, ...row }: Order & { tenantName?: string | null }): Order =>
  tenantName ? { ...row, tenantName } : row
