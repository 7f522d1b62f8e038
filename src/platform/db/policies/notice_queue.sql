alter table portal.notice_queue enable row level security;
alter table portal.notice_queue force row level security;

-- Only functions put something in line (portal.tell, triggers), as the keeper, and take it out, as the owner.
drop policy if exists keeper on portal.notice_queue;
create policy keeper on portal.notice_queue for insert to portal_keeper with check (true);
drop policy if exists owner on portal.notice_queue;
create policy owner on portal.notice_queue to portal_owner using (true) with check (true);

grant insert on portal.notice_queue to portal_keeper;
