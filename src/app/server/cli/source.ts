import type { Command, Option } from 'commander'
import { sql } from 'kysely'
import { DATE_ORDERS, DECIMALS, DUPLICATES, SourceSettings } from '../../../features/ingestion/contract.ts'
import { forgetReadings, saveSettings, sourceSettings } from '../../../features/ingestion/server/published.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { withInstallation } from './with-installation.ts'

type Options = { forget?: true } & { [name in keyof SourceSettings]?: string }

export function addSourceCommand(program: Command, OptionType: typeof Option) {
  program
    .command('source')
    .description('show, and set, how an upstream system writes; a new name with a setting is a new source')
    .argument('<name>', 'the upstream system')
    .addOption(new OptionType('--decimal <mark>', 'the mark before decimals').choices(DECIMALS))
    .addOption(new OptionType('--date-order <order>', 'of day, month and year').choices(DATE_ORDERS))
    .option('--encoding <name>', 'of files that do not say it; auto: found out')
    .addOption(
      new OptionType('--duplicates <rule>', 'of rows of one key with different content').choices(DUPLICATES),
    )
    .option('--forget', 'what was found out of its files, so that the next one decides anew')
    .action((name: string, { forget, ...given }: Options) =>
      withInstallation(({ location }) =>
        withOwner(location, async (tx) => {
          const changes = Object.keys(given).length > 0
          const id = await idOf(tx, name, changes)
          const { readings: _, ...known } = await sourceSettings(tx, { sourceId: id })
          if (changes) {
            const settings = settingsOf({ ...known, ...given })
            await saveSettings(tx, id, settings)
            await auditByOperator(tx, 0, 'source.changed', 'source', String(id), { name, ...settings })
          }
          if (forget) {
            const forgotten = await forgetReadings(tx, id)
            await auditByOperator(tx, 0, 'source.forgotten', 'source', String(id), { name, forgotten })
          }
          console.log(JSON.stringify({ name, ...(await sourceSettings(tx, { sourceId: id })) }, null, 2))
        }),
      ),
    )
}

function settingsOf(given: Record<string, unknown>): SourceSettings {
  const read = SourceSettings.safeParse({
    ...given,
    encoding: given.encoding === 'auto' ? null : given.encoding,
  })
  if (read.success) return read.data
  throw new OperatorError(
    read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  )
}

async function idOf(tx: Tx, name: string, make: boolean): Promise<number> {
  if (make)
    await sql`insert into auth.ingest_sources (name) values (${name}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from auth.ingest_sources order by name`.execute(tx)
  const found = rows.find((source) => source.name === name)
  if (!found)
    throw new OperatorError(
      `There is no source "${name}". Known: ${rows.map((source) => source.name).join(', ') || 'none'}.`,
    )
  return found.id
}
