-- Prices and products may be of the portal's own (source 0), kept by the manufacturer's staff: a change names the version it saw.
alter table portal.prices add column version int not null default 1;
alter table portal.products add column version int not null default 1;
