import de from '../../../../messages/de.json' with { type: 'json' }
import en from '../../../../messages/en.json' with { type: 'json' }
import es from '../../../../messages/es.json' with { type: 'json' }
import fr from '../../../../messages/fr-CA.json' with { type: 'json' }
import type { Language } from '../../../platform/contract/languages.ts'

type Words = { actions: Record<string, Record<string, string>>; objects: Record<string, string> }
const WORDS: Record<Language, Words> = { en: en.audit, 'fr-CA': fr.audit, de: de.audit, es: es.audit }

/** What the trail says in codes, in the words of the screen; what has none stays as it is. */
export function auditWords(language: Language) {
  const { actions, objects } = WORDS[language]
  return {
    action(code: string): string {
      const [about = '', what = ''] = code.split('.')
      return actions[about]?.[what] ?? code
    },
    object: (code: string): string => objects[code] ?? code,
  }
}
