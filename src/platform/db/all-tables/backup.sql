-- Last by its name: it goes over every table. A backup holds all that is worth keeping (H3), so that portal_backup reads each
-- table whole, and may nothing else. What it may not read is left out on purpose; src/platform/server/backup/left-out.ts has
-- the same list, with the reasons, and the catalogue check holds one against the other.
grant usage on schema auth, portal to portal_backup;
do $$
declare kept regclass;
begin
  for kept in select c.oid from pg_class c
      where c.relnamespace in ('auth'::regnamespace, 'portal'::regnamespace) and c.relkind = 'S' loop
    execute format('grant select on sequence %s to portal_backup', kept);
  end loop;
  for kept in select c.oid from pg_class c
      -- What is not logged belongs to one transaction or one batch, and is empty between them.
      where c.relnamespace in ('auth'::regnamespace, 'portal'::regnamespace) and c.relkind = 'r' and c.relpersistence = 'p'
        and c.oid <> all (array['auth.attempts', 'auth.challenges', 'auth.devices', 'auth.email_changes', 'auth.invitations', 'auth.mails',
          'auth.passkey_challenges', 'auth.password_resets', 'auth.recovery_codes', 'auth.retired_tokens', 'auth.secret',
          'auth.sessions', 'auth.set_up_links', 'auth.signings', 'auth.sms_codes', 'auth.sms_sendings', 'auth.verifications',
          'portal.export_jobs', 'portal.outbox', 'portal.outbox_pruned', 'portal.rejected_rows', 'portal.schema_migrations']::regclass[]::oid[]) loop
    execute format('grant select on %s to portal_backup', kept);
    continue when not (select relrowsecurity from pg_class where oid = kept);
    execute format('drop policy if exists backup on %s', kept);
    execute format('create policy backup on %s for select to portal_backup using (true)', kept);
  end loop;
end $$;
