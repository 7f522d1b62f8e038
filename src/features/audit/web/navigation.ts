import { IconFingerprint } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const auditNavigation: NavigationItem = {
  to: '/admin/audit',
  label: 'audit',
  icon: IconFingerprint,
  group: 'administration',
  order: 80,
  permission: 'audit.read',
}
