-- At most so many things, of whoever asks, in whose names and numbers a term stands: for the search over everything (B3). LIKE is
-- not leakproof, so under row-level security it could not use the trigram indexes: these read as the keeper and ask the context
-- themselves. What is shown of a hit is read by the asker's own policies.

-- In about how many rows of a table one of some patterns stands, all of which the trigram index would list. The planner cannot know, as it may
-- not use statistics below policies: 20 of the table's pages are asked, which lie all over it and are always the same.
create or replace function portal.about_fitting(place regclass, held text, patterns text[]) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  pages bigint := pg_relation_size(place) / current_setting('block_size')::int;
  share float := least(1, 20.0 / greatest(pages, 1));
  about bigint;
begin
  execute format('select count(*) / $2 from %s x tablesample system ($2 * 100) repeatable (1) where %s like any ($1)', place, held)
    into about using patterns, share;
  return about;
end $$;
alter function portal.about_fitting(regclass, text, text[]) owner to portal_keeper;

-- Always the newest first, so that the same question has the same answer. What stands in more than 1,000 rows is looked for among the
-- newest that the asker sees; what is not there, and what is rarer, wherever it is: through the trigram index, or, where that would list
-- more than 20,000 (the name of another client) and the tenants have fewer, through theirs. Nor may the planner, without statistics,
-- read the table of everybody. What both ways find stands there twice, and is grouped by whoever asks.
-- `place`: a table by tenant and id; `newest_first`: an index's order; `fits`: of a row x and the patterns $1; `wherever`: tenant, id
-- and what newest_first names, of all that fits in the tenants $2, from %s: the table `many`; `looked_at`: so many of the newest;
-- `about`: so many rows fit.
create or replace function portal.newest_found(seen int[], patterns text[], most int, about bigint, place text, newest_first text, fits text,
    many text, wherever text, looked_at int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  everything boolean;
  theirs text := 'select * from ' || place;
  found int;
  few boolean;
begin
  if about > 1000 then
    everything := not exists (select from portal.tenants t where t.id <> all (seen));
    -- One by one the index of each is read in its order; of more than 20 the index of all, where theirs lie close enough.
    if not everything and cardinality(seen) between 1 and 20 then
      select string_agg(format('%s where tenant_id = %s', theirs, one), ' union all ') into theirs from unnest(seen) one;
    end if;
    return query execute format(
      'select x.tenant_id, x.id from (select * from (%s) y order by %s limit $3) x where x.tenant_id = any ($2) and (%s) order by %2$s limit $4',
      theirs, newest_first, fits) using patterns, seen, looked_at, most;
    get diagnostics found = row_count;
    if found >= most then return; end if;
    if about > 20000 and not everything then
      execute format('select not exists (select from %s where tenant_id = any ($1) offset 20000)', many) into few using seen;
      if few then many := format('(select * from %s where tenant_id = any ($2) offset 0)', many); end if;
    end if;
  end if;
  return query execute format('with x as materialized (%1$s) select x.tenant_id, x.id from x order by %2$s limit $3',
    format(wherever, many), newest_first) using patterns, seen, most;
end $$;
alter function portal.newest_found(int[], text[], int, bigint, text, text, text, text, text, int) owner to portal_keeper;

-- The tenants that the asker sees, all of them one by one for an administrator.
create or replace function portal.seen_one_by_one() returns int[]
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
end $$;
alter function portal.seen_one_by_one() owner to portal_keeper;

-- The newest rows of a table by tenant and id in which one of some patterns stands. `held`: what a row x holds it in; `sorted`, `downwards`: the
-- column and the way of an index's order; `also`: what else counts, with its tenant, id and that column.
create or replace function portal.newest_with(place regclass, held text, sorted text, downwards text, patterns text[], most int,
    also text default '', out tenant_id int, out id bigint) returns setof record
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), patterns, most, portal.about_fitting(place, held, patterns),
    place::text, format('%I %s, id desc', sorted, downwards), format('%s like any ($1)', held), place::text,
    format('select x.tenant_id, x.id, x.%I from %%s x where x.tenant_id = any ($2) and %s like any ($1)', sorted, held) || also, 3000);
