/** Languages whose messages are complete (B4). The first is the last resort. */
export const LANGUAGES = ['en', 'fr-CA', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** How figures and dates are written: English as in Canada ("$" is its dollar), Spanish as in Latin America ("1,234.50"). */
export const FORMAT_TAGS = {
  en: 'en-CA',
  'fr-CA': 'fr-CA',
  de: 'de',
  es: 'es-419',
} as const satisfies Record<Language, string>

/** Of a text in each language that of the reader; English where it has none. */
export const textIn = (texts: Readonly<Record<Language, string>>, language: Language): string =>
  texts[language].trim() || texts.en
