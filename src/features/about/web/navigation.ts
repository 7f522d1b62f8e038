import { IconInfoCircle } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

/** Always shown (A8). */
export const aboutNavigation: NavigationItem = {
  to: '/about-us',
  label: 'about',
  icon: IconInfoCircle,
  group: 'help',
  order: 30,
  outside: true,
}
