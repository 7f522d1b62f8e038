import { afterAll, expect, test } from 'vitest'
import { drawnPdf } from '../../../../../test/support/drawn-pdf.ts'
import { createTextReader, type ReadText } from './text-reader.ts'

const reader = createTextReader()
afterAll(() => reader.end())

const PAGES = ['Certificat d’analyse\nNumération: 12 milliards', 'Page deux']
const nothing = (state: ReadText['state']): ReadText => ({ state, pages: [] })

const CASES: [string, () => Promise<Buffer>, ReadText][] = [
  [
    'text, page by page',
    () => drawnPdf(PAGES),
    { state: 'read', pages: ['Certificat d’analyse Numération: 12 milliards', 'Page deux'] },
  ],
  ['a picture', () => drawnPdf((file) => void file.rect(0, 0, 9, 9).fill()), nothing('no_text')],
  ['a lock', () => drawnPdf(PAGES, { userPassword: 'geheim' }), nothing('locked')],
  ['no PDF', async () => Buffer.from('%PDF-1.7 and nothing more'), nothing('unreadable')],
  ['half a PDF', async () => (await drawnPdf(PAGES)).subarray(0, 400), nothing('unreadable')],
]

test.each(CASES)('%s', async (_, made, read) => {
  expect(await reader.read(await made())).toEqual(read)
})

test('a file that takes too long is unreadable, and the next one is read', async () => {
  const impatient = createTextReader({ limitMs: 1 })
  expect(await impatient.read(await drawnPdf(Array(100).fill('word '.repeat(500))))).toEqual(
    nothing('unreadable'),
  )
  impatient.end()
  expect((await reader.read(await drawnPdf(PAGES))).state).toBe('read')
})
