-- An administrator looks at a tenant through the eyes of a role of it (H1).

-- An administrator is a member of nothing: who acts as one looks through a role's eyes.
create or replace function auth.is_viewing() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select auth.context_kind() = 'member' and exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
$$;
grant execute on function auth.is_viewing() to portal_keeper;

-- The asking session looks at a tenant from now on, for half an hour at most, under a new token; the old token keeps its grace.
-- Only from where an administrator sees everything, so that no view begins inside another. The caller looked at tenant and role.
create or replace function auth.begin_viewing(of_tenant int, of_role text, why text, new_token text, out id int, out ends_at timestamptz)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  ends_at := clock_timestamp() + interval '30 minutes';
  update auth.sessions s set tenant_id = of_tenant, view_role = of_role, view_ends = begin_viewing.ends_at where s.id = auth.session_id();
  perform auth.rotate_session(auth.session_id(), new_token);
  insert into auth.viewings as v (tenant_id, session_id, user_id, role, reason, ends_at)
    values (of_tenant, auth.session_id(), auth.actor(), of_role, why, begin_viewing.ends_at) returning v.id into begin_viewing.id;
end $$;
grant execute on function auth.begin_viewing(int, text, text, text) to portal_admin;

-- Ends it, under a new token; the session sees everything again. Null: there is none.
create or replace function auth.end_viewing(new_token text) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare ended int;
begin
  perform auth.require_context('member');
  update auth.sessions s set tenant_id = null, view_role = null, view_ends = null
   where s.id = auth.session_id() and s.view_ends > clock_timestamp();
  if not found then return null; end if;
  perform auth.rotate_session(auth.session_id(), new_token);
  update auth.viewings v set ended_at = clock_timestamp() where v.session_id = auth.session_id() and v.ended_at is null
  returning v.id into ended;
  return ended;
end $$;

-- Until when the asking session looks.
create or replace function auth.viewing_ends() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.view_ends from auth.sessions s where s.id = auth.session_id()
$$;
grant execute on function auth.end_viewing(text), auth.viewing_ends() to portal_member;

-- Puts on record that views ended by themselves: half an hour was over, or the session was. Swept now and then; what such a
-- session may see does not wait for it.
create or replace function auth.close_viewings() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare over auth.viewings%rowtype;
begin
  for over in
    update auth.viewings v set ended_at = least(v.ends_at, clock_timestamp())
     where v.ended_at is null and not exists (select from auth.sessions s
        where s.id = v.session_id and s.view_ends > clock_timestamp() and s.expires_at > clock_timestamp())
    returning v.*
  loop
    update auth.sessions s set tenant_id = null, view_role = null, view_ends = null
     where s.id = over.session_id and s.view_ends <= clock_timestamp();
    perform portal.append_audit(over.tenant_id, 'viewing.ended', 'viewing', over.id::text, null, jsonb_build_object('byItself', true), null,
      coalesce(over.user_id, 'gone'));
  end loop;
end $$;
grant execute on function auth.close_viewings() to portal_auth;

-- Who looked at a tenant, the newest first; for those who manage its people.
create or replace function portal.list_viewings(of_tenant int, before_id int, most int, of_search text, out id int, out name text, out role text,
  out reason text, out began_at timestamptz, out ends_at timestamptz, out ended_at timestamptz, out total int) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.managed_tenant(of_tenant);
  return query
    with chosen as (
      select v.*, p.name as person from auth.viewings v left join portal.profiles p on p.user_id = v.user_id
       where v.tenant_id = of_tenant
         and (of_search is null or portal.contains_folded(portal.search_fold(concat_ws(chr(10), p.name, v.role, v.reason)), of_search))
    )
    select c.id, c.person, c.role, c.reason, c.began_at, c.ends_at, coalesce(c.ended_at, case when c.ends_at <= now() then c.ends_at end),
      (select count(*)::int from chosen)
    from chosen c where before_id is null or c.id < before_id order by c.id desc limit most;
end $$;
grant execute on function portal.list_viewings(int, int, int, text) to portal_member, portal_staff, portal_admin;
