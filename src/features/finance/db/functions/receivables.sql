-- How an invoice stands on a day: settled, past its due date, dated later than that day, else open. By its own date where it has
-- no due date. Without a search_path of its own, so that it becomes part of the query: a call for each invoice cost
-- more than everything else.
create or replace function portal.invoice_state(balance_cents bigint, invoice_date date, ages_from date, today date) returns text
  language sql immutable parallel safe as $$
  select case when balance_cents <= 0 then 'paid' when invoice_date > today then 'upcoming' when ages_from < today then 'overdue'
              else 'pending' end
$$;

-- What is paid of an invoice on a day: payments and credits that are dated later do not lower its balance yet. Nearly all have no such
-- ones, so the sum that is kept is theirs. A set of one row and without a search_path, so that it becomes part of the query: a call for
-- each invoice would look at who asks each time.
create or replace function portal.paid_on(of_tenant int, of_source smallint, of_key text, of_currency bpchar, paid_cents bigint, paid_until date,
    today date) returns table (paid bigint)
  language sql stable rows 1 as $$
  select case when paid_until > today then paid_cents - coalesce((
      select sum(p.amount_cents) from portal.payments p
       where p.invoice_no = of_key and p.tenant_id = of_tenant and p.currency = of_currency and coalesce(p.settles_source, p.source_id) = of_source
         and p.payment_date > today), 0)::bigint else paid_cents end
$$;

-- In which part of what is owed an open invoice counts: by days to its due date, and by days past it (D4).
create or replace function portal.due_part(ages_from date, today date) returns text
  language sql immutable parallel safe as $$
  select case when ages_from < today then 'overdue' when ages_from - today <= 7 then 'within7' when ages_from - today <= 30 then 'within30'
              else 'later' end
$$;
create or replace function portal.age_part(ages_from date, today date) returns text
  language sql immutable parallel safe as $$
  select case when today - ages_from < 30 then 'under30' when today - ages_from <= 60 then 'under60' else 'over60' end
$$;

