import { expect, test } from 'vitest'
import { readDraft } from './read-draft.ts'

const initial = { title: '', count: 0 }

test.each([
  ['nothing kept', null, null],
  ['no JSON', '{"title"', null],
  ['a list', '[1]', null],
  ['a draft', '{"title":"é","count":2}', { title: 'é', count: 2 }],
  ['a draft of an older form', '{"title":"a","gone":1}', { title: 'a', count: 0 }],
  ['a field of another type', '{"title":5,"count":3}', { title: '', count: 3 }],
])('%s', (_, text, values) => {
  expect(readDraft(text, initial)).toEqual(values)
})
