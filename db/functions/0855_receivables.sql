-- How an invoice stands on a day: settled, past its due date, dated later than that day, else open. By its own date where it has
-- no due date. Without a search_path of its own, so that it becomes part of the query: a call for each invoice cost
-- more than everything else.
create or replace function portal.invoice_state(balance_cents bigint, invoice_date date, ages_from date, today date) returns text
  language sql immutable parallel safe as $$
  select case when balance_cents <= 0 then 'paid' when invoice_date > today then 'upcoming' when ages_from < today then 'overdue'
              else 'pending' end
$$;

-- What is owed by age, per currency (D4): open balances by days past the due date, under 30, 30 to 60 and over 60. What a client
-- has to its credit (payments on account, invoices below 0) is taken off its oldest debts first; what is left of it, or was given
-- back, counts in the youngest. So the three are the sum of all invoices less all payments, to the cent. Of one tenant, or of all
-- that the asker sees.
create or replace function portal.receivables(of_tenant int, today date,
  out currency text, out under30 bigint, out under60 bigint, out over60 bigint, out credit bigint, out invoices bigint, out open_invoices bigint,
  out overdue bigint, out overdue_invoices bigint)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  with billed as (
    select i.tenant_id, i.currency, count(*) as n, count(*) filter (where i.balance_cents > 0) as open_n,
           count(*) filter (where i.balance_cents > 0 and i.ages_from < today) as late_n,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and i.ages_from < today), 0) as late,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from < 30), 0) as young,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from between 30 and 60), 0) as middle,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from > 60), 0) as old,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0), 0) as owed, sum(i.total_cents) as total
      from portal.invoices i where of_tenant is null or i.tenant_id = of_tenant group by 1, 2
  ), paid as (
    select p.tenant_id, p.currency, sum(p.amount_cents) as cents
      from portal.payments p where of_tenant is null or p.tenant_id = of_tenant group by 1, 2
  ), client as (
    select coalesce(b.currency, p.currency) as currency, coalesce(b.n, 0) as n, coalesce(b.open_n, 0) as open_n,
           coalesce(b.late_n, 0) as late_n, coalesce(b.late, 0) as late,
           coalesce(b.young, 0) as young, coalesce(b.middle, 0) as middle, coalesce(b.old, 0) as old,
           -- What is owed on invoices beyond what is owed in all.
           coalesce(b.owed, 0) - coalesce(b.total, 0) + coalesce(p.cents, 0) as credit
      from billed b full join paid p on p.tenant_id = b.tenant_id and p.currency = b.currency
  ), aged as (
    select c.*, greatest(c.old - greatest(c.credit, 0), 0) as old_left,
           greatest(c.middle - greatest(c.credit - c.old, 0), 0) as middle_left from client c
  )
  select a.currency, sum(a.young + a.middle + a.old - a.credit - a.middle_left - a.old_left)::bigint, sum(a.middle_left)::bigint,
         sum(a.old_left)::bigint, sum(a.credit)::bigint, sum(a.n)::bigint, sum(a.open_n)::bigint, sum(a.late)::bigint, sum(a.late_n)::bigint
    from aged a group by a.currency order by a.currency
$$;

-- At most so many invoices, of whoever asks, whose number, PO number, order number or client name contains the term. LIKE is not
-- leakproof, so under row-level security it could not use the trigram index: this reads as the keeper and asks the context itself.
create or replace function portal.search_invoices(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select i.tenant_id, i.id from portal.invoices i where i.search_text like pattern limit most;
  else
    return query select i.tenant_id, i.id from portal.invoices i where i.tenant_id = any (seen) and i.search_text like pattern limit most;
  end if;
end $$;
alter function portal.search_invoices(text, int) owner to portal_keeper;

grant execute on function portal.invoice_state(bigint, date, date, date), portal.receivables(int, date), portal.search_invoices(text, int)
  to portal_member, portal_staff, portal_admin;
