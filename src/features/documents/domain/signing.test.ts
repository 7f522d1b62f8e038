import { expect, it } from 'vitest'
import { signingOf } from './signing.ts'

it.each([
  ['msa', 'agreement', 'agreement'],
  ['nda', 'agreement', 'agreement'],
  ['dpa', 'agreement', 'agreement'],
  ['sla', 'agreement', 'agreement'],
  ['terms', 'policy', 'agreement'],
  ['privacy', 'policy', 'notice'],
  // The type decides, whatever it is filed under.
  ['msa', 'policy', 'agreement'],
  ['privacy', 'agreement', 'notice'],
  ['other', 'agreement', 'agreement'],
  ['certificate', 'agreement', 'agreement'],
  ['other', 'policy', 'notice'],
  ['procedure', 'policy', 'notice'],
  // On the Legal screen and on another one: filed under a category of that.
  ['other', 'compliance', 'notice'],
  ['report', 'audit', 'notice'],
] as const)('%s, filed as %s, is signed as %s', (type, category, signing) => {
  expect(signingOf({ type, category })).toBe(signing)
})
