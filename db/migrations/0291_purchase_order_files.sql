-- What is sent with a purchase order (C5): the client's own paper, a drawing, a specification.
create table portal.purchase_order_files (
  tenant_id int not null,
  id bigint not null generated always as identity,
  purchase_order_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  -- A name as it was: whoever reads the purchase order reads no profiles.
  author_name text not null,
  by_staff boolean not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, purchase_order_id) references portal.purchase_orders (tenant_id, id) on delete cascade
);
create index purchase_order_files_of on portal.purchase_order_files (tenant_id, purchase_order_id);
create index purchase_order_files_content on portal.purchase_order_files (checksum);
