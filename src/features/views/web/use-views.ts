import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ColumnChoice } from '../../../platform/web/table/column-choice.ts'
import type { SavedView, ViewState } from '../contract.ts'
import { viewsQuery } from './views-queries.ts'

export type ViewsOf = {
  screen: SavedView['screen']
  /** Of the table of the screen, where it has one. */
  columns?: ColumnChoice
  /** Parts of the address that are no state of the screen: an open drawer. */
  without?: readonly string[]
}

/** The views of a screen, the one that is on, and the ways to put another on. The address says which it is (B6). */
export function useViews({ screen, columns, without = [] }: ViewsOf) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: views, error } = useQuery(viewsQuery(screen))
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const address = Object.fromEntries(
    Object.entries(search)
      .filter(([key, value]) => key !== 'view' && !without.includes(key) && value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
  const state: ViewState = { address, columns: columns?.chosen ?? null }
  const active = views?.find(({ id }) => String(id) === search.view)

  const go = (next: Record<string, string>, replace: boolean) =>
    void navigate({ to: '.', search: () => next, replace, resetScroll: false } as never)
  const apply = (view: SavedView | null, replace = false) => {
    columns?.choose(view?.state.columns ?? {})
    go(view ? { ...view.state.address, view: String(view.id) } : {}, replace)
  }

  // The default comes once, to a screen that was opened without an address of its own.
  const plain = useRef(Object.values(search).every((value) => value === undefined))
  useEffect(() => {
    if (!views) return
    const usual = views.find(({ isDefault }) => isDefault)
    if (plain.current && usual) apply(usual, true)
    plain.current = false
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
      await queries.invalidateQueries({ queryKey: viewsQuery(screen).queryKey })
      if (on !== undefined) go(on ? { ...address, view: String(on.id) } : address, true)
    },
  }
}

const isSame = (a: ViewState, b: ViewState) =>
  sorted(a.address) === sorted(b.address) && sorted(a.columns ?? {}) === sorted(b.columns ?? {})
const sorted = (values: object) =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
