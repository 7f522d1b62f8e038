import fs from 'node:fs'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { type Checkpoints, openCheckpoints } from '../../../features/audit/server/checkpoints.ts'
import { type ChainFault, findFaults } from '../../../features/audit/server/find-faults.ts'
import { verifySales } from '../../../features/sales/server/verify-sales.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import { migrate } from '../../../platform/server/database/migrate.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { openInstallation } from '../open-installation.ts'
import { withInstallation } from './with-installation.ts'

/** @throws OperatorError when it was not signed here */
function readCheckpoint(checkpoints: Checkpoints, file: string) {
  if (!fs.existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
  const read = checkpoints.readOurs(fs.readFileSync(file, 'utf8'))
  if (!read) throw new OperatorError(`${file} is no checkpoint that this installation signed.`)
  return read
}

/** Where the health of the portal shows it, as that of the button. After it was told: a broken chain may take no more rows. */
async function noteVerification(tx: Tx, faults: readonly ChainFault[]): Promise<void> {
  const { rows } = await sql<{ chains: number; rows: number }>`
    select count(distinct tenant_id)::int as chains, count(*) as rows from portal.audit_log`.execute(tx)
  const broken = [...new Set(faults.map(({ tenant_id }) => tenant_id))]
  await auditByOperator(tx, 0, 'audit.verified', 'audit', 'chains', { ...rows[0], broken })
}

export function addDatabaseCommands(program: Command) {
  program
    .command('migrate')
    .description('bring the database to the form of this version')
    .action(async () => {
      const installation = await openInstallation({ beside: true })
      try {
        const applied = await migrate(installation.location, { log: (line) => console.error(line) })
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
    .option('--checkpoint <file>', 'hold the chain also against a checkpoint that was downloaded')
    .action(({ checkpoint: file }: { checkpoint?: string }) =>
      withInstallation(async ({ location, config, secrets }) => {
        const checkpoints = openCheckpoints(config.dataDir, secrets.checkpoints)
        const kept = file === undefined ? [] : [readCheckpoint(checkpoints, file)]
        const rows = await withOwner(location, (tx) => findFaults(tx, checkpoints, kept))
        for (const { tenant_id, seq, problem } of rows)
          console.error(`tenant ${tenant_id}, row ${seq}: ${problem}`)
        if (rows.length > 0) process.exitCode = 1
        else console.log('every chain is whole')
        await withOwner(location, (tx) => noteVerification(tx, rows))
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
