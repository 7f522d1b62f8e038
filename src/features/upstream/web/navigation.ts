import { IconPlugConnected } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const upstreamNavigation: NavigationItem = {
  to: '/admin/ingestion',
  label: 'upstream',
  icon: IconPlugConnected,
  group: 'administration',
  order: 15,
  permission: 'ingestion.manage',
}
