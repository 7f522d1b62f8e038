-- The cards of a company, as its provider names them. Its own people alone change them; the context says whose they are.
create or replace function portal.own_tenant() returns int
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if auth.context_kind() is distinct from 'member' or auth.is_viewing() then raise exception 'not a member' using errcode = '42501'; end if;
  return auth.tenant();
end $$;
grant execute on function portal.own_tenant() to portal_keeper;

-- One that the provider keeps from now on; the same one again is the same one. Null: there are as many as there may be.
create or replace function portal.keep_payment_method(of_customer text, of_token text, of_brand text, of_last4 text, of_year int, of_month int,
  of_holder text) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_tenant int := portal.own_tenant();
  kept bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_methods ' || of_tenant, 0));
  select m.id into kept from portal.payment_methods m where m.tenant_id = of_tenant and m.token = of_token;
  if found then return kept; end if;
  if (select count(*) from portal.payment_methods m where m.tenant_id = of_tenant and m.removed_at is null) >= 20 then return null; end if;
  insert into portal.payment_methods (tenant_id, customer, token, brand, last4, exp_year, exp_month, holder, created_by)
    values (of_tenant, of_customer, of_token, of_brand, of_last4, of_year, of_month, of_holder, auth.actor())
    returning id into kept;
  return kept;
end $$;

-- The one that is offered first; null: the bank transfer. False: there is no such card.
create or replace function portal.choose_payment_method(of_method bigint) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare of_tenant int := portal.own_tenant();
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_methods ' || of_tenant, 0));
  if of_method is not null and not exists (select from portal.payment_methods m
    where m.tenant_id = of_tenant and m.id = of_method and m.removed_at is null) then return false; end if;
  update portal.payment_methods m set is_default = false where m.tenant_id = of_tenant and m.is_default and m.id is distinct from of_method;
  update portal.payment_methods m set is_default = true where m.tenant_id = of_tenant and m.id = of_method and not m.is_default;
  return true;
end $$;

-- Forgets what could be paid with; what was paid with it still says so. False: there is no such card.
create or replace function portal.remove_payment_method(of_method bigint) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update portal.payment_methods m set token = null, holder = null, is_default = false, removed_at = clock_timestamp()
   where m.tenant_id = portal.own_tenant() and m.id = of_method and m.removed_at is null;
  return found;
end $$;

alter function portal.keep_payment_method(text, text, text, text, int, int, text) owner to portal_keeper;
alter function portal.choose_payment_method(bigint) owner to portal_keeper;
alter function portal.remove_payment_method(bigint) owner to portal_keeper;
revoke execute on function portal.keep_payment_method(text, text, text, text, int, int, text), portal.choose_payment_method(bigint),
  portal.remove_payment_method(bigint) from public;
grant execute on function portal.keep_payment_method(text, text, text, text, int, int, text), portal.choose_payment_method(bigint),
  portal.remove_payment_method(bigint) to portal_member;
