import { shownAnnouncements } from '../../features/announcements/web/published.ts'
import { askAboutOrder } from '../../features/assistant/web/published.ts'
import { clientCatalogue } from '../../features/catalogue/web/published.ts'
import { conversationsOfOrder } from '../../features/conversations/web/published.ts'
import { documentsOfOrder } from '../../features/documents/web/published.ts'
import {
  beginOfCompany,
  beginOfOrder,
  beginOfShipment,
  orderInvoices,
} from '../../features/finance/web/published.ts'
import {
  issuesOfInvoice,
  issuesOfLot,
  issuesOfOrder,
  issuesTile,
  reportLine,
} from '../../features/issues/web/published.ts'
import { noticeChoices } from '../../features/notices/web/published.ts'
import { reorder } from '../../features/purchase-orders/web/published.ts'
import { shipmentsOfOrder } from '../../features/tracking/web/published.ts'
import { clientCodes } from '../../features/unassigned/web/published.ts'
import type { SlotPart } from '../../platform/web/slots/slots.tsx'

/** What features put into places of other features' screens: one line each. */
export const slotParts: readonly SlotPart[] = [
  clientCodes,
  clientCatalogue,
  shownAnnouncements,
  shipmentsOfOrder,
  beginOfCompany,
  beginOfOrder,
  beginOfShipment,
  orderInvoices,
  documentsOfOrder,
  issuesOfOrder,
  issuesOfInvoice,
  issuesOfLot,
  issuesTile,
  reportLine,
  reorder,
  askAboutOrder,
  conversationsOfOrder,
  noticeChoices,
]
