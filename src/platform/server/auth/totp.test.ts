import { describe, expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'
import { base32, hotp, otpauthUri, stepAt, stepOf } from './totp.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')

describe('one-time codes', () => {
  test.each([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])('RFC 4226, appendix D: %#', (code) => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(RFC_SECRET, counter))
    expect(codes).toContain(code)
  })

  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('RFC 6238, appendix B: at %d s', (seconds, code) => {
    expect(hotp(RFC_SECRET, stepAt(seconds * 1000), 8)).toBe(code)
  })

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('RFC 4648: %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })

  test('a code is good one step early and one late, and says of which step it is', () => {
    const now = 1_700_000_000_000
    const present = stepAt(now)
    const found = [-2, -1, 0, 1, 2].map((away) => stepOf(RFC_SECRET, hotp(RFC_SECRET, present + away), now))
    expect(found).toEqual([undefined, present - 1, present, present + 1, undefined])
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', ' 123456'])
      expect(stepOf(RFC_SECRET, code, now)).toBeUndefined()
  })

  test('the address for apps names issuer and account', () => {
    expect(otpauthUri('Lot & Line', 'a+b@test.example', RFC_SECRET)).toBe(
      'otpauth://totp/Lot%20%26%20Line:a%2Bb%40test.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
        '&issuer=Lot%20%26%20Line&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('what is kept sealed', () => {
  const { seal, unseal } = createSecretBox('x'.repeat(43))
  test('opens for its owner alone, and not when it was touched', () => {
    const sealed = seal(RFC_SECRET, 'one')
    expect(sealed.includes(RFC_SECRET)).toBe(false)
    expect(seal(RFC_SECRET, 'one')).not.toEqual(sealed)
    expect(unseal(sealed, 'one')).toEqual(RFC_SECRET)
    expect(() => unseal(sealed, 'two')).toThrow()
    expect(() => createSecretBox('y'.repeat(43)).unseal(sealed, 'one')).toThrow()
    sealed[sealed.length - 1] = (sealed.at(-1) as number) ^ 1
    expect(() => unseal(sealed, 'one')).toThrow()
  })
})
