/** Display choices survive a sign-out; everything else that is kept in the browser does not. */
export const DISPLAY_PREFIX = 'portal.display.'
const OURS = 'portal.'

type Kept = { read: (key: string) => string | null; write: (key: string, value: string | null) => void }

// Storage can be forbidden by the browser's settings or be full; what is kept here is comfort, never data.
function guarded(storage: () => Storage): Kept {
  return {
    read(key) {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    write(key, value) {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        return
      }
    },
  }
}

export const browserWide = guarded(() => window.localStorage)
export const tabOnly = guarded(() => window.sessionStorage)

function keysOf(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}

/** In the tab, under person and company, until the server has it (J20). */
export const DRAFT_PREFIX = 'portal.draft.'

/** What somebody else typed in this tab goes. */
export function forgetDraftsOfOthers(email: string) {
  for (const key of keysOf(() => window.sessionStorage))
    if (key.startsWith(DRAFT_PREFIX) && !key.startsWith(`${DRAFT_PREFIX}${email}.`)) tabOnly.write(key, null)
}

/** Forgets what was typed and everything else in this browser that belongs to a tenant or a user (A3, A7). */
export function forgetClientState() {
  for (const key of keysOf(() => window.localStorage))
    if (key.startsWith(OURS) && !key.startsWith(DISPLAY_PREFIX)) browserWide.write(key, null)
  for (const key of keysOf(() => window.sessionStorage))
    if (key.startsWith(OURS) && !key.startsWith('portal.tab.')) tabOnly.write(key, null)
}
