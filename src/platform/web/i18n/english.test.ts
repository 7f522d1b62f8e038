import fs from 'node:fs'
import { expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path + key}.`),
  )
const read = (file: string) =>
  flat(JSON.parse(fs.readFileSync(new URL(`../../../../messages/${file}.json`, import.meta.url), 'utf8')))

/** Words and turns that no text uses: each has a plainer one, or another name for the same thing. */
const WRONG: [string, RegExp][] = [
  ['email', /\be-mails?\b|\bmails?\b(?! server)/i],
  ['someone, no one, everyone', /\b(some|no|every)body\b/i],
  ['no longer; again; automatically', /\bany more\b|\banew\b|\bby itself\b|\bmeanwhile\b(?! *[.:])/],
  ['{thing} not found', /\bThere is no such\b|^No such\b/],
  ['Couldn’t {verb} {object}', /could not be (shown|loaded|saved|read)|^Not loaded$/],
  [
    '{object} saved',
    /^(The [^.]*|It|\{\w+\}) (is|was) (saved|removed|withdrawn|deleted|published|updated)\.$/,
  ],
  ['a noun, not a riddle', /^Whoever\b|^(What|Who) (is|was|has)\b(?! the status)|^It is \w+\.$/],
  ['has; undone; notified; source system', /\bbears?\b|taken back|\b(is|are) told\b|\bupstream\b/i],
  ['a curly apostrophe', /'/],
]

/** Texts that the specification quotes. */
const QUOTED = new Set([
  "Here's what's happening with your account today.",
  "I apologize, but I'm experiencing technical difficulties. Please try again later or contact our support team for immediate assistance.",
  "I apologize, but I couldn't generate a response. Please try again.",
])

test.each(WRONG)('English says: %s', (_, wrong) => {
  const texts = [...read('en'), ...read('server.en')]
  expect(texts.filter(([, text]) => wrong.test(text) && !QUOTED.has(text))).toEqual([])
})
