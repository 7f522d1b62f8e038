import { IconTags } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const displayRulesNavigation: NavigationItem = {
  to: '/admin/display-rules',
  label: 'displayRules',
  icon: IconTags,
  group: 'administration',
  order: 10,
  permission: 'rules.manage',
}
