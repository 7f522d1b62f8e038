const AWAY_AFTER_MS = 60_000

let touchedAt = Date.now()

/** Notes that somebody is at this tab. Called once, when the app starts. */
export function watchPresence() {
  const note = () => {
    touchedAt = Date.now()
  }
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(sign, note, { passive: true, capture: true })
}

/** Nobody touched the tab for a minute: what it asks for by itself keeps no idle session alive (A3). */
export const isUnattended = () => Date.now() - touchedAt > AWAY_AFTER_MS
