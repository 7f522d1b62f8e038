import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALES } from './locales.ts'

/** A word or a sign that a language gave up: `\b` is the edge of a word of any alphabet. */
type Rule = {
  wrong: string
  better: string
  why: string
  /** Where it holds, by key; everywhere without. Keys of the server's file begin with `server.`. */
  keys?: string
  /** Keys that may have it all the same. */
  except?: string[]
}
type Tree = { [key: string]: string | Tree }

const here = (file: string) => new URL(file, import.meta.url)
const json = (url: URL) => JSON.parse(fs.readFileSync(url, 'utf8'))
const flat = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  )
const textsOf = (locale: string) =>
  ['', 'server.'].flatMap((part) => flat(json(here(`../../../../messages/${part}${locale}.json`)), part))

const LETTER = '[\\p{L}\\p{N}_]'
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`
const pattern = (text: string) => new RegExp(text.replaceAll('\\b', EDGE), 'u')

const files = fs.readdirSync(here('words')).filter((file) => file.endsWith('.json'))

describe.each(files.map((file) => file.replace('.json', '')))('%s', (locale) => {
  const texts = textsOf(locale)
  const rules: Rule[] = json(here(`words/${locale}.json`))
  const hits = ({ wrong, keys = '' }: Rule) =>
    texts.filter(([key, text]) => pattern(keys).test(key) && pattern(wrong).test(text))

  test.each(rules)('says $better, not $wrong: $why', (rule) => {
    expect(hits(rule).filter(([key]) => !rule.except?.includes(key))).toEqual([])
  })
  test.each(rules.filter(({ except }) => except))('$wrong still has its exceptions', (rule) => {
    expect(hits(rule).map(([key]) => key)).toEqual(expect.arrayContaining(rule.except ?? []))
  })
})

/** How a number, date or time is written: `{step, number, ::…}`. */
const formats = (text: string) =>
  [...text.matchAll(/\{(\w+), (number|date|time)(?:, ([^{}]+))?\}/g)].map((found) => found.slice(1).join(' '))

describe.each(LOCALES.slice(1))('%s', (locale) => {
  const english = new Map(textsOf('en'))
  test('formats numbers, dates and times as English does, or inflects with them', () => {
    const differing = textsOf(locale).filter(([key, text]) => {
      const said = english.get(key) ?? ''
      const inflected = (format: string) =>
        new RegExp(`\\{${format.split(' ')[0]}, plural`).test(`${text}${said}`)
      const alone = (one: string, other: string) =>
        formats(one).filter((format) => !formats(other).includes(format) && !inflected(format))
      return alone(text, said).length + alone(said, text).length > 0
    })
    expect(differing).toEqual([])
  })
  test('has no no-break space inside of a place', () => {
    const wrong = /,[\u00a0\u202f]|[\u00a0\u202f](?:plural|select|number)\b/
    expect(textsOf(locale).filter(([, text]) => wrong.test(text))).toEqual([])
  })
})
