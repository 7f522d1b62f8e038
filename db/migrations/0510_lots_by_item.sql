-- A lot is a number of a source and an item: the same number of a second product is another lot. What names a number is tied to the
-- item whose lot it means: lines with `lot_item` (null while no such lot came), results with `item_no` ('' while none came).
do $$
declare t text;
begin
  foreach t in array array['lots', 'lot_results', 'upstream_rows', 'order_lines', 'unassigned_order_lines', 'shipment_lines',
                           'unassigned_shipment_lines'] loop
    execute format('alter table portal.%I no force row level security, disable trigger user', t);
  end loop;
end $$;

alter table portal.lots add column source_key text collate "C";
update portal.lots set source_key = lot_no || chr(31) || item_no;
alter table portal.lots alter column source_key set not null, drop constraint lots_source_id_lot_no_key,
  add unique (source_id, source_key), add unique (source_id, lot_no, item_no);
alter table portal.staged_lots add column lot_no text;
-- What a row holds is the same as before, so is the hash of it.
update portal.upstream_rows u set key = x.source_key from portal.lots x
 where u.kind = 'lots' and u.source_id = x.source_id and u.key = x.lot_no and u.row_id = x.id;
update portal.upstream_rows u set key = u.key || chr(31) where u.kind = 'lots' and position(chr(31) in u.key) = 0;

alter table portal.order_lines add column lot_item text;
alter table portal.unassigned_order_lines add column lot_item text;
alter table portal.staged_order_lines add column lot_item text;
alter table portal.shipment_lines add column lot_item text;
alter table portal.unassigned_shipment_lines add column lot_item text;
alter table portal.staged_shipment_lines add column lot_item text;
update portal.order_lines l set lot_item = x.item_no from portal.lots x where x.source_id = l.source_id and x.lot_no = l.lot;
update portal.unassigned_order_lines l set lot_item = x.item_no from portal.lots x where x.source_id = l.source_id and x.lot_no = l.lot;
update portal.shipment_lines l set lot_item = x.item_no from portal.lots x where x.source_id = l.source_id and x.lot_no = l.lot;
update portal.unassigned_shipment_lines l set lot_item = x.item_no from portal.lots x where x.source_id = l.source_id and x.lot_no = l.lot;

-- Results as a laboratory writes them: a row for each test, sample and day. `named`: a sample, or what it replaces, was sent.
-- `by_newest`: it came from a source that had never sent either; among those the newest of a sample stands. What was read and judged
-- of a row (comparator to limit_words) follows from the rest; a verdict of null is made when the server starts.
alter table portal.lot_results rename column verdict to sent_verdict;
alter table portal.lot_results drop column out_of_specification,
  add column item_no text collate "C" not null default '',
  add column sample text collate "C" not null default '1',
  add column laboratory text,
  add column replaces date,
  add column replaces_sample text collate "C",
  add column reason text,
  add column min_text text,
  add column max_text text,
  add column named boolean not null default false,
  add column by_newest boolean not null default true,
  add column comparator text check (comparator in ('<', '≤', '>', '≥', '=')),
  add column value numeric,
  add column verdict text check (verdict in ('pass', 'fail', 'unjudged')),
  add column because text,
  add column limit_min text,
  add column limit_max text,
  add column limit_words text;
update portal.lot_results r set item_no = x.item_no from portal.lots x where x.source_id = r.source_id and x.lot_no = r.lot_no;
with keyed as (
  update portal.lot_results r set source_key = concat_ws(chr(31), r.lot_no, r.item_no, r.test, r.sample, coalesce(r.tested_on::text, ''))
  returning r.id, r.source_id, r.lot_no || chr(31) || r.test as old_key, r.source_key,
    md5(row(r.lot_no, r.test, r.method, r.specification, r.min_value, r.max_value, r.result, r.result_value, r.unit, r.sent_verdict,
      r.tested_on, r.sample, r.laboratory, r.replaces, r.replaces_sample, r.reason, r.min_text, r.max_text, r.named)::text)::uuid as hash
)
update portal.upstream_rows u set key = k.source_key, content_hash = k.hash from keyed k
 where u.kind = 'lot-results' and u.source_id = k.source_id and u.key = k.old_key and u.row_id = k.id;
update portal.upstream_rows u set key = concat_ws(chr(31), split_part(u.key, chr(31), 1), '', split_part(u.key, chr(31), 2), '1', '')
 where u.kind = 'lot-results' and split_part(u.key, chr(31), 4) = '';
drop index portal.lot_results_lot;
create index lot_results_lot on portal.lot_results (source_id, lot_no, item_no, test);
create index lot_results_unjudged on portal.lot_results (id) where verdict is null;
create index lot_results_named on portal.lot_results (source_id) where named;

alter table portal.staged_lot_results rename column verdict to sent_verdict;
alter table portal.staged_lot_results
  add column item_no text, add column sample text, add column laboratory text, add column replaces date, add column replaces_sample text,
  add column reason text, add column min_text text, add column max_text text, add column named boolean, add column by_newest boolean,
  add column comparator text, add column value numeric, add column verdict text, add column because text,
  add column limit_min text, add column limit_max text, add column limit_words text;

do $$
declare t text;
begin
  foreach t in array array['lots', 'lot_results', 'upstream_rows', 'order_lines', 'unassigned_order_lines', 'shipment_lines',
                           'unassigned_shipment_lines'] loop
    execute format('alter table portal.%I force row level security, enable trigger user', t);
  end loop;
end $$;

-- A lot, an item, a test, a sample and a day make a key of more than four names.
alter table portal.upstream_rows drop constraint upstream_rows_key_check, add constraint upstream_rows_key_check check (length(key) <= 500);

-- Lines that wait for their lot are looked for when it comes.
create index unassigned_order_lines_lot on portal.unassigned_order_lines (source_id, lot) where lot is not null;
create index shipment_lines_of_lot on portal.shipment_lines (source_id, lot) where lot is not null;
create index unassigned_shipment_lines_lot on portal.unassigned_shipment_lines (source_id, lot) where lot is not null;
-- The items at which a number stands that a row names alone.
alter table portal.ingest_plan add column items text[];
