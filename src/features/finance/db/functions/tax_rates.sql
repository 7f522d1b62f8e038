-- Taxes are the same for everybody; the staff who write invoices change them through these, and their permission is the contract's.
create or replace function portal.keep_tax_rate(of_place text, of_name text, of_rate numeric, from_day date) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  insert into portal.tax_rates as r (place, name, rate, valid_from) values (of_place, of_name, of_rate, from_day)
    on conflict (place, name, valid_from) do update set rate = of_rate;
end $$;
create or replace function portal.remove_tax_rate(of_id int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  delete from portal.tax_rates r where r.id = of_id;
end $$;
alter function portal.keep_tax_rate(text, text, numeric, date) owner to portal_keeper;
alter function portal.remove_tax_rate(int) owner to portal_keeper;
revoke execute on function portal.keep_tax_rate(text, text, numeric, date), portal.remove_tax_rate(int) from public;
grant execute on function portal.keep_tax_rate(text, text, numeric, date), portal.remove_tax_rate(int) to portal_staff, portal_admin;
