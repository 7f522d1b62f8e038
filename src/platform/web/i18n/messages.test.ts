import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALES } from './locales.ts'

type Tree = { [key: string]: string | Tree }

/** A text of each key; those of a list have its place behind the key. */
const flat = (tree: Tree | string[], path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  )
const read = (file: string) =>
  new Map(
    flat(JSON.parse(fs.readFileSync(new URL(`../../../../messages/${file}.json`, import.meta.url), 'utf8'))),
  )
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]).filter((name) => !/^[=#]?\d*$/.test(name ?? ''))
const names = (text: string) => [...new Set(placeholders(text))].sort()

const withoutPlaces = (text: string) => text.replace(/\{\w+\}/g, 'X')

/** Beside its places it says something. */
const hasWords = (text: string) => /\p{L}{3}/u.test(text.replace(/\{\w+(, \w+)?\}/g, ' '))

/** Texts that a native writes as English does; whatever else is equal was forgotten. */
const SAME: Record<string, string[]> = JSON.parse(
  fs.readFileSync(new URL('same-as-english.json', import.meta.url), 'utf8'),
)

/** What a native would never write. */
const WRONG: Record<string, RegExp> = {
  // A no-break space before a colon and inside guillemets, a narrow one before ; ? and !; its own apostrophe.
  'fr-CA': /[\p{L}\p{N})»%][:;?!](\s|$)|\p{L}'\p{L}|[ \u00a0][;?!]|[ \u202f]:| »|« |\be-?mails?\b/u,
  de: /\b(du|dich|dir|dein\w*)\b|"|\p{L} [:;?!]/iu,
  es: /\b(tú|tu|tus|ti|vos\w*)\b|"|[“”]|^[^¿]*\?$|^[^¡]*!$/iu,
}

for (const part of ['', 'server.']) {
  const english = read(`${part}en`)
  const others = LOCALES.slice(1).map((locale) => [locale, read(`${part}${locale}`)] as const)
  describe.each(others)(`${part}%s`, (locale, texts) => {
    test('has the keys of English, and no other', () => {
      expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    })
    test('fills the same places, and leaves nothing empty', () => {
      const differing = [...english].filter(([key, text]) => {
        const there = texts.get(key) ?? ''
        return String(names(there)) !== String(names(text)) || (there.trim() === '') !== (text.trim() === '')
      })
      expect(differing.map(([key]) => key)).toEqual([])
    })
    test('is a language of its own: hardly a text equals the English one', () => {
      const equal = [...english].filter(([key, text]) => /[a-z]{4}/i.test(text) && texts.get(key) === text)
      expect(equal.length / english.size, equal.map(([key]) => key).join(', ')).toBeLessThanOrEqual(0.05)
    })
    test('equals English only where it is written the same, as listed in same-as-english.json', () => {
      const equal = [...english].filter(([key, text]) => hasWords(text) && texts.get(key) === text)
      const forgotten = equal.filter(([, text]) => !SAME[locale]?.includes(text))
      expect(forgotten).toEqual([])
    })
    test('is written as its readers write', () => {
      expect([...texts].filter(([, text]) => WRONG[locale]?.test(withoutPlaces(text)))).toEqual([])
    })
  })
}

test('the list of what is the same names nothing that is not', () => {
  for (const [locale, listed] of Object.entries(SAME)) {
    const pairs = ['', 'server.'].flatMap((part) => {
      const texts = read(`${part}${locale}`)
      return [...read(`${part}en`)].filter(([key, text]) => texts.get(key) === text)
    })
    const equal = new Set(pairs.map(([, text]) => text))
    expect(listed.filter((text) => !equal.has(text))).toEqual([])
    expect(listed).toEqual([...new Set(listed)])
  }
})
