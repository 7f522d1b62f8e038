import { expect, test } from 'vitest'
import { ATTACHED_ENDINGS, shownAsOf } from '../../../platform/contract/shown-file.ts'
import { formatOfName } from './file-name.ts'
import { FORMAT_NAMES } from './vocabulary.ts'

test.each([
  ['IMG_1.HEIC', 'heic'],
  ['a.heif', 'heic'],
  ['a.TIFF', 'tif'],
  ['a.jpeg', 'jpg'],
  ['a.pdf.eml', 'eml'],
  ['a.exe', undefined],
  ['eml', undefined],
])('%s is %s', (name, format) => {
  expect(formatOfName(name)).toBe(format)
})

test('what screens offer to attach is what is taken', () => {
  const offered = ATTACHED_ENDINGS.split(',').map((ending) => formatOfName(`a${ending}`))
  expect(offered).not.toContain(undefined)
  expect(new Set(offered)).toEqual(new Set(FORMAT_NAMES))
  expect(shownAsOf('a.HEIF')).toBe('picture')
  expect(shownAsOf('a.docx')).toBeUndefined()
})
