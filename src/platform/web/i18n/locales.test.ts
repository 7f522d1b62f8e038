import { expect, test } from 'vitest'
import { chooseLocale, matchLocale } from './locales.ts'

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['fr', 'fr-CA'],
  ['fr-FR', 'fr-CA'],
  ['FR-ca', 'fr-CA'],
  ['de-AT', 'de'],
  ['es-MX', 'es'],
  ['it', null],
  ['frisian', null],
  ['', null],
  [null, null],
])('%s is served by %s', (wanted, locale) => {
  expect(matchLocale(wanted)).toBe(locale)
})

test('the choice follows tab, user, tenant, device, browser, English', () => {
  const all = { tab: 'en', user: 'fr-CA', tenant: 'en', device: 'fr-CA', browser: ['en'] }
  expect(chooseLocale(all)).toBe('en')
  expect(chooseLocale({ ...all, tab: null })).toBe('fr-CA')
  expect(chooseLocale({ ...all, tab: null, user: null })).toBe('en')
  expect(chooseLocale({ ...all, tab: null, user: null, tenant: null })).toBe('fr-CA')
  expect(chooseLocale({ browser: ['nb', 'fr-BE'] })).toBe('fr-CA')
  expect(chooseLocale({ browser: ['nb'] })).toBe('en')
})

test('a wish without messages gives way to the next one', () => {
  expect(chooseLocale({ user: 'it', tenant: 'fr-CA', browser: ['en'] })).toBe('fr-CA')
})
