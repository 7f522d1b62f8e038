import de from '../../../../messages/de.json' with { type: 'json' }
import en from '../../../../messages/en.json' with { type: 'json' }
import es from '../../../../messages/es.json' with { type: 'json' }
import fr from '../../../../messages/fr-CA.json' with { type: 'json' }
import type { ServerLanguage } from './server-messages.ts'

export type ScreenWords = typeof en
const WORDS: Record<ServerLanguage, ScreenWords> = { en, 'fr-CA': fr, de, es }

/** What the screens say: a file of a list is headed as the list is. */
export const screenWords = (language: ServerLanguage): ScreenWords => WORDS[language]
