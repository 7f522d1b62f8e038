-- Shipments that the manufacturer's staff enter here (C4): rows of source 0 beside those of upstream, by version.
alter table portal.shipments
  add column version int not null default 1,
  -- Of the asker: the same wish again is the same shipment.
  add column wish text collate "C" check (length(wish) between 8 and 64),
  -- The shipment of the staff whose place this one of upstream took: its address still leads somewhere.
  add column entered_id bigint;
alter table portal.unassigned_shipments -- the same shape; nobody enters one for nobody
  add column version int not null default 1,
  add column wish text collate "C",
  add column entered_id bigint;
create unique index shipments_wish on portal.shipments (tenant_id, wish) where wish is not null;
create unique index shipments_entered on portal.shipments (tenant_id, source_key) where source_id = 0;
create index shipments_in_place_of on portal.shipments (tenant_id, entered_id) where entered_id is not null;

-- Customer service looks after orders and tracking (A7).
update portal.roles set permissions = permissions || '{tracking.write}' where key = 'customer_service';
