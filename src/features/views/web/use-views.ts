import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { SavedView, ViewState } from '../contract.ts'
import { viewsQuery } from './views-queries.ts'

export type ViewsOf = {
  screen: SavedView['screen']
  /** Of the table of the screen, where it has one. */
  columns?: ColumnChoice
  /** Parts of the address that are no state of the screen: an open drawer. */
  without?: readonly string[]
}

/** Which view is on, and what the address asks for in vain. */
const NO_STATE = ['view', 'ignoredParams']

/** The views of a screen, the one that is on, and the ways to put another on. The address says which it is (B6). */
export function useViews({ screen, columns, without = [] }: ViewsOf) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: views, error } = useQuery(viewsQuery(screen))
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [, change] = useUrlState<Record<string, unknown>>()
  const address = Object.fromEntries(
    Object.entries(search)
      .filter(([key, value]) => !NO_STATE.includes(key) && !without.includes(key) && value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
  const state: ViewState = { address, columns: columns?.chosen ?? null }
  const active = views?.find(({ id }) => String(id) === search.view)
  /** The address of the screen without any view: a bare one brings the default. */
  const none: Record<string, string> = views?.some(({ isDefault }) => isDefault) ? { view: NO_VIEW } : {}

  const go = (next: Record<string, string>, replace: boolean) =>
    void navigate({ to: '.', search: () => next, replace, resetScroll: false } as never)
  const apply = (view: SavedView | null, replace = false) => {
    columns?.choose(view?.state.columns ?? {})
    go(view ? { ...view.state.address, view: String(view.id) } : none, replace)
  }

  // Once, to a screen that was opened without an address of its own comes the default, and to one whose address names a view and
  // nothing else that view. Somebody else's view comes with its filters, and only its name is dropped.
  const opened = useRef<string | null>(namesOf(search).join())
  useEffect(() => {
    if (!views || opened.current === null) return
    const plain = opened.current === ''
    const alone = opened.current === 'view'
    const first = plain ? views.find(({ isDefault }) => isDefault) : active
    opened.current = null
    if (first && (plain || alone)) apply(first, true)
    else if (search.view && !active && !alone) change({ view: undefined })
  })

  // Whoever clears all filters has left the view: its name alone would bring them back with the next reload, as would the default.
  const filtered = Object.keys(address).length > 0
  const wasFiltered = useRef(filtered)
  useEffect(() => {
    const cleared = wasFiltered.current && !filtered
    wasFiltered.current = filtered
    const isOfView = active && Object.keys(active.state.address).length === 0
    if (cleared && !isOfView && search.view !== none.view) change({ view: none.view })
  })

  return {
    views,
    error,
    active,
    state,
    /** Something was changed since the view was put on. */
    changed: active !== undefined && !isSame(active.state, state),
    apply,
    /** After a write: the list is asked again, and the view that was saved is on. */
    settled: async (on?: SavedView | null) => {
      // One that is gone leaves the address before it leaves the list.
      if (on === null) go(address, true)
      await queries.invalidateQueries({ queryKey: viewsQuery(screen).queryKey })
      if (on) go({ ...address, view: String(on.id) }, true)
    },
  }
}

/** What the address says anything of. */
export const namesOf = (search: object) =>
  Object.entries(search)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)

const isSame = (a: ViewState, b: ViewState) =>
  sorted(a.address) === sorted(b.address) && sorted(a.columns ?? {}) === sorted(b.columns ?? {})
const sorted = (values: object) =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
