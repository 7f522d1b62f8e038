/** Languages whose messages are complete (B4). The first is the last resort. */
export const LANGUAGES = ['en', 'fr-CA', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
