import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { SourceSettings } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Reading } from '../../domain/source-settings.ts'

export type KnownSource = SourceSettings & { readings: Reading[] }

/** What is laid down for the sender's source, or what holds where nothing is, and what its files were found to be. */
export async function sourceSettings(
  tx: Tx,
  { sourceId }: Pick<UpstreamActor, 'sourceId'>,
): Promise<KnownSource> {
  const { rows } = await sql<KnownSource>`
    select coalesce(s.decimal, 'auto') as decimal, coalesce(s.date_order, 'auto') as "dateOrder", s.encoding,
           coalesce(s.duplicates, 'reject') as duplicates,
           (select coalesce(json_agg(json_build_object('kind', r.kind, 'field', r.field, 'decided', r.decided, 'because', r.because)
                     order by r.kind, r.field), '[]')
              from portal.source_readings r where r.source_id = x.id) as readings
      from (values (${sourceId}::smallint)) x (id)
      left join portal.source_settings s on s.source_id = x.id`.execute(tx)
  return rows[0] as KnownSource
}

/** Keeps what a file decided, for the source's next one; what is known already keeps its time. */
export async function rememberReadings(
  tx: Tx,
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

/** As the owner or an administrator. */
export async function saveSettings(
  tx: Tx,
  sourceId: number,
  { decimal, dateOrder, encoding, duplicates }: SourceSettings,
): Promise<void> {
  await sql`insert into portal.source_settings (source_id, decimal, date_order, encoding, duplicates)
    values (${sourceId}::smallint, ${decimal}, ${dateOrder}, ${encoding}, ${duplicates})
    on conflict (source_id) do update set decimal = excluded.decimal, date_order = excluded.date_order,
      encoding = excluded.encoding, duplicates = excluded.duplicates`.execute(tx)
}

/** As the owner or an administrator: the source's next file decides anew. Answers how many were known. */
export async function forgetReadings(tx: Tx, sourceId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from portal.source_readings r where r.source_id = ${sourceId}::smallint returning 1)
    select count(*)::int as n from gone`.execute(tx)
  return rows[0]?.n ?? 0
}
