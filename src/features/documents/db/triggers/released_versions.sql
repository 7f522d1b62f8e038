create or replace trigger hold before update on portal.document_versions for each row
  execute function portal.hold_document_version();
