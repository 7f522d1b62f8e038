import type { Command } from 'commander'
import { sql } from 'kysely'
import { migrate } from '../../../platform/server/database/migrate.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { openInstallation } from '../open-installation.ts'
import { withInstallation } from './with-installation.ts'

type Fault = { tenant_id: number; seq: number; problem: string }

export function addDatabaseCommands(program: Command) {
  program
    .command('migrate')
    .description('bring the database to the form of this version')
    .action(async () => {
      const installation = await openInstallation({ beside: true })
      try {
        const applied = await migrate(installation.location)
        console.log(applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to do')
      } finally {
        await installation.close()
      }
    })

  program
    .command('verify-audit')
    .description(
      'check the hash chain of every tenant; exit code 1 and the first bad row of each when one is broken',
    )
    .action(() =>
      withInstallation(async ({ location }) => {
        const { rows } = await withOwner(location, (tx) =>
          sql<Fault>`select * from portal.verify_audit()`.execute(tx),
        )
        for (const { tenant_id, seq, problem } of rows)
          console.error(`tenant ${tenant_id}, row ${seq}: ${problem}`)
        if (rows.length > 0) process.exitCode = 1
        else console.log('every chain is whole')
      }),
    )
}
