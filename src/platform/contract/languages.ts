/** Languages whose messages are complete (B4). The first is the last resort. */
export const LANGUAGES = ['en', 'fr-CA', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Of a text in each language that of the reader; English where it has none. */
export const textIn = (texts: Readonly<Record<Language, string>>, language: Language): string =>
  texts[language].trim() || texts.en
