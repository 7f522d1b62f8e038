import { randomInt } from 'node:crypto'

/** No letters that are taken for digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 16

/** 79 bits, in groups that can be read out. */
export function newCode(): string {
  const marks = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return (marks.join('').match(/.{4}/g) ?? []).join('-')
}
