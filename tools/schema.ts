// Writes db/schema.sql from the catalogue of a freshly migrated database; --check fails when it is stale.
import { embeddedDatabase } from '../src/platform/server/database/location.ts'
import { DECLARATIONS, migrate } from '../src/platform/server/database/migrate.ts'
import { dumpSchema } from './dump-schema.ts'
import { writeOrCheck } from './generated-file.ts'
import { withMigratedDatabase } from './temporary-database.ts'

const dump = await withMigratedDatabase(async (client, address) => {
  const schemas = ['auth', 'portal', 'legacy']
  const first = await dumpSchema(client, schemas)
  // An upgrade declares everything again: it has to end in the same schema.
  await client.query('delete from portal.schema_migrations where name = $1', [DECLARATIONS])
  await migrate(embeddedDatabase(address))
  const again = await dumpSchema(client, schemas)
  if (again !== first) throw new Error('Declaring functions and policies again changes the schema.')
  return first
})
writeOrCheck('db/schema.sql', dump, 'npx tsx tools/schema.ts')
