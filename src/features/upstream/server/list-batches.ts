import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { BatchKind } from '../../ingestion/contract.ts'
import type { BATCH_STATES, BatchRow } from '../contract.ts'

type Ask = {
  kind?: BatchKind | undefined
  key?: number | undefined
  state?: (typeof BATCH_STATES)[number] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  limit: number
  cursor?: string | undefined
}

const Cursor = z.tuple([z.int().min(1).max(1e15)])

/** Batches that landed, the newest first; the first page counts all that the filter selects. */
export async function listBatches(tx: Handle, { kind, key, state, from, to, search, limit, cursor }: Ask) {
  const after = openCursor(cursor, Cursor)
  const matching = sql`b.answer is not null
    and (${kind ?? null}::text is null or b.kind = ${kind ?? null}::text)
    and (${key ?? null}::int is null or b.key_id = ${key ?? null}::int)
    and (${state ?? null}::text is null or ((b.result ->> 'rejected')::int > 0) = (${state ?? null}::text = 'rejected'))
    and (${from ?? null}::date is null or b.received_at >= ${from ?? null}::date at time zone 'utc')
    and (${to ?? null}::date is null or b.received_at < (${to ?? null}::date + 1) at time zone 'utc')
    and (${search ?? null}::text is null or b.id::text = ${search ?? null}::text
      or b.source_id in (select s.id from auth.ingest_source_names() s where portal.contains_folded(portal.fold(s.name), ${search ?? null}))
      or b.key_id in (select k.id from auth.list_ingest_keys() k where portal.contains_folded(portal.fold(k.label), ${search ?? null})))`
  const [page, counted] = await Promise.all([
    sql<BatchRow>`
      select b.id, b.kind, s.name as source,
             case when b.key_id > 0 then json_build_object('id', b.key_id, 'label', coalesce(k.label, '')) end as key,
             b.received_at as "receivedAt",
             greatest(0, extract(epoch from coalesce(b.finished_at, b.received_at) - b.received_at) * 1000)::int as milliseconds,
             c.received, c.inserted, c.updated, c.unchanged, c.stale, c.deleted, c.rejected, c."errorsTotal" as errors,
             coalesce(b.options ->> 'atomic', 'false') in ('true', '1') as atomic,
             case when b.options ->> 'mode' = 'replace' then b.options ->> 'scope' end as replaced,
             b.options ->> 'controls' as controls,
             (select coalesce(json_agg(json_build_object('field', w ->> 'field', 'message', w ->> 'message', 'count', (w ->> 'count')::int)), '[]')
                from jsonb_array_elements(b.result -> 'warnings') w) as warnings,
             b.result -> 'unknownColumns' as "unknownColumns"
        from ingest_batches b
        join auth.ingest_source_names() s on s.id = b.source_id
        left join auth.list_ingest_keys() k on k.id = b.key_id
        cross join lateral jsonb_to_record(b.result) c (received int, inserted int, updated int, unchanged int, stale int,
          deleted int, rejected int, "errorsTotal" int)
       where ${matching} and (${after?.[0] ?? null}::bigint is null or b.id < ${after?.[0] ?? null}::bigint)
       order by b.id desc limit ${limit + 1}`.execute(tx),
    after
      ? undefined
      : sql<{ total: number }>`select count(*) as total from ingest_batches b where ${matching}`.execute(tx),
  ])
  const items = page.rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: page.rows.length > limit && last ? sealCursor([last.id]) : null,
    total: counted?.rows[0]?.total ?? null,
  }
}
