import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Messages = { [key: string]: Messages | string | string[] }

const read = (file: string): string[] =>
  leaves(JSON.parse(fs.readFileSync(new URL(`../../messages/${file}`, import.meta.url), 'utf8')))

const leaves = (messages: Messages): string[] =>
  Object.values(messages).flatMap((value) =>
    typeof value === 'string' ? [value] : Array.isArray(value) ? value : leaves(value),
  )

/** A message as the screen may show it: anything may stand where it has a value. */
function shape(message: string): RegExp {
  const parts: string[] = []
  let depth = 0
  for (const sign of message) {
    if (sign === '{' && depth === 0) parts.push('.+')
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (depth === 0) parts.push(sign.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
  }
  return new RegExp(`^${parts.join('')}$`, 's')
}

/** What a person or a screen reader reads on the page: texts, names, placeholders and hints. */
const readWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt', 'data-hint']
    const said = [...document.body.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: around, textContent } = node
      if (around && !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(around.tagName)) said.push(textContent ?? '')
    }
    return [document.title, ...said]
  })

/**
 * Every word of the page is a French message of the portal or one of `data` (names, figures). English text that was
 * forgotten in the code or in the messages is neither.
 */
export async function expectFrench(page: Page, data: (string | RegExp)[] = []): Promise<void> {
  const french = [...read('fr-CA.json'), ...read('server.fr-CA.json')].map(shape)
  const english = new Set([...read('en.json'), ...read('server.en.json')])
  const same = new Set(
    [...read('fr-CA.json'), ...read('server.fr-CA.json')].filter((one) => english.has(one)),
  )
  const given = (word: string) =>
    data.some((one) => (typeof one === 'string' ? one === word : one.test(word)))
  const own = (word: string) =>
    ['Lotline', 'English', 'Français (Canada)', 'Deutsch', 'Español'].includes(word)
  const said = (await readWords(page)).map((word) => word.trim().replace(/ · Lotline$/, ''))
  // A figure or a sign alone is no word.
  const words = [...new Set(said)].filter((word) => /\p{L}{2}/u.test(word) && !own(word) && !given(word))
  expect(words.length, 'words on the page').toBeGreaterThan(3)
  const foreign = words.filter((word) => !french.some((message) => message.test(word)))
  expect(foreign, 'texts that are no French message').toEqual([])
  expect(words.filter((word) => english.has(word) && !same.has(word))).toEqual([])
}

type Language = 'fr-CA' | 'de' | 'es'

const filesOf = (language: string) => [...read(`${language}.json`), ...read(`server.${language}.json`)]

/** A message that says something in words of its own, whatever stands in its places. */
const speaks = (message: string) =>
  (message.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, ' ').match(/\p{L}{3,}/gu) ?? []).length >= 2

/**
 * No word of the page is an English message, plain or with values in its places, that the language says otherwise. `data`
 * stands as it was received: "waiting" of upstream is English anywhere.
 */
export async function expectNoEnglish(
  page: Page,
  language: Language,
  data: ReadonlySet<string>,
): Promise<void> {
  const own = filesOf(language)
  const same = new Set(own)
  const english = filesOf('en').filter((message) => !same.has(message))
  const plain = new Set(english.filter((message) => !message.includes('{') && /\p{L}{4}/u.test(message)))
  const shapes = english.filter((message) => message.includes('{') && speaks(message)).map(shape)
  const ownShapes = own.filter((message) => message.includes('{')).map(shape)
  const said = [...new Set((await readWords(page)).map((word) => word.trim()))].filter(
    (word) => !data.has(word),
  )
  expect(said.length, 'words on the page').toBeGreaterThan(10)
  const foreign = said.filter(
    (word) =>
      plain.has(word) ||
      (shapes.some((message) => message.test(word)) && !ownShapes.some((message) => message.test(word))),
  )
  expect(foreign, `English on ${new URL(page.url()).pathname} in ${language}`).toEqual([])
}
