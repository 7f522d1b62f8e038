import type { Language } from '../../../platform/contract/languages.ts'
import { screenWords } from '../../../platform/server/http/screen-words.ts'

type Words = { actions: Record<string, Record<string, string>>; objects: Record<string, string> }

/** What the trail says in codes, in the words of the screen; what has none stays as it is. */
export function auditWords(language: Language) {
  const { actions, objects }: Words = screenWords(language).audit
  return {
    action(code: string): string {
      const [about = '', what = ''] = code.split('.')
      return actions[about]?.[what] ?? code
    },
    object: (code: string): string => objects[code] ?? code,
  }
}
