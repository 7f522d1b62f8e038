import {
  IconAlertTriangle,
  IconBarcode,
  IconBuilding,
  IconClipboardList,
  IconFileText,
  IconMessages,
  IconPackage,
  IconPill,
  IconReceipt,
  IconTruck,
  IconUser,
} from '@tabler/icons-react'
import type { SearchGroup } from '../contract.ts'

export const GROUP_ICONS: Record<SearchGroup, typeof IconUser> = {
  orders: IconPackage,
  purchaseOrders: IconClipboardList,
  invoices: IconReceipt,
  shipments: IconTruck,
  lots: IconBarcode,
  products: IconPill,
  documents: IconFileText,
  issues: IconAlertTriangle,
  conversations: IconMessages,
  clients: IconBuilding,
  people: IconUser,
}

/** The screen that has all hits of a group, where there is one that searches. */
export const GROUP_SCREENS: Partial<Record<SearchGroup, string>> = {
  orders: '/orders',
  purchaseOrders: '/orders/purchase-orders',
  invoices: '/finance',
  shipments: '/orders/tracking',
  lots: '/lots',
  products: '/product/catalogue',
  issues: '/orders/issues',
  conversations: '/chat',
}
