-- What a provider's answer cost in tokens, as it says itself, or estimated where it does not; nothing for the built-in assistant's.
alter table portal.assistant_turns add column tokens_sent int not null default 0 check (tokens_sent >= 0);
alter table portal.assistant_turns add column tokens_received int not null default 0 check (tokens_received >= 0);
