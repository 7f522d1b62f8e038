import { IconKey } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const temporaryAccessNavigation: NavigationItem = {
  to: '/admin/temporary-access',
  label: 'temporaryAccess',
  icon: IconKey,
  group: 'administration',
  order: 14,
  permission: 'temporary_access.manage',
}
