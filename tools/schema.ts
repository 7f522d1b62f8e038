// Writes db/schema.sql from the catalogue of a freshly migrated database; --check fails when it is stale.
import { dumpSchema } from './dump-schema.ts'
import { writeOrCheck } from './generated-file.ts'
import { withMigratedDatabase } from './temporary-database.ts'

const dump = await withMigratedDatabase((client) => dumpSchema(client, ['auth', 'portal', 'legacy']))
writeOrCheck('db/schema.sql', dump, 'npx tsx tools/schema.ts')
