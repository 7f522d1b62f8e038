-- What a signature says: that an agreement is accepted, or that a notice was received. Until now everybody confirmed that they
-- accept what they sign.
alter table portal.document_acknowledgements
  add column signing text not null default 'agreement' check (signing in ('agreement', 'notice'));
alter table portal.document_acknowledgements alter column signing drop default;
