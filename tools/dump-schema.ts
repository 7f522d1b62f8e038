import type pg from 'pg'
import { schemaParts } from './schema-parts.ts'

const HEAD = `-- Generated from the catalogue of a migrated database, to be read and compared; not to be run.
-- The sources are bootstrap.sql, migrations/ and the db/ folders of the platform and the features.
`

/**
 * What the catalogue says of these schemas, in an order that depends on names alone. Our own queries, because the
 * embedded PostgreSQL comes without pg_dump.
 */
export async function dumpSchema(client: pg.Client, schemas: string[]): Promise<string> {
  // With an empty path every name outside pg_catalog is printed with its schema.
  await client.query(`set search_path = ''`)
  const sections: string[] = [HEAD]
  for (const schema of schemas) {
    for (const { title, sql } of schemaParts) {
      const { rows } = await client.query<{ ddl: string }>(sql, [schema])
      if (rows.length > 0)
        sections.push([`-- ${schema}: ${title}`, ...rows.map((row) => row.ddl), ''].join('\n'))
    }
  }
  return sections.join('\n')
}
