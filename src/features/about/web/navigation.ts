import { IconInfoCircle, IconRoad } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

/** Always shown (A8). */
export const aboutNavigation: NavigationItem = {
  to: '/about-us',
  label: 'about',
  icon: IconInfoCircle,
  group: 'help',
  order: 30,
  notFirst: true,
}

/** Always shown too; inside the layout. */
export const projectOverviewNavigation: NavigationItem = {
  to: '/project-overview',
  label: 'projectOverview',
  icon: IconRoad,
  group: 'help',
  order: 35,
  notFirst: true,
}
