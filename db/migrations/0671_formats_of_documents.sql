-- A file that was sent for a request is put into the library as it is: photographs, scans and mails among them (J10).
alter table portal.document_versions drop constraint document_versions_format_check,
  add constraint document_versions_format_check
    check (format in ('pdf', 'png', 'jpg', 'webp', 'heic', 'tif', 'csv', 'xlsx', 'docx', 'eml'));
