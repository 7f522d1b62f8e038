-- Business hours: Monday to Friday, 8:30 to 17:00 by the clock of the installation; by Montreal's where nobody has said another.
create or replace function portal.business_zone() returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce((select i.timezone from portal.installation i), 'America/Toronto')
$$;

-- How many of the minutes between two moments lie in business hours.
create or replace function portal.business_minutes(since timestamptz, until timestamptz, zone text) returns numeric
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(extract(epoch from least(until, d.closes) - greatest(since, d.opens))), 0) / 60
    from (select (x + time '08:30') at time zone zone as opens, (x + time '17:00') at time zone zone as closes
            from generate_series(date_trunc('day', since at time zone zone), date_trunc('day', until at time zone zone), interval '1 day') x
           where extract(isodow from x) < 6) d
   where d.closes > since and d.opens < until
$$;

-- The moment at which so many minutes of business hours have passed.
create or replace function portal.business_deadline(since timestamptz, minutes int, zone text) returns timestamptz
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  day timestamp := date_trunc('day', since at time zone zone);
  rest interval := make_interval(mins => minutes);
  opens timestamptz;
  closes timestamptz;
begin
  loop
    if extract(isodow from day) < 6 then
      opens := greatest(since, (day + time '08:30') at time zone zone);
      closes := (day + time '17:00') at time zone zone;
      if closes > opens then
        if closes - opens >= rest then return opens + rest; end if;
        rest := rest - (closes - opens);
      end if;
    end if;
    day := day + interval '1 day';
  end loop;
end $$;
-- Now: until when somebody is there, or null and when somebody is there again.
create or replace function portal.business_now(zone text, out closes_at timestamptz, out opens_at timestamptz)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when portal.business_minutes(now(), now() + interval '1 second', zone) > 0
           then (date_trunc('day', now() at time zone zone) + time '17:00') at time zone zone end,
         case when portal.business_minutes(now(), now() + interval '1 second', zone) = 0 then portal.business_deadline(now(), 0, zone) end
$$;
grant execute on function portal.business_now(text), portal.business_zone(), portal.business_deadline(timestamptz, int, text),
  portal.business_minutes(timestamptz, timestamptz, text) to portal_member, portal_staff, portal_admin;
grant execute on function portal.business_zone(), portal.business_minutes(timestamptz, timestamptz, text),
  portal.business_deadline(timestamptz, int, text) to portal_keeper;
