type State = Record<string, unknown>

/**
 * The next search part of the address: the patch over the current one, without what is unset and without what
 * the screen assumes anyway, so that the shortest address always names the plain screen.
 */
export function foldSearch(current: State, patch: State, defaults: State = {}): State {
  const next: State = {}
  for (const [key, value] of Object.entries({ ...current, ...patch }))
    if (value !== undefined && value !== null && value !== '' && value !== defaults[key]) next[key] = value
  return next
}

/** `-ordNo` → descending by `ordNo`. */
export type Sort = { field: string; descending: boolean }

export const parseSort = (text: string | undefined): Sort | null =>
  text ? { field: text.replace(/^-/, ''), descending: text.startsWith('-') } : null

/** Clicking a heading: a new column begins ascending, the sorted one turns round. */
export const nextSort = (current: string | undefined, field: string): string =>
  current === field ? `-${field}` : field
