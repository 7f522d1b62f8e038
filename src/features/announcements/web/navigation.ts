import { IconSpeakerphone } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const announcementsNavigation: NavigationItem = {
  to: '/admin/announcements',
  label: 'announcements',
  icon: IconSpeakerphone,
  group: 'administration',
  order: 16,
  permission: 'announcements.manage',
}
