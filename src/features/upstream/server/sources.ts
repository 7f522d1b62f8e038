import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { SourceSettings } from '../../ingestion/contract.ts'
import { forgetReadings, saveSettings } from '../../ingestion/server/published.ts'
import type { Source } from '../contract.ts'

export async function listSources(tx: Tx, only?: number): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select n.id, n.name, coalesce(s.decimal, 'auto') as decimal, coalesce(s.date_order, 'auto') as "dateOrder", s.encoding,
           coalesce(s.duplicates, 'reject') as duplicates,
           (select coalesce(json_agg(json_build_object('kind', r.kind, 'field', r.field, 'decided', r.decided, 'because', r.because,
                     'decidedAt', to_char(r.decided_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.kind, r.field), '[]')
              from source_readings r where r.source_id = n.id) as readings
      from auth.ingest_source_names() n left join source_settings s on s.source_id = n.id
     where ${only ?? null}::int is null or n.id = ${only ?? null}::int
     order by n.name`.execute(tx)
  return rows
}

/** Counts from the source's next batch on. 404: there is no such source. */
export async function changeSource(
  tx: Tx,
  { id, ...settings }: { id: number } & SourceSettings,
  record: (act: Act) => void,
): Promise<Source> {
  const before = await sourceOf(tx, id)
  await saveSettings(tx, id, settings)
  const { decimal, dateOrder, encoding, duplicates } = before
  record({
    objectType: 'source',
    objectId: String(id),
    before: { decimal, dateOrder, encoding, duplicates },
    after: { name: before.name, ...settings },
  })
  return sourceOf(tx, id)
}

/** 404: there is no such source. */
export async function forgetSource(tx: Tx, id: number, record: (act: Act) => void): Promise<Source> {
  const { name, readings } = await sourceOf(tx, id)
  await forgetReadings(tx, id)
  record({
    objectType: 'source',
    objectId: String(id),
    before: { readings: readings.map(({ kind, field, decided }) => ({ kind, field, decided })) },
    after: { name, readings: [] },
  })
  return sourceOf(tx, id)
}

async function sourceOf(tx: Tx, id: number): Promise<Source> {
  const [found] = await listSources(tx, id)
  if (!found) throw refuse(404, 'not_found')
  return found
}
