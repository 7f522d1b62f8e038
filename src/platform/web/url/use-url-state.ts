import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { foldSearch } from './url-state.ts'

/**
 * The filter state of the screen, as its route validated it, and the way to change a part of it (B6). What was left out of the
 * address is no part of it: `IgnoredParamsNote` says that.
 * `State` is the output of the schema that the screen was registered with.
 */
export function useUrlState<State extends Record<string, unknown>>(defaults: Partial<State> = {}) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  // The same one until the address changes: what is asked and kept by it is not asked again with every drawing.
  const state = useMemo(() => {
    const { ignoredParams: _, ...rest } = search
    return rest as State
  }, [search])
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Partial<State>) =>
      void navigate({
        to: '.',
        search: (current: Record<string, unknown>) => foldSearch(current, patch, defaults),
        replace: true,
        resetScroll: false,
      } as never),
    [navigate, defaults],
  )
  return [state, change] as const
}
