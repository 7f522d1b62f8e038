import { currentLocale } from '../i18n/language.ts'
import type { Locale } from '../i18n/locales.ts'

/** What stands before the fraction, and between groups of three besides a space. Canadian French groups by spaces alone. */
const MARKS: Record<Locale, { decimals: string; group: string | null }> = {
  en: { decimals: '.', group: ',' },
  'fr-CA': { decimals: ',.', group: null },
  de: { decimals: ',', group: '.' },
  es: { decimals: ',', group: '.' },
}

/**
 * A number as people type it in their language, as a decimal string: "1,234.5" in English and "1 234,5" in French are
 * "1234.5". Null where it is none: a mark that could be meant otherwise is not guessed.
 */
export function readTyped(text: string, locale: Locale = currentLocale()): string | null {
  const { decimals, group } = MARKS[locale]
  const groups = group === null ? '' : `|[1-9]\\d{0,2}(?:[${group}]\\d{3})+`
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, '')
  const [, sign, whole, fraction] =
    new RegExp(`^(-?)(\\d+${groups})(?:[${decimals}](\\d+))?$`).exec(plain) ?? []
  if (whole === undefined) return null
  return `${sign}${group === null ? whole : whole.replaceAll(group, '')}${fraction ? `.${fraction}` : ''}`
}

/** A number of the server in a field to type in: `readTyped` reads it as the same. */
export const writeTyped = (value: number | string, locale: Locale = currentLocale()): string =>
  String(value).replace('.', MARKS[locale].decimals.charAt(0))
