import { browserWide } from '../../../platform/web/browser-storage.ts'
import { SEARCH_GROUPS, type SearchGroup } from '../contract.ts'

/** What was opened from the palette, kept in this browser until the user leaves the company or signs out. */
export type Recent = { group: SearchGroup; to: string; title: string }

const MOST = 6
const key = (whose: string) => `portal.recent.${whose}`

const isRecent = (one: unknown): one is Recent => {
  const { group, to, title } = (one ?? {}) as Record<string, unknown>
  return (
    SEARCH_GROUPS.some((known) => known === group) &&
    typeof to === 'string' &&
    /^\/(?!\/)/.test(to) &&
    typeof title === 'string'
  )
}

/** The last first. What does not fit, whoever wrote it, is not there. */
export function readRecent(whose: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(browserWide.read(key(whose)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberRecent(whose: string, opened: Recent): void {
  const others = readRecent(whose).filter(({ to }) => to !== opened.to)
  browserWide.write(key(whose), JSON.stringify([opened, ...others].slice(0, MOST)))
}
