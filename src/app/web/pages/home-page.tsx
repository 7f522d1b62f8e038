import { DashboardPage } from '../../../features/dashboard/web/dashboard-page.tsx'
import { dashboardNavigation } from '../../../features/dashboard/web/navigation.ts'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { menuFor } from '../menu.ts'
import { NothingVisiblePage } from './refused-pages.tsx'

/** The dashboard with a tile for every other screen that the asker may see. */
export default function HomePage() {
  const access = useAccess()
  if (!can(access, dashboardNavigation)) return <NothingVisiblePage />
  const screens = menuFor(access).flatMap(({ items }) => items)
  return <DashboardPage tiles={screens.filter(({ to }) => to !== dashboardNavigation.to)} />
}
