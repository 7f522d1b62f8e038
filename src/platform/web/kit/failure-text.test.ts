import fs from 'node:fs'
import { expect, it } from 'vitest'
import { LOCALES } from '../i18n/locales.ts'
import { problemText } from './failure-text.ts'

it.each([
  ['The name is taken', 'Choose another one.', 'The name is taken. Choose another one.'],
  ['Is it yours?', 'Look again.', 'Is it yours? Look again.'],
  ['Not found', undefined, 'Not found.'],
  ['This code is not right', 'This code is not right, or was used.', 'This code is not right, or was used.'],
  ['Not in the catalogue: (a)', 'Nothing was saved.', 'Not in the catalogue: (a). Nothing was saved.'],
  ['Absents : « a »', 'Rien.', 'Absents : « a ». Rien.'],
  ['', 'Only why.', 'Only why.'],
])('%j and %j are said as %j', (title, detail, text) => {
  expect(problemText(detail === undefined ? { title } : { title, detail })).toBe(text)
})

it.each(LOCALES)('reads as sentences whatever is refused: %s', (locale) => {
  const file = new URL(`../../../../messages/server.${locale}.json`, import.meta.url)
  const problems: Record<string, [string, string?]> = JSON.parse(fs.readFileSync(file, 'utf8')).problems
  for (const [code, [title, detail]] of Object.entries(problems)) {
    const text = problemText({ title, ...(detail && { detail }) }).replace(/\{\w+\}/g, 'X')
    expect(text, code).toMatch(/[.!?]$/)
    expect(text, code).not.toMatch(/[.!?]\.|\s\s/)
  }
})