end $$;
alter function portal.newest_with(regclass, text, text, text, text[], int, text) owner to portal_keeper;

create or replace function portal.search_purchase_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.purchase_orders', 'x.search_text', 'dated_at', 'desc', portal.search_patterns(term), most);
end $$;

-- Orders also by the items, names and lots of their lines; fewer of the newest are looked at, as each has its lines.
create or replace function portal.first_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
declare patterns text[] := portal.search_patterns(term);
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), patterns, most,
    greatest(portal.about_fitting('portal.orders', 'x.search_text', patterns), portal.about_fitting('portal.order_lines', 'x.search_text', patterns)),
    'portal.orders', 'ord_no collate portal.natural_order desc nulls last, id desc',
    'x.search_text like any ($1) or (select true from portal.order_lines l
       where l.tenant_id = x.tenant_id and l.source_id = x.source_id and l.order_key = x.source_key and l.search_text like any ($1) limit 1)',
    'portal.order_lines',
    'select x.tenant_id, x.id, x.ord_no from portal.orders x where x.tenant_id = any ($2) and x.search_text like any ($1)
     union select o.tenant_id, o.id, o.ord_no from %s l
       join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
      where l.tenant_id = any ($2) and l.search_text like any ($1)
     union select 0, u.id, u.ord_no from portal.unassigned_orders u
      where auth.is_admin() and (u.search_text like any ($1) or (u.source_id, u.source_key) in (
        select l.source_id, l.order_key from portal.unassigned_order_lines l where l.search_text like any ($1)))', 1000);
end $$;

