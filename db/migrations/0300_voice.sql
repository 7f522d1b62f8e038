-- Voice (F4). Whether a company's people may use the speech of their own browser, whose maker hears what is said in many of them.
alter table portal.assistant_settings add column browser_speech boolean not null default false;

-- Who was told who hears them, before they first spoke: their browser's maker, or a provider by its name at that time.
create table portal.voice_told (
  user_id text not null references portal.profiles on delete cascade,
  hearer text not null check (hearer in ('browser', 'provider')),
  name text not null check (length(name) <= 60), -- of the provider; '' of the browser
  told_at timestamptz not null default now(),
  primary key (user_id, hearer)
);
