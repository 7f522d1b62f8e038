import { type RawBuilder, sql } from 'kysely'

/**
 * So many of the office's days ago, and in its hours: whenever the demo is loaded, its people wrote while somebody was there, and
 * answers took the time that they are said to have taken.
 */
export function officeMoment(daysAgo: number): RawBuilder<Date> {
  const back = Math.ceil(daysAgo)
  return sql`(
    select (d.day + i.opens_at + ${back - daysAgo}::float8 * (i.closes_at - i.opens_at)) at time zone portal.business_zone()
      from portal.installation i
     cross join lateral (select date_trunc('day', now() at time zone portal.business_zone()) as day) today
     cross join lateral generate_series(today.day - make_interval(days => 30 + 2 * ${back}::int), today.day - interval '1 day',
       interval '1 day') d (day)
     where extract(isodow from d.day)::smallint = any (i.business_days)
       and not exists (select from portal.closed_days c where c.day = d.day::date)
     order by d.day desc offset ${back - 1}::int limit 1)`
}
