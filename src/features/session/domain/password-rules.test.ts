import { describe, expect, it } from 'vitest'
import { passwordWeakness, shortestPassword } from './password-rules.ts'

describe('password rules (A6)', () => {
  it.each([
    ['short', 'Tr0ub4dor&3', 'short'],
    ['too long', 'x9!kQ'.repeat(30), 'long'],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaa', 'repeats'],
    ['the alphabet', 'abcdefghijklmnopq', 'walk'],
    ['an English keyboard row', 'qwertyuiopasdfghj', 'walk'],
    ['a French keyboard row', 'azertyuiopqsdfghjk', 'walk'],
    ['a common English pair', 'PasswordWelcome2025', 'common'],
    ['a common French pair', 'MotDePasse-Bienvenue', 'common'],
    ['the product', 'Lotline-Portal-2026!', 'common'],
  ])('refuses %s', (_, password, reason) => {
    expect(passwordWeakness(password)).toBe(reason)
  })

  it('refuses the name of the tenant', () => {
    expect(passwordWeakness('Boréal-Nordique-2026', ['Boréal', 'Nordique'])).toBe('common')
  })

  it.each([
    [false, 'r7-Uk2#mmPq9!z', 'short'],
    [false, 'r7-Uk2#mmPq9!zz', undefined],
    [true, 'r7-Uk2#mm', 'short'],
    [true, 'r7-Uk2#mmP', undefined],
    [true, 'vélo bleu!', undefined],
    [true, 'qwertyuiop', 'walk'],
    [true, 'Bienvenue1', 'common'],
  ])('where a second factor is asked for (%s), %s is %s', (needsFactor, password, reason) => {
    expect(passwordWeakness(password, [], shortestPassword(needsFactor))).toBe(reason)
  })

  it.each([
    'correct horse battery staple',
    'vélo bleu sous la neige',
    '密码密码是很长的句子哦一二三四五六',
    'r7-Uk2#mmPq9!zzT',
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password)).toBeUndefined()
  })
})
