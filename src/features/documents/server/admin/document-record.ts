import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { DocumentRecord } from '../../admin-contract.ts'
import { RECORDED_ACTS, type RecordedAct } from '../../domain/vocabulary.ts'

const MOST_READERS = 500
const MOST_ACTS = 200

type Act = { at: string; act: `document.${RecordedAct}`; by: string | null; after: Record<string, unknown> }
type Readers = DocumentRecord['readers'][number] & { total: number }

/** What was done to a document, and who opened it: from the audit trail, as far as the asker sees the tenants. */
export async function getDocumentRecord(tx: Tx, { id }: { id: number }): Promise<DocumentRecord> {
  const acts = RECORDED_ACTS.map((act) => `document.${act}`)
  const [found, done, readers] = await Promise.all([
    tx.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst(),
    sql<Act>`select a.at, a.act, p.name as by, coalesce(a.after, '{}') as after
        from (select * from portal.document_acts(${id}::int, ${acts}::text[]) limit ${MOST_ACTS}) a
        left join portal.document_people(array(select distinct actor from portal.document_acts(${id}::int, ${acts}::text[]))) p on p.user_id = a.actor
       order by a.at desc`.execute(tx),
    sql<Readers>`
      with opened as (
        select a.tenant_id, a.actor, max(a.at) as at, array_agg(distinct (a.after ->> 'version')::int) as versions,
               count(*) filter (where a.after ->> 'disposition' <> 'inline' and a.after ->> 'range' is null)::int as downloads
          from portal.document_acts(${id}::int, '{document.downloaded}') a group by 1, 2
      )
      select p.name as person, t.name as tenant, o.versions, o.downloads, o.at, count(*) over ()::int as total
        from opened o left join portal.tenants t on t.id = o.tenant_id
        left join portal.document_people(array(select actor from opened)) p on p.user_id = o.actor
       order by o.at desc, o.actor limit ${MOST_READERS}`.execute(tx),
  ])
  if (!found) throw refuse(404, 'not_found')
  return {
    acts: done.rows.map(({ at, act, by, after }) => ({
      ...{ at, by, act: act.slice('document.'.length) as RecordedAct },
      version: versionOf(after),
      said: textOf(after.withdrawn_reason) ?? textOf(after.hold_reason) ?? textOf(after.release_reason),
      fields: act === 'document.changed' ? Object.keys(after) : [],
    })),
    readers: readers.rows.map(({ total: _, ...reader }) => reader),
    readersTotal: readers.rows[0]?.total ?? 0,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const versionOf = ({ file_version, current_version, signed_version }: Record<string, unknown>) => {
  const version = file_version ?? current_version ?? signed_version
  return typeof version === 'number' ? version : null
}
