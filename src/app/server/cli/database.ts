import type { Command } from 'commander'
import { sql } from 'kysely'
import { openCheckpoints } from '../../../features/audit/server/checkpoints.ts'
import { lostPositions } from '../../../features/audit/server/watch-audit.ts'
import { verifySales } from '../../../features/sales/server/verify-sales.ts'
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
      'check the hash chain of every tenant, and the signed checkpoints; exit code 1 and the first bad row of each when one is broken',
    )
    .action(() =>
      withInstallation(async ({ location, config, secrets }) => {
        const checkpoints = openCheckpoints(config.dataDir, secrets.checkpoints)
        const [{ rows: found }, lost] = await withOwner(location, async (tx) => [
          await sql<Fault>`select * from portal.verify_audit()`.execute(tx),
          await lostPositions(tx, checkpoints),
        ])
        const rows = [
          ...found,
          ...lost.map((row) => ({ ...row, problem: 'was signed, and is not there any more' })),
        ]
        for (const { tenant_id, seq, problem } of rows)
          console.error(`tenant ${tenant_id}, row ${seq}: ${problem}`)
        if (rows.length > 0) process.exitCode = 1
        else console.log('every chain is whole')
      }),
    )

  program
    .command('verify-sales')
    .description(
      'count every sales line and compare with the sums; exit code 1 and where they differ when they do',
    )
    .action(() =>
      withInstallation(async ({ location }) => {
        const differences = await withOwner(location, verifySales)
        for (const { dataset, sums, tenantId, currency, year, ...d } of differences) {
          const whose = [`tenant ${tenantId}`, currency, year === 0 ? 'all years' : year]
            .filter(Boolean)
            .join(', ')
          const lines =
            d.linesFound === null ? '' : `: ${d.linesFound} lines instead of ${d.linesExpected ?? 0}`
          console.error(`${dataset}: ${sums} of ${whose}: ${d.wrongKeys} wrong${lines}`)
        }
        if (differences.length > 0) process.exitCode = 1
        else console.log('every sum is that of its lines')
      }),
    )
}
