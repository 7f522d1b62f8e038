import { IconMessageStar, IconStar } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

/** Always shown (A8). */
export const feedbackNavigation: NavigationItem = {
  to: '/feedback',
  label: 'feedback',
  icon: IconStar,
  group: 'help',
  order: 40,
  notFirst: true,
}

export const feedbackInboxNavigation: NavigationItem = {
  to: '/admin/feedback',
  label: 'feedbackInbox',
  icon: IconMessageStar,
  group: 'administration',
  order: 17,
  permission: 'feedback.manage',
}
