import { createHash } from 'node:crypto'
import { SEED } from './seed.ts'

/** So many of them, chosen by the seed and by what they are chosen for. */
export const drawn = <T>(what: string, of: readonly T[], most: number): T[] =>
  of
    .map((one, at) => ({ one, draw: createHash('sha256').update(`${SEED} ${what} ${at}`).digest('hex') }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one)
