// Writes Kysely's types from a freshly migrated database; --check fails when they are stale.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeOrCheck } from './generated-file.ts'
import { type Address, withMigratedDatabase } from './temporary-database.ts'

const CODEGEN = 'node_modules/kysely-codegen/dist/cli/bin.js'
/** These agree with the type parsers that the database door sets. */
const TYPES = { int8: 'number', timestamptz: 'string', numeric: 'string', date: 'string' }

function generate({ host, port, user, password = '', database }: Address): string {
  const account = `${user}:${encodeURIComponent(password)}`
  const url = `postgres://${account}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-types-'))
  try {
    const file = path.join(folder, 'database.types.ts')
    const source = [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--default-schema',
      'portal',
      '--include-pattern',
      'portal.*',
    ]
    const form = ['--date-parser', 'string', '--type-mapping', JSON.stringify(TYPES), '--out-file', file]
    execFileSync(process.execPath, [CODEGEN, ...source, ...form], { stdio: ['ignore', 'ignore', 'inherit'] })
    return fs.readFileSync(file, 'utf8')
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const types = await withMigratedDatabase(async (_client, address) => generate(address))
writeOrCheck('src/platform/server/database/database.types.ts', types, 'npx tsx tools/database-types.ts')
