-- What staff keep in the catalogue themselves: prices of a client and products that no upstream system has. What upstream sent stays
-- upstream's: it is refused here, as invoices are.

-- A product for a client's catalogue as staff see it; null: there is none for the asker.
create or replace function portal.kept_product(of_tenant int, of_product bigint, out product_id bigint, out source_id smallint,
  out item_no text, out currency text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query select p.id, p.source_id, p.item_no, t.currency::text
    from portal.product_access a join portal.products p on p.id = a.product_id join portal.tenants t on t.id = a.tenant_id
   where a.tenant_id = of_tenant and a.product_id = of_product and (seen is null or a.tenant_id = any (seen));
end $$;
alter function portal.kept_product(int, bigint) owner to portal_keeper;
grant execute on function portal.kept_product(int, bigint) to portal_staff, portal_admin;

create or replace function portal.price_facts(p portal.prices) returns jsonb
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('item', p.item_no, 'price', p.unit_price, 'unit', p.unit, 'currency', p.currency, 'valid_from', p.valid_from,
    'valid_to', p.valid_to)
$$;
revoke execute on function portal.price_facts(portal.prices) from public;
grant execute on function portal.price_facts(portal.prices) to portal_keeper;

-- Enters a price (of_id null) or changes one that was entered here, in the tenant's currency. Null: no such tenant, product or price
-- for the asker; `stale`; `refused`: of upstream, or another one begins on that day. Upstream's price of a period is the price.
create or replace function portal.keep_price(of_tenant int, of_product bigint, of_id bigint, amount numeric, in_unit text, first_day date,
  last_day date, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  k record;
  old portal.prices%rowtype;
  made portal.prices%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  select * into k from portal.kept_product(of_tenant, of_product);
  if k.product_id is null then return null; end if;
  -- One after the other in a tenant: what overlaps is seen.
  perform pg_advisory_xact_lock(hashtextextended('prices ' || of_tenant, 0));
  if of_id is not null then
    select * into old from portal.prices p where p.tenant_id = of_tenant and p.id = of_id and p.item_no = k.item_no for update;
    if old.id is null then return null; end if;
    if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
    if old.version <> known_version then return '{"stale": true}'; end if;
  end if;
  if exists (select from portal.prices p where p.tenant_id = of_tenant and p.item_no = k.item_no and p.currency = k.currency
      and p.source_id = k.source_id and p.source_id <> portal.portal_source()
      and daterange(p.valid_from, p.valid_to, '[]') && daterange(first_day, last_day, '[]')) then
    return '{"refused": "upstream"}';
  end if;
  if exists (select from portal.prices p where p.tenant_id = of_tenant and p.source_id = portal.portal_source() and p.item_no = k.item_no
      and p.currency = k.currency and p.valid_from = first_day and p.id is distinct from of_id) then
    return '{"refused": "same_day"}';
  end if;
  if of_id is null then
    insert into portal.prices (tenant_id, source_id, source_key, item_no, unit_price, currency, unit, valid_from, valid_to)
      values (of_tenant, portal.portal_source(), concat_ws(chr(31), k.item_no, k.currency, first_day), k.item_no, amount, k.currency, in_unit,
        first_day, last_day) returning * into made;
  else
    update portal.prices p set source_key = concat_ws(chr(31), k.item_no, k.currency, first_day), unit_price = amount, currency = k.currency,
      unit = in_unit, valid_from = first_day, valid_to = last_day, version = p.version + 1, updated_at = clock_timestamp()
     where p.tenant_id = of_tenant and p.id = of_id returning * into made;
  end if;
  return jsonb_build_object('id', made.id, 'version', made.version, 'after', portal.price_facts(made),
    'before', case when of_id is null then '{}' else portal.price_facts(old) end);
end $$;

-- Takes a price away that was entered here.
create or replace function portal.drop_price(of_tenant int, of_product bigint, of_id bigint, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  k record;
  old portal.prices%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  select * into k from portal.kept_product(of_tenant, of_product);
  select * into old from portal.prices p where p.tenant_id = of_tenant and p.id = of_id and p.item_no = k.item_no for update;
  if old.id is null then return null; end if;
  if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
  if old.version <> known_version then return '{"stale": true}'; end if;
  delete from portal.prices p where p.tenant_id = of_tenant and p.id = of_id;
  return jsonb_build_object('before', portal.price_facts(old));
end $$;

-- Enters a product that no upstream system has and offers it to a client, or changes one. Null: no such tenant or product for the
-- asker; `stale`; `refused`: of upstream, its number is taken, or clients have it whom the asker does not look after.
create or replace function portal.keep_product(of_tenant int, of_id bigint, facts jsonb, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  old portal.products%rowtype;
  made portal.products%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  perform from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen));
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('products kept here', 0));
  if of_id is null then
    if exists (select from portal.products p where p.item_key = portal.number_key(facts ->> 'itemNo')) then return '{"refused": "taken"}'; end if;
    insert into portal.products (source_id, item_no, name, name_fr, name_de, name_es, category, class, unit, minimum_quantity, lead_weeks_from,
        lead_weeks_to, active)
      values (portal.portal_source(), facts ->> 'itemNo', facts ->> 'name', facts ->> 'nameFr', facts ->> 'nameDe', facts ->> 'nameEs',
        facts ->> 'category', facts ->> 'class', facts ->> 'unit', (facts ->> 'minimumQuantity')::numeric, (facts ->> 'weeksFrom')::smallint,
        (facts ->> 'weeksTo')::smallint, (facts ->> 'active')::boolean) returning * into made;
    insert into portal.product_access (tenant_id, product_id, by_lines, offered, version) values (of_tenant, made.id, false, true, 1);
  else
    select p.* into old from portal.products p join portal.product_access a on a.product_id = p.id and a.tenant_id = of_tenant
     where p.id = of_id for update of p;
    if old.id is null then return null; end if;
    if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
    if seen is not null and exists (select from portal.product_access a where a.product_id = of_id and not a.tenant_id = any (seen)) then
      return '{"refused": "shared"}';
    end if;
    if old.version <> known_version then return '{"stale": true}'; end if;
    -- Its number is what orders and prices know it by: it stays.
    update portal.products p set name = facts ->> 'name', name_fr = facts ->> 'nameFr', name_de = facts ->> 'nameDe', name_es = facts ->> 'nameEs',
      category = facts ->> 'category', class = facts ->> 'class', unit = facts ->> 'unit', minimum_quantity = (facts ->> 'minimumQuantity')::numeric,
      lead_weeks_from = (facts ->> 'weeksFrom')::smallint, lead_weeks_to = (facts ->> 'weeksTo')::smallint, active = (facts ->> 'active')::boolean,
      version = p.version + 1, updated_at = clock_timestamp()
     where p.id = of_id returning * into made;
  end if;
  return jsonb_build_object('id', made.id, 'version', made.version,
    'before', case when of_id is null then '{}'::jsonb else to_jsonb(old) - '{search_text,created_at,updated_at,upstream_updated_at}'::text[] end,
    'after', to_jsonb(made) - '{search_text,created_at,updated_at,upstream_updated_at}'::text[]);
end $$;

do $$
declare f text;
begin
  foreach f in array array['keep_price(int, bigint, bigint, numeric, text, date, date, int)', 'drop_price(int, bigint, bigint, int)',
      'keep_product(int, bigint, jsonb, int)'] loop
    execute format('alter function portal.%s owner to portal_keeper', f);
    execute format('grant execute on function portal.%s to portal_staff, portal_admin', f);
  end loop;
end $$;
grant usage on sequence portal.price_ids, portal.product_ids to portal_keeper;
