import { IconUserQuestion } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const unassignedNavigation: NavigationItem = {
  to: '/admin/unassigned',
  label: 'unassigned',
  icon: IconUserQuestion,
  group: 'administration',
  order: 20,
  permission: 'unassigned.manage',
}
