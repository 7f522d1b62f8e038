-- A document can be of lots, and be for whoever has one of them: a certificate of analysis is (E1, E4).
alter table portal.documents
  add column lot_nos text[] collate "C" not null default '{}' check (cardinality(lot_nos) <= 500),
  drop constraint documents_audience_check,
  add constraint documents_audience_check check (audience in ('all', 'tenants', 'order', 'lots')),
  add check (audience <> 'lots' or cardinality(lot_nos) > 0),
  -- What is of lots stands with them, and needs no shelf.
  drop constraint documents_shelves_check,
  add constraint documents_shelves_check check (shelves <@ array['legal', 'product', 'fact-sheet', 'qa', 'qc'] and (shelves <> '{}' or lot_nos <> '{}'));
create index documents_lots on portal.documents using gin (lot_nos) where lot_nos <> '{}';
create index documents_of_lots on portal.documents (id) where audience = 'lots';

-- Who is to be told as soon as the certificate of a lot is there.
create table portal.certificate_wishes (
  tenant_id int not null references portal.tenants,
  user_id text not null references portal.profiles on delete cascade,
  lot_no text collate "C" not null,
  asked_at timestamptz not null default now(),
  primary key (tenant_id, user_id, lot_no)
);
create index certificate_wishes_lot on portal.certificate_wishes (lot_no);
create index certificate_wishes_user on portal.certificate_wishes (user_id);
