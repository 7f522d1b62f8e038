/** What people choose to be told of. */
export const NOTICE_SUBJECTS = [
  'orders',
  'products',
  'documents',
  'finance',
  'purchase_orders',
  'conversations',
  'announcements',
  'administration',
] as const
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number]

/** Over which ways: in the portal's bell, by e-mail, by a notification of the browser. */
export const NOTICE_CHANNELS = ['portal', 'mail', 'browser'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/** What a notice says and where it leads, by name. */
export type NoticeFacts = Readonly<Record<string, unknown>>

const number = (value: unknown) => encodeURIComponent(String(value))

const documentRequest = ({ id }: NoticeFacts) => `/document-requests/${number(id)}`
/** Those who look after a document are led to where they do. */
const expiry = ({ id, console }: NoticeFacts) => `${console ? '/admin' : ''}/documents/${number(id)}`
const conversation = ({ id }: NoticeFacts) => `/chat?conversation=${number(id)}`
const purchaseOrder = ({ id }: NoticeFacts) => `/orders/purchase-orders/${number(id)}`

/** Each kind of notice: where in the portal it leads. Its words stand in the server's messages, under the same name. */
const NOTICE_LINKS = {
  order_status: ({ id }) => `/orders/id:${number(id)}`,
  order_promised: ({ id }) => `/orders/id:${number(id)}`,
  orders_changed: () => '/orders',
  shipment_in_transit: ({ id }) => `/orders/tracking?shipment=${number(id)}`,
  shipment_delivered: ({ id }) => `/orders/tracking?shipment=${number(id)}`,
  shipment_exception: ({ id }) => `/orders/tracking?shipment=${number(id)}`,
  shipments_moved: () => '/orders/tracking',
  invoice_came: ({ id }) => `/finance/invoices/id:${number(id)}`,
  credit_came: ({ id }) => `/finance/invoices/id:${number(id)}`,
  invoices_came: () => '/finance',
  document_released: ({ id }) => `/documents/${number(id)}`,
  document_withdrawn: ({ id }) => `/documents/${number(id)}`,
  document_expiring: expiry,
  document_expired: expiry,
  document_to_sign: () => '/legal',
  document_infected: ({ id }) => `/admin/documents/${number(id)}`,
  document_asked: documentRequest,
  document_sent: documentRequest,
  document_request_moved: documentRequest,
  document_request_due: documentRequest,
  certificate_ready: ({ lot }) => `/lots/${number(lot)}`,
  issue_reported: ({ id }) => `/orders/issues/id:${number(id)}`,
  issue_commented: ({ id }) => `/orders/issues/id:${number(id)}`,
  issue_moved: ({ id }) => `/orders/issues/id:${number(id)}`,
  issue_assigned: ({ id }) => `/orders/issues/id:${number(id)}`,
  issue_noted: ({ id }) => `/orders/issues/id:${number(id)}`,
  issue_due: ({ id }) => `/orders/issues/id:${number(id)}`,
  conversation_message: conversation,
  conversation_assigned: conversation,
  conversation_noted: conversation,
  po_to_approve: purchaseOrder,
  po_submitted: purchaseOrder,
  po_approved: purchaseOrder,
  po_declined: purchaseOrder,
  po_withdrawn: purchaseOrder,
  po_accepted: purchaseOrder,
  po_promised: purchaseOrder,
  po_rejected: purchaseOrder,
  po_countered: purchaseOrder,
  po_counter_corrected: purchaseOrder,
  po_counter_withdrawn: purchaseOrder,
  po_rejection_undone: purchaseOrder,
  po_counter_declined: purchaseOrder,
  po_change_requested: purchaseOrder,
  po_cancel_requested: purchaseOrder,
  po_request_granted: purchaseOrder,
  po_request_refused: purchaseOrder,
  po_ambiguous: purchaseOrder,
  payment_announced: () => '/finance',
  payment_received: () => '/finance',
  payment_declined: () => '/finance',
  payment_returned: () => '/finance',
  announcement: () => '/',
  feedback_sent: () => '/admin/feedback',
  roadmap_commented: () => '/project-overview',
  demo_requested: () => '/admin/demo-requests',
} satisfies Record<string, (facts: NoticeFacts) => string>
export type NoticeKind = keyof typeof NOTICE_LINKS
export const NOTICE_KINDS = Object.keys(NOTICE_LINKS) as NoticeKind[]

/** Path of what a notice is about. */
export const noticeLink = (kind: NoticeKind, facts: NoticeFacts): string => NOTICE_LINKS[kind](facts)

/**
 * A link that is opened outside of the portal, where nobody knows which company its reader works for at that moment: it names the
 * company, and the portal offers the switch (A7). Null: it is of none.
 */
export const ofCompany = (tenantId: number | null | undefined, link: string): string =>
  tenantId ? `/for/${tenantId}?${new URLSearchParams({ to: link })}` : link
