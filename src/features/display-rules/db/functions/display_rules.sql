-- What administrators do with the display rules (D3): look at what a change would show, and make it. The rules travel as
-- JSON: {"productRules": [{"field", "kind", "wanted", "digits", "ignoreCase", "displayName"}], "aliases": [{"variant", "displayName"}]}.
create or replace function portal.display_rules() returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'productRules', (select coalesce(jsonb_agg(jsonb_build_object('field', r.field, 'kind', r.kind, 'wanted', r.wanted, 'digits', r.digits,
      'ignoreCase', r.ignore_case, 'displayName', r.display_name) order by r.position), '[]') from portal.product_rules r),
    'aliases', (select coalesce(jsonb_agg(jsonb_build_object('variant', a.variant, 'displayName', a.display_name)
      order by a.display_name collate portal.natural_order, a.variant collate portal.natural_order), '[]') from portal.customer_aliases a))
$$;

create or replace function portal.read_product_rules(rules jsonb) returns setof portal.product_rules
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select r.position::int, r.rule ->> 'field', r.rule ->> 'kind', r.rule ->> 'wanted', (r.rule ->> 'digits')::smallint,
         (r.rule ->> 'ignoreCase')::boolean, r.rule ->> 'displayName'
    from jsonb_array_elements(rules -> 'productRules') with ordinality r (rule, position)
$$;

-- Which names of all clients would be shown otherwise, of how many lines, and what that makes of the sums of sales history. `most` of each list,
-- those with the most lines first.
create or replace function portal.preview_display_rules(rules jsonb, most int) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off
  set work_mem = '64MB' as $$
declare
  wanted portal.product_rules[] := (select array_agg(r) from portal.read_product_rules(rules) r);
begin
  return (
    with alias as materialized (
      select a.variant, a."displayName" as shown from jsonb_to_recordset(rules -> 'aliases') a (variant text, "displayName" text)
    ), named as materialized (
      select 'product' kind, i.item_id id, i.product was, portal.shown_product(wanted, i.item_no, i.item_name) becomes
        from (select distinct s.item_id, s.item_no, s.item_name, s.product from portal.sales_items s where s.tenant_id = 0) i
      union all
      select 'customer', c.customer_id, c.customer, coalesce(a.shown, nullif(portal.trim_name(c.customer_name), ''), 'Unknown Client')
        from (select distinct s.customer_id, s.customer_name, s.customer from portal.sales_customers s where s.tenant_id = 0) c
        left join alias a on a.variant = portal.trim_name(c.customer_name)
    ), involved as materialized ( -- the names that lose or win something, with everything that they stand for
      select n.* from named n
       where (n.kind, n.was) in (select m.kind, x from named m, unnest(array[m.was, m.becomes]) x where m.was <> m.becomes)
          or (n.kind, n.becomes) in (select m.kind, x from named m, unnest(array[m.was, m.becomes]) x where m.was <> m.becomes)
    ), summed as materialized ( -- of both datasets, which are never added up together
      select case t.dataset when 1 then 'history' else 'current' end dataset, n.kind, n.was, n.becomes, n.id, t.currency,
             sum(t.lines) lines, sum(t.quantity) quantity, sum(t.amount_cents) cents
        from involved n join portal.sales_sums t on t.tenant_id = 0 and t.dimension = case n.kind when 'product' then 1 else 2 end
         and t.period = 17 and t.key_id = n.id
       group by 1, 2, 3, 4, 5, 6
    ), renamed as materialized (
      select s.kind, s.was, s.becomes, count(distinct s.id) names, sum(s.lines) lines
        from summed s where s.was <> s.becomes group by 1, 2, 3
    ), moved as (
      select s.dataset, s.kind, v.name, s.currency, sum(s.lines) filter (where v.now) lines_was, sum(s.lines) filter (where not v.now) lines_becomes,
             sum(s.quantity) filter (where v.now) quantity_was, sum(s.quantity) filter (where not v.now) quantity_becomes,
             sum(s.cents) filter (where v.now) cents_was, sum(s.cents) filter (where not v.now) cents_becomes
        from summed s, lateral (values (s.was, true), (s.becomes, false)) v (name, now)
       group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'productNames', coalesce((select sum(r.names) from renamed r where r.kind = 'product'), 0),
      'customerNames', coalesce((select sum(r.names) from renamed r where r.kind = 'customer'), 0),
      'productLines', coalesce((select sum(r.lines) from renamed r where r.kind = 'product'), 0),
      'customerLines', coalesce((select sum(r.lines) from renamed r where r.kind = 'customer'), 0),
      'renamedTotal', (select count(*) from renamed),
      'renamed', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'from', r.was, 'to', r.becomes, 'names', r.names, 'lines', r.lines)
          order by r.lines desc, r.kind, r.was, r.becomes), '[]')
        from (select * from renamed r order by r.lines desc, r.kind, r.was, r.becomes limit most) r),
      'sumsTotal', (select count(*) from moved),
      'sums', (select coalesce(jsonb_agg(jsonb_build_object('dataset', m.dataset, 'kind', m.kind, 'name', m.name, 'currency', m.currency,
          'before', jsonb_build_object('lines', coalesce(m.lines_was, 0), 'quantity', portal.units(coalesce(m.quantity_was, 0)),
            'amount', portal.money_text(coalesce(m.cents_was, 0))),
          'after', jsonb_build_object('lines', coalesce(m.lines_becomes, 0), 'quantity', portal.units(coalesce(m.quantity_becomes, 0)),
            'amount', portal.money_text(coalesce(m.cents_becomes, 0))))
          order by greatest(m.lines_was, m.lines_becomes) desc, m.kind, m.name, m.dataset desc, m.currency), '[]')
        from (select * from moved m order by greatest(m.lines_was, m.lines_becomes) desc, m.kind, m.name, m.dataset desc, m.currency limit most) m)));
