-- What the operator's scanner said of a file that the asker may see; null: there was none to ask.
create or replace function portal.purchase_order_file_scan(of_tenant int, of_file bigint) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.state from portal.purchase_order_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$$;
alter function portal.purchase_order_file_scan(int, bigint) owner to portal_keeper;
grant execute on function portal.purchase_order_file_scan(int, bigint) to portal_member, portal_staff, portal_admin;

-- Has a file scanned that was just attached by the asker's side.
create or replace function portal.scan_purchase_order_file(of_tenant int, of_file bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('member', 'staff', 'admin');
  perform portal.queue_scan(f.checksum) from portal.purchase_order_files f
   where f.tenant_id = of_tenant and f.id = of_file and (seen is null or f.tenant_id = any (seen));
end $$;
alter function portal.scan_purchase_order_file(int, bigint) owner to portal_keeper;
grant execute on function portal.scan_purchase_order_file(int, bigint) to portal_member, portal_staff, portal_admin;
