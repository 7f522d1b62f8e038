import { LANGUAGES, type Language } from '../../contract/languages.ts'

export { LANGUAGES as LOCALES }
export type Locale = Language

/** Each language by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  'fr-CA': 'Français (Canada)',
  de: 'Deutsch',
  es: 'Español',
}

/** `fr`, `fr-FR` and `FR-ca` are all served by `fr-CA`; null when no message file fits. */
export function matchLocale(wanted: string | null | undefined): Locale | null {
  if (!wanted) return null
  const language = (tag: string) => tag.toLowerCase().split('-')[0]
  return (
    LANGUAGES.find((locale) => locale.toLowerCase() === wanted.toLowerCase()) ??
    LANGUAGES.find((locale) => language(locale) === language(wanted)) ??
    null
  )
}

export type LocaleWishes = {
  /** `?lang=` of this tab. */
  tab?: string | null
  user?: string | null
  tenant?: string | null
  /** An earlier choice in this browser, made without a session. */
  device?: string | null
  browser: readonly string[]
}

/** The first wish that can be served: tab, user, tenant, this browser's choice, its languages, English (B4). */
export function chooseLocale({ tab, user, tenant, device, browser }: LocaleWishes): Locale {
  for (const wish of [tab, user, tenant, device, ...browser]) {
    const locale = matchLocale(wish)
    if (locale) return locale
  }
  return LANGUAGES[0]
}
