import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../platform/web/lazy-component.ts'

/** Pages without a session: what the links of mails and of a first start open, and the way to such a link. */
export function linkRoutes<Root extends AnyRoute>(root: Root) {
  /** Behind the link that a first start prints; whoever else comes here is told that theirs is none. */
  const setUp = createRoute({
    getParentRoute: () => root,
    path: '/setup',
    component: lazyPage(() => import('../../features/session/web/set-up-page.tsx')),
  })

  /** A forgotten password: to ask for a link, and what the link opens. */
  const forgot = createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    component: lazyPage(() => import('../../features/session/web/forgot-page.tsx')),
  })

  const reset = createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyPage(() => import('../../features/session/web/reset-page.tsx')),
  })

  /** Behind the link of an invitation: a new account, or one more company. */
  const invitation = createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: lazyPage(() => import('../../features/session/web/invitation-page.tsx')),
  })

  /** Behind the links of a change of e-mail. */
  const email = createRoute({
    getParentRoute: () => root,
    path: '/email',
    component: lazyPage(() => import('../../features/session/web/email-page.tsx')),
  })

  /** Behind the end of a mail: no more of its kind. */
  const unsubscribe = createRoute({
    getParentRoute: () => root,
    path: '/unsubscribe',
    component: lazyPage(() => import('../../features/session/web/unsubscribe-page.tsx')),
  })

  return [setUp, forgot, reset, invitation, email, unsubscribe] as const
}
