import { IconTestPipe } from '@tabler/icons-react'
import type { NavigationItem } from '../../../platform/web/navigation.ts'

export const lotsNavigation: NavigationItem = {
  to: '/lots',
  label: 'lots',
  icon: IconTestPipe,
  group: 'documents',
  order: 20,
  permission: 'lots.read',
  module: 'qaqc',
}
