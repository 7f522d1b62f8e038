-- The demo's purchase orders of a tenant: the newest orders with a PO number as they were asked for, and one in every other state.
-- For the command line alone, which is connected as the owner; answers how many. A tenant that has any is left alone.
create or replace function portal.seed_purchase_orders(of_tenant int, of_buyer text, of_staff text, as_of date) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  o record;
  a record;
  made bigint;
  count int := 0;
begin
  if auth.is_server() then raise exception 'not for the server' using errcode = '42501'; end if;
  if exists (select from portal.purchase_orders p where p.tenant_id = of_tenant) then return 0; end if;
  insert into portal.purchase_settings (tenant_id, addresses)
  select of_tenant, jsonb_build_array(jsonb_build_object('label', c.client_name, 'address', c.address))
    from portal.customers c where c.tenant_id = of_tenant and c.address is not null order by c.client_code limit 1
  on conflict do nothing;
  -- Accepted, and entered since.
  for o in
    select newest.* from (select x.* from (
      select distinct on (r.po_no) r.id, r.po_no, r.currency, r.ship_to, r.requested_date, r.source_id, r.source_key, r.order_date
        from portal.orders r where r.tenant_id = of_tenant and r.po_no is not null and r.order_date between as_of - 300 and as_of - 20
       order by r.po_no, r.id) x
     order by x.order_date desc, x.id desc limit 14
  ) newest order by newest.order_date, newest.id
  loop
    insert into portal.purchase_orders (tenant_id, state, po_no, currency, requested_date, ship_to, created_by, created_at)
      values (of_tenant, 'draft', o.po_no, o.currency, o.requested_date, o.ship_to, of_buyer, o.order_date - 9) returning id into made;
    insert into portal.purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, unit_price, currency)
      select of_tenant, made, row_number() over (order by l.id), p.id, p.item_no, p.name, l.qty_ordered, p.unit, l.unit_price, o.currency
        from portal.order_lines l join portal.products p on p.source_id = l.source_id and p.item_no = l.item_no
       where l.tenant_id = of_tenant and l.source_id = o.source_id and l.order_key = o.source_key and l.qty_ordered > 0;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      values (of_tenant, made, 'draft', 'draft', of_buyer, false, o.order_date - 9), (of_tenant, made, 'submit', 'submitted', of_buyer, false, o.order_date - 8),
             (of_tenant, made, 'accept', 'accepted', of_staff, true, o.order_date - 2), (of_tenant, made, 'entered', 'accepted', null, true, o.order_date);
    count := count + 1;
    update portal.purchase_orders p set state = 'accepted', submitted_at = o.order_date - 8, decided_at = o.order_date - 2, number = count,
      order_id = o.id, order_state = 'linked', feed_version = 3, acknowledged_version = 3, acknowledged_at = o.order_date - 1, version = 3
     where p.tenant_id = of_tenant and p.id = made;
  end loop;
  -- One in every other state, of what the catalogue offers.
  for a in
    select x.state, x.days, x.act, x.by_staff, x.note, s.place from (values
      ('rejected', 75, 'reject', true, 'We cannot hold this formula at the temperature asked for.'), ('cancelled', 48, 'withdraw', false, null),
      ('countered', 12, 'counter', true, 'The filling line is free three weeks later.'), ('awaiting_approval', 3, null, false, null),
      ('submitted', 2, null, false, null), ('submitted', 1, null, true, null), ('draft', 0, null, false, null)) x (state, days, act, by_staff, note)
      cross join lateral (select x.days % 5 as place) s
  loop
    insert into portal.purchase_orders (tenant_id, state, po_no, currency, requested_date, created_by, created_at, by_staff)
      select of_tenant, 'draft', 'W-' || (7100 + a.days), t.currency, as_of + 150 - a.days, case when a.by_staff and a.act is null then of_staff else of_buyer end,
             as_of - a.days, a.by_staff and a.act is null from portal.tenants t where t.id = of_tenant returning id into made;
    insert into portal.purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, lead_weeks_from,
        lead_weeks_to, currency, unit_price)
      select of_tenant, made, row_number() over (order by c.id), c.id, c.item_no, c.name,
             case c.class when 'blend' then 150 when 'bulk_capsule' then 200 else 6000 end, c.unit,
             case c.class when 'blend' then 6 when 'bulk_capsule' then 8 else 12 end, case c.class when 'blend' then 8 when 'bulk_capsule' then 12 else 16 end,
             (select t.currency from portal.tenants t where t.id = of_tenant),
             (select x.unit_price from portal.tenants t, portal.price_on(of_tenant, c.source_id, c.item_no, t.currency, as_of) x where t.id = of_tenant)
        from (select p.* from portal.product_access y join portal.products p on p.id = y.product_id
               where y.tenant_id = of_tenant and p.active and p.class is not null order by p.id offset a.place * 2 limit 2) c;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      select of_tenant, made, 'draft', 'draft', p.created_by, p.by_staff, p.created_at from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = made;
    continue when a.state = 'draft';
    count := count + 1;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      select of_tenant, made, 'submit', case a.state when 'awaiting_approval' then a.state else 'submitted' end, p.created_by, p.by_staff, p.created_at + interval '20 minutes'
        from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = made;
    if a.act is not null then
      insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, note, at)
        values (of_tenant, made, a.act, a.state, case when a.by_staff then of_staff else of_buyer end, a.by_staff, a.note, as_of - a.days + 1);
    end if;
    update portal.purchase_orders p set state = a.state, submitted_at = as_of - a.days + interval '20 minutes', number = count, version = 3,
      answered_by = case when a.by_staff and a.act is not null then of_staff end, answered_at = case when a.act is not null then as_of - a.days + 1 end,
      decided_at = case when a.state in ('rejected', 'cancelled') then as_of - a.days + 1 end,
      proposal = case a.state when 'countered' then jsonb_build_object('kind', 'counter', 'note', a.note, 'quantities', '[]'::jsonb,
        'requestedDate', p.requested_date + 21, 'at', to_char(as_of - a.days + 1, 'YYYY-MM-DD"T"00:00:00.000"Z"')) end
     where p.tenant_id = of_tenant and p.id = made;
  end loop;
  update portal.purchase_orders p set line_count = s.n, total_cents = s.cents, unpriced_lines = s.unpriced
    from (select l.purchase_order_id as id, count(*) as n, coalesce(sum(l.amount_cents), 0) as cents, count(*) filter (where l.unit_price is null) as unpriced
            from portal.purchase_order_lines l where l.tenant_id = of_tenant group by 1) s
   where p.tenant_id = of_tenant and p.id = s.id;
  update portal.purchase_settings s set last_number = count where s.tenant_id = of_tenant;
  insert into portal.purchase_settings (tenant_id, last_number) values (of_tenant, count) on conflict do nothing;
  return count;
end $$;
alter function portal.seed_purchase_orders(int, text, text, date) owner to portal_keeper;
grant execute on function portal.seed_purchase_orders(int, text, text, date) to portal_owner;
