import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import {
  beyondCursor,
  cursorKey,
  type Sort as Order,
  orderBy,
} from '../../../platform/server/endpoint/keyset.ts'
import {
  type ProblemCode,
  type ServerLanguage,
  serverMessages,
} from '../../../platform/server/http/server-messages.ts'
import type { BatchKind } from '../../ingestion/contract.ts'
import type { BATCH_SORTS, BATCH_STATES, BatchRow } from '../contract.ts'
import { type StoredWarning, warningText } from './warning-text.ts'

type Sort = (typeof BATCH_SORTS)[number]
export type BatchesFilter = {
  kind?: BatchKind | undefined
  key?: number | undefined
  state?: (typeof BATCH_STATES)[number] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  sort: Sort | `-${Sort}`
}

export type StoredBatch = Omit<BatchRow, 'refusal' | 'warnings'> & {
  warnings: StoredWarning[]
  refusal: Omit<NonNullable<BatchRow['refusal']>, 'title'> | null
  place: string
}

const MILLISECONDS = sql`greatest(0, extract(epoch from coalesce(b.finished_at, b.received_at) - b.received_at) * 1000)::int`
const KEYS: Record<Sort, RawBuilder<unknown>> = {
  // As they came is how they are numbered.
  receivedAt: sql`b.id`,
  received: sql`(b.result ->> 'received')::bigint`,
  rejected: sql`(b.result ->> 'rejected')::bigint`,
  milliseconds: sql`${MILLISECONDS}::bigint`,
}

/** What became of a batch as a whole, as the filter names it. */
const STATE = sql`case when b.refusal is not null then 'refused' when (b.result ->> 'rejected')::int > 0 then 'rejected' else 'clean' end`

/** Of the batches that have their answer those that the filter selects. */
function selected({ kind, key, state, from, to, search }: BatchesFilter) {
  return sql`b.answer is not null
    and (${kind ?? null}::text is null or b.kind = ${kind ?? null}::text)
    and (${key ?? null}::int is null or b.key_id = ${key ?? null}::int)
    and (${state ?? null}::text is null or ${STATE} = ${state ?? null}::text)
    and (${from ?? null}::date is null or b.received_at >= ${from ?? null}::date::timestamp at time zone portal.business_zone())
    and (${to ?? null}::date is null or b.received_at < (${to ?? null}::date + 1)::timestamp at time zone portal.business_zone())
    and (${search ?? null}::text is null or b.id::text = ${search ?? null}::text
      or b.source_id in (select s.id from auth.ingest_source_names() s where portal.contains_folded(portal.search_fold(s.name), ${search ?? null}))
      or b.key_id in (select k.id from auth.list_ingest_keys() k where portal.contains_folded(portal.search_fold(k.label), ${search ?? null})))`
}

/** Everything that is shown of batches, in the order of their places; `chosen` says which. */
const shownOf = (chosen: RawBuilder<unknown>, places: Order) => sql<StoredBatch>`
      select ${cursorKey(places)} as place, b.id, b.kind,
             case when b.refusal is not null then jsonb_build_object('code', b.refusal, 'message', b.result #>> '{refusal,message}',
               'found', coalesce(b.result #> '{refusal,found}', '[]'), 'accepted', coalesce(b.result #> '{refusal,accepted}', '[]')) end as refusal,
             s.name as source,
             case when b.key_id > 0 then json_build_object('id', b.key_id, 'label', coalesce(k.label, '')) end as key,
             b.received_at as "receivedAt",
             ${MILLISECONDS} as milliseconds,
             c.received, c.inserted, c.updated, coalesce(c.moved, 0) as moved, c.unchanged, coalesce(c.repeated, 0) as repeated, c.stale, c.deleted,
             c.inserted + c.updated + c.unchanged + c.stale + c.deleted + c.rejected - c.received as removed, c.rejected, c."errorsTotal" as errors,
             coalesce(b.options ->> 'atomic', 'false') in ('true', '1') as atomic,
             case when b.options ->> 'mode' = 'replace' then b.options ->> 'scope' end as replaced,
             b.options ->> 'controls' as controls,
             (select coalesce(json_agg(json_build_object('field', w ->> 'field', 'code', w ->> 'code', 'message', w ->> 'message',
                'values', w -> 'values', 'count', (w ->> 'count')::int)), '[]')
                from jsonb_array_elements(b.result -> 'warnings') w) as warnings,
             b.result -> 'unknownColumns' as "unknownColumns", coalesce(b.result -> 'sums', '[]') as sums
        from (${chosen}) p
        join ingest_batches b on b.id = p.id
        join auth.ingest_source_names() s on s.id = b.source_id
        left join auth.list_ingest_keys() k on k.id = b.key_id
        cross join lateral jsonb_to_record(b.result) c (received int, inserted int, updated int, moved int, unchanged int,
          repeated int, stale int, deleted int, rejected int, "errorsTotal" int)
       order by ${orderBy(places)}`

/** How batches are chosen, and those that were. */
function ordersOf(sort: BatchesFilter['sort']): { order: Order; places: Order } {
  const key = KEYS[sort.replace('-', '') as Sort]
  const order = {
    key,
    kind: 'bigint',
    id: sql`b.id`,
    always: true,
    descending: sort.startsWith('-'),
  } as const
  return { order, places: { ...order, key: sql`p.place`, id: sql`p.id` } }
}

/** Why a batch was refused, in a few words. */
export const refusalTitle = (code: string, language: ServerLanguage): string =>
  serverMessages(language).problems[code as ProblemCode]?.[0] ?? code

/** A page of them; the first page counts all that the filter selects. */
export async function listBatches(
  tx: Tx,
  { limit, cursor, ...ask }: BatchesFilter & { limit: number; cursor?: string | undefined },
  language: ServerLanguage,
) {
  const { order, places } = ordersOf(ask.sort)
  const beyond = beyondCursor(cursor, order)
  const matching = selected(ask)
  const chosen = sql`
    select b.id, ${order.key} as place from ingest_batches b
     where ${matching} and ${beyond ?? sql`true`} order by ${orderBy(order)} limit ${limit + 1}`
  const [page, counted] = await Promise.all([
    shownOf(chosen, places).execute(tx),
    beyond ? undefined : countOf(matching).execute(tx),
  ])
  const shown = page.rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ place: _, refusal, warnings, ...row }) => ({
      ...row,
      warnings: warnings.map(({ field, count, ...warning }) => ({
        ...{ field, count, message: warningText(warning, language) },
      })),
      refusal: refusal && { ...refusal, title: refusalTitle(refusal.code, language) },
    })),
    nextCursor: page.rows.length > limit && last ? sealCursor([last.place, last.id]) : null,
    total: counted?.rows[0]?.total ?? null,
  }
}

const countOf = (matching: RawBuilder<unknown>) =>
  sql<{ total: number }>`select count(*)::int as total from ingest_batches b where ${matching}`

/** All of them: what a file holds. */
export function wholeBatches(ask: BatchesFilter) {
  const matching = selected(ask)
  const { order, places } = ordersOf(ask.sort)
  const chosen = sql`select b.id, ${order.key} as place from ingest_batches b where ${matching}`
  return { rows: shownOf(chosen, places), count: countOf(matching) }
}
