import { createHmac, randomInt } from 'node:crypto'

const HOW_MANY = 10
const LENGTH = 10
/** Without those that are taken for one another when read aloud or written down; 32 of them: 50 bits a code. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const newCode = () => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

export const newRecoveryCodes = (): string[] => Array.from({ length: HOW_MANY }, newCode)

/** Only this is kept of a code; undefined for what is none, however it was typed. */
export function recoveryHash(secret: string, userId: string, typed: string): Buffer | undefined {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (letters.length !== LENGTH) return undefined
  return createHmac('sha256', secret).update(`recovery ${userId} ${letters}`).digest()
}
