-- What the assistant offers is carried out under a key of its turn, so that a second click, another tab or an answer that was
-- lost makes no second issue and no second draft. Turns of before get one, too.
alter table portal.assistant_turns add column key uuid not null default gen_random_uuid();
-- Made by whoever reports or drafts: repeated under it, it is the same one.
alter table portal.issues add column key uuid;
create unique index issues_key on portal.issues (tenant_id, reporter, key) where key is not null;
alter table portal.purchase_orders add column key uuid;
create unique index purchase_orders_key on portal.purchase_orders (tenant_id, created_by, key) where key is not null;
-- Made again with the key, from db/functions.
drop function if exists portal.report_issue(int, text, text, text, text, bigint, text, text, bigint);
