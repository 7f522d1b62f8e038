type Key = string | number

/** Rows that are not as they were, and those that came among the ones that were there; what follows them was only loaded. */
export function changedKeys<Row>(
  before: readonly Row[],
  after: readonly Row[],
  rowKey: (row: Row) => Key,
): Set<Key> {
  if (before.length === 0) return new Set()
  const known = new Map(before.map((row) => [rowKey(row), row]))
  const last = after.findLastIndex((row) => known.has(rowKey(row)))
  const changed = after.filter((row, at) => {
    const old = known.get(rowKey(row))
    if (old === undefined) return at < last
    return old !== row && JSON.stringify(old) !== JSON.stringify(row)
  })
  return new Set(changed.map(rowKey))
}
