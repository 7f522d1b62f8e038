-- Whose numbers the lots of a document are: two systems upstream may use the same ones (E4). Null: nobody's that is known yet, or
-- those of several of which nobody has chosen; such a document is of no lot.
alter table portal.documents add column lot_source smallint;
create index documents_source_open on portal.documents (id) where lot_source is null and lot_nos <> '{}';
-- Whoever asks to be told asks of one lot, not of a number.
alter table portal.certificate_wishes add column source_id smallint;

-- What is there already: the system that sent a document, else the one that alone uses its numbers. For this transaction the owner
-- reads its own tables whole; the policies, which are made anew after it, hold it to them again.
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_access', 'upstream_rows', 'lots', 'lot_access', 'order_lines', 'certificate_wishes'] loop
    execute format('alter table portal.%I no force row level security', t);
  end loop;
end $$;
alter table portal.documents disable trigger user;
update portal.documents d set lot_source = r.source_id from portal.upstream_rows r
 where r.kind = 'documents' and r.row_id = d.id and d.lot_nos <> '{}';
with numbers as (
  select d.id, n.no from portal.documents d cross join unnest(d.lot_nos) n (no) where d.lot_source is null
), known as (
  select n.id, x.source_id from numbers n join portal.lots x on x.lot_no = n.no
  union select n.id, l.source_id from numbers n join portal.order_lines l on l.lot = n.no
), alone as (
  select k.id, min(k.source_id) as source_id from known k group by k.id having count(*) = 1
)
update portal.documents d set lot_source = a.source_id from alone a where a.id = d.id;
-- Who has a lot of that number from another system loses sight of it.
update portal.documents d set tenant_ids = array(select distinct a.tenant_id from portal.lots x join portal.lot_access a on a.lot_id = x.id
    where x.source_id = d.lot_source and x.lot_no = any (d.lot_nos) order by 1)
 where d.audience = 'lots';
delete from portal.document_access a using portal.documents d
 where d.id = a.document_id and d.audience = 'lots' and a.tenant_id <> all (d.tenant_ids);
alter table portal.documents enable trigger user;

alter table portal.certificate_wishes drop constraint certificate_wishes_pkey;
insert into portal.certificate_wishes (tenant_id, user_id, lot_no, asked_at, source_id)
select w.tenant_id, w.user_id, w.lot_no, w.asked_at, x.source_id
  from portal.certificate_wishes w
  join portal.lots x on x.lot_no = w.lot_no
  join portal.lot_access a on a.lot_id = x.id and a.tenant_id = w.tenant_id;
delete from portal.certificate_wishes w where w.source_id is null;
alter table portal.certificate_wishes alter column source_id set not null;
alter table portal.certificate_wishes add primary key (tenant_id, user_id, source_id, lot_no);
drop index portal.certificate_wishes_lot;
create index certificate_wishes_lot on portal.certificate_wishes (source_id, lot_no);

do $$
declare t text;
begin
  foreach t in array array['documents', 'document_access', 'upstream_rows', 'lots', 'lot_access', 'order_lines', 'certificate_wishes'] loop
    execute format('alter table portal.%I force row level security', t);
  end loop;
end $$;
