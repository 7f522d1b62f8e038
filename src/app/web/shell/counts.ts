import { useUnreadMessages } from '../../../features/conversations/web/use-unread-messages.ts'
import { useWaitingIssues } from '../../../features/issues/web/use-waiting-issues.ts'
import { useActiveOrders } from '../../../features/orders/web/use-active-orders.ts'

/** Screens whose menu item says how many things wait there (B1): a hook each, null while it is not known. */
export const COUNTS: Readonly<Record<string, () => number | null>> = {
  '/orders': useActiveOrders,
  '/orders/issues': useWaitingIssues,
  '/chat': useUnreadMessages,
}