end $$;

-- Tells the streams that these tenants' data of a topic moved, administrators (tenant 0) included: ids and versions only (G3).
create or replace function portal.announce_data(of_topic text, of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, case v.topic when 'tracking' then 'orders' else coalesce((portal.ingest_kind(v.topic)).module, v.topic) end, v.topic || '.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = of_topic and v.tenant_id = any (of_tenants || 0) order by v.tenant_id;
end $$;

-- Puts other rules in the place of those in force, in one piece with every name that follows from them; answers the change as it
-- is noted. The caller has locked the rules (portal.lock_display_rules) and seen that they are those which it knows.
create or replace function portal.change_display_rules(rules jsonb, of_difference jsonb, taking_back int)
  returns portal.display_rule_changes
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  began timestamptz := clock_timestamp();
  before jsonb := portal.display_rules();
  noted portal.display_rule_changes;
  versions jsonb := (select jsonb_object_agg(v.tenant_id, v.version) from portal.data_versions v where v.topic = 'sales');
  preview jsonb := portal.preview_display_rules(rules, 0);
begin
  perform auth.require_context('admin');
  delete from portal.product_rules;
  insert into portal.product_rules select * from portal.read_product_rules(rules);
  delete from portal.customer_aliases;
  insert into portal.customer_aliases
    select a.variant, a."displayName" from jsonb_to_recordset(rules -> 'aliases') a (variant text, "displayName" text);
  select x.items, x.customers into noted.product_names, noted.customer_names from portal.apply_display_rules() x;
  perform portal.announce_data('sales', array(select v.tenant_id from portal.data_versions v
    where v.topic = 'sales' and v.version is distinct from (versions ->> v.tenant_id::text)::bigint));
  insert into portal.display_rule_changes (changed_by, undoes, rules_before, difference, product_names, customer_names, product_lines, customer_lines, took_ms)
    values (auth.actor(), taking_back, before, of_difference, noted.product_names, noted.customer_names,
      (preview ->> 'productLines')::bigint, (preview ->> 'customerLines')::bigint,
      extract(epoch from clock_timestamp() - began) * 1000)
    returning * into noted;
  return noted;
end $$;

alter function portal.announce_data(text, int[]) owner to portal_keeper;
alter function portal.change_display_rules(jsonb, jsonb, int) owner to portal_keeper;
grant execute on function portal.display_rules(), portal.read_product_rules(jsonb), portal.preview_display_rules(jsonb, int)
  to portal_admin, portal_keeper;
grant execute on function portal.announce_data(text, int[]), portal.change_display_rules(jsonb, jsonb, int) to portal_admin;
