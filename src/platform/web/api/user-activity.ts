/** The other tabs are told so often at most. */
const TELL_EVERY_MS = 5_000

let touchedAt: number | null = null
let toldAt = 0
let held = false
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('portal.presence') : null

/** Somebody is at this browser: in every tab, at once. */
export function noteActivity() {
  touchedAt = Date.now()
  if (touchedAt - toldAt < TELL_EVERY_MS) return
  toldAt = touchedAt
  tabs?.postMessage('touched')
}

/** While the screen asks whether somebody is there, only the answer counts, here or in another tab. */
export function pauseActivity(): () => void {
  held = true
  toldAt = 0
  return () => {
    held = false
  }
}

/** Notes keys, the pointer and touch, here and in the other tabs. Called once, when the app starts. */
export function trackUserActivity() {
  const note = () => {
    if (!held) noteActivity()
  }
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(sign, note, { passive: true, capture: true })
  tabs?.addEventListener('message', () => {
    touchedAt = Date.now()
  })
}

/** How long ago the last key, pointer or touch was, in milliseconds; null: none since this page was loaded, which itself is none (J6). */
export const idleMs = (): number | null => (touchedAt === null ? null : Date.now() - touchedAt)
