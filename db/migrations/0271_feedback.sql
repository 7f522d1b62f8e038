-- What people think of the portal (F5): kept with who said it, read by administrators. Each person's own is in the copy of their data.
create table portal.feedback (
  tenant_id int not null, -- 0: of the manufacturer's people
  id bigint not null generated always as identity,
  user_id text not null,
  -- As they were called when they said it.
  person_name text not null,
  person_email text not null,
  -- Whole stars; 0: none given.
  overall_satisfaction smallint not null check (overall_satisfaction between 0 and 5),
  ease_of_use smallint not null check (ease_of_use between 0 and 5),
  feature_completeness smallint not null check (feature_completeness between 0 and 5),
  performance smallint not null check (performance between 0 and 5),
  support smallint not null check (support between 0 and 5),
  most_useful_feature text check (length(most_useful_feature) <= 4000),
  least_useful_feature text check (length(least_useful_feature) <= 4000),
  missing_features text check (length(missing_features) <= 4000),
  improvements text check (length(improvements) <= 4000),
  additional_comments text check (length(additional_comments) <= 4000),
  would_recommend text check (would_recommend in ('definitely', 'probably', 'maybe', 'probably-not', 'definitely-not')),
  contact_for_follow_up boolean not null,
  sent_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by text,
  search_text text not null generated always as (portal.fold(person_name || chr(10) || person_email || chr(10) ||
    coalesce(most_useful_feature, '') || chr(10) || coalesce(least_useful_feature, '') || chr(10) || coalesce(missing_features, '') || chr(10) ||
    coalesce(improvements, '') || chr(10) || coalesce(additional_comments, ''))) stored,
  primary key (tenant_id, id),
  check ((reviewed_at is null) = (reviewed_by is null))
);
create index feedback_newest on portal.feedback (sent_at desc, id desc);
create index feedback_person on portal.feedback (user_id);
