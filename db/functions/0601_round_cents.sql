-- Hundredths of an amount, rounded to what its currency has, half away from zero: to whole ones where there is nothing smaller.
create or replace function portal.round_cents(cents numeric, currency text) returns bigint
  language sql immutable parallel safe as $$ -- without a path of its own, so that it is part of the statement
  select case when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
              then (round(cents / 100) * 100)::bigint else round(cents)::bigint end
$$;
grant execute on function portal.round_cents(numeric, text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
