/** Neighbours that were recorded together, each group in the order in which they were: a list of changes has the newest first. */
export function together<Change>(
  changes: readonly Change[],
  same: (one: Change, other: Change) => boolean,
): [Change, ...Change[]][] {
  const groups: [Change, ...Change[]][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group && same(group[0], change)) group.unshift(change)
    else groups.push([change])
  }
  return groups
}
