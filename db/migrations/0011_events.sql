-- How far the outbox was pruned: who asks for events after an older position cannot be given all of them.
create table portal.outbox_pruned (
  one boolean primary key default true check (one),
  xid xid8 not null default '0',
  id bigint not null default 0
);
insert into portal.outbox_pruned default values;

-- The login of the event reader: no table, only the functions that are granted to it.
grant usage on schema portal, auth to portal_events;
