-- How much a company, or a person, has stored: what is kept, and what is on its way.
create or replace function portal.bytes_of_company(of_tenant int) returns bigint
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(u.bytes), 0)::bigint from portal.uploads u
   where u.tenant_id = of_tenant and (u.expires_at is null or u.expires_at > clock_timestamp())
$$;
create or replace function portal.bytes_of_person(of_user text) returns bigint
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(u.bytes), 0)::bigint from portal.uploads u
   where u.user_id = of_user and (u.expires_at is null or u.expires_at > clock_timestamp())
$$;

-- Counts a file of this many bytes before the first of them is stored; false: it does not fit. Uploads of one company, and of one
-- person, are counted one after the other, so that two at once do not exceed the quota together.
-- `told`: what does not fit; null: it is counted. What was counted under this name before is not counted twice.
create or replace function portal.reserve_upload(named text, sent bigint, good_for interval, default_company bigint, default_person bigint,
  out quota_of text, out used bigint, out quota bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  company int := case when auth.context_kind() = 'member' then auth.tenant() else 0 end;
  person text := auth.actor();
  counted bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  if company > 0 then perform pg_advisory_xact_lock(hashtextextended('uploads of company ' || company, 0)); end if;
  perform pg_advisory_xact_lock(hashtextextended('uploads of person ' || person, 0));
  select u.bytes into counted from portal.uploads u
   where u.user_id = person and u.name = named and u.file_key is null and u.expires_at > clock_timestamp();
  sent := greatest(sent, counted);
  if company > 0 then
    used := portal.bytes_of_company(company) - coalesce(counted, 0);
    quota := coalesce((select t.storage_quota from portal.tenants t where t.id = company), default_company);
    if used + sent > quota then quota_of := 'company'; return; end if;
  end if;
  used := portal.bytes_of_person(person) - coalesce(counted, 0);
  quota := coalesce((select p.storage_quota from portal.profiles p where p.user_id = person), default_person);
  if used + sent > quota then quota_of := 'person'; return; end if;
  insert into portal.uploads as u (tenant_id, user_id, bytes, name, expires_at)
    values (company, person, sent, named, clock_timestamp() + good_for)
  on conflict (tenant_id, user_id, name) where file_key is null do update set bytes = excluded.bytes, expires_at = excluded.expires_at;
end $$;

-- What was on its way is kept as this file.
create or replace function portal.keep_upload(named text, key text, size bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin');
  update portal.uploads u set file_key = key, bytes = size, name = null, expires_at = null
   where u.user_id = auth.actor() and u.name = named and u.file_key is null;
  if not found then
    insert into portal.uploads (tenant_id, user_id, bytes, file_key)
      values (case when auth.context_kind() = 'member' then auth.tenant() else 0 end, auth.actor(), size, key);
  end if;
end $$;

-- Nothing came of it.
create or replace function portal.release_upload(named text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin');
  delete from portal.uploads u where u.user_id = auth.actor() and u.name = named and u.file_key is null;
end $$;

-- What the asker's company and the asker have stored, of how much; of staff no company's.
create or replace function portal.own_storage(default_company bigint, default_person bigint,
  out quota_of text, out used bigint, out quota bigint) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if auth.context_kind() = 'member' then
    return query select 'company', portal.bytes_of_company(t.id), coalesce(t.storage_quota, default_company)
      from portal.tenants t where t.id = auth.tenant();
  end if;
  return query select 'person', portal.bytes_of_person(p.user_id), coalesce(p.storage_quota, default_person)
    from portal.profiles p where p.user_id = auth.actor();
end $$;

-- The same of any company or person, for administrators; `own`: what was set for them.
create or replace function portal.storage_of(of_tenant int, of_user text, out used bigint, out own bigint) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query select portal.bytes_of_company(t.id), t.storage_quota from portal.tenants t where t.id = of_tenant
    union all select portal.bytes_of_person(p.user_id), p.storage_quota from portal.profiles p where p.user_id = of_user;
end $$;

-- A file that is deleted is counted no more. One that was taken into the library stays with the request that it was sent for, and
-- one that came with a draft with the issue that was made of it.
create or replace function portal.forget_upload() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from portal.uploads u where u.file_key = old.file_key
     and (tg_table_name <> 'document_versions' or not exists (select from portal.document_request_files f where f.file_key = old.file_key))
     and (tg_table_name <> 'form_draft_files' or not exists (select from portal.issue_files f where f.file_key = old.file_key));
  return null;
end $$;

grant execute on function portal.reserve_upload(text, bigint, interval, bigint, bigint), portal.keep_upload(text, text, bigint),
  portal.release_upload(text), portal.own_storage(bigint, bigint) to portal_member, portal_staff, portal_admin;
grant execute on function portal.storage_of(int, text) to portal_admin;
