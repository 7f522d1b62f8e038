import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../platform/contract/languages.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { warningText } from './warning-text.ts'

describe('a warning of a batch', () => {
  const moved = { code: 'moved', message: 'The company changed from Alder to none.', values: null }

  it.each([
    ['en', 'The rows moved to another company: Alder → –.'],
    ['fr-CA', 'Les lignes sont passées à une autre entreprise\u00a0: Alder → –.'],
    ['de', 'Die Zeilen sind zu einem anderen Unternehmen gewechselt: Alder → –.'],
    ['es', 'Las filas pasaron a otra empresa: Alder → –.'],
  ] as const)('is told in the language of its reader: %s', (language, text) => {
    expect(warningText({ ...moved, values: { from: 'Alder', to: '–' } }, language)).toBe(text)
  })

  it('is what the sender was told where nothing else is known', () => {
    expect(warningText(moved, 'de')).toBe(moved.message)
    expect(warningText({ code: 'unheard_of', message: 'Odd.', values: null }, 'de')).toBe('Odd.')
  })

  it('has words for every code, in every language', () => {
    const values = { from: 'A', to: 'B', lots: 'L-1' }
    for (const language of LANGUAGES)
      for (const code of Object.keys(serverMessages('en').rowWarnings))
        expect(warningText({ code, message: 'English', values }, language)).toMatch(/^[^{}]{10,}$/)
  })
})
