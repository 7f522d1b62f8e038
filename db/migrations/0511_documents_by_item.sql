-- The items whose lots a document names, beside their numbers: null for one that no lot bears yet, or lots of several items. A wish for
-- a certificate is of one lot: its item is '' while upstream has not told of the lot.
alter table portal.documents add column lot_items text[] not null default '{}';
alter table portal.certificate_wishes add column item_no text not null default '';
do $$
declare t text;
begin
  foreach t in array array['documents', 'lots', 'certificate_wishes'] loop
    execute format('alter table portal.%I no force row level security, disable trigger user', t);
  end loop;
end $$;
update portal.documents d set lot_items = array(
    select (select x.item_no from portal.lots x where x.source_id = d.lot_source and x.lot_no = n.no limit 1)
      from unnest(d.lot_nos) with ordinality n (no, at) order by n.at)
 where d.lot_nos <> '{}';
update portal.certificate_wishes w set item_no = x.item_no from portal.lots x where x.source_id = w.source_id and x.lot_no = w.lot_no;
alter table portal.certificate_wishes drop constraint certificate_wishes_pkey, add primary key (tenant_id, user_id, source_id, lot_no, item_no);
do $$
declare t text;
begin
  foreach t in array array['documents', 'lots', 'certificate_wishes'] loop
    execute format('alter table portal.%I force row level security, enable trigger user', t);
  end loop;
end $$;
