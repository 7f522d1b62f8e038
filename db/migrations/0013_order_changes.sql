-- What changed on an order, field by field, and when: recorded by triggers (db/functions/0650_order_changes.sql), never made up.
-- `upstream_updated_at` is the version's own time, null where it had none; `happened_at` is the time to tell, never a future one.
-- No client's name, address, PO number or reference: a row that moves to another tenant takes its history along.
create sequence portal.order_change_ids;
create table portal.order_changes (
  tenant_id int not null,
  order_id bigint not null,
  id bigint not null default nextval('portal.order_change_ids'),
  line_no text, -- of the line that changed; null: the order itself
  field text not null,
  old_value text,
  new_value text,
  recorded_at timestamptz not null,
  upstream_updated_at timestamptz,
  happened_at timestamptz not null generated always as (least(upstream_updated_at, recorded_at)) stored,
  primary key (tenant_id, order_id, id)
);
create index order_changes_newest on portal.order_changes (tenant_id, happened_at desc, id desc);

-- Of orders whose client nobody has claimed.
create table portal.unassigned_order_changes (like portal.order_changes including defaults including generated);
alter table portal.unassigned_order_changes drop column tenant_id;
alter table portal.unassigned_order_changes add primary key (order_id, id);
create index unassigned_order_changes_newest on portal.unassigned_order_changes (happened_at desc, id desc);

-- Orders that are here already: when they came is known. Their owner reads them only while the policies do not hold it back.
alter table portal.orders no force row level security;
alter table portal.unassigned_orders no force row level security;
insert into portal.order_changes (tenant_id, order_id, field, recorded_at)
  select o.tenant_id, o.id, 'created', o.created_at from portal.orders o order by o.id;
insert into portal.unassigned_order_changes (order_id, field, recorded_at)
  select o.id, 'created', o.created_at from portal.unassigned_orders o order by o.id;
alter table portal.orders force row level security;
alter table portal.unassigned_orders force row level security;
