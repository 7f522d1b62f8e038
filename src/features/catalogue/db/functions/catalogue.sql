-- What a client pays for an item on a day: upstream's newest price in force, in this currency, else the one that staff entered. No row:
-- on confirmation.
create or replace function portal.price_on(of_tenant int, of_source smallint, of_item text, in_currency text, on_day date,
  out unit_price numeric, out unit text, out valid_to date)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select p.unit_price, p.unit, p.valid_to from portal.prices p
   where p.tenant_id = of_tenant and p.source_id in (of_source, 0) and p.item_no = of_item and p.currency = in_currency
     and p.valid_from <= on_day and coalesce(p.valid_to >= on_day, true)
   order by p.source_id = 0, p.valid_from desc, p.id desc limit 1
$$;
grant execute on function portal.price_on(int, smallint, text, text, date) to portal_member, portal_staff, portal_admin;

-- Whether somebody who looks after these tenants (null: all) may know of a product: one of them has it, or nobody does. What only
-- other clients have may be made for them alone.
create or replace function portal.may_offer(of_product bigint, seen int[]) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select seen is null or not exists (select from portal.product_access a where a.product_id = of_product)
    or exists (select from portal.product_access a where a.product_id = of_product and a.tenant_id = any (seen))
$$;
grant execute on function portal.may_offer(bigint, int[]) to portal_keeper;

-- Products that could be offered, also those that no client has.
create or replace function portal.find_products(term text, most int, out id bigint, out item_no text, out name text)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query select p.id, p.item_no, p.name from portal.products p
    where p.active and portal.contains_folded(p.search_text, term) and portal.may_offer(p.id, seen)
    order by p.item_no collate portal.natural_order, p.id limit most;
end $$;

-- Offers a product to a client, takes it out of the catalogue, or leaves it to the order lines (null); with the terms agreed.
-- Answers what was there and what is; null where there is no such tenant or product for the asker; only `stale` where
-- somebody else changed it first.
create or replace function portal.offer_product(of_tenant int, of_product bigint, choice boolean, smallest numeric, weeks_from int,
  weeks_to int, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  a portal.product_access%rowtype;
  before jsonb;
begin
  perform auth.require_context('staff', 'admin');
  perform from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen));
  if not found then return null; end if;
  perform from portal.products p where p.id = of_product and portal.may_offer(p.id, seen);
  if not found then return null; end if;
  select * into a from portal.product_access x where x.tenant_id = of_tenant and x.product_id = of_product for update;
  if coalesce(a.version, 0) <> known_version then return '{"stale": true}'; end if;
  before := jsonb_build_object('offered', a.offered, 'minimum_quantity', a.minimum_quantity, 'lead_weeks_from', a.lead_weeks_from,
    'lead_weeks_to', a.lead_weeks_to);
  if choice is not true and not coalesce(a.by_lines, false) then
    delete from portal.product_access x where x.tenant_id = of_tenant and x.product_id = of_product;
  else
    insert into portal.product_access as x (tenant_id, product_id, by_lines, offered, minimum_quantity, lead_weeks_from, lead_weeks_to, version)
      values (of_tenant, of_product, false, choice, smallest, weeks_from, weeks_to, 1)
    on conflict (tenant_id, product_id) do update set offered = choice, minimum_quantity = smallest, lead_weeks_from = weeks_from,
      lead_weeks_to = weeks_to, version = x.version + 1;
  end if;
  return jsonb_build_object('version', coalesce(a.version, 0) + 1, 'before', before, 'after', jsonb_build_object('offered', choice,
    'minimum_quantity', smallest, 'lead_weeks_from', weeks_from, 'lead_weeks_to', weeks_to));
end $$;
alter function portal.find_products(text, int) owner to portal_keeper;
alter function portal.offer_product(int, bigint, boolean, numeric, int, int, int) owner to portal_keeper;
grant execute on function portal.find_products(text, int), portal.offer_product(int, bigint, boolean, numeric, int, int, int)
  to portal_staff, portal_admin;
grant execute on function portal.price_on(int, smallint, text, text, date) to portal_keeper;
