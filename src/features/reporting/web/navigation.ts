import { IconCalendarCheck } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const reportingNavigation: NavigationItem = {
  to: '/admin/reporting',
  label: 'reporting',
  icon: IconCalendarCheck,
  group: 'administration',
  order: 30,
  permission: 'calendar.manage',
}
