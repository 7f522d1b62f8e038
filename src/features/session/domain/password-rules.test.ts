import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordWeakness, shortestPassword } from './password-rules.ts'

/** Characters that repeat nothing, walk nowhere and say no word, as many as asked for. */
const odd = (length: number) => 'x9!kQ#7mZ2vR&b4T'.repeat(9).slice(0, length - 1) + (length % 10)

describe('password rules (A6)', () => {
  it.each([
    ['short', 'Tr0ub4dor&3', 'short'],
    ['one letter', 'aaaaaaaaaaaaaaaaaaaa', 'repeats'],
    ['four letters', 'abababcdcdcdabcd', 'repeats'],
    ['a word three times', 'tracteurtracteurtracteur', 'repeats'],
    ['a word twice, with a number', 'Marmottes-Marmottes-77', 'repeats'],
    ['letters and numbers again and again', 'k7q9p k7q9p k7q9p', 'repeats'],
    ['the alphabet', 'abcdefghijklmnopq', 'walk'],
    ['the alphabet, each twice', 'aabbccddeeffgghhii', 'walk'],
    ['numbers in a row', '12345678901234567', 'walk'],
    ['an English keyboard row', 'qwertyuiopasdfghj', 'walk'],
    ['a French keyboard row', 'azertyuiopqsdfghjk', 'walk'],
    ['a row backwards', 'poiuytrewqlkjhgfd', 'walk'],
    ['columns of an English keyboard', '1qaz2wsx3edc4rfv', 'walk'],
    ['columns of a French keyboard', '1aqw2zsx3edc4rfv', 'walk'],
    ['a birthday twice', '1987-06-05/1987-06-05', 'repeats'],
    ['days', '05061987 17081959', 'common'],
    ['a common English pair', 'PasswordWelcome2025', 'common'],
    ['a common French pair', 'MotDePasse-Bienvenue', 'common'],
    ['seasons and years', 'Summer2025Winter2026', 'common'],
    ['seasons and years in French', 'Été2025-Hiver2026!!', 'common'],
    ['months and years', 'janvier2026fevrier2026', 'common'],
    ['a season and signs', '!!!Printemps2026!!!', 'common'],
    ['numbers for letters', 'P@$$w0rd-W3lc0m3!', 'common'],
    ['numbers for letters in French', 'B0nj0ur M0td3pa553', 'common'],
    ['words that say nothing more', 'This is my password 1', 'common'],
    ['words that say nothing more in French', 'mon mot de passe est secret', 'common'],
    ['a comic', 'correct horse battery staple', 'common'],
    ['every letter', 'The quick brown fox jumps over the lazy dog!', 'common'],
    ['every letter in French', 'Portez ce vieux whisky au juge blond qui fume', 'common'],
    ['a motto', 'Je me souviens 1867-2026', 'common'],
    ['the product', 'Lotline-Portal-2026!', 'common'],
  ])('refuses %s', (_, password, reason) => {
    expect(passwordWeakness(password)).toBe(reason)
  })

  it.each([
    ['the tenant', 'Boréal-Nordique-2026', ['Boréal Nordique inc.']],
    ['the tenant in one word', 'borealnordiqueinc2026', ['Boréal Nordique inc.']],
    ['the own name', 'Geneviève.Tremblay.1987', ['Geneviève Tremblay']],
    ['the own address', 'g.tremblay g.tremblay 01', ['g.tremblay']],
    ['both and a common word', 'Tremblay@Boreal2026', ['Geneviève Tremblay', 'Boréal']],
  ])('refuses %s', (_, password, names) => {
    expect(passwordWeakness(password, names)).toMatch(/^(common|repeats)$/)
  })

  it.each([
    [9, 'short', 'short'],
    [10, 'short', undefined],
    [14, 'short', undefined],
    [15, undefined, undefined],
    [64, undefined, undefined],
    [72, undefined, undefined],
    [73, undefined, undefined],
    [128, undefined, undefined],
    [129, 'long', 'long'],
  ])('%s characters (T16): alone %s, beside a second factor %s', (length, alone, beside) => {
    expect(passwordWeakness(odd(length))).toBe(alone)
    expect(passwordWeakness(odd(length), [], shortestPassword(true))).toBe(beside)
    // Characters count, not what they are made of.
    expect(passwordWeakness(`${odd(length - 1)}🦆`)).toBe(alone)
  })

  it.each([
    [true, 'vélo bleu!', undefined],
    [true, 'qwertyuiop', 'walk'],
    [true, 'Bienvenue1', 'common'],
    [true, 'Hiver2026!', 'common'],
    [true, 'r7-Uk2#mmP', undefined],
  ])('where a second factor is asked for (%s), %s is %s', (needsFactor, password, reason) => {
    expect(passwordWeakness(password, [], shortestPassword(needsFactor))).toBe(reason)
  })

  it.each([
    'orange tractor lamp seventeen',
    'vélo bleu sous la neige',
    'mon chat mange des welcome mats',
    'soleil tracteur fromage hockey',
    '密码密码是很长的句子哦一二三四五六',
    'r7-Uk2#mmPq9!zzT',
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password)).toBeUndefined()
  })

  it('accepts what is drawn by chance', () => {
    const drawn = fc.string({
      unit: fc.constantFrom(...'bcdfghjkmnpqrstvwxz23456789'),
      minLength: 18,
      maxLength: 40,
    })
    fc.assert(
      fc.property(drawn, (password) => {
        fc.pre(new Set(password).size > 11)
        expect(passwordWeakness(password, ['Boréal'])).toBeUndefined()
      }),
    )
  })
})
