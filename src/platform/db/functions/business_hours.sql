-- Business hours: the weekdays and hours of the Company page (Monday to Friday, 8:30 to 17:00 as it comes), less the closed days, by
-- the clock of the installation (portal.business_zone).
-- How many of the minutes between two moments lie in business hours.
create or replace function portal.business_minutes(since timestamptz, until timestamptz, zone text) returns numeric
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(extract(epoch from least(until, d.closes) - greatest(since, d.opens))), 0) / 60
    from (select (x + i.opens_at) at time zone zone as opens, (x + i.closes_at) at time zone zone as closes
            from portal.installation i
           cross join generate_series(date_trunc('day', since at time zone zone), date_trunc('day', until at time zone zone), interval '1 day') x
           where extract(isodow from x)::smallint = any (i.business_days)
             and not exists (select from portal.closed_days c where c.day = x::date)) d
   where d.closes > since and d.opens < until
$$;

-- The moment at which so many minutes of business hours have passed.
create or replace function portal.business_deadline(since timestamptz, minutes int, zone text) returns timestamptz
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  today timestamp := date_trunc('day', since at time zone zone);
  rest interval := make_interval(mins => minutes);
  days smallint[];
  from_time time;
  to_time time;
  opens timestamptz;
  closes timestamptz;
begin
  select i.business_days, i.opens_at, i.closes_at into strict days, from_time, to_time from portal.installation i;
  loop
    if extract(isodow from today)::smallint = any (days) and not exists (select from portal.closed_days c where c.day = today::date) then
      opens := greatest(since, (today + from_time) at time zone zone);
      closes := (today + to_time) at time zone zone;
      if closes > opens then
        if closes - opens >= rest then return opens + rest; end if;
        rest := rest - (closes - opens);
      end if;
    end if;
    today := today + interval '1 day';
  end loop;
end $$;
-- Now: until when somebody is there, or null and when somebody is there again.
create or replace function portal.business_now(zone text, out closes_at timestamptz, out opens_at timestamptz)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when n.open then (date_trunc('day', now() at time zone zone) + i.closes_at) at time zone zone end,
         case when not n.open then portal.business_deadline(now(), 0, zone) end
    from portal.installation i cross join (select portal.business_minutes(now(), now() + interval '1 second', zone) > 0 as open) n
$$;
grant execute on function portal.business_now(text), portal.business_deadline(timestamptz, int, text),
  portal.business_minutes(timestamptz, timestamptz, text) to portal_member, portal_staff, portal_admin;
grant execute on function portal.business_minutes(timestamptz, timestamptz, text),
  portal.business_deadline(timestamptz, int, text) to portal_keeper;
