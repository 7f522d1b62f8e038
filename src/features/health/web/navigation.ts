import { IconHeartbeat } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const healthNavigation: NavigationItem = {
  to: '/admin/health',
  label: 'health',
  icon: IconHeartbeat,
  group: 'administration',
  order: 90,
  permission: 'health.read',
}
