/**
 * What each role must see of each table, whatever the policies say: the mutation suite holds the policies against it.
 * A role that is not named sees nothing. A new table needs a line here.
 */
export type Sees =
  | 'tenant' // of the tenants of the context
  | 'all' // everything, when the signed context is of the role's own kind
  | 'self' // the asker's own row
  | 'mine' // the asker's own rows in the tenants of the context, 0 for those who look at several
  | 'told' // the asker's own rows in the tenants of the context, and of nobody's tenant
  | 'housed' // of the tenants of the context, and of the manufacturer's people
  | 'key' // of the tenant that the key is bound to; everything when it is bound to none
  | 'collected' // the same, for keys that may collect
  | 'unbound' // only for keys that are bound to no tenant
  | 'sender' // what the same key sent
  | 'anyKey' // for every key of upstream: the ingestion code limits it
  | 'addressed' // what is for all tenants, or for one of the context
  | 'reached' // what is the manufacturer's, through a row of the context in the table's access table
  | 'assigned' // of any tenant, but not the sums over all of them
  | 'library' // documents that may be for somebody in the context
  | 'offered' // of these, what is more than a draft, for the tenant of the context
export type Role = 'member' | 'staff' | 'admin' | 'ingest' | 'keeper' | 'owner' | 'tables'
export type Visibility = { [R in Role]?: Sees } & {
  /** Who may also write what they see, as far as the policies go. */
  writes?: Role[]
}

const EVERYONE = ['member', 'staff', 'admin', 'ingest'] satisfies Role[]
const rows: Visibility = {
  member: 'tenant',
  staff: 'tenant',
  admin: 'all',
  ingest: 'key',
  keeper: 'all',
  writes: [...EVERYONE, 'keeper'],
}
const WORKING = ['member', 'staff', 'admin'] satisfies Role[]
const worked: Visibility = { member: 'tenant', staff: 'tenant', admin: 'all', writes: WORKING }
const sums: Visibility = {
  member: 'tenant',
  staff: 'tenant',
  admin: 'all',
  keeper: 'all',
  writes: ['keeper'],
}
const unclaimed: Visibility = {
  admin: 'all',
  ingest: 'unbound',
  keeper: 'all',
  writes: ['admin', 'ingest', 'keeper'],
}
const register: Visibility = {
  admin: 'all',
  ingest: 'anyKey',
  owner: 'all',
  writes: ['admin', 'ingest', 'owner'],
}
const staged: Visibility = { ingest: 'anyKey', owner: 'all', writes: ['ingest', 'owner'] }
const access: Visibility = { admin: 'all', owner: 'all', writes: ['admin', 'owner'] }
const kept: Visibility = { keeper: 'all', writes: ['keeper'] }

