import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const WORDS = 'Propriété;Prix\r\nSéléniométhionine;12,50\u00a0€\r\n'
const utf16be = Buffer.from(WORDS, 'utf16le').swap16()

// The bytes as spreadsheets write them: é is E9 and € is 80 in windows-1252.
const WINDOWS = Buffer.from(
  '50 72 6f 70 72 69 e9 74 e9 3b 50 72 69 78 0d 0a 53 e9 6c e9 6e 69 6f 6d e9 74 68 69 6f 6e 69 6e 65 3b 31 32 2c 35 30 a0 80 0d 0a'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)

test.each<[name: string, bytes: Buffer]>([
  ['UTF-8', Buffer.from(WORDS)],
  ['UTF-8 with its mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(WORDS)])],
  ['UTF-16, little end first', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(WORDS, 'utf16le')])],
  ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
  ['windows-1252', WINDOWS],
])('%s is read as it was written', (_, bytes) => {
  expect(decodeText(bytes)).toBe(WORDS)
})

test('a letter that is cut in two at the end makes nothing else of the rest', () => {
  const whole = Buffer.from('crème brûlée à 4 €')
  expect(decodeText(whole.subarray(0, -1))).toBe('crème brûlée à 4 ')
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('été', 'utf16le')])
  expect(decodeText(wide.subarray(0, -1))).toBe('ét')
})

test('an empty file is empty', () => {
  expect(decodeText(Buffer.alloc(0))).toBe('')
})
