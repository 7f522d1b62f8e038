-- What upstream sends is offered at once, or as soon as the scanner found it clean.
alter table portal.document_versions add column release_when_clean boolean not null default false;
