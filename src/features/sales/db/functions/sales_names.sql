-- Names as they are shown (D3): trimmed; rules in their order, the first that fits; nothing left: unknown.
-- No pinned search_path here and below, so that it is expanded into the query; the callers pin theirs.
create or replace function portal.trim_name(name text) returns text
  language sql immutable parallel safe as $$
  select btrim(coalesce(name, ''), E' \t\n\r\f\x0B\u00a0\u2007\u202f\u3000\ufeff')
$$;

-- Does a text fit a rule? Of closed kinds, each decided in one pass over the text.
create or replace function portal.fits_rule(r portal.product_rules, txt text, lowered text) returns boolean
  language sql immutable parallel safe as $$
  select case r.kind
    when 'contains' then strpos(case when r.ignore_case then lowered else txt end, case when r.ignore_case then lower(r.wanted) else r.wanted end) > 0
    when 'equals' then case when r.ignore_case then lowered = lower(r.wanted) else txt = r.wanted end
    else length(txt) = length(r.wanted) + r.digits and translate(right(txt, r.digits), '0123456789', '') = ''
      and case when r.ignore_case then left(lowered, length(r.wanted)) = lower(r.wanted) else left(txt, length(r.wanted)) = r.wanted end
  end
$$;

-- The same with rules that need not be those in force: what a change would show.
create or replace function portal.shown_product(rules portal.product_rules[], item_no text, item_name text) returns text
  language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select r.display_name
      from (select portal.trim_name(item_no) code, portal.trim_name(item_name) name offset 0) i, unnest(rules) r
     where case r.field when 'code' then portal.fits_rule(r, i.code, lower(i.code)) else portal.fits_rule(r, i.name, lower(i.name)) end
     order by r.position limit 1), nullif(portal.trim_name(item_name), ''), 'Unknown Product')
$$;

-- By the rules in force. Not by way of portal.shown_product: a function in a function is made ready anew for every name, and
-- sums that are built anew, as when a client is given away, ask for all names of everybody. What they plan anew, this is not.
create or replace function portal.display_product(item_no text, item_name text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
  select coalesce((
    select r.display_name
      from (select portal.trim_name(item_no) code, portal.trim_name(item_name) name offset 0) i, portal.product_rules r
     where case r.field when 'code' then portal.fits_rule(r, i.code, lower(i.code)) else portal.fits_rule(r, i.name, lower(i.name)) end
     order by r.position limit 1), nullif(portal.trim_name(item_name), ''), 'Unknown Product')
$$;

create or replace function portal.display_customer(customer_name text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
  select coalesce((select a.display_name from portal.customer_aliases a where a.variant = portal.trim_name(customer_name)),
                  nullif(portal.trim_name(customer_name), ''), 'Unknown Client')
$$;

-- Item numbers and names, side by side, to ids in the same order; pairs never seen are registered. Written in key order,
-- so that two callers cannot block each other; call it once per transaction, or in a transaction of its own. Each pair is looked
-- up by its key: joined, by a plan that was made when there were few names, it would be compared with all.
create or replace function portal.resolve_sales_items(item_nos text[], item_names text[]) returns int[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  perform auth.require_context('ingest');
  insert into portal.item_names (item_no, item_name)
    select distinct coalesce(g.item_no, ''), coalesce(g.item_name, '') from unnest(item_nos, item_names) g (item_no, item_name)
     where (select true from portal.item_names n
             where n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, '')) is null
     order by 1, 2
    on conflict do nothing;
  return (select array_agg((select n.id from portal.item_names n
                             where n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, '')) order by g.at)
            from unnest(item_nos, item_names) with ordinality g (item_no, item_name, at));
end $$;

create or replace function portal.resolve_sales_customers(client_codes text[], customer_names text[]) returns int[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  perform auth.require_context('ingest');
  insert into portal.customer_names (client_code, customer_name)
    select distinct coalesce(g.client_code, ''), coalesce(g.customer_name, '')
      from unnest(client_codes, customer_names) g (client_code, customer_name)
     where (select true from portal.customer_names n
             where n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, '')) is null
     order by 1, 2
    on conflict do nothing;
  return (select array_agg((select n.id from portal.customer_names n
                             where n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, '')) order by g.at)
            from unnest(client_codes, customer_names) with ordinality g (client_code, customer_name, at));
end $$;

-- After a rule or an alias changed: every name that is now shown differently, everywhere and at once. Answers how many
-- item and customer names changed; moves the data version of the tenants that see one.
create or replace function portal.apply_display_rules(out items bigint, out customers bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare touched int[];
begin
  perform portal.lock_display_rules(true);
  perform auth.require_context('admin');
  with rule as materialized (
    select array_agg(r) rules from portal.product_rules r
  ), shown as materialized ( -- each name once; tenant 0 has all of them
    select i.item_id, portal.shown_product(rule.rules, i.item_no, i.item_name) product
      from (select distinct s.item_id, s.item_no, s.item_name from portal.sales_items s where s.tenant_id = 0) i, rule
  ), renamed as (
    update portal.sales_items s set product = n.product from shown n
     where s.item_id = n.item_id and s.product <> n.product returning s.tenant_id, s.item_id
  ) select count(distinct r.item_id), array_agg(distinct r.tenant_id) filter (where r.tenant_id >= 0) into items, touched from renamed r;
  with shown as materialized (
    select c.customer_id, coalesce(a.display_name, nullif(portal.trim_name(c.customer_name), ''), 'Unknown Client') customer
      from (select distinct s.customer_id, s.customer_name from portal.sales_customers s where s.tenant_id = 0) c
      left join portal.customer_aliases a on a.variant = portal.trim_name(c.customer_name)
  ), renamed as (
    update portal.sales_customers s set customer = n.customer from shown n
     where s.customer_id = n.customer_id and s.customer <> n.customer returning s.tenant_id, s.customer_id
  ) select count(distinct r.customer_id), touched || array_agg(distinct r.tenant_id) filter (where r.tenant_id >= 0) into customers, touched from renamed r;
  if cardinality(touched) > 0 then perform portal.touch_data('sales', touched); end if;
end $$;

alter function portal.display_product(text, text) owner to portal_keeper;
alter function portal.display_customer(text) owner to portal_keeper;
alter function portal.resolve_sales_items(text[], text[]) owner to portal_keeper;
alter function portal.resolve_sales_customers(text[], text[]) owner to portal_keeper;
alter function portal.apply_display_rules() owner to portal_keeper;
grant execute on function portal.trim_name(text), portal.fits_rule(portal.product_rules, text, text),
  portal.shown_product(portal.product_rules[], text, text) to portal_keeper, portal_admin;
grant execute on function portal.display_product(text, text), portal.display_customer(text) to portal_admin, portal_ingest;
grant execute on function portal.resolve_sales_items(text[], text[]), portal.resolve_sales_customers(text[], text[])
  to portal_ingest;
grant execute on function portal.apply_display_rules() to portal_admin;
