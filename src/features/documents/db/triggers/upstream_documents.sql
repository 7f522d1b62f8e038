create or replace trigger offer_clean after update on portal.document_scans for each row
  when (new.state = 'clean' and old.state <> 'clean') execute function portal.offer_clean_documents();
