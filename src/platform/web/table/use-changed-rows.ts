import { useEffect, useRef, useState } from 'react'
import { changedKeys } from './changed-keys.ts'

const MARKED_MS = 6_000
const NONE: ReadonlySet<string | number> = new Set()

/**
 * The keys of rows that changed or came while one looked at the same list, for a few seconds. `scope` names the list (its
 * filter and sort): another one is no change, and null means that the rows are not those of the scope yet.
 */
export function useChangedRows<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
  scope: string | null,
): ReadonlySet<string | number> {
  const seen = useRef<{ scope: string; rows: readonly Row[] } | null>(null)
  const [changed, setChanged] = useState(NONE)

  useEffect(() => {
    if (scope === null) return
    const before = seen.current
    seen.current = { scope, rows }
    if (before?.scope !== scope) return setChanged(NONE)
    if (before.rows === rows) return
    const keys = changedKeys(before.rows, rows, rowKey)
    if (keys.size > 0) setChanged(keys)
  }, [rows, scope, rowKey])

  useEffect(() => {
    if (changed.size === 0) return
    const timer = window.setTimeout(() => setChanged(NONE), MARKED_MS)
    return () => window.clearTimeout(timer)
  }, [changed])
  return changed
}
