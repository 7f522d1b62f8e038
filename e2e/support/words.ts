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

/** Whether a message may show so on a screen: anything may stand where it has a value. */
function shape(message: string): (word: string) => boolean {
  const fixed = ['']
  let depth = 0
  for (const sign of message) {
    if (sign === '{' && depth === 0) fixed.push('')
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (depth === 0) fixed[fixed.length - 1] += sign
  }
  const escaped = fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const whole = new RegExp(`^${escaped.join('.+')}$`, 's')
  // What it must have anyway is looked for first: screens have hundreds of words, and the portal thousands of messages.
  return (word) => fixed.every((part) => word.includes(part)) && whole.test(word)
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
  const foreign = words.filter((word) => !french.some((message) => message(word)))
  expect(foreign, 'texts that are no French message').toEqual([])
  expect(words.filter((word) => english.has(word) && !same.has(word))).toEqual([])
}

type Language = 'fr-CA' | 'de' | 'es'

const filesOf = (language: string) => [...read(`${language}.json`), ...read(`server.${language}.json`)]

/** A message that says something in words of its own, whatever stands in its places. */
const speaks = (message: string) =>
  (message.replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, ' ').match(/\p{L}{3,}/gu) ?? []).length >= 2

type Known = ReturnType<typeof readLanguage>
const known = new Map<Language, Known>()

/** What is English where this language says it otherwise, and what is its own. */
function readLanguage(language: Language) {
  const own = filesOf(language)
  const same = new Set(own)
  const english = filesOf('en').filter((message) => !same.has(message))
  return {
    plain: new Set(english.filter((message) => !message.includes('{') && /\p{L}{4}/u.test(message))),
    shapes: english.filter((message) => message.includes('{') && speaks(message)).map(shape),
    ownShapes: own.filter((message) => message.includes('{')).map(shape),
  }
}

/**
 * No word of the page is an English message, plain or with values in its places, that the language says otherwise. `data`
 * stands as it was received: "waiting" of upstream is English anywhere.
 */
export async function expectNoEnglish(
  page: Page,
  language: Language,
  data: ReadonlySet<string>,
): Promise<void> {
  if (!known.has(language)) known.set(language, readLanguage(language))
  const { plain, shapes, ownShapes } = known.get(language) as Known
  const said = [...new Set((await readWords(page)).map((word) => word.trim()))].filter(
    (word) => !data.has(word),
  )
  expect(said.length, 'words on the page').toBeGreaterThan(5)
  const foreign = said.filter(
    (word) =>
      plain.has(word) ||
      (shapes.some((message) => message(word)) && !ownShapes.some((message) => message(word))),
  )
  expect(foreign, `English on ${new URL(page.url()).pathname} in ${language}`).toEqual([])
}
