-- Display rules that people edit (D3): of closed kinds, because a regular expression of somebody's could run for ever.
alter table portal.product_rules rename to product_rules_before;
alter table portal.product_rules_before rename constraint product_rules_pkey to product_rules_before_pkey;
create table portal.product_rules (
  position int primary key, -- the first that fits decides
  field text not null check (field in ('name', 'code')),
  kind text not null check (kind in ('contains', 'equals', 'prefix_digits')),
  wanted text not null check (length(wanted) between 1 and 200),
  digits smallint check (digits between 1 and 20), -- that follow the prefix, no more and no fewer
  ignore_case boolean not null,
  display_name text not null check (length(display_name) between 1 and 200),
  check ((kind = 'prefix_digits') = (digits is not null))
);
do $convert$
declare
  r record;
  special constant text := '[][\\^$.|?*+(){}]';
  whole text;
  prefix text;
begin
  for r in select * from portal.product_rules_before loop
    whole := substring(r.pattern from '^\^(.+)\$$');
    prefix := substring(r.pattern from '^\^(.+)\[0-9\]\{[0-9]+\}\$$');
    if r.pattern !~ special then
      insert into portal.product_rules values (r.position, r.field, 'contains', r.pattern, null, r.ignore_case, r.display_name);
    elsif whole !~ special then
      insert into portal.product_rules values (r.position, r.field, 'equals', whole, null, r.ignore_case, r.display_name);
    elsif prefix !~ special then
      insert into portal.product_rules values (r.position, r.field, 'prefix_digits', prefix,
        substring(r.pattern from '\[0-9\]\{([0-9]+)\}\$$')::smallint, r.ignore_case, r.display_name);
    else
      raise exception 'the product rule "%" is of no kind that can be kept: replace it by one that is contained, equal, or a prefix with digits', r.pattern;
    end if;
  end loop;
end $convert$;
drop table portal.product_rules_before;

alter table portal.customer_aliases add check (length(variant) between 1 and 200), add check (length(display_name) between 1 and 200);

-- What administrators changed, newest last: the rules before it, so that it can be undone, and what moved.
create table portal.display_rule_changes (
  id int primary key generated always as identity,
  changed_at timestamptz not null default clock_timestamp(),
  changed_by text not null,
  undoes int, -- the change that this one took back, with all that came after it
  rules_before jsonb not null,
  difference jsonb not null,
  product_names int not null,
  customer_names int not null,
  product_lines bigint not null,
  customer_lines bigint not null,
  took_ms int not null
);
