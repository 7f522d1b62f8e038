import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { DEMO_CONVERSATIONS, type DemoConversation } from './conversations.ts'
import { officeMoment } from './office-moment.ts'

/** The demo's conversations; answers how many. Those that an interrupted load left stay. */
export async function seedConversations(
  location: DatabaseLocation,
  tenants: ReadonlyMap<string, number>,
): Promise<number> {
  return withOwner(location, async (tx) => {
    const people = await tx.selectFrom('profiles').select(['user_id', 'email', 'name']).execute()
    const members = await tx.selectFrom('members').select(['user_id', 'tenant_id']).execute()
    const person = (email: string) => {
      const found = people.find((one) => one.email === email)
      if (!found) throw new Error(`the demo has no ${email}`)
      return { id: found.user_id, name: found.name, staff: email.endsWith('@portal.example') }
    }
    // What people say is written by functions; this is as they would have left it.
    await sql`set local role portal_keeper`.execute(tx)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from portal.conversations`.execute(tx)
    if (rows[0]?.n) return rows[0].n
    for (const one of DEMO_CONVERSATIONS) await seed(one, tenants.get(one.client) as number)
    return DEMO_CONVERSATIONS.length

    async function seed(one: DemoConversation, tenant: number) {
      const first = one.said[0] as DemoConversation['said'][number]
      const last = one.said.at(-1) as typeof first
      const [opener, closer] = [person(first.by), person(last.by)]
      const assigned = one.assigned ? person(one.assigned) : null
      // Everybody has read all of it but those who have not.
      const readTo = (staff: boolean) =>
        one.said.length - (one.unreadBy?.some((email) => person(email).staff === staff) ? 1 : 0)
      const made = await sql<{ id: number }>`
        with o as (
          select source_id, source_key, coalesce(ord_no, primary_no) as order_no from portal.orders
           where tenant_id = ${tenant}::int and ${one.order !== undefined}::boolean order by id desc offset ${one.order ?? 0}::int limit 1
        )
        insert into portal.conversations (tenant_id, subject, order_source, order_key, order_no, opened_by, opened_name, by_staff, opened_at,
          last_no, last_at, assigned_to, assigned_name, waiting_for, waiting_since, client_read, staff_read)
        select ${tenant}::int, ${one.subject}, o.source_id, o.source_key, o.order_no, ${opener.id}, ${opener.name}, ${opener.staff}::boolean,
          ${officeMoment(first.daysAgo)}, ${one.said.length}::int, ${officeMoment(last.daysAgo)}, ${assigned?.id ?? null}, ${assigned?.name ?? null},
          case when ${one.settled ?? false}::boolean then null when ${closer.staff}::boolean then 'client' else 'staff' end,
          case when not ${one.settled ?? false}::boolean then ${officeMoment(last.daysAgo)} end, 
          ${readTo(false)}::int, ${closer.staff || one.settled ? one.said.length : one.said.length - 1}::int
          from (select) x left join o on true
        returning id`.execute(tx)
      const id = made.rows[0]?.id as number
      let waitsSince: number | null = null
      for (const [i, { by, daysAgo, text }] of one.said.entries()) {
        const who = person(by)
        await sql`insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at,
            reply_minutes)
          values (${tenant}::int, ${id}::bigint, ${i + 1}::int, 'message', ${text}, gen_random_uuid(), ${who.id}, ${who.name},
            ${who.staff}::boolean, ${officeMoment(daysAgo)}, case when ${who.staff && waitsSince !== null}::boolean then
              round(portal.business_minutes(${officeMoment(waitsSince ?? 0)}, ${officeMoment(daysAgo)}, portal.business_zone()))::int end)`.execute(
          tx,
        )
        waitsSince = who.staff ? null : (waitsSince ?? daysAgo)
      }
      const behind = (one.unreadBy ?? []).map((email) => person(email).id)
      const read = new Map<string, number>()
      for (const { tenant_id, user_id } of members)
        if (tenant_id === tenant) read.set(user_id, one.said.length - (behind.includes(user_id) ? 1 : 0))
      // Of the staff who answered, as far as that; what is settled, they have read.
      for (const [i, { by }] of one.said.entries())
        if (person(by).staff) read.set(person(by).id, one.settled ? one.said.length : i + 1)
      for (const [reader, upTo] of read)
        await sql`insert into portal.conversation_reads (tenant_id, conversation_id, user_id, up_to)
          values (${tenant}::int, ${id}::bigint, ${reader}, ${upTo}::int)`.execute(tx)
      if (one.note) {
        const who = person('service@portal.example')
        await sql`insert into portal.conversation_notes (tenant_id, conversation_id, kind, text, author, author_name, at)
          values (${tenant}::int, ${id}::bigint, 'note', ${one.note}, ${who.id}, ${who.name}, ${officeMoment(last.daysAgo)})`.execute(
          tx,
        )
      }
    }
  })
}
