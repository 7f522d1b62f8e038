import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { safeNext } from '../../features/session/web/next-path.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { SessionLookUpFailed } from './shell/shell.tsx'

/** The way in: the sign-in, and the second factor where one is asked for first. */
export function signInRoutes<Root extends AnyRoute>(root: Root) {
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/acces',
    validateSearch: (search: Record<string, unknown>): { next?: string } =>
      typeof search.next === 'string' ? { next: search.next } : {},
    beforeLoad: async ({ search }) => {
      const state = await knowSession()
      if (state.status !== 'out') throw redirect({ href: safeNext(search.next), replace: true })
    },
    component: lazyPage(() => import('../../features/session/web/sign-in-page.tsx')),
    errorComponent: SessionLookUpFailed,
  })

  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    beforeLoad: ({ location }) => {
      throw redirect({ to: '/acces', search: location.search as { next?: string }, replace: true })
    },
  })

  /** Where a second factor is asked for, it is set up here before anything else. */
  const enrol = createRoute({
    getParentRoute: () => root,
    path: '/second-factor',
    validateSearch: (search: Record<string, unknown>): { next?: string } =>
      typeof search.next === 'string' ? { next: search.next } : {},
    beforeLoad: async ({ search }) => {
      const { status } = await knowSession()
      if (status === 'out')
        throw redirect({ to: '/acces', search: search as { next?: string }, replace: true })
      if (status !== 'enrol') throw redirect({ href: safeNext(search.next), replace: true })
    },
    component: lazyPage(() => import('../../features/session/web/enrol-page.tsx')),
    errorComponent: SessionLookUpFailed,
  })

  return [signIn, login, enrol] as const
}
