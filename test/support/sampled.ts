import { inDrawnOrder, shareOf, takenOf } from '../../tools/share.mjs'
import { LONG } from './form.ts'
import { SEED } from './seed.ts'

/**
 * So many of the cases, in their order, chosen by the printed seed: `npm test` has its minutes. `npm run test:faults` takes
 * them all. `what` names the sample, so that two samples of one run are not the same places.
 */
export function sampled<Case>(what: string, cases: readonly Case[], most: number): Case[] {
  if (LONG || cases.length <= most) return [...cases]
  const places = inDrawnOrder(SEED, [...cases.keys()], (at) => `${what} ${at}`)
  const chosen = new Set(places.slice(0, most))
  console.log(`${what}: ${most} of ${cases.length} (${[...chosen].sort().join(', ')}), TEST_SEED=${SEED}`)
  return cases.filter((_, at) => chosen.has(at))
}

/**
 * What this run takes of cases that `npm test` shares with the run on the other PostgreSQL; each is taken by one of them. All of
 * them where nobody shares, as `npm run test:faults` and a single file do. `name` tells a case from the others.
 */
export function shared<Case>(what: string, cases: readonly Case[], name: (one: Case) => string): Case[] {
  const share = shareOf(process.env)
  if (!share) return [...cases]
  const names = takenOf(share, SEED, cases.map(name))
  const taken = cases.filter((one) => names.has(name(one)))
  console.log(`${what}: ${taken.length} of ${cases.length}, the ${share}, TEST_SEED=${SEED}`)
  return taken
}
