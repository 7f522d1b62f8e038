-- What the statuses that upstream sends mean: the words that the program knows, written by db/functions, and those that
-- administrators have said. Any other status means nothing that the portal knows.
create function portal.status_word(status text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select lower(portal.fold(btrim(coalesce(status, ''), E' \t\r\n\u00A0\u2007\u202F\u3000')))
$$;
grant execute on function portal.status_word(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;

create table portal.status_words (
  word text primary key collate "C", -- as orders.status
  meaning text check (meaning in ('not started', 'in progress', 'blend', 'cts', 'packaging', 'completed', 'cancelled',
    'finance hold', 'pending')), -- null: an administrator said that it is none of them
  decided_by text, -- null: the program knows it
  decided_at timestamptz,
  version int not null default 1,
  check ((decided_by is null) = (decided_at is null)),
  check (meaning is not null or decided_by is not null)
);

-- A status is compared without accents, too. The view comes back with the functions.
drop view if exists portal.all_orders;
alter table portal.orders drop column status,
  add column status text collate "C" not null generated always as (portal.status_word(ord_stat)) stored;
alter table portal.unassigned_orders drop column status,
  add column status text collate "C" not null generated always as (portal.status_word(ord_stat)) stored;
create index orders_sums on portal.orders (tenant_id, status, currency) include (amount_cents, ord_stat);