export const VISIBILITY: Record<string, Visibility> = {
  customers: rows,
  order_lines: rows,
  orders: { ...rows, tables: 'all' },
  order_changes: sums,
  sales_lines: {
    ...{ member: 'tenant', staff: 'tenant', admin: 'all', ingest: 'key', keeper: 'all', tables: 'assigned' },
    writes: ['ingest', 'keeper'],
  },
  invoices: rows,
  invoice_lines: rows,
  payments: rows,
  prices: rows,
  invoice_drafts: { staff: 'tenant', admin: 'all', keeper: 'all', writes: ['staff', 'admin', 'keeper'] },
  invoice_numbers: kept,
  purchase_orders: { ...rows, ingest: 'collected' },
  purchase_order_lines: { ...rows, ingest: 'collected', writes: ['member', 'staff', 'admin', 'keeper'] },
  purchase_order_events: { ...worked, keeper: 'all', writes: [...WORKING, 'keeper'] },
  payment_orders: sums,
  payment_parts: sums,
  payment_methods: sums,
  card_payments: sums,
  purchase_settings: { ...worked, keeper: 'all', writes: [...WORKING, 'keeper'] },
  shipments: rows,
  shipment_events: rows,
  shipment_lines: rows,
  unassigned_customers: unclaimed,
  unassigned_order_lines: unclaimed,
  unassigned_orders: unclaimed,
  unassigned_order_changes: { admin: 'all', keeper: 'all', writes: ['keeper'] },
  unassigned_invoices: unclaimed,
  unassigned_invoice_lines: unclaimed,
  unassigned_payments: unclaimed,
  unassigned_prices: unclaimed,
  unassigned_shipments: unclaimed,
  unassigned_shipment_events: unclaimed,
  unassigned_shipment_lines: unclaimed,

  tenants: {
    member: 'tenant',
    staff: 'tenant',
    admin: 'all',
    ingest: 'key',
    keeper: 'all',
    owner: 'all',
    writes: ['admin', 'owner'],
  },
  export_jobs: {
    member: 'mine',
    staff: 'mine',
    admin: 'mine',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  assistant_turns: {
    member: 'mine',
    staff: 'mine',
    admin: 'mine',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  assistant_settings: {
    member: 'tenant',
    staff: 'tenant',
    admin: 'all',
    owner: 'all',
    writes: ['member', 'owner'],
  },
  voice_told: { member: 'self', staff: 'self', admin: 'self', writes: ['member', 'staff', 'admin'] },
  saved_views: {
    member: 'mine',
    staff: 'mine',
    admin: 'mine',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  form_drafts: {
    member: 'mine',
    staff: 'mine',
    admin: 'mine',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  form_draft_files: {
    member: 'mine',
    staff: 'mine',
    admin: 'mine',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  profiles: {
    member: 'self',
    staff: 'self',
    admin: 'all',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  announcements: {
    member: 'addressed',
    staff: 'addressed',
    admin: 'all',
    owner: 'all',
    writes: ['admin', 'owner'],
  },
  announcement_tenants: { member: 'tenant', staff: 'tenant', admin: 'all', writes: ['admin'] },
  feedback: {
    member: 'mine',
    staff: 'mine',
    admin: 'all',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  roadmap_comments: { member: 'tenant', staff: 'housed', admin: 'all', owner: 'all', writes: ['owner'] },
  demo_requests: { member: 'self', staff: 'self', admin: 'all', owner: 'all', writes: ['admin', 'owner'] },
  announcement_dismissals: {
    member: 'self',
    staff: 'self',
    admin: 'self',
    writes: ['member', 'staff', 'admin'],
  },
  notices: {
    member: 'told',
    staff: 'told',
    admin: 'told',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  certificate_wishes: { member: 'mine', keeper: 'all', writes: ['member', 'keeper'] },
  notice_queue: { owner: 'all', writes: ['owner'] },
  uploads: { owner: 'all', writes: ['owner'] },
  notice_choices: {
    member: 'self',
    staff: 'self',
    admin: 'self',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  issues: sums,
  issue_entries: sums,
  issue_files: { ...sums, owner: 'all' },
  purchase_order_files: {
    member: 'tenant',
    staff: 'tenant',
    admin: 'all',
    keeper: 'all',
    owner: 'all',
    writes: ['member', 'staff', 'admin', 'owner'],
  },
  document_requests: sums,
  document_request_acts: sums,
  document_request_files: { ...sums, owner: 'all' },
  // No member, whatever the session.
  issue_notes: { staff: 'tenant', admin: 'all', keeper: 'all', writes: ['keeper'] },
  conversations: sums,
  conversation_messages: sums,
  conversation_files: { ...sums, owner: 'all' },
  conversation_reads: { ...sums, owner: 'all' },
  // No member, whatever the session.
  conversation_notes: { staff: 'tenant', admin: 'all', keeper: 'all', writes: ['keeper'] },
  members: access,
  staff: access,
  staff_tenants: access,
  tenant_module_visibility: access,

  products: {
    member: 'reached',
    staff: 'reached',
    admin: 'all',
    ingest: 'unbound',
    keeper: 'all',
    writes: ['ingest', 'keeper'],
  },
  product_access: sums,
  documents: {
    member: 'offered',
    staff: 'library',
    admin: 'all',
    keeper: 'all',
    owner: 'all',
    writes: ['staff', 'admin', 'keeper', 'owner'],
  },
  document_versions: {
    member: 'offered',
    staff: 'library',
    admin: 'all',
    keeper: 'all',
    owner: 'all',
    writes: ['staff', 'admin', 'keeper', 'owner'],
  },
  document_access: sums,
  document_scans: {
    member: 'offered',
    staff: 'library',
    admin: 'all',
    keeper: 'all',
    owner: 'all',
    writes: ['owner'],
  },
  document_reminders: { keeper: 'all', writes: ['keeper'] },
  document_acknowledgements: {
    member: 'tenant',
    staff: 'tenant',
    admin: 'all',
    keeper: 'all',
    writes: ['member'],
  },
  document_texts: { member: 'offered', staff: 'library', admin: 'all', owner: 'all', writes: ['owner'] },
  document_pages: {
    member: 'offered',
    staff: 'library',
    admin: 'all',
    keeper: 'all',
    owner: 'all',
    writes: ['owner'],
  },
  document_favourites: {
    member: 'self',
    staff: 'self',
    admin: 'self',
    writes: ['member', 'staff', 'admin'],
  },
  lots: {
    member: 'reached',
    staff: 'reached',
    admin: 'all',
    ingest: 'unbound',
    keeper: 'all',
    writes: ['ingest'],
  },
  lot_access: sums,
  lot_results: {
    ...{ member: 'reached', staff: 'reached', admin: 'all', ingest: 'unbound', keeper: 'all', owner: 'all' },
    writes: ['ingest', 'keeper', 'owner'],
  },

  data_versions: sums,
  sales_sums: sums,
  sales_pairs: sums,
  sales_items: { ...sums, tables: 'assigned' },
  sales_customers: { ...sums, tables: 'assigned' },
  sales_shared_orders: { staff: 'tenant', keeper: 'all', writes: ['keeper'] },
  sales_order_months: { staff: 'tenant', keeper: 'all', writes: ['keeper'] },
  sales_changes: kept,
  sales_unsettled: kept,
  current_sales_orders: kept,
  item_names: kept,
  client_assignments: { admin: 'all', writes: ['admin'] },
  source_settings: { admin: 'all', ingest: 'anyKey', owner: 'all', writes: ['admin', 'owner'] },
  source_readings: register,
  import_mappings: register,
  sales_checks: { admin: 'all', owner: 'all', writes: ['owner'] },
  display_rule_changes: { admin: 'all', keeper: 'all', writes: ['keeper'] },
  customer_names: kept,

  audit_heads: kept,
  audit_log: { member: 'tenant', admin: 'all', keeper: 'all' },
  audit_sealed: { member: 'tenant', admin: 'all', keeper: 'all', writes: ['keeper'] },
  outbox: { keeper: 'all', writes: ['keeper'] },
  outbox_pruned: kept,

  upstream_rows: { ...register, keeper: 'all', writes: ['admin', 'ingest', 'owner', 'keeper'] },
  upstream_clients: register,
  upstream_client_names: register,
  ingest_batches: { ...register, ingest: 'sender' },
  rejected_rows: register,
  ingest_plan: { ...staged, keeper: 'all', writes: ['ingest', 'owner', 'keeper'] },
  staged_customers: staged,
  staged_orders: staged,
  staged_order_lines: staged,
  staged_sales_history: staged,
  staged_current_sales: staged,
  staged_products: staged,
  staged_invoices: staged,
  staged_invoice_lines: staged,
  staged_payments: staged,
  staged_price_list: staged,
  staged_shipments: staged,
  staged_shipment_events: staged,
  staged_shipment_lines: staged,
  staged_lots: staged,
  staged_lot_results: staged,
}

/** Rows that a role may put in without seeing any: an insert policy of its own. */
export const APPENDS: Record<string, { [R in Role]?: Sees }> = {
  outbox: { ingest: 'key' },
  audit_log: { keeper: 'all' },
  notice_queue: { keeper: 'all' },
  roadmap_comments: { member: 'mine', staff: 'mine', admin: 'mine' },
}
