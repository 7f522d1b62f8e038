import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { SavedMapping } from '../contract.ts'
import { ImportMapping } from '../domain/import-mapping.ts'

/** Those of one source, by name. */
export async function listMappings(tx: Tx, sourceId: number): Promise<SavedMapping[]> {
  const { rows } = await sql<SavedMapping>`
    select m.name, m.mapping, to_char(m.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt"
      from portal.import_mappings m where m.source_id = ${sourceId}::smallint order by m.name`.execute(tx)
  return rows
}

/** 404 `unknown_mapping`, with the names that there are. */
export async function findMapping(tx: Tx, sourceId: number, name: string): Promise<SavedMapping> {
  const known = await listMappings(tx, sourceId)
  const found = known.find((saved) => saved.name === name)
  if (found) return { ...found, mapping: ImportMapping.parse(found.mapping) }
  throw refuse(404, 'unknown_mapping', {
    values: { name, names: known.map((saved) => saved.name).join(', ') || '–' },
  })
}

/** Saves it in the place of what stood under the name. */
export async function saveMapping(
  tx: Tx,
  sourceId: number,
  name: string,
  mapping: ImportMapping,
): Promise<SavedMapping> {
  await sql`insert into portal.import_mappings (source_id, name, mapping)
    values (${sourceId}::smallint, ${name}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (source_id, name) do update set mapping = excluded.mapping, changed_at = clock_timestamp()`.execute(
    tx,
  )
  return findMapping(tx, sourceId, name)
}

/** 404 `unknown_mapping`, with the names that there are. */
export async function deleteMapping(tx: Tx, sourceId: number, name: string): Promise<void> {
  await findMapping(tx, sourceId, name)
  await sql`delete from portal.import_mappings m where m.source_id = ${sourceId}::smallint and m.name = ${name}`.execute(
    tx,
  )
}

/** As an administrator. 404: there is no such source. */
export async function sourceNamed(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select s.id from auth.ingest_source_names() s where s.name = ${name}`.execute(tx)
  if (!rows[0]) throw refuse(404, 'not_found')
  return rows[0].id
}
