import { IconBuildingSkyscraper } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const clientsNavigation: NavigationItem = {
  to: '/admin/tenants',
  label: 'clients',
  icon: IconBuildingSkyscraper,
  group: 'administration',
  order: 1,
  permission: 'tenants.manage',
}
