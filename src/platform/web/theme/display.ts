import { useSyncExternalStore } from 'react'
import { browserWide, DISPLAY_PREFIX, tabOnly } from '../browser-storage.ts'

export type Theme = 'light' | 'dark'
export type Density = 'comfortable' | 'compact' | 'spacious'
export type Display = { theme: Theme; density: Density }

export const DENSITY_CHOICES: readonly Density[] = ['comfortable', 'compact', 'spacious']

const TAB_THEME = 'portal.tab.theme'
const listeners = new Set<() => void>()
let current: Display = read()

function read(): Display {
  const theme = tabOnly.read(TAB_THEME) ?? browserWide.read(`${DISPLAY_PREFIX}theme`)
  const density = browserWide.read(`${DISPLAY_PREFIX}density`)
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: DENSITY_CHOICES.find((known) => known === density) ?? 'comfortable',
  }
}

function show() {
  current = read()
  const root = document.documentElement
  root.dataset.theme = current.theme
  root.dataset.density = current.density
  root.dataset.mantineColorScheme = current.theme
  root.classList.toggle('dark', current.theme === 'dark')
  for (const listener of listeners) listener()
}

/** A choice of the user: kept in this browser, and no longer overridden by the `?theme=` of this tab. */
export function chooseDisplay(choice: Partial<Display>) {
  if (choice.theme) tabOnly.write(TAB_THEME, null)
  restoreDisplay(choice)
}

/** What is remembered of this user elsewhere; the `?theme=` of this tab stays stronger (B5). */
export function restoreDisplay(stored: { theme?: Theme | null; density?: Density | null }) {
  if (stored.theme) browserWide.write(`${DISPLAY_PREFIX}theme`, stored.theme)
  if (stored.density) browserWide.write(`${DISPLAY_PREFIX}density`, stored.density)
  show()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Another tab of this browser changed it.
window.addEventListener('storage', (event) => {
  if (event.key?.startsWith(DISPLAY_PREFIX)) show()
})

export const useDisplay = (): Display => useSyncExternalStore(subscribe, () => current)
