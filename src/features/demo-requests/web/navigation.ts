import { IconPresentation } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const demoRequestsNavigation: NavigationItem = {
  to: '/admin/demo-requests',
  label: 'demoRequests',
  icon: IconPresentation,
  group: 'administration',
  order: 18,
  permission: 'feedback.manage',
}
