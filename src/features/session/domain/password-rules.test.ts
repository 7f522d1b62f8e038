import { describe, expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

describe('password rules (A6)', () => {
  it.each([
    ['short', 'Tr0ub4dor&3', /too short/],
    ['too long', 'x9!kQ'.repeat(30), /too long/],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaa', /too few/],
    ['the alphabet', 'abcdefghijklmnopq', /keyboard or the alphabet/],
    ['an English keyboard row', 'qwertyuiopasdfghj', /keyboard or the alphabet/],
    ['a French keyboard row', 'azertyuiopqsdfghjk', /keyboard or the alphabet/],
    ['a common English pair', 'PasswordWelcome2025', /everybody tries/],
    ['a common French pair', 'MotDePasse-Bienvenue', /everybody tries/],
    ['the product', 'Lotline-Portal-2026!', /everybody tries/],
  ])('refuses %s', (_, password, reason) => {
    expect(passwordFault(password)).toMatch(reason)
  })

  it('refuses the name of the tenant', () => {
    expect(passwordFault('Boréal-Nordique-2026', ['Boréal', 'Nordique'])).toMatch(/everybody tries/)
  })

  it.each([
    'correct horse battery staple',
    'vélo bleu sous la neige',
    '密码密码是很长的句子哦一二三四五六',
    'r7-Uk2#mmPq9!zzT',
  ])('accepts %s', (password) => {
    expect(passwordFault(password)).toBeUndefined()
  })
})
