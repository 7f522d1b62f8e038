import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { safeNext } from '../../features/session/web/next-path.ts'
import { FailedRoot, Root } from './root.tsx'
import type { RouterContext } from './screen.ts'
import { SessionLookUpFailed, Shell } from './shell/shell.tsx'

export const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: FailedRoot,
})

/** The main layout: for those who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const state = await knowSession()
    const search = { next: safeNext(location.href) }
    if (state.status === 'out') throw redirect({ to: '/acces', search, replace: true })
    if (state.status === 'enrol') throw redirect({ to: '/second-factor', search, replace: true })
  },
  component: Shell,
  errorComponent: SessionLookUpFailed,
})
