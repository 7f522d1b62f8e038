-- The reporting calendar of a day (D1), the same for everybody: the year of the newest month with sales, and the newest month
-- of it that is over, or closed by an administrator; 0 while its January is neither.
create or replace function portal.reporting_period(until date, out current_year int, out through_month int)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  newest record := portal.newest_sales_month(until);
  newest_month int;
begin
  current_year := coalesce(newest.year, extract(year from until)::int);
  newest_month := coalesce(newest.month, extract(month from until)::int);
  through_month := newest_month
    - (until < (make_date(current_year, newest_month, 1) + interval '1 month' - interval '1 day')::date
       and not exists (select from portal.sales_calendar c where c.year = current_year and c.month = newest_month))::int;
end $$;
grant execute on function portal.reporting_period(date) to portal_member, portal_staff, portal_admin;

-- Growth in per cent, one decimal; 0.0 when there was nothing before (D1). Trend by the exact change; `new`: from nothing.
create or replace function portal.growth(before numeric, now numeric) returns numeric
  language sql immutable parallel safe as $$ select coalesce(portal.change(before, now), 0.0) $$;
create or replace function portal.trend(before numeric, now numeric) returns text
  language sql immutable parallel safe as $$
  select case when before = 0 then case when now = 0 then 'stable' else 'new' end
    when 100 * (now - before) / before > 5 then 'growth' when 100 * (now - before) / before < -5 then 'decline' else 'stable' end
$$;

-- Sales over the whole history and year-to-date against the year before, from the sums alone. of_tenants as in
-- find_sales.sql. later_lines: dated after the day, left out of the comparison.
create or replace function portal.sales_to_date(of_tenants int[], home_currency bpchar, today date, of_currency bpchar default null)
  returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, 1, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1], home_currency);
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  last_month int := reported.through_month;
begin
  return (
    with history as (
      select t.currency, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents, sum(t.lines) lines
        from portal.sales_sums t
       where t.tenant_id = any (of_tenants) and t.dataset = 1 and t.dimension = 0 and t.period = 17 and t.year = 0 group by 1
    ), monthly as materialized (
      select t.year, t.period as month, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents
        from portal.sales_sums t
       where t.tenant_id = any (of_tenants) and t.dataset = 1 and t.dimension = 0 and t.currency = shown
         and t.year in (this_year - 1, this_year) and t.period <= 12 and (t.year, t.period) <= (extract(year from today)::int, extract(month from today)::int) group by 1, 2
    ), so_far as (
      select coalesce(portal.total(m.quantity) filter (where m.year < this_year), 0) q1, coalesce(portal.total(m.quantity) filter (where m.year = this_year), 0) q2,
             coalesce(portal.total(m.amount_cents) filter (where m.year < this_year), 0) a1,
             coalesce(portal.total(m.amount_cents) filter (where m.year = this_year), 0) a2
        from monthly m where m.month <= last_month
    )
    select json_build_object(
      'currency', shown,
      'quantity', portal.units(coalesce(h.quantity, 0)), 'amount', portal.money_text(coalesce(h.amount_cents, 0)),
      'lines', coalesce(h.lines, 0),
      'others', (select coalesce(json_agg(json_build_object('currency', o.currency, 'quantity', portal.units(o.quantity),
          'amount', portal.money_text(o.amount_cents)) order by o.currency), '[]') from history o where o.currency <> shown),
      'years', json_build_array(this_year - 1, this_year), 'throughMonth', last_month,
      'toDate', json_build_object(
        'quantity', json_build_object('previous', portal.units(s.q1), 'current', portal.units(s.q2), 'growth', portal.growth(s.q1, s.q2),
          'trend', portal.trend(s.q1, s.q2)),
        'revenue', json_build_object('previous', portal.money_text(s.a1), 'current', portal.money_text(s.a2),
          'growth', portal.growth(s.a1, s.a2), 'trend', portal.trend(s.a1, s.a2))),
      -- What the other dataset has of the same months: null where it has none.
      'otherDataset', (select case when sum(o.lines) > 0 then json_build_object('quantity', portal.units(coalesce(portal.total(o.quantity) filter (where o.year = this_year), 0)),
          'revenue', portal.money_text(coalesce(portal.total(o.amount_cents) filter (where o.year = this_year), 0)),
          'agrees', (coalesce(portal.total(o.quantity) filter (where o.year < this_year), 0), coalesce(portal.total(o.quantity) filter (where o.year = this_year), 0),
            coalesce(portal.total(o.amount_cents) filter (where o.year < this_year), 0), coalesce(portal.total(o.amount_cents) filter (where o.year = this_year), 0))
            = (s.q1, s.q2, s.a1, s.a2)) end
        from portal.sales_sums o
       where o.tenant_id = any (of_tenants) and o.dataset = 2 and o.dimension = 0 and o.currency = shown
         and o.year in (this_year - 1, this_year) and o.period <= last_month),
      'months', (select json_agg(json_build_object('month', g.month,
          'previous', json_build_object('quantity', portal.units(coalesce(b.quantity, 0)), 'amount', portal.money_text(coalesce(b.amount_cents, 0))),
          'current', case when g.month <= last_month or c.quantity is not null then json_build_object(
            'quantity', portal.units(coalesce(c.quantity, 0)), 'amount', portal.money_text(coalesce(c.amount_cents, 0))) end) order by g.month)
        from generate_series(1, 12) g (month)
        left join monthly b on b.month = g.month and b.year = this_year - 1 left join monthly c on c.month = g.month and c.year = this_year),
      'laterLines', (select coalesce(sum(t.lines), 0) from portal.sales_sums t
        where t.tenant_id = any (of_tenants) and t.dataset = 1 and t.dimension = 0 and t.period <= 12 and t.currency = shown
          and (t.year, t.period) > (extract(year from today)::int, extract(month from today)::int)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ) from so_far s left join history h on h.currency = shown);
end $$;
grant execute on function portal.growth(numeric, numeric), portal.trend(numeric, numeric),
  portal.sales_to_date(int[], bpchar, date, bpchar) to portal_member, portal_staff, portal_admin;
