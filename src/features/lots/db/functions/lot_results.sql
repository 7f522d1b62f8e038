-- How results of a lot stand to each other (J4). A result stands unless another took its place: by naming it, or, of a source that had
-- never told samples apart, by being the newest of its sample. Several that stand count all.
create or replace function portal.stands(r portal.lot_results) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select not exists (select from portal.lot_results q
    where q.source_id = r.source_id and q.lot_no = r.lot_no and q.item_no = r.item_no and q.test = r.test and q.id <> r.id
      and (q.by_newest and r.by_newest and q.sample = r.sample and (q.tested_on > r.tested_on or r.tested_on is null and q.tested_on is not null)
        or q.replaces = r.tested_on
          and (r.sample = coalesce(q.replaces_sample, q.sample)
            -- A day alone names the same sample, else the only other one of that day.
            or q.replaces_sample is null and not exists (select from portal.lot_results o
              where o.source_id = r.source_id and o.lot_no = r.lot_no and o.item_no = r.item_no and o.test = r.test
                and o.tested_on = r.tested_on and o.id not in (r.id, q.id)))
          -- Two that name each other replace nothing.
          and not (q.tested_on = r.tested_on and r.replaces = q.tested_on and r.replaces_sample = q.sample)))
$$;

-- How many results of a lot stand, and how many of them fail or are open. A test of which nothing stands any more is open, too.
create or replace function portal.lot_findings(of_source smallint, of_lot text, of_item text, out tests int, out failed int, out open int)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with found as (
    select r.test, r.verdict, portal.stands(r) as stands from portal.lot_results r
     where r.source_id = of_source and r.lot_no = of_lot and r.item_no = of_item
  ), sums as (
    select count(*) filter (where f.stands) as standing, count(*) filter (where f.stands and f.verdict = 'fail') as failed,
           count(*) filter (where f.stands and coalesce(f.verdict, 'unjudged') = 'unjudged') as open,
           count(distinct f.test) - count(distinct f.test) filter (where f.stands) as bare from found f
  )
  select (s.standing + s.bare)::int, s.failed::int, (s.open + s.bare)::int from sums s
$$;
grant execute on function portal.stands(portal.lot_results), portal.lot_findings(smallint, text, text) to portal_member, portal_staff, portal_admin;
