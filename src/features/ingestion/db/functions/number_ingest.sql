-- Numbers the lines of a batch whose keys are given here: rows with a `parent` (staged, and those that could not be read, in
-- portal.ingest_plan as 'unread'), before anything of them is judged. Each parent is whole in its batch. A line of a content that
-- stands keeps its number, as often as it stands, in whatever order lines come; others take the numbers of lines that are not
-- brought, then those that are free, in their order. Their keys become parent, U+001F, number; Line No likewise where the kind has
-- one. Lines that stand and whose number nobody has go, unless they are newer than what came (`removed`; noted as deletions). A row to delete names its parent, of
-- which it brings no line; such rows leave the stage (`emptied`). Parents that stand with other content than they come with are
-- counted (`partial`) and the first fifty told: [{parent, standing, brought, row, line}]; whether that is right is the caller's to say.
-- Every line is held against all of the batch at once; what stands of a parent is looked up in the register.
create or replace function portal.number_ingest(of_batch bigint, of_kind text, of_source smallint,
  out removed bigint, out emptied bigint, out partial bigint, out parents json)
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
declare
  k record;
  bound int := auth.ingest_tenant();
begin
  select * into k from portal.ingest_kind(of_kind);
  execute format($sql$
    with brought as (
      select d.row_no, d.line, d.parent, d.at, d.content_hash as hash, row_number() over (partition by d.parent, d.content_hash order by d.row_no) as nth
        from (select s.row_no, s.line, s.parent, s.upstream_updated_at as at, s.content_hash from portal.%1$I s where s.batch = $1 and s.parent is not null and not s.is_delete
              union all
              select p.row_no, p.line, p.parent, null, null from portal.ingest_plan p where p.batch = $1 and p.act = 'unread' and p.parent is not null) d
    ), emptied as (
      delete from portal.%1$I s where s.batch = $1 and s.parent is not null and s.is_delete returning s.row_no, s.line, s.parent, s.upstream_updated_at as at
    ), parents as (
      select x.parent, min(x.row_no) as row_no, min(x.line) as line, max(x.at) as at, sum(x.n) as brought
        from (select b.row_no, b.line, b.parent, b.at, 1 as n from brought b
              union all select e.row_no, e.line, e.parent, e.at, 0 from emptied e) x group by 1
    ), standing as (
      select p.parent, u.key, u.tenant_id, u.row_id, u.content_hash as hash, u.number, u.upstream_updated_at > p.at as newer,
             row_number() over (partition by p.parent, u.content_hash order by u.number) as nth
        from parents p cross join lateral (
          select r.*, substr(r.key, length(p.parent) + 2)::int as number from portal.upstream_rows r
           where r.source_id = $2 and r.kind = $3 and r.key > p.parent || chr(31) and r.key < p.parent || chr(32)
             and substr(r.key, length(p.parent) + 2) ~ '^[1-9][0-9]{0,8}$' and not r.deleted and ($4 is null or r.tenant_id = $4)
          offset 0) u
    ), stands as (
      select s.parent, count(*) as n from standing s group by 1
    ), known as (
      select b.row_no, b.parent, s.number, case when s.number is null then row_number() over (partition by b.parent, s.number is null order by b.row_no) end as place
        from brought b left join standing s on s.parent = b.parent and s.hash = b.hash and s.nth = b.nth
    ), unbrought as (
      select s.parent, s.number from standing s
       where not exists (select from known n where n.parent = s.parent and n.number = s.number)
    ), free as (
      select f.parent, f.number, row_number() over (partition by f.parent order by f.rank, f.number) as place
        from (select u.parent, u.number, 1 as rank from unbrought u
              union all
              select x.parent, g.number, 2 from (
                  select n.parent, count(*) as n from known n where n.number is null group by 1) w
                join parents x on x.parent = w.parent
                left join stands c on c.parent = x.parent
                cross join lateral generate_series(1, (x.brought + coalesce(c.n, 0))::int) g (number)
               where not exists (select from standing s where s.parent = x.parent and s.number = g.number)) f
    ), numbered as (
      select n.row_no, n.parent, coalesce(n.number, f.number) as number
        from known n left join free f on f.parent = n.parent and f.place = n.place
    ), staged as (
      update portal.%1$I s set key = n.parent || chr(31) || n.number %2$s from numbered n where s.batch = $1 and s.row_no = n.row_no and s.parent is not null
    ), unread as (
      update portal.ingest_plan p set key = n.parent || chr(31) || n.number from numbered n
       where p.batch = $1 and p.act = 'unread' and p.row_no = n.row_no and p.parent is not null
    ), removed as (
      insert into portal.ingest_plan (batch, key, act, from_tenant, row_id)
      select $1, s.key, 'delete', s.tenant_id, s.row_id from standing s
       where s.newer is not true and not exists (select from numbered n where n.parent = s.parent and n.number = s.number)
      returning 1
    ), partial as (
      select p.parent, p.row_no, p.line, p.brought, c.n as standing
        from parents p
        join stands c on c.parent = p.parent
       where p.parent in (select n.parent from known n where n.number is null union all select u.parent from unbrought u)
    )
    select (select count(*) from removed), (select count(*) from emptied), (select count(*) from partial),
           (select json_agg(json_build_object('parent', f.parent, 'standing', f.standing, 'brought', f.brought, 'row', f.row_no, 'line', f.line) order by f.row_no)
              from (select * from partial p order by p.row_no limit 50) f)
  $sql$, k.staged, case when 'line_no' = any (k.columns) then ', line_no = n.number::text' end)
    into removed, emptied, partial, parents using of_batch, of_source, of_kind, bound;
end $$;
grant execute on function portal.number_ingest(bigint, text, smallint) to portal_ingest;
