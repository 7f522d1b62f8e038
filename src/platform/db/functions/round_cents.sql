-- Amounts are kept in hundredths, whatever their currency (docs/decisions/0053). Without paths of their own, so that they are part
-- of the statement.

-- Whether a currency has nothing smaller than its unit. Names it once: what is named twice is not made part of a statement where it
-- stands for a query, and 100,000 rows that ask for their company's currency then take half a second more.
create or replace function portal.has_no_minor_unit(currency text) returns boolean
  language sql immutable parallel safe as $$
  select currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
$$;

-- Decimals that amounts in a currency are written with (ISO 4217).
create or replace function portal.minor_digits(currency text) returns int
  language sql immutable parallel safe as $$
  select case when portal.has_no_minor_unit(currency) then 0
              when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3 else 2 end
$$;

-- Hundredths of an amount, rounded to what its currency has, half away from zero: to whole ones where there is nothing smaller.
create or replace function portal.round_cents(cents numeric, currency text) returns bigint
  language sql immutable parallel safe as $$
  select case when portal.has_no_minor_unit(currency) then (round(cents / 100) * 100)::bigint else round(cents)::bigint end
$$;

-- Whether an amount in a currency of thousandths has one that hundredths do not hold.
create or replace function portal.loses_digits(cents numeric, currency text) returns boolean
  language sql immutable parallel safe as $$
  select portal.minor_digits(currency) = 3 and round(cents * 10) % 10 <> 0
$$;

-- Taxes of an invoice, each rounded.
create or replace function portal.round_taxes(taxes jsonb, currency text) returns jsonb
  language sql immutable parallel safe as $$
  select case when taxes = '[]' then taxes else (
    select jsonb_agg(x || jsonb_build_object('cents', portal.round_cents((x ->> 'cents')::numeric, currency)) order by n)
      from jsonb_array_elements(taxes) with ordinality e (x, n)) end
$$;

grant execute on function portal.has_no_minor_unit(text), portal.minor_digits(text), portal.round_cents(numeric, text), portal.loses_digits(numeric, text)
  to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
grant execute on function portal.round_taxes(jsonb, text) to portal_ingest, portal_keeper;
