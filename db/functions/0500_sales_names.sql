-- Names as they are shown (D3): trimmed; rules in their order, the first that fits; nothing left: unknown.
create or replace function portal.trim_name(name text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select btrim(coalesce(name, ''), E' \t\n\r\f\x0B\u00a0\u2007\u202f\u3000\ufeff')
$$;

create or replace function portal.display_product(item_no text, item_name text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select r.display_name
      from portal.product_rules r, lateral (select portal.trim_name(case r.field when 'code' then item_no else item_name end)) x (txt)
     where case when r.ignore_case then x.txt ~* r.pattern else x.txt ~ r.pattern end
     order by r.position limit 1), nullif(portal.trim_name(item_name), ''), 'Unknown Product')
$$;

create or replace function portal.display_customer(customer_name text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select a.display_name from portal.customer_aliases a where a.variant = portal.trim_name(customer_name)),
                  nullif(portal.trim_name(customer_name), ''), 'Unknown Client')
$$;

-- Item numbers and names, side by side, to ids in the same order; pairs never seen are registered. Written in key order,
-- so that two callers cannot block each other; call it once per transaction, or in a transaction of its own.
create or replace function portal.resolve_sales_items(item_nos text[], item_names text[]) returns int[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('ingest');
  insert into portal.item_names (item_no, item_name)
    select distinct coalesce(g.item_no, ''), coalesce(g.item_name, '') from unnest(item_nos, item_names) g (item_no, item_name)
     where not exists (select from portal.item_names n
                        where n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, ''))
     order by 1, 2
    on conflict do nothing;
  return (select array_agg(n.id order by g.at)
            from unnest(item_nos, item_names) with ordinality g (item_no, item_name, at)
            join portal.item_names n on n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, ''));
end $$;

create or replace function portal.resolve_sales_customers(client_codes text[], customer_names text[]) returns int[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('ingest');
  insert into portal.customer_names (client_code, customer_name)
    select distinct coalesce(g.client_code, ''), coalesce(g.customer_name, '')
      from unnest(client_codes, customer_names) g (client_code, customer_name)
     where not exists (select from portal.customer_names n
                        where n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, ''))
     order by 1, 2
    on conflict do nothing;
  return (select array_agg(n.id order by g.at)
            from unnest(client_codes, customer_names) with ordinality g (client_code, customer_name, at)
            join portal.customer_names n
              on n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, ''));
end $$;

-- After a rule or an alias changed: every name that is now shown differently, everywhere and at once. Answers how many
-- item and customer names changed; moves the data version of the tenants that see one.
create or replace function portal.apply_display_rules(out items bigint, out customers bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare touched int[];
begin
  perform portal.lock_display_rules(true);
  perform auth.require_context('admin');
  with renamed as (
    update portal.sales_items s set product = portal.display_product(s.item_no, s.item_name)
     where s.product <> portal.display_product(s.item_no, s.item_name) returning s.tenant_id, s.item_id
  ) select count(distinct r.item_id), array_agg(distinct r.tenant_id) into items, touched from renamed r;
  with renamed as (
    update portal.sales_customers s set customer = portal.display_customer(s.customer_name)
     where s.customer <> portal.display_customer(s.customer_name) returning s.tenant_id, s.customer_id
  ) select count(distinct r.customer_id), touched || array_agg(distinct r.tenant_id) into customers, touched from renamed r;
  if cardinality(touched) > 0 then perform portal.touch_data('sales', touched); end if;
end $$;

alter function portal.display_product(text, text) owner to portal_keeper;
alter function portal.display_customer(text) owner to portal_keeper;
alter function portal.resolve_sales_items(text[], text[]) owner to portal_keeper;
alter function portal.resolve_sales_customers(text[], text[]) owner to portal_keeper;
alter function portal.apply_display_rules() owner to portal_keeper;
grant execute on function portal.trim_name(text) to portal_keeper;
grant execute on function portal.display_product(text, text), portal.display_customer(text) to portal_admin, portal_ingest;
grant execute on function portal.resolve_sales_items(text[], text[]), portal.resolve_sales_customers(text[], text[])
  to portal_ingest;
grant execute on function portal.apply_display_rules() to portal_admin;
