import { sql } from 'kysely'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { DEMO_ISSUES, type DemoIssue } from './issues.ts'
import { officeMoment } from './office-moment.ts'

/** The demo's issues with their threads; answers how many. Those that an interrupted load left stay. */
export async function seedIssues(
  location: DatabaseLocation,
  tenants: ReadonlyMap<string, number>,
): Promise<number> {
  return withOwner(location, async (tx) => {
    const people = await tx.selectFrom('profiles').select(['user_id', 'email', 'name']).execute()
    const person = (email: string) => {
      const found = people.find((one) => one.email === email)
      if (!found) throw new Error(`the demo has no ${email}`)
      return { id: found.user_id, name: found.name, staff: email.endsWith('@portal.example') }
    }
    // What people report is written by functions; this is as they would have left it.
    await sql`set local role portal_keeper`.execute(tx)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from portal.issues`.execute(tx)
    if (rows[0]?.n) return rows[0].n
    const numbers = new Map<number, number>()
    for (const issue of DEMO_ISSUES) {
      const tenant = tenants.get(issue.client) as number
      const no = (numbers.get(tenant) ?? 0) + 1
      numbers.set(tenant, no)
      await seedIssue(issue, { tenant, no })
    }
    return DEMO_ISSUES.length

    async function seedIssue(issue: DemoIssue, { tenant, no }: { tenant: number; no: number }) {
      const by = person(issue.by)
      const answer = issue.thread.find(({ by }) => person(by).staff)
      const last = issue.thread.at(-1)
      const isOver = issue.status === 'resolved' || issue.status === 'closed'
      const assigned = issue.assigned ? person(issue.assigned) : null
      const made = await sql<{ id: number }>`
        with o as (
          select source_id, source_key, coalesce(ord_no, primary_no) as order_no from portal.orders
           where tenant_id = ${tenant}::int order by id desc offset ${no * 3}::int limit 1
        )
        insert into portal.issues (tenant_id, no, type, priority, status, title, description, order_source, order_key, order_no, escalated_at,
          replacement, reporter, reporter_name, by_staff, assigned_to, assigned_name, reported_at, clock_from, last_at, resolved_at,
          first_response_at, response_minutes, waiting_for)
        select ${tenant}::int, ${no}::int, ${issue.type}, ${issue.priority}, ${issue.status}, ${issue.title}, ${issue.text},
          o.source_id, o.source_key, o.order_no, case when ${issue.escalated ?? false}::boolean then ${officeMoment(issue.daysAgo / 2)} end,
          ${issue.replacement ?? null}, ${by.id}, ${by.name}, ${by.staff}::boolean, ${assigned?.id ?? null}, ${assigned?.name ?? null},
          ${officeMoment(issue.daysAgo)}, ${officeMoment(issue.daysAgo)}, ${officeMoment(last?.daysAgo ?? issue.daysAgo)},
          case when ${isOver}::boolean then ${officeMoment(last?.daysAgo ?? issue.daysAgo)} end,
          case when ${answer !== undefined}::boolean then ${officeMoment(answer?.daysAgo ?? 0)} end,
          case when ${answer !== undefined}::boolean then round(portal.business_minutes(${officeMoment(issue.daysAgo)}, ${officeMoment(answer?.daysAgo ?? 0)},
            portal.business_zone()))::int end,
          case when ${issue.status} = 'closed' then null when ${last ? person(last.by).staff : false}::boolean then 'client' else 'staff' end
          from (select) x left join o on true
        returning id`.execute(tx)
      const id = made.rows[0]?.id as number
      await sql`update portal.issues x set due_at = c.due_at, warn_at = c.warn_at, warned_at = now()
        from portal.issues i cross join lateral portal.with_clock(i) c
        where i.tenant_id = ${tenant}::int and i.id = ${id}::bigint and x.tenant_id = i.tenant_id and x.id = i.id`.execute(
        tx,
      )
      const entries = [{ by: issue.by, daysAgo: issue.daysAgo, kind: 'report' as const }, ...issue.thread]
      for (const entry of entries) {
        const who = person(entry.by)
        const text = 'text' in entry ? entry.text : null
        await sql`insert into portal.issue_entries (tenant_id, issue_id, kind, text, author, author_name, by_staff, at)
          values (${tenant}::int, ${id}::bigint, ${entry.kind ?? 'comment'}, ${text ?? null}, ${who.id}, ${who.name},
            ${who.staff}::boolean, ${officeMoment(entry.daysAgo)})`.execute(tx)
      }
      if (issue.note) {
        const who = person(assigned ? (issue.assigned as string) : 'service@portal.example')
        await sql`insert into portal.issue_notes (tenant_id, issue_id, kind, text, author, author_name, at)
          values (${tenant}::int, ${id}::bigint, 'note', ${issue.note}, ${who.id}, ${who.name}, ${officeMoment(issue.daysAgo / 2)})`.execute(
          tx,
        )
      }
    }
  })
}
