import { useSyncExternalStore } from 'react'
import { browserWide, DISPLAY_PREFIX, tabOnly } from '../browser-storage.ts'
import { reloadWhenMissing } from '../lazy-component.ts'
import type { Locale } from './locales.ts'
import { chooseLocale } from './locales.ts'
import { loadMessages, loadPiece, type Messages } from './messages.ts'

const TAB = 'portal.tab.language'
const DEVICE = `${DISPLAY_PREFIX}language`

type Shown = { locale: Locale; messages: Messages }
let shown: Shown | null = null
let account: { user?: string | null; tenant?: string | null } = {}
const listeners = new Set<() => void>()

const wanted = () =>
  chooseLocale({
    ...account,
    tab: tabOnly.read(TAB),
    device: browserWide.read(DEVICE),
    browser: navigator.languages,
  })

/** Loads and shows the language that the wishes lead to. Rejects when its messages cannot be fetched. */
export async function showLanguage(): Promise<void> {
  const locale = wanted()
  if (shown?.locale === locale) return
  const messages = await loadMessages(locale, { first: !shown }).catch(reloadWhenMissing)
  // A later wish may have overtaken this one while the messages were on their way.
  if (wanted() !== locale) return
  shown = { locale, messages }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/**
 * A part of the app, once the words that it speaks with are there too. They are asked for first: its files are many, and a browser
 * fetches six at once.
 * @public the build puts it around each import of a part (tools/compiled-messages.ts)
 */
export async function withWords<Part>(piece: string, load: () => Promise<Part>): Promise<Part> {
  const [, part] = await Promise.all([loadSpoken(piece), load()])
  return part
}

/** In the language that is shown and in the one that is on its way, which may be another one meanwhile. */
async function loadSpoken(piece: string): Promise<void> {
  const spoken = () => [...new Set([wanted(), currentLocale()])]
  let languages: Locale[]
  do {
    languages = spoken()
    await Promise.all(languages.map((locale) => loadPiece(locale, piece)))
  } while (spoken().some((locale) => !languages.includes(locale)))
}

/** The languages stored for the signed-in user and the tenant; nulls when nobody is signed in. */
export function languageOfAccount(user: string | null, tenant: string | null): Promise<void> {
  account = { user, tenant }
  return showLanguage()
}

/** A choice of the user: kept in this browser, and no longer overridden by the `?lang=` of this tab. */
export function chooseLanguage(locale: Locale): Promise<void> {
  tabOnly.write(TAB, null)
  browserWide.write(DEVICE, locale)
  account = { ...account, user: account.user === undefined ? undefined : locale }
  return showLanguage()
}

export const currentLocale = (): Locale => shown?.locale ?? wanted()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLanguage(): Shown {
  const language = useSyncExternalStore(subscribe, () => shown)
  if (!language) throw new Error('A language is shown before the first screen')
  return language
}
