import { createHash } from 'node:crypto'
import { LONG } from './form.ts'
import { SEED } from './seed.ts'

/**
 * So many of the cases, in their order, chosen by the printed seed: `npm test` has its minutes. `npm run test:faults` takes
 * them all. `what` names the sample, so that two samples of one run are not the same places.
 */
export function sampled<Case>(what: string, cases: readonly Case[], most: number): Case[] {
  if (LONG || cases.length <= most) return [...cases]
  const chosen = new Set(
    cases
      .map((_, at) => ({ at, draw: createHash('sha256').update(`${SEED} ${what} ${at}`).digest('hex') }))
      .sort((one, other) => (one.draw < other.draw ? -1 : 1))
      .slice(0, most)
      .map(({ at }) => at),
  )
  console.log(`${what}: ${most} of ${cases.length} (${[...chosen].sort().join(', ')}), TEST_SEED=${SEED}`)
  return cases.filter((_, at) => chosen.has(at))
}
