import { createRoute } from '@tanstack/react-router'
import { projectOverviewNavigation } from '../../features/about/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { root, shell } from './shell-route.ts'

/** For everybody, signed in or not (A1). */
export const about = createRoute({
  getParentRoute: () => root,
  path: '/about-us',
  component: lazyPage(() => import('../../features/about/web/about-page.tsx')),
})

export const projectOverview = createRoute({
  getParentRoute: () => shell,
  path: '/project-overview',
  ...screen<object>(projectOverviewNavigation),
  component: lazyPage(() => import('../../features/about/web/project-overview-page.tsx')),
})
