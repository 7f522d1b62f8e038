import { IconMail } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const mailNavigation: NavigationItem = {
  to: '/admin/mail',
  label: 'mail',
  icon: IconMail,
  group: 'administration',
  order: 40,
  permission: 'mail.manage',
}
