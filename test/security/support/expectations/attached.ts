import type { Principal, Refusal } from '../principals.ts'
import { type Attached, FOREIGN, OWN, type World } from '../world.ts'
import { type Call, type Expectation, equal, get, invalid, RANDOM_ID } from './ask.ts'

const missing: Refusal = [404, 'not_found']

/**
 * A file that is attached to something: each asker gets the bytes of those that they may open, another tenant's is as absent as
 * none, and a file is not reached through something that it is not attached to.
 */
export function attached(
  access: Expectation['access'],
  of: keyof World['files'],
  path: (thing: number | string, file: number | string) => string,
  /** Whose things they see; who came by a code sees no other people's (A2). */
  ofWhom: (asker: Principal) => Principal['sees'],
): Expectation {
  const planted = ({ files }: World) => files[of]
  const through = (name: string, ids: (of: Attached) => [thing: number, file: number]): Call => ({
    name,
    request: (world) => get(path(...ids(planted(world)))),
    refusal: missing,
  })
  const whole = (whose: keyof Attached, mark: string, tenant: (world: World) => number): Call => ({
    name: `the ${whose} one`,
    request: (world) => get(path(...planted(world)[whose])),
    refusal: (world, asker) => {
      const seen = ofWhom(asker)
      return seen === 'all' || seen.includes(tenant(world)) ? undefined : missing
    },
    check: (body) => {
      equal('bytes', body, `${mark} 1`)
      return true
    },
  })
  return {
    access,
    calls: [
      whole('own', OWN, ({ own }) => own),
      whole('foreign', FOREIGN, ({ other }) => other),
      through('a file that is not there', ({ own: [thing] }) => [thing, RANDOM_ID]),
      through('the other tenant’s file as one of the own', ({ own, foreign }) => [own[0], foreign[1]]),
      through('the own file as one of the other tenant’s', ({ own, foreign }) => [foreign[0], own[1]]),
      { name: 'id 0', request: () => get(path(0, 1)), refusal: invalid },
      { name: 'file x', request: () => get(path(1, 'x')), refusal: invalid },
    ],
    alike: [
      {
        name: 'the other tenant’s',
        foreign: (world) => get(path(...planted(world).foreign)),
        random: () => get(path(RANDOM_ID, RANDOM_ID)),
      },
    ],
  }
}