-- The newest orders with lines of products whose names contain the term, for who may see products; whoever has lines of one sees it.
-- About so many lines have one: what a product has on average for each that fits.
create or replace function portal.orders_of_products(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  share float;
begin
  select count(*) filter (where p.search_text like any (patterns)) / greatest(count(*), 1)::float into share from portal.products p;
  if share = 0 then return; end if;
  return query select * from portal.newest_found(portal.seen_one_by_one(), patterns, most,
    (share * (select greatest(c.reltuples, 0) from pg_class c where c.oid = 'portal.order_lines'::regclass))::bigint,
    'portal.orders', 'ord_no collate portal.natural_order desc nulls last, id desc',
    '(select true from portal.order_lines l
       where l.tenant_id = x.tenant_id and l.source_id = x.source_id and l.order_key = x.source_key
         and (l.source_id, l.item_no) in (select p.source_id, p.item_no from portal.products p where p.search_text like any ($1)) limit 1)',
    'portal.order_lines',
    'select distinct o.tenant_id, o.id, o.ord_no from portal.products p
       join %s l on l.source_id = p.source_id and l.item_no = p.item_no
       join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
      where p.search_text like any ($1) and l.tenant_id = any ($2)', 1000);
end $$;
alter function portal.orders_of_products(text, int) owner to portal_keeper;
grant execute on function portal.orders_of_products(text, int) to portal_member, portal_staff, portal_admin;

create or replace function portal.first_invoices(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.invoices', 'x.search_text', 'invoice_date', 'desc', portal.search_patterns(term), most);
end $$;

create or replace function portal.search_payments(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.payments', 'x.search_text', 'payment_date', 'desc', portal.search_patterns(term), most);
end $$;

-- Those that are made here have no other order than that of their ids.
create or replace function portal.search_payment_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
declare patterns text[] := portal.search_patterns(term);
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), patterns, most, portal.about_fitting('portal.payment_orders', 'x.search_text', patterns),
    'portal.payment_orders', 'id desc', 'x.search_text like any ($1)', 'portal.payment_orders',
    'select x.tenant_id, x.id from %s x where x.tenant_id = any ($2) and x.search_text like any ($1)', 3000);
end $$;

create or replace function portal.first_shipments(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.shipments', 'x.search_text', 'estimated_on', 'desc nulls last', portal.search_patterns(term), most);
end $$;

create or replace function portal.search_issues(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.issues', 'lower(x.search_text)', 'last_at', 'desc', portal.search_patterns(term), most);
end $$;

create or replace function portal.search_document_requests(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from portal.newest_with('portal.document_requests', 'lower(x.search_text)', 'changed_at', 'desc', portal.search_patterns(term), most);
end $$;

-- Conversations by their subject and their messages; the staff's notes are not looked at. One in which much is said about it is one,
-- so that it hides no other. Fewer of the newest are looked at, as each has its messages (found one by one: a hash would read them all).
create or replace function portal.search_conversations(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
declare patterns text[] := portal.search_patterns(term);
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), patterns, most,
    greatest(portal.about_fitting('portal.conversation_messages', 'x.search_text', patterns),
      portal.about_fitting('portal.conversations', 'x.search_text', patterns)),
    'portal.conversations', 'last_at desc, id desc',
    'x.search_text like any ($1) or (select true from portal.conversation_messages m
       where m.tenant_id = x.tenant_id and m.conversation_id = x.id and m.search_text like any ($1) limit 1)', 'portal.conversation_messages',
    'select c.tenant_id, c.id, c.last_at from portal.conversations c where (c.tenant_id, c.id) in (
       select x.tenant_id, x.id from portal.conversations x where x.tenant_id = any ($2) and x.search_text like any ($1)
       union select m.tenant_id, m.conversation_id from %s m where m.tenant_id = any ($2) and m.search_text like any ($1))', 300);
end $$;

-- Orders and invoices of one PO number, as number_key compares them: it is not leakproof either, and the indexes are made of it.
create or replace function portal.orders_by_po_no(of_no text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  -- Found first, then ordered: else the planner walks through all orders, the newest first, until some have the number.
  return query
    with hits as materialized (
      select o.tenant_id, o.id, o.ord_no from portal.orders o
       where o.tenant_id = any (seen) and o.po_no is not null and portal.number_key(o.po_no) = portal.number_key(of_no))
    select h.tenant_id, h.id from hits h order by h.ord_no collate portal.natural_order desc nulls last, h.id desc limit most;
end $$;

create or replace function portal.invoices_by_po_no(of_no text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  return query
    with hits as materialized (
      select i.tenant_id, i.id, i.invoice_date from portal.invoices i
       where i.tenant_id = any (seen) and i.po_no is not null and portal.number_key(i.po_no) = portal.number_key(of_no))
    select h.tenant_id, h.id from hits h order by h.invoice_date desc, h.id desc limit most;
end $$;

-- Payments of upstream by their whole number or reference, as the bank's is compared. Of a word that many bear (how it was paid) some:
-- the newest of them are among those that its parts find.
create or replace function portal.payments_by_number(of_no text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  seen int[] := portal.seen_one_by_one();
  key text := portal.bank_key(of_no);
begin
  return query
    (select p.tenant_id, p.id from portal.payments p
      where p.tenant_id = any (seen) and p.source_id <> 0 and portal.bank_key(p.payment_no) = key limit most)
    union all
    (select p.tenant_id, p.id from portal.payments p
      where p.tenant_id = any (seen) and p.source_id <> 0 and p.reference is not null and portal.bank_key(p.reference) = key limit most);
end $$;

-- Lots in the same way; whose they are stands in another table, of which a hash would read all.
create or replace function portal.search_lots(term text, most int) returns setof bigint
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
  found int;
begin
  if portal.about_fitting('portal.lots', 'lower(x.search_text)', patterns) <= 1000 then
    return query
      with hits as materialized (select x.id, x.manufactured_on from portal.lots x where lower(x.search_text) like any (patterns))
      select h.id from hits h
       where everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = h.id limit 1)
       order by h.manufactured_on desc nulls last, h.id desc limit most;
    return;
  end if;
  return query
    select h.id from (select x.id, x.manufactured_on, x.search_text from portal.lots x order by x.manufactured_on desc nulls last, x.id desc limit 3000) h
     where lower(h.search_text) like any (patterns)
       and (everything or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = h.id))
     order by h.manufactured_on desc nulls last, h.id desc limit most;
  get diagnostics found = row_count;
  if found >= most then return; end if;
  return query
    with hits as materialized (
      select x.id, x.manufactured_on from portal.lots x where lower(x.search_text) like any (patterns)
         and (everything or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id)))
    select h.id from hits h order by h.manufactured_on desc nulls last, h.id desc limit most;
end $$;

-- Documents: what bears the number or the title comes first, then what was last changed.
create or replace function portal.search_documents(term text, most int) returns setof int
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
  named int[];
  found int;
begin
  named := array(
    select d.id from portal.documents d
     where (lower(d.number) = lower(term) or lower(d.title) = lower(term)) and d.status <> 'draft'
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id))
     order by lower(d.number) is distinct from lower(term), d.updated_at desc, d.id desc limit most);
  return query select unnest(named);
  if portal.about_fitting('portal.documents', 'lower(x.search_text)', patterns) <= 1000 then
    return query
      with hits as materialized (
        select d.id, d.updated_at from portal.documents d where d.status <> 'draft' and lower(d.search_text) like any (patterns) and d.id <> all (named))
      select h.id from hits h
       where everything or (select true from portal.document_access a where a.tenant_id = any (seen) and a.document_id = h.id limit 1)
       order by h.updated_at desc, h.id desc limit most;
    return;
  end if;
  return query
    select h.id from (select d.id, d.status, d.search_text, d.updated_at from portal.documents d order by d.updated_at desc, d.id desc limit 3000) h
     where h.status <> 'draft' and lower(h.search_text) like any (patterns) and h.id <> all (named)
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = h.id))
     order by h.updated_at desc, h.id desc limit most;
  get diagnostics found = row_count;
  if found >= most then return; end if;
  return query
    with hits as materialized (
      select d.id, d.updated_at from portal.documents d where d.status <> 'draft' and lower(d.search_text) like any (patterns) and d.id <> all (named)
         and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id)))
    select h.id from hits h order by h.updated_at desc, h.id desc limit most;
