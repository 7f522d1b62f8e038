import fs from 'node:fs'
import { expect, it } from 'vitest'
import { COLOURS, PROOFS, RADII } from './claims.ts'

it.each(PROOFS)('%s is there, with a test in it', (proof) => {
  expect(fs.readFileSync(proof, 'utf8')).toMatch(/\b(it|test)(\.each\(|\()/)
})

it('what is claimed from the start names tests that are known', () => {
  const seeded = fs.readFileSync('db/migrations/0277_claims.sql', 'utf8').match(/(?<=')test\/[^']+/g)
  expect(seeded).toHaveLength(6)
  expect(PROOFS).toEqual(expect.arrayContaining(seeded ?? []))
})

it('names the colours and the radii that the screens have', () => {
  const tokens = fs.readFileSync('src/platform/web/theme/tokens.css', 'utf8')
  for (const { value } of COLOURS) expect(tokens).toContain(value.toLowerCase())
  const radii = [...tokens.matchAll(/--r\d: (\d+)px;/g)].map(([, size]) => `${size} px`)
  expect(radii).toEqual(RADII)
})
