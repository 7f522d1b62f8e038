-- When the office is open: by it the promises of issues and the answers of conversations are counted, and the assistant says it.
-- Until now the first two had it in their code and the assistant in a sentence, which could say something else. What counted
-- stays; whoever stated something else says it anew on the Company page (the sentence is in the audit trail).
alter table portal.installation
  add business_days smallint[] not null default '{1,2,3,4,5}'
    check (cardinality(business_days) between 1 and 7 and business_days <@ '{1,2,3,4,5,6,7}'),
  add opens_at time not null default '08:30',
  add closes_at time not null default '17:00',
  add hours_stated_on date not null default current_date,
  add constraint installation_office_hours_check check (closes_at - opens_at >= interval '1 hour');

delete from portal.assistant_facts where topic = 'hours';
alter table portal.assistant_facts drop constraint assistant_facts_topic_check,
  add constraint assistant_facts_topic_check check (topic in ('allergens', 'company'));

-- Days on which nobody is there although their weekday is one of business: holidays, with what they are called.
create table portal.closed_days (
  day date primary key,
  names jsonb not null check (length(names->>'en') between 1 and 100)
);
