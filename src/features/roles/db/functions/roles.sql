-- Roles, for administrators who look at all of the installation.

create or replace function portal.role_holders(of_key text, out members int, out others int)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  members := (select count(*) from portal.members m where m.role = of_key) + (select count(*) from portal.staff s where s.role = of_key);
  others := (select count(*) from auth.invitations i where i.role = of_key or i.access -> 'staff' ->> 'role' = of_key)
    + (select count(*) from auth.temporary_access x where x.role = of_key) + (select count(*) from auth.sessions s where s.view_role = of_key);
end $$;

create or replace function portal.create_role(of_key text, of_kind text, of_name text, held text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  insert into portal.roles (key, kind, name, permissions, named) values (of_key, of_kind, of_name, held, true);
end $$;

-- A company whose members nobody could manage any more, had the role this set: the first, or null.
create or replace function portal.left_ownerless(of_key text, held text[]) returns int
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(m.tenant_id) from portal.members m
   where m.role = of_key and 'members.manage' <> all (held) and m.user_id in (select portal.owners_of(m.tenant_id))
     and not exists (select from portal.owners_of(m.tenant_id) o join portal.members x on x.tenant_id = m.tenant_id and x.user_id = o where x.role <> of_key)
$$;

-- Another name (null: the one it came with) and another set. `outcome`: null: there is no such role; stale; last_owner; done.
create or replace function portal.change_role(of_key text, known text, of_name text, held text[], out outcome text, out before jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key for update;
  if role.key is null then return; end if;
  before := jsonb_build_object('name', case when role.named then role.name end, 'permissions', to_jsonb(role.permissions));
  if md5(before::text) <> known then outcome := 'stale'; return; end if;
  if portal.left_ownerless(of_key, held) is not null then outcome := 'last_owner'; return; end if;
  update portal.roles r set permissions = held, name = coalesce(of_name, r.name), named = of_name is not null where r.key = of_key;
  outcome := 'done';
end $$;

-- Back to the set and the name that the portal came with. Null: no such role, or one that did not come with it; `lastOwner`: some
-- company would have nobody left who manages its members.
create or replace function portal.reset_role(of_key text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key and r.shipped is not null for update;
  if role.key is null then return null; end if;
  if portal.left_ownerless(of_key, role.shipped) is not null then return '{"lastOwner": true}'; end if;
  update portal.roles r set permissions = r.shipped, named = false where r.key = of_key;
  return jsonb_build_object('before', jsonb_build_object('name', case when role.named then role.name end, 'permissions', role.permissions),
    'after', jsonb_build_object('name', null, 'permissions', role.shipped));
end $$;

-- `outcome`: null: no such role; shipped: it came with the portal; in_use; done.
create or replace function portal.delete_role(of_key text, out outcome text, out before jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key for update; -- whoever is given it just now waits
  if role.key is null then return; end if;
  if role.shipped is not null then outcome := 'shipped'; return; end if;
  if (select h.members + h.others > 0 from portal.role_holders(of_key) h) then outcome := 'in_use'; return; end if;
  delete from portal.roles r where r.key = of_key;
  outcome := 'done'; before := jsonb_build_object('name', role.name, 'permissions', to_jsonb(role.permissions));
end $$;
grant execute on function portal.role_holders(text), portal.create_role(text, text, text, text[]), portal.change_role(text, text, text, text[]),
  portal.reset_role(text), portal.delete_role(text) to portal_admin;
