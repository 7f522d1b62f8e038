import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'

const REQUESTS = [
  {
    client: 'boreal',
    title: 'Attestation biologique de votre distributeur',
    details: 'Nous devons la joindre au dossier des produits biologiques. Un PDF de l’année en cours suffit.',
    daysAgo: 6,
    dueIn: 9,
  },
  {
    client: 'boreal',
    title: 'Signed quality agreement',
    details: 'Please sign both pages and send them back as one PDF.',
    daysAgo: 40,
    dueIn: -12,
  },
  { client: 'laurentides', title: 'Logo approval for labels', details: null, daysAgo: 3, dueIn: 25 },
] as const

/** What the demo's clients are asked for; answers how many. Those that an interrupted load left stay. */
export async function seedRequests(
  location: DatabaseLocation,
  day: string,
  tenants: ReadonlyMap<string, number>,
): Promise<number> {
  return withOwner(location, async (tx) => {
    const { user_id, name } = await tx
      .selectFrom('profiles')
      .select(['user_id', 'name'])
      .where('email', '=', 'qa@portal.example')
      .executeTakeFirstOrThrow()
    // Requests are written by functions; this is as they would have left it.
    await sql`set local role portal_keeper`.execute(tx)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from portal.document_requests`.execute(tx)
    if (rows[0]?.n) return rows[0].n
    for (const { client, title, details, daysAgo, dueIn } of REQUESTS) {
      const at = sql`now() - make_interval(days => ${daysAgo}::int)`
      await sql`
        with asked as (
          insert into portal.document_requests (tenant_id, title, details, due_on, asked_by, asker_name, asked_at, changed_at, reminded_at)
          values (${tenants.get(client)}::int, ${title}, ${details}, ${day}::date + ${dueIn}::int, ${user_id}, ${name}, ${at}, ${at}, ${at})
          returning tenant_id, id
        )
        insert into portal.document_request_acts (tenant_id, request_id, act, author, author_name, by_staff, at)
        select tenant_id, id, 'ask', ${user_id}, ${name}, true, ${at} from asked`.execute(tx)
    }
    return REQUESTS.length
  })
}
