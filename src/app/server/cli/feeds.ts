import type { Command } from 'commander'
import { INGEST_KINDS, type IngestKind } from '../../../features/ingestion/contract.ts'
import { expectFeed } from '../../../features/ingestion/server/expect-feed.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { withInstallation } from './with-installation.ts'

const MOST_HOURS = 24 * 366

export function addFeedCommands(program: Command) {
  program
    .command('expect-feed')
    .description(
      'within how many hours upstream sends a kind again; later than that, its data is marked late',
    )
    .argument('<kind>', INGEST_KINDS.join(', '))
    .argument('<hours>', 'a whole number, or never')
    .action((kind: string, given: string) => {
      if (!(INGEST_KINDS as readonly string[]).includes(kind))
        throw new OperatorError(`There is no kind "${kind}". Known: ${INGEST_KINDS.join(', ')}.`)
      const hours = given === 'never' ? null : Number(given)
      if (hours !== null && !(Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS))
        throw new OperatorError(
          `"${given}" is neither "never" nor a number of hours from 1 to ${MOST_HOURS}.`,
        )
      return withInstallation(({ location }) =>
        withOwner(location, async (tx) => {
          await expectFeed(tx, kind as IngestKind, hours)
          await auditByOperator(tx, 0, 'feed.expected', 'feed', kind, { hours })
          console.log(`${kind}: ${hours === null ? 'whenever it comes' : `every ${hours} hours`}`)
        }),
      )
    })
}
