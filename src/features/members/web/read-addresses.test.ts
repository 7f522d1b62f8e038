import { expect, it } from 'vitest'
import { readAddresses } from './read-addresses.ts'

it.each([
  ['', [], []],
  ['a@b.c', ['a@b.c'], []],
  [' A@B.c,d@e.f;\n g@h.i\td@e.f ', ['a@b.c', 'd@e.f', 'g@h.i'], []],
  ['"Roy, Anne" <anne@b.c>, Jean Roy <jean@b.c>', ['anne@b.c', 'jean@b.c'], []],
  ['a@b.c, nobody, @x', ['a@b.c'], ['nobody', '@x']],
])('%j is read as %j, and %j is none', (text, good, bad) => {
  expect(readAddresses(text)).toEqual({ good, bad })
})
