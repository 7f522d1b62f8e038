import { screenWords } from '../../../platform/server/http/screen-words.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { knownTest } from '../domain/test-names.ts'

/** What a laboratory's test is called in a language, as on the page of the lot. */
export function testName(name: string, language: ServerLanguage): string {
  const known = knownTest(name)
  return known ? screenWords(language).lots.tests[known] : name
}
