import type { Config } from '../../../platform/server/config.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import type { StartLines } from '../start-lines.ts'
import { acceptsPublicPassword, bringPasswordsInStep, demoPassword, isOpenToOthers } from './password.ts'
import { PEOPLE } from './people.ts'
import { type DemoPlace, isDemoHere, seedDemo } from './seed-demo.ts'
import { signInLines } from './sign-in-lines.ts'
import { DEMO_ZONE } from './zone.ts'

/**
 * At a start: loads the demo data into an empty database where the demo is on, and answers the lines that tell how to
 * sign in. Where it is off, refuses to serve accounts to others whose password everybody knows (H2).
 */
export async function openDemo(
  place: Pick<DemoPlace, 'location' | 'secrets'> & { config: Config },
  { say, warn }: StartLines,
): Promise<string[]> {
  const { location, secrets, config } = place
  if (!config.demo) {
    if ((await isDemoHere(location)) && (await acceptsPublicPassword(location))) warnOfAccounts(config, warn)
    return []
  }
  const password = demoPassword(config, secrets)
  const outcome = await seedDemo(
    { location, secrets, ...config },
    {
      asOf: reportingDay(config.reportingAsOf, DEMO_ZONE),
      password,
      say: (line) => say(`· demo data: ${line}`),
    },
  )
  if (outcome === 'left alone') return []
  if (outcome === 'already there') {
    const changed = await bringPasswordsInStep(location, config, secrets)
    if (changed > 0) say(`· demo data: ${changed} people have the password below`)
  }
  return signInLines(PEOPLE, password)
}

function warnOfAccounts(config: Config, warn: (line: string) => void): void {
  if (isOpenToOthers(config))
    throw new OperatorError(
      'This database holds the demo, whose passwords are public. Set DEMO=1 and DEMO_PUBLIC=1 to serve it with ' +
        'generated passwords, or choose another DATA_DIR or DATABASE_URL.',
    )
  warn('This database holds the demo, whose passwords are public.')
}
