import { hotp, stepAt } from '../../src/platform/server/auth/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app shows for a secret as it was typed in; `away`: so many steps from now. */
export const codeOf = (secret: string, away = 0): string => hotp(bytesOf(secret), stepAt(Date.now()) + away)
