import { sql } from 'kysely'
import { type SearchSource, toHit } from '../../search/server/published.ts'
import type { AnnouncementText } from '../contract.ts'

/** Announcements by parts of what they say in any language, for those who write them; to others they stand on the dashboard. */
export const announcementsInSearch: SearchSource = {
  group: 'announcements',
  permission: 'announcements.manage',
  async find(tx, actor, { term, parts, most }) {
    if (!parts) return []
    const { rows } = await sql<{ texts: AnnouncementText[]; startsOn: string }>`
      select a.texts, (a.starts_at at time zone portal.business_zone())::date as "startsOn" from portal.announcements a
       where exists (select from jsonb_to_recordset(a.texts) x (title text, text text)
               where portal.contains_folded(portal.search_fold(x.title || chr(10) || x.text), ${term}))
       order by a.starts_at desc, a.id desc limit ${most}`.execute(tx)
    return rows.map(({ texts, startsOn }) => {
      const title = texts[0]?.title ?? null
      const search = new URLSearchParams({ search: title ?? '' })
      return {
        ...toHit(actor, `/admin/announcements?${search}`, { title, tenant: null, details: [startsOn] }),
        names: Object.fromEntries(texts.map((text) => [text.language, text.title])),
      }
    })
  },
}
