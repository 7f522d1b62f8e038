import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { safeNext } from '../../features/session/web/next-path.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { shell } from './shell-route.ts'

/**
 * The link of a mail: of a company, and what it opens there. Who works for that company, or looks at all of their clients, is led
 * there at once; whoever works for another is asked.
 */
export const companyLink = createRoute({
  getParentRoute: () => shell,
  path: '/for/$tenantId',
  validateSearch: (raw: Record<string, unknown>) => ({ to: safeNext(raw.to) }),
  beforeLoad: async ({ params, search }) => {
    if (!/^[1-9]\d{0,9}$/.test(params.tenantId)) throw notFound()
    const state = await knowSession()
    if (!('session' in state)) return
    const { tenant, permissions } = state.session
    const isThere = tenant ? tenant.id === Number(params.tenantId) : permissions.includes('tenants.read')
    if (isThere) throw redirect({ href: search.to, replace: true })
  },
  component: lazyPage(() => import('../../features/session/web/company-link-page.tsx')),
})
