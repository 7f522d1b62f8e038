import type { Command } from 'commander'
import { loadConfig } from '../../../platform/server/config.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { reportingDay } from '../../../platform/server/reporting-day.ts'
import { OVERFULL_PERSON } from '../demo/overfull.ts'
import { demoPassword } from '../demo/password.ts'
import { PEOPLE } from '../demo/people.ts'
import { seedDemo, seedOverfull } from '../demo/seed-demo.ts'
import { signInLines } from '../demo/sign-in-lines.ts'
import { DEMO_ZONE } from '../demo/zone.ts'
import { withInstallation } from './with-installation.ts'

export function addDemoCommands(program: Command) {
  program
    .command('seed-demo')
    .description('load the demo data: four clients, their people, orders and sales; once')
    .option('--overfull', 'and a client with the longest texts and the largest amounts, for development')
    .action((options: { overfull?: true }) => {
      if (!loadConfig().demo)
        throw new OperatorError('The passwords of the demo are public: it is loaded only with DEMO=1.')
      return withInstallation(async ({ location, secrets, config }) => {
        const wish = {
          asOf: reportingDay(config.reportingAsOf, DEMO_ZONE),
          password: demoPassword(config, secrets),
          say: console.error,
        }
        const outcome = await seedDemo({ location, secrets, ...config }, wish)
        if (outcome === 'left alone')
          throw new OperatorError(
            'There are clients here already: the demo data goes into an empty database only.',
          )
        if (options.overfull) await seedOverfull({ location, secrets, ...config }, wish)
        if (outcome === 'already there') console.log('the demo data is there already')
        else for (const line of signInLines(PEOPLE, wish.password)) console.log(line)
        if (options.overfull) console.log(signInLines([OVERFULL_PERSON], wish.password).join('\n'))
      })
    })
}
