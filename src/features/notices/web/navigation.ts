import { IconBell } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

/** Of no module: each notice is withheld by the module of what it tells (A8). */
export const noticesNavigation: NavigationItem = {
  to: '/notifications',
  label: 'notices',
  icon: IconBell,
  group: 'account',
  order: 15,
}