-- What is owed on a day, per currency (J18): the one place that says it. The open balances of invoices dated up to that day, less what
-- the client has to its credit: payments on account, and invoices below 0. An invoice that is dated later is upcoming, and in no
-- sum; what was paid of it in advance stays with it until its day.
-- By due date the parts are gross. By age (D4) they are net: the credit is taken off the oldest debts first; what is left of it, or was
-- given back, counts in the youngest. Of one tenant, or of all that the asker sees.
drop function if exists portal.receivables(int, date);
create or replace function portal.receivables(of_tenant int, today date,
  out currency text, out owed bigint, out open bigint, out credit bigint, out open_invoices bigint,
  out under30 bigint, out under60 bigint, out over60 bigint, out under30_credit bigint, out under60_credit bigint, out over60_credit bigint,
  out overdue bigint, out overdue_invoices bigint, out within7 bigint, out within7_invoices bigint, out within30 bigint,
  out within30_invoices bigint, out later bigint, out later_invoices bigint,
  out upcoming bigint, out upcoming_invoices bigint, out invoices bigint)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  with stood as (
    select i.tenant_id, i.currency, i.total_cents, i.invoice_date > today as is_upcoming,
           i.total_cents - d.paid as balance,
           portal.due_part(i.ages_from, today) as due, portal.age_part(i.ages_from, today) as age
      from portal.invoices i
     cross join lateral portal.paid_on(i.tenant_id, i.source_id, i.source_key, i.currency, i.paid_cents, i.paid_until, today) d
     where of_tenant is null or i.tenant_id = of_tenant
  ), billed as (
    select s.tenant_id, s.currency, count(*) as n,
           coalesce(sum(s.total_cents) filter (where not s.is_upcoming), 0) as total,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming), 0) as open,
           count(*) filter (where s.balance > 0 and not s.is_upcoming) as open_n,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming and s.age = 'under60'), 0) as middle,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming and s.age = 'over60'), 0) as old,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'overdue'), 0) as late,
           count(*) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'overdue') as late_n,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'within7'), 0) as week,
           count(*) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'within7') as week_n,
           coalesce(sum(s.balance) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'within30'), 0) as month,
           count(*) filter (where s.balance > 0 and not s.is_upcoming and s.due = 'within30') as month_n,
           coalesce(sum(s.balance) filter (where s.balance > 0 and s.is_upcoming), 0) as upcoming,
           count(*) filter (where s.balance > 0 and s.is_upcoming) as upcoming_n
      from stood s group by 1, 2
  ), counted as (
    -- What a credit note of the portal takes off its invoice is the credit note itself.
    select p.tenant_id, p.currency, p.amount_cents
      from portal.payments p
     where (of_tenant is null or p.tenant_id = of_tenant) and p.payment_date <= today and not (p.source_id = 0 and p.kind = 'credit')
    union all
    select p.tenant_id, p.currency, -p.amount_cents
      from portal.invoices i join portal.payments p on p.invoice_no = i.source_key and p.tenant_id = i.tenant_id and p.currency = i.currency
           and coalesce(p.settles_source, p.source_id) = i.source_id
     where (of_tenant is null or i.tenant_id = of_tenant) and i.invoice_date > today and p.payment_date <= today
       and not (p.source_id = 0 and p.kind = 'credit')
  ), paid as (
    select c.tenant_id, c.currency, sum(c.amount_cents) as cents from counted c group by 1, 2
  ), client as (
    select coalesce(b.currency, p.currency) as currency, coalesce(b.n, 0) as n, coalesce(b.open, 0) as open, coalesce(b.open_n, 0) as open_n,
           coalesce(b.middle, 0) as middle, coalesce(b.old, 0) as old,
           coalesce(b.late, 0) as late, coalesce(b.late_n, 0) as late_n, coalesce(b.week, 0) as week, coalesce(b.week_n, 0) as week_n,
           coalesce(b.month, 0) as month, coalesce(b.month_n, 0) as month_n,
           coalesce(b.upcoming, 0) as upcoming, coalesce(b.upcoming_n, 0) as upcoming_n,
           -- What is owed on invoices beyond what is owed in all.
           coalesce(b.open, 0) - coalesce(b.total, 0) + coalesce(p.cents, 0) as credit
      from billed b full join paid p on p.tenant_id = b.tenant_id and p.currency = b.currency
  ), aged as (
    select c.*, greatest(c.old - greatest(c.credit, 0), 0) as old_left,
           greatest(c.middle - greatest(c.credit - c.old, 0), 0) as middle_left from client c
  )
  select a.currency, sum(a.open - a.credit)::bigint, sum(a.open)::bigint, sum(a.credit)::bigint, sum(a.open_n)::bigint,
         sum(a.open - a.credit - a.middle_left - a.old_left)::bigint, sum(a.middle_left)::bigint, sum(a.old_left)::bigint,
         sum(a.credit - (a.middle - a.middle_left) - (a.old - a.old_left))::bigint, sum(a.middle - a.middle_left)::bigint,
         sum(a.old - a.old_left)::bigint,
         sum(a.late)::bigint, sum(a.late_n)::bigint, sum(a.week)::bigint, sum(a.week_n)::bigint, sum(a.month)::bigint, sum(a.month_n)::bigint,
         sum(a.open - a.late - a.week - a.month)::bigint, sum(a.open_n - a.late_n - a.week_n - a.month_n)::bigint,
         sum(a.upcoming)::bigint, sum(a.upcoming_n)::bigint, sum(a.n)::bigint
    from aged a group by a.currency order by a.currency
$$;

-- At most so many invoices, of whoever asks, whose number, PO number, order number or client name contains the term. LIKE is not
-- leakproof, so under row-level security it could not use the trigram index: this reads as the keeper and asks the context itself.
create or replace function portal.search_invoices(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select i.tenant_id, i.id from portal.invoices i where i.search_text like any (patterns) limit most;
  else
    return query select i.tenant_id, i.id from portal.invoices i where i.tenant_id = any (seen) and i.search_text like any (patterns) limit most;
  end if;
end $$;
alter function portal.search_invoices(text, int) owner to portal_keeper;

grant execute on function portal.invoice_state(bigint, date, date, date), portal.paid_on(int, smallint, text, bpchar, bigint, date, date),
  portal.due_part(date, date), portal.age_part(date, date), portal.receivables(int, date), portal.search_invoices(text, int)
  to portal_member, portal_staff, portal_admin;
grant execute on function portal.receivables(int, date), portal.due_part(date, date), portal.age_part(date, date),
  portal.search_invoices(text, int), portal.paid_on(int, smallint, text, bpchar, bigint, date, date) to portal_keeper;