end $$;

alter function portal.search_purchase_orders(text, int) owner to portal_keeper;
alter function portal.first_orders(text, int) owner to portal_keeper;
alter function portal.first_invoices(text, int) owner to portal_keeper;
alter function portal.search_payments(text, int) owner to portal_keeper;
alter function portal.search_payment_orders(text, int) owner to portal_keeper;
alter function portal.payments_by_number(text, int) owner to portal_keeper;
alter function portal.first_shipments(text, int) owner to portal_keeper;
alter function portal.orders_by_po_no(text, int) owner to portal_keeper;
alter function portal.invoices_by_po_no(text, int) owner to portal_keeper;
alter function portal.search_issues(text, int) owner to portal_keeper;
alter function portal.search_document_requests(text, int) owner to portal_keeper;
alter function portal.search_conversations(text, int) owner to portal_keeper;
alter function portal.search_lots(text, int) owner to portal_keeper;
alter function portal.search_documents(text, int) owner to portal_keeper;

-- People who have an account, by name or address: for administrators.
create or replace function portal.search_people(term text, most int, out user_id text, out name text, out email text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare patterns text[] := portal.search_patterns(term);
begin
  perform auth.require_context('admin');
  return query select p.user_id, p.name, p.email from portal.profiles p
   where (portal.search_fold(p.name) like any (patterns) or portal.search_fold(p.email) like any (patterns))
     and not exists (select from auth.temporary_access x where x.user_id = p.user_id) -- nobody's account
   order by p.email <> lower(btrim(term)), p.name collate portal.natural_order, p.user_id limit most;
end $$;
grant execute on function portal.first_orders(text, int), portal.first_invoices(text, int), portal.first_shipments(text, int),
  portal.search_purchase_orders(text, int), portal.search_issues(text, int), portal.search_document_requests(text, int),
  portal.search_conversations(text, int), portal.search_lots(text, int), portal.orders_by_po_no(text, int), portal.invoices_by_po_no(text, int), portal.search_documents(text, int),
  portal.search_payments(text, int), portal.search_payment_orders(text, int), portal.payments_by_number(text, int), portal.bank_key(text) to portal_member, portal_staff, portal_admin;
grant execute on function portal.search_people(text, int) to portal_admin;
