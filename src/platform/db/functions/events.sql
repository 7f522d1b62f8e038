-- Wakes whoever reads events and makes notices; a statement that wrote none wakes nobody.
create or replace function portal.wake_listeners() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from added) then perform pg_notify('outbox', ''); end if;
  return null;
end $$;

-- What the event reader may call. Its login is the proof: nobody can become portal_events, and it can become nobody.

-- Events in the order in which they become visible, after a position; of every tenant, or of those given. Rows are final only
-- below the oldest transaction that still runs: a later look could find others among them. Always one row at least, which
-- carries that horizon; `xid` is null when there is no event.
create or replace function portal.read_outbox(after_xid xid8, after_id bigint, most int, of_tenants int[] default null,
  out horizon xid8, out running boolean, out xid xid8, out id bigint, out tenant_id int, out topic text, out module text,
  out permission text, out audience text, out object_id text, out payload jsonb, out created_at timestamptz)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  floor xid8 := pg_snapshot_xmin(pg_current_snapshot());
  busy boolean := pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot());
begin
  if of_tenants is null then
    return query select floor, busy, o.xid, o.id, o.tenant_id, o.topic, o.module, o.permission, o.audience, o.object_id, o.payload, o.created_at
      from portal.outbox o where (o.xid, o.id) > (after_xid, after_id) and o.xid < floor order by o.xid, o.id limit most;
  else
    return query select floor, busy, e.*
      from unnest(of_tenants) t, lateral (
        select o.xid, o.id, o.tenant_id, o.topic, o.module, o.permission, o.audience, o.object_id, o.payload, o.created_at from portal.outbox o
         where o.tenant_id = t and (o.xid, o.id) > (after_xid, after_id) and o.xid < floor order by o.xid, o.id limit most) e
      order by e.xid, e.id limit most;
  end if;
  if not found then horizon := floor; running := busy; return next; end if;
end $$;

-- The newest position that is final, and how far was pruned: from there on every event can be given.
create or replace function portal.outbox_position(out xid xid8, out id bigint, out pruned_xid xid8, out pruned_id bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(o.xid, p.xid), coalesce(o.id, p.id), p.xid, p.id
    from portal.outbox_pruned p
    left join lateral (select o.xid, o.id from portal.outbox o
      where o.xid < pg_snapshot_xmin(pg_current_snapshot()) order by o.xid desc, o.id desc limit 1) o on true
$$;

-- Forgets events older than `keep`, and the oldest beyond `most`; answers how many. In portions, oldest first.
create or replace function portal.prune_outbox(keep interval, most bigint) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  newest bigint := (select o.id from portal.outbox o order by o.xid desc, o.id desc limit 1);
  gone bigint := 0;
  last record;
begin
  -- Of two servers that sweep at once one waits, and then finds nothing.
  perform from portal.outbox_pruned for update;
  loop
    with oldest as (
      select o.tenant_id, o.xid, o.id from (select * from portal.outbox x order by x.xid, x.id limit 5000) o
       where o.created_at < now() - keep or o.id <= newest - most
    ), deleted as (
      delete from portal.outbox o using oldest d where o.tenant_id = d.tenant_id and o.xid = d.xid and o.id = d.id returning o.xid, o.id
    )
    select count(*) over () as n, d.xid, d.id into last from deleted d order by d.xid desc, d.id desc limit 1;
    exit when last.n is null;
    update portal.outbox_pruned p set xid = last.xid, id = last.id where (p.xid, p.id) < (last.xid, last.id);
    gone := gone + last.n;
    exit when gone >= 500000;
  end loop;
  return gone;
end $$;

-- What these sessions may see now; one that is missing has ended, or is of somebody who must set up a second factor first.
-- Asked for all open streams together.
drop function if exists auth.stream_access(text[]);
create function auth.stream_access(of_sessions text[],
  out session_id text, out user_id text, out kind text, out tenant_id int, out tenant_ids int[], out role text,
  out permissions text[], out hidden_modules text[], out is_admin boolean, out mode text)
  returns setof record language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.user_id, a.kind, a.tenant_id, a.tenant_ids, a.role, a.permissions, a.hidden_modules, a.is_admin, a.mode
    from auth.sessions s, auth.access_of(s.user_id, case when s.view_role is null or s.view_ends > clock_timestamp() then s.tenant_id end, s.view_role) a
   where s.id = any (of_sessions) and s.expires_at > clock_timestamp()
     and not (a.kind = 'member' and a.mode is null
       and exists (select from portal.tenants t where t.id = a.tenant_id and t.requires_second_factor)
       and auth.factor_ways(s.user_id) is null)
$$;

alter function portal.read_outbox(xid8, bigint, int, int[]) owner to portal_keeper;
alter function portal.outbox_position() owner to portal_keeper;
alter function portal.prune_outbox(interval, bigint) owner to portal_keeper;
grant execute on function portal.read_outbox(xid8, bigint, int, int[]), portal.outbox_position(), portal.prune_outbox(interval, bigint),
  auth.stream_access(text[]) to portal_events;
