import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Laid, Reading } from '../../domain/source-settings.ts'

export type SourceSettings = Laid & { readings: Reading[] }

/** What is laid down for the sender's source, or what holds where nothing is, and what its files were found to be. */
export async function sourceSettings(
  tx: Handle,
  { sourceId }: Pick<UpstreamActor, 'sourceId'>,
): Promise<SourceSettings> {
  const { rows } = await sql<SourceSettings>`
    select coalesce(s.decimal, 'auto') as decimal, coalesce(s.date_order, 'auto') as "dateOrder", s.encoding,
           coalesce(s.duplicates, 'reject') as duplicates,
           (select coalesce(json_agg(json_build_object('kind', r.kind, 'field', r.field, 'decided', r.decided, 'because', r.because)
                     order by r.kind, r.field), '[]')
              from portal.source_readings r where r.source_id = x.id) as readings
      from (values (${sourceId}::smallint)) x (id)
      left join portal.source_settings s on s.source_id = x.id`.execute(tx)
  return rows[0] as SourceSettings
}

/** Keeps what a file decided, for the source's next one; what is known already keeps its time. */
export async function rememberReadings(
  tx: Handle,
  { sourceId }: Pick<UpstreamActor, 'sourceId'>,
  readings: readonly (Reading & { kind: Kind })[],
): Promise<void> {
  if (readings.length === 0) return
  await sql`insert into portal.source_readings as r (source_id, kind, field, decided, because)
    select distinct on (x.kind, x.field) ${sourceId}::smallint, x.kind, x.field, x.decided, x.because
      from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) x (kind text, field text, decided text, because text)
     order by x.kind, x.field
    on conflict (source_id, kind, field) do update
       set decided = excluded.decided, because = excluded.because, decided_at = excluded.decided_at
     where r.decided <> excluded.decided`.execute(tx)
}
