-- What is usual for a class of products: the least that is made and the weeks that it takes, with who answers for it and since
-- when. Catalogue, purchase orders, tracking and the assistant read it here; until now the first three had it in their code, and
-- the assistant in two sentences.
create table portal.class_terms (
  class text primary key check (class in ('blend', 'bulk_capsule', 'finished_product')),
  minimum_quantity numeric(18, 3) not null check (minimum_quantity > 0),
  unit text not null check (length(unit) between 1 and 20),
  lead_weeks_from smallint not null check (lead_weeks_from > 0),
  lead_weeks_to smallint not null check (lead_weeks_to between lead_weeks_from and 520),
  owner text check (length(owner) between 1 and 200),
  stated_on date,
  version int not null default 1
);

-- What the sentences say where they still have the form in which they came, by the hand and of the day of whoever stated it last;
-- else what counted on the screens, stated by this step. What a sentence said that is no figure is in the audit trail.
with said as (
  select (select texts->>'en' from portal.assistant_facts where topic = 'lead_times') as lead,
         (select texts->>'en' from portal.assistant_facts where topic = 'minimums') as least
), stated as (
  select owner, stated_on from portal.assistant_facts where topic in ('lead_times', 'minimums')
   order by stated_on desc nulls last, version desc, topic limit 1
), counted (class, called, quantity, unit, weeks_from, weeks_to) as (values
  ('blend', 'blends', 100, 'KG', 6, 8),
  ('bulk_capsule', 'bulk capsules', 150, 'UN', 8, 12),
  ('finished_product', 'finished products', 5000, 'UN', 12, 16)
), found as (
  select c.*, regexp_match(s.lead, c.called || ' (\d{1,3}) ?[-–] ?(\d{1,3}) weeks', 'i') as weeks,
         regexp_match(s.least, c.called || ' (\d{1,9}) (?:KG|units)', 'i') as amount
    from counted c, said s
), sound as (
  select f.*, coalesce(weeks[1]::int between 1 and weeks[2]::int and weeks[2]::int <= 520 and amount[1]::int > 0, false) as is_said
    from found f
)
insert into portal.class_terms (class, minimum_quantity, unit, lead_weeks_from, lead_weeks_to, owner, stated_on)
select class,
       case when is_said then amount[1]::int else quantity end,
       unit,
       case when is_said then weeks[1]::int else weeks_from end,
       case when is_said then weeks[2]::int else weeks_to end,
       case when is_said then (select owner from stated) end,
       case when is_said then (select stated_on from stated) else current_date end
  from sound;

delete from portal.assistant_facts where topic in ('lead_times', 'minimums');
alter table portal.assistant_facts drop constraint assistant_facts_topic_check,
  add constraint assistant_facts_topic_check check (topic in ('allergens', 'company', 'hours'));
