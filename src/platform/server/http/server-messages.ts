import de from '../../../../messages/server.de.json' with { type: 'json' }
import en from '../../../../messages/server.en.json' with { type: 'json' }
import es from '../../../../messages/server.es.json' with { type: 'json' }
import fr from '../../../../messages/server.fr-CA.json' with { type: 'json' }
import { LANGUAGES, type Language } from '../../contract/languages.ts'

export type ServerMessages = typeof en
export { LANGUAGES as SERVER_LANGUAGES }
export type ServerLanguage = Language
export type ProblemCode = keyof ServerMessages['problems']

const MESSAGES: Record<ServerLanguage, ServerMessages> = { en, 'fr-CA': fr, de, es }

export const serverMessages = (language: ServerLanguage): ServerMessages => MESSAGES[language]

/**
 * The asker's language (B4): what the screen shows, else the stored choice, the tenant's, the browser's, English.
 * Whatever the country: `fr-FR` reads `fr-CA`.
 */
export function chooseLanguage(wishes: {
  screen?: string | undefined
  stored?: string | null | undefined
  tenant?: string | null | undefined
  browser?: string | undefined
}): ServerLanguage {
  const browser = (wishes.browser ?? '').split(',').map((part) => part.split(';')[0]?.trim())
  for (const wish of [wishes.screen, wishes.stored, wishes.tenant, ...browser]) {
    const language = (tag?: string | null) => tag?.toLowerCase().split('-')[0]
    const found = LANGUAGES.find((known) => language(known) === language(wish))
    if (found) return found
  }
  return 'en'
}
