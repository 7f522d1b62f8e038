import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'
import { chooseLanguage } from '../../../platform/web/i18n/language.ts'
import type { Preferences } from '../contract.ts'
import { adoptSession, fetchSession } from './look-up-session.ts'
import { sessionState } from './session-store.ts'

let sending = 0
let looks = 0

/** While a choice is on its way, what the server has is older than what is shown. */
export async function whileSending<T>(work: () => Promise<T>): Promise<T> {
  sending += 1
  try {
    return await work()
  } finally {
    sending -= 1
  }
}

/** Shows the person's name and choices as the server has them now; another tenant or no session is for the loop to find. */
export async function followOwnChoices(): Promise<void> {
  if (sending > 0) return
  looks += 1
  const look = looks
  const session = await fetchSession()
  const state = sessionState()
  // Answers may overtake each other: what was asked for last is the newest.
  if (look !== looks || sending > 0 || session === null || state.status !== 'in') return
  const same = (session.tenant?.id ?? null) === (state.session.tenant?.id ?? null)
  if (same && session.user.id === state.session.user.id) await adoptSession(session)
}

/** A language that was just chosen also ends the `?lang=` of this tab. */
export const showChosenLanguage = async (language: Preferences['language']): Promise<void> => {
  if (language) await chooseLanguage(language as Parameters<typeof chooseLanguage>[0])
}

/** Chosen on another device, or in another tab: it counts here at once. */
export const sessionLive: LiveTopics = {
  'preferences.changed': (queries) => {
    // It cannot be learnt now; the next look at the session will tell.
    followOwnChoices().catch(() => undefined)
    void queries.invalidateQueries({ queryKey: ['profile'] })
  },
}
