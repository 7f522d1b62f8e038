import { expect, test } from 'vitest'
import en from '../../../../messages/en.json' with { type: 'json' }
import fr from '../../../../messages/fr-CA.json' with { type: 'json' }

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  )
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]).sort()

const english = new Map(flat(en))
const french = new Map(flat(fr))

test('both languages have the same keys', () => {
  expect([...french.keys()].sort()).toEqual([...english.keys()].sort())
})

test.each([...english])('%s fills the same places in French', (key, text) => {
  expect(placeholders(french.get(key) ?? '')).toEqual(placeholders(text))
  expect(french.get(key)?.trim()).not.toBe('')
})

test('French is a language of its own: hardly a text equals the English one', () => {
  const equal = [...english].filter(([key, text]) => /[a-z]{4}/i.test(text) && french.get(key) === text)
  expect(equal.length / english.size, equal.map(([key]) => key).join(', ')).toBeLessThanOrEqual(0.05)
})

test('French puts a space before high punctuation and uses its own apostrophe', () => {
  const wrong = [...french].filter(([, text]) => /\p{L}[:;?!](\s|$)|\p{L}'\p{L}/u.test(text))
  expect(wrong).toEqual([])
})
