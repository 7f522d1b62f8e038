import { IconShieldLock } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

/** Of no module: hiding Profile or Settings never hides it (A8). */
export const securityNavigation: NavigationItem = {
  to: '/security',
  label: 'security',
  icon: IconShieldLock,
  group: 'account',
  order: 20,
}
