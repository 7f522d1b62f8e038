import type { QueryClient } from '@tanstack/react-query'
import { sessionState } from '../../features/session/web/session-store.ts'
import { type Access, can, type Requirement } from '../../platform/web/access/access.tsx'
import { accessOf } from './access-of.ts'

export type RouterContext = { queries: QueryClient }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Without it the layout shows why the screen is not there (module, permission). */
    requires?: Requirement
  }
}

type Prefetch<Search> = (
  queries: QueryClient,
  search: Search,
  access: Access,
  params: Record<string, string>,
) => unknown

/**
 * The parts of a screen's route beside its path, its search schema and its component: what it requires, and its
 * data, fetched as soon as its link is pointed at. The screen never waits for it: it shows its own loading state.
 */
export const screen = <Search>(requires: Requirement, prefetch?: Prefetch<Search>) => ({
  staticData: { requires: { permission: requires.permission, module: requires.module } },
  // What was left out of the address asks for no data.
  loaderDeps: ({
    search: { ignoredParams: _, ...search },
  }: {
    search: Search & { ignoredParams?: unknown }
  }) => search,
  loader: ({ context, deps, params }: { context: RouterContext; deps: unknown; params: object }) => {
    const state = sessionState()
    if (!prefetch || state.status !== 'in') return
    const access = accessOf(state.session)
    if (can(access, requires))
      void prefetch(context.queries, deps as Search, access, params as Record<string, string>)
  },
})
