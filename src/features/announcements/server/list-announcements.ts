import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Announcement, AnnouncementRow, AnnouncementState, AnnouncementText } from '../contract.ts'
import { textFor } from '../domain/text-for.ts'

type Ask = {
  search?: string | undefined
  state?: AnnouncementState | undefined
  limit: number
  cursor?: string | undefined
}

const STATE = sql<AnnouncementState>`case when a.withdrawn_at is not null then 'withdrawn' when a.starts_at > now() then 'planned'
  when a.ends_at <= now() then 'past' else 'shown' end`
const MICROS = sql<number>`(extract(epoch from a.starts_at) * 1000000)::bigint`
const whole = z.int().min(-8e15).max(8e15)

/** Announcements as search and state want them; the first page counts all of them. Search looks at every language. */
export async function listAnnouncements(tx: Tx, { search, state, limit, cursor }: Ask, language: string) {
  const after = openCursor(cursor, z.tuple([whole, z.int32()]))
  const matching = tx
    .selectFrom('announcements as a')
    .$if(state !== undefined, (rows) => rows.where(STATE, '=', state as AnnouncementState))
    .$if(search !== undefined, (rows) =>
      rows.where(
        sql<boolean>`exists (select from jsonb_to_recordset(a.texts) x (title text, text text)
          where portal.contains_folded(portal.search_fold(x.title || chr(10) || x.text), ${search ?? ''}))`,
      ),
    )
  const [rows, counted] = await Promise.all([
    matching
      .select(['a.id', 'a.kind', 'a.texts', 'a.starts_at', 'a.ends_at', 'a.to_all'])
      .select([STATE.as('state'), MICROS.as('micros')])
      .select(
        sql<number>`(select count(*) from portal.announcement_tenants x where x.announcement_id = a.id)`.as(
          'tenants',
        ),
      )
      .$if(after !== undefined, (page) =>
        page.where(sql<boolean>`(${MICROS}, a.id) < (${after?.[0] ?? 0}::bigint, ${after?.[1] ?? 0}::int)`),
      )
      .orderBy(MICROS, 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .execute(),
    after ? undefined : matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row): AnnouncementRow => {
      const texts = row.texts as unknown as AnnouncementText[]
      return {
        ...{ id: row.id, kind: row.kind as AnnouncementRow['kind'], state: row.state },
        ...{ startsAt: row.starts_at, endsAt: row.ends_at, tenants: row.to_all ? null : row.tenants },
        title: textFor(texts, language).title,
        languages: texts.map((text) => text.language),
      }
    }),
    nextCursor: rows.length > limit && last ? sealCursor([last.micros, last.id]) : null,
    total: counted?.total ?? null,
  }
}

export async function getAnnouncement(tx: Tx, { id }: { id: number }): Promise<Announcement> {
  const [row, tenants] = await Promise.all([
    tx
      .selectFrom('announcements as a')
      .leftJoin('profiles as p', 'p.user_id', 'a.created_by')
      .select([
        'a.id',
        'a.kind',
        'a.texts',
        'a.to_all',
        'a.starts_at',
        'a.ends_at',
        'a.created_at',
        'a.version',
        'p.name',
      ])
      .select(STATE.as('state'))
      .where('a.id', '=', id)
      .executeTakeFirst(),
    tx
      .selectFrom('announcement_tenants')
      .select('tenant_id')
      .where('announcement_id', '=', id)
      .orderBy('tenant_id')
      .execute(),
  ])
  if (!row) throw refuse(404, 'not_found')
  return {
    ...{ id: row.id, kind: row.kind as Announcement['kind'], state: row.state, version: row.version },
    texts: row.texts as unknown as AnnouncementText[],
    tenantIds: row.to_all ? null : tenants.map(({ tenant_id }) => tenant_id),
    ...{ startsAt: row.starts_at, endsAt: row.ends_at, createdAt: row.created_at, createdBy: row.name },
  }
}
