import { createRoute } from '@tanstack/react-router'
import { fetchedPage } from '../../platform/web/fetched-part.ts'
import { root } from './shell-route.ts'

/** For everybody, signed in or not (A1). */
export const about = createRoute({
  getParentRoute: () => root,
  path: '/about-us',
  component: fetchedPage(() => import('../../features/about/web/about-page.tsx')),
})
