// Writes Kysely's types from a freshly migrated database; --check fails when they are stale.
import { execFileSync } from 'node:child_process'
import { writeOrCheck } from './generated-file.ts'
import { type Address, withMigratedDatabase } from './temporary-database.ts'

/** These agree with the type parsers that the database door sets. */
const TYPES = { int8: 'number', timestamptz: 'string', numeric: 'string', date: 'string' }

function generate({ host, port, user, password = '', database }: Address): string {
  const account = `${user}:${encodeURIComponent(password)}`
  const url = `postgres://${account}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const options = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--default-schema',
    'portal',
    '--print',
    '--log-level',
    'error',
  ]
  const choice = [
    '--include-pattern',
    'portal.*',
    '--date-parser',
    'string',
    '--type-mapping',
    JSON.stringify(TYPES),
  ]
  const cli = 'node_modules/kysely-codegen/dist/cli/bin.js'
  return execFileSync(process.execPath, [cli, ...options, ...choice], { encoding: 'utf8' })
}

const types = await withMigratedDatabase(async (_client, address) => generate(address))
writeOrCheck('src/platform/server/database/database.types.ts', types, 'npx tsx tools/database-types.ts')
