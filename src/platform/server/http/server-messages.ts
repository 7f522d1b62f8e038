import en from '../../../../messages/server.en.json' with { type: 'json' }
import fr from '../../../../messages/server.fr-CA.json' with { type: 'json' }

export type ServerMessages = typeof en
export type ServerLanguage = 'en' | 'fr-CA'
export type ProblemCode = keyof ServerMessages['problems']

const MESSAGES: Record<ServerLanguage, ServerMessages> = { en, 'fr-CA': fr }

export const serverMessages = (language: ServerLanguage): ServerMessages => MESSAGES[language]

/**
 * The asker's language (B4): what the screen shows, else the stored choice, the tenant's, the browser's, English.
 * German and Spanish askers read English until those files exist.
 */
export function chooseLanguage(wishes: {
  screen?: string | undefined
  stored?: string | null | undefined
  tenant?: string | null | undefined
  browser?: string | undefined
}): ServerLanguage {
  const browser = (wishes.browser ?? '').split(',').map((part) => part.split(';')[0]?.trim())
  for (const wish of [wishes.screen, wishes.stored, wishes.tenant, ...browser]) {
    if (wish?.toLowerCase().startsWith('fr')) return 'fr-CA'
    if (wish?.toLowerCase().startsWith('en')) return 'en'
  }
  return 'en'
}
