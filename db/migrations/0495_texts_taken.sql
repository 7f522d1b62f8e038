-- Whether the text of a version was looked after (it is known, or being read): a server without work then finds that in an index
-- without rows, instead of comparing all versions with all texts every two seconds.
alter table portal.document_versions add column text_taken boolean not null default false;
update portal.document_versions v set text_taken = true
 where v.format = 'pdf' and exists (select from portal.document_texts t where t.checksum = v.checksum);
create index document_versions_unread on portal.document_versions (uploaded_at) where format = 'pdf' and not text_taken;
create index document_texts_reading on portal.document_texts (leased_until) where state = 'reading';
