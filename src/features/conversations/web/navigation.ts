import { IconMessages } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const chatNavigation: NavigationItem = {
  to: '/chat',
  label: 'chat',
  icon: IconMessages,
  group: 'help',
  order: 10,
  permission: 'conversations.read',
  module: 'chat',
}
