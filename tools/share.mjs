// Of what is too much for the minutes of `npm test` it takes a third, and the run on the other PostgreSQL the rest: with one seed
// for both, as .ci/run has it, everything runs once.
import { createHash } from 'node:crypto'

/** These in an order that the seed makes of their names. */
export function inDrawnOrder(seed, all, nameOf) {
  const draw = (one) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex')
  return all
    .map((one) => ({ one, drawn: draw(one) }))
    .sort((a, b) => (a.drawn < b.drawn ? -1 : 1))
    .map(({ one }) => one)
}

/** 'third', 'rest', or undefined: everything. */
export const shareOf = ({ TEST_SHARE }) => TEST_SHARE || undefined

/** Of these names those that the share has: the third of them that the seed puts first, or the rest. */
export function takenOf(share, seed, names) {
  const drawn = inDrawnOrder(seed, names, (name) => name)
  const third = Math.ceil(names.length / 3)
  return new Set(share === 'third' ? drawn.slice(0, third) : drawn.slice(third))
}
