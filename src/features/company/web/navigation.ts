import { IconBuildingFactory2 } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const companyNavigation: NavigationItem = {
  to: '/admin/company',
  label: 'company',
  icon: IconBuildingFactory2,
  group: 'administration',
  order: 5,
  permission: 'company.manage',
}
