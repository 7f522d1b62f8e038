-- A released version is never changed or overwritten (E1), whoever writes: below the endpoints, and for every role of the portal.
create or replace function portal.hold_document_version() returns trigger
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  -- What a version is, it is from its beginning: another file is another version.
  if (new.document_id, new.no, new.file_name, new.file_key, new.format, new.size, new.checksum, new.uploaded_at)
      is distinct from (old.document_id, old.no, old.file_name, old.file_key, old.format, old.size, old.checksum, old.uploaded_at)
    or new.note is distinct from old.note
    -- An account that is removed leaves what it uploaded.
    or new.uploaded_by is distinct from old.uploaded_by and new.uploaded_by is not null
  then raise exception 'the file of a version is never changed' using errcode = '42501'; end if;
  if old.released_at is not null and new.released_at is distinct from old.released_at
  then raise exception 'the day of a release is never changed' using errcode = '42501'; end if;
  -- No way back: what upstream took back, upstream may offer again.
  if new.status <> old.status and (new.status = 'draft'
      or old.status = 'superseded' and new.status <> 'withdrawn'
      or old.status = 'withdrawn' and (new.status <> 'available' or old.taken_back_at is null))
  then raise exception 'a version that was % does not become %', old.status, new.status using errcode = '42501'; end if;
  return new;
end $$;
