import { expect, it } from 'vitest'
import { isEmailAddress } from './email-address.ts'

it.each([
  ['ana@maker.example', true],
  ['  ana@maker.example ', true],
  ['ana.b+lots@mail.maker.example', true],
  ['zoé@fjörd.example', true],
  ['ana@localhost', true],
  ['ana..b@maker.example', false],
  ['ana@maker..example', false],
  ['.ana@maker.example', false],
  ['ana.@maker.example', false],
  ['ana@.maker.example', false],
  ['ana@maker.example.', false],
  ['ana@b@maker.example', false],
  ['ana b@maker.example', false],
  ['@maker.example', false],
  ['ana@', false],
  [`${'a'.repeat(320)}@b`, false],
])('%s is an address: %s', (typed, is) => {
  expect(isEmailAddress(typed)).toBe(is)
})
