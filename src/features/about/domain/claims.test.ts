import fs from 'node:fs'
import { expect, it } from 'vitest'
import { CLAIMS, COLOURS } from './claims.ts'

it.each(CLAIMS)('$id is shown by a test that is there', ({ shownBy }) => {
  expect(fs.readFileSync(shownBy, 'utf8')).toMatch(/\b(it|test)(\.each\(|\()/)
})

it('names the colours that the screens have', () => {
  const tokens = fs.readFileSync('src/platform/web/theme/tokens.css', 'utf8')
  for (const { value } of COLOURS) expect(tokens).toContain(value.toLowerCase())
})
