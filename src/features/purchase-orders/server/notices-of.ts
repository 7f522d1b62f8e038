import type { NoticeKind } from '../../../platform/contract/notices.ts'
import type { Notice } from '../../../platform/server/records/write-records.ts'
import type { State } from '../domain/transitions.ts'
import type { StoredPo } from './find-po.ts'

type Moved = { happened: string; state: State; side: 'client' | 'staff' }

/** What happened, and what the other side is told: the notice's kind. */
const KINDS: Partial<Record<string, NoticeKind>> = {
  submitted: 'po_submitted',
  withdrawn: 'po_withdrawn',
  approved: 'po_submitted',
  declined: 'po_declined',
  accepted: 'po_accepted',
  rejected: 'po_rejected',
  countered: 'po_countered',
  counter_corrected: 'po_counter_corrected',
  counter_withdrawn: 'po_counter_withdrawn',
  rejection_undone: 'po_rejection_undone',
  counter_declined: 'po_counter_declined',
  change_requested: 'po_change_requested',
  cancel_requested: 'po_cancel_requested',
  request_granted: 'po_request_granted',
  request_refused: 'po_request_refused',
}

const TO_BOTH = ['counter_corrected', 'counter_withdrawn', 'rejection_undone']

/**
 * Who is told of a move (B2): the other side; of what waits for approval those who approve, of an approval's outcome also
 * whoever wrote it.
 */
export function noticesOf(po: StoredPo, { happened, state, side }: Moved): Notice[] {
  const about = {
    ...{ subject: 'purchase_orders' as const, tenantId: po.tenantId, module: 'orders' },
    facts: { id: po.id, order: po.poNo ?? String(po.number ?? po.id) },
  }
  if (state === 'awaiting_approval')
    return [{ ...about, kind: 'po_to_approve', permission: 'purchase_orders.approve' }]
  const kind = KINDS[happened]
  if (!kind) return []
  const toStaff: Notice = { ...about, kind, permission: 'purchase_orders.manage', to: 'staff' }
  const toClient: Notice = { ...about, kind, permission: 'purchase_orders.read' }
  if (happened === 'approved') return [toStaff, { ...toClient, kind: 'po_approved' }]
  if (happened === 'declined') return [toClient]
  // What was told before is not so any more: both sides hear it.
  if (TO_BOTH.includes(happened)) return [toClient, toStaff]
  return [side === 'staff' ? toClient : toStaff]
}
