-- Retention of documents (E1).

-- For how many years a class keeps what is not offered any more; null: for ever.
create or replace function portal.retention_years(class text) returns int
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case class when 'short' then 1 when 'standard' then 7 when 'long' then 10 end
$$;

-- The first day on which a document may be removed; null: it is offered, or kept for ever. What was never released may go at once.
create or replace function portal.removable_from(d portal.documents) returns date
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when d.current_version is null then portal.today()
    when d.status = 'withdrawn' then ((d.withdrawn_at at time zone portal.business_zone())::date + make_interval(years => portal.retention_years(d.retention)))::date
    when d.expires_on < portal.today() then (d.expires_on + make_interval(years => portal.retention_years(d.retention)))::date end
$$;
grant execute on function portal.retention_years(text), portal.removable_from(portal.documents) to portal_staff, portal_admin, portal_keeper;

-- Whether a document is the asker's to end: an administrator's, that of staff who work for every company that it is for, or for
-- all and look at one of them.
create or replace function portal.may_end_document(of_tenants int[]) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select auth.is_admin() or coalesce(of_tenants <@ auth.staff_tenants(), false)
    or portal.works_for_all() and coalesce(of_tenants && auth.staff_tenants(), true)
$$;
grant execute on function portal.may_end_document(int[]) to portal_keeper;

-- Removes a document with its versions; answers why not: `absent`, `held`, `signed`, `kept`. Null: it is gone.
create or replace function portal.remove_document(of_document int) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare d portal.documents;
begin
  perform auth.require_context('staff', 'admin');
  select * into d from portal.documents x where x.id = of_document for update;
  if d.id is null or not portal.may_end_document(d.tenant_ids) then return 'absent'; end if;
  if d.hold_reason is not null then return 'held'; end if;
  if exists (select from portal.document_acknowledgements a where a.document_id = of_document) then return 'signed'; end if;
  if coalesce(portal.removable_from(d), 'infinity') > portal.today() then return 'kept'; end if;
  delete from portal.documents x where x.id = of_document;
  return null;
end $$;
alter function portal.remove_document(int) owner to portal_keeper;
grant execute on function portal.remove_document(int) to portal_staff, portal_admin;

-- Whether any company has signed a version of it, whoever asks.
create or replace function portal.is_signed(of_document int) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  return exists (select from portal.document_acknowledgements a join portal.documents d on d.id = a.document_id
                  where a.document_id = of_document and portal.may_end_document(d.tenant_ids));
end $$;
alter function portal.is_signed(int) owner to portal_keeper;
grant execute on function portal.is_signed(int) to portal_staff, portal_admin;
