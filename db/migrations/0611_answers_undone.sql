-- Answers of the manufacturer carry a promised date and can be undone for a while; until then the client hears of no acceptance.
alter table portal.purchase_orders
  add column promised_date date,
  -- Who of the staff gave the answer that is there now, and when.
  add column answered_by text,
  add column answered_at timestamptz,
  -- An acceptance that can still be undone: {note, prices, promisedDate, eventId}.
  add column acceptance jsonb,
  add constraint purchase_orders_acceptance check (acceptance is null or state = 'submitted');
create index purchase_orders_to_release on portal.purchase_orders (answered_at) where acceptance is not null;

-- What the client's people are not shown: an acceptance that can still be undone, or was.
alter table portal.purchase_order_events add column staff_only boolean not null default false;

-- Whose the counter-proposals are that stand open. For this the owner reads its own tables whole.
alter table portal.purchase_orders no force row level security;
alter table portal.purchase_order_events no force row level security;
alter table portal.purchase_orders disable trigger user;
update portal.purchase_orders p set answered_by = e.actor, answered_at = e.at
  from (select distinct on (x.tenant_id, x.purchase_order_id) x.* from portal.purchase_order_events x where x.act = 'counter'
         order by x.tenant_id, x.purchase_order_id, x.id desc) e
 where e.tenant_id = p.tenant_id and e.purchase_order_id = p.id and p.state = 'countered';
alter table portal.purchase_orders enable trigger user;
alter table portal.purchase_order_events force row level security;
alter table portal.purchase_orders force row level security;
