-- Generated from the catalogue of a migrated database, to be read and compared; not to be run.
-- The sources are bootstrap.sql, migrations/, functions/ and policies/.

-- auth: schema
create schema auth authorization portal_owner;
grant usage on schema auth to portal_admin;
grant usage on schema auth to portal_app;
grant usage on schema auth to portal_auth;
grant usage on schema auth to portal_backup;
grant usage on schema auth to portal_events;
grant usage on schema auth to portal_ingest;
grant usage on schema auth to portal_keeper;
grant usage on schema auth to portal_member;
grant usage on schema auth to portal_staff;

-- auth: types
create type auth.asker as (user_id text, session_id text, kind text, tenant_id integer, tenant_ids integer[], role text, permissions text[], hidden_modules text[], language text, tenant_language text, currency text, is_admin boolean, is_staff boolean, expires_at timestamp with time zone, last_active_at timestamp with time zone, "........pg.dropped.16........" -, tenant_requires_factor boolean, second_factor_at timestamp with time zone, password_at timestamp with time zone, mode text, ways text[]);

-- auth: tables
create table auth.accounts (
  id text not null,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_user ON auth.accounts USING btree (user_id);
grant delete, insert, select, update on auth.accounts to portal_auth;
grant select on auth.accounts to portal_backup;

create table auth.attempts (
  subject text not null,
  failures integer not null,
  locks integer default 0 not null,
  locked_until timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  account text,
  constraint attempts_pkey PRIMARY KEY (subject)
);
CREATE INDEX attempts_account ON auth.attempts USING btree (account) WHERE (account IS NOT NULL);
grant delete, insert, select, update on auth.attempts to portal_auth;

create table auth.challenges (
  token_hash bytea not null,
  user_id text not null,
  ends_at timestamp with time zone not null,
  constraint challenges_pkey PRIMARY KEY (token_hash),
  constraint challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX challenges_user ON auth.challenges USING btree (user_id);
grant delete, insert, select, update on auth.challenges to portal_auth;

create table auth.devices (
  user_id text not null,
  device_hash bytea not null,
  last_seen_at timestamp with time zone default now() not null,
  trusted_until timestamp with time zone,
  constraint devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.devices to portal_auth;

create table auth.email_changes (
  user_id text not null,
  new_email text not null,
  old_hash bytea,
  new_hash bytea,
  ends_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_new_hash_key UNIQUE (new_hash),
  constraint email_changes_old_hash_key UNIQUE (old_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
grant delete, select on auth.email_changes to portal_auth;

create table auth.ingest_keys (
  id integer generated always as identity not null,
  source_id smallint not null,
  tenant_id integer,
  scope text not null,
  key_hash bytea not null,
  label text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  created_by text,
  last_used_at timestamp with time zone,
  constraint ingest_keys_pkey PRIMARY KEY (id),
  constraint ingest_keys_key_hash_key UNIQUE (key_hash),
  constraint ingest_keys_source_id_fkey FOREIGN KEY (source_id) REFERENCES auth.ingest_sources(id),
  constraint ingest_keys_scope_check CHECK ((scope = ANY (ARRAY['ingest'::text, 'collect'::text, 'ingest collect'::text, 'read'::text])))
);
grant select on auth.ingest_keys to portal_backup;

create table auth.ingest_sources (
  id smallint generated always as identity not null,
  name text not null,
  constraint ingest_sources_pkey PRIMARY KEY (id),
  constraint ingest_sources_name_key UNIQUE (name)
);
grant select on auth.ingest_sources to portal_backup;

create table auth.invitations (
  id integer generated always as identity not null,
  tenant_id integer,
  email text not null,
  role text,
  token_hash bytea not null,
  invited_by text,
  created_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  access jsonb,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitations_role_fkey FOREIGN KEY (role) REFERENCES portal.roles(key),
  constraint invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint invitations_check CHECK ((((tenant_id IS NULL) = (access IS NOT NULL)) AND ((tenant_id IS NULL) = (role IS NULL))))
);
CREATE UNIQUE INDEX invitations_address ON auth.invitations USING btree (tenant_id, email);
CREATE UNIQUE INDEX invitations_own ON auth.invitations USING btree (email) WHERE (tenant_id IS NULL);

create table auth.mails (
  id integer generated always as identity not null,
  to_email text not null,
  user_id text,
  kind text not null,
  language text not null,
  details jsonb default '{}'::jsonb not null,
  secret text,
  ends_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  problem text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unsure'::text, 'expired'::text, 'void'::text])))
);
CREATE INDEX mails_due ON auth.mails USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX mails_user ON auth.mails USING btree (user_id);
grant delete, insert, select, update on auth.mails to portal_auth;

create table auth.passkey_challenges (
  bound bytea not null,
  user_id text not null,
  challenge text not null,
  ends_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (bound),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_user ON auth.passkey_challenges USING btree (user_id);
grant delete, insert, select, update on auth.passkey_challenges to portal_auth;

create table auth.passkeys (
  id bytea not null,
  user_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX passkeys_user ON auth.passkeys USING btree (user_id);
grant delete, insert, select, update on auth.passkeys to portal_auth;
grant select on auth.passkeys to portal_backup;

create table auth.password_resets (
  token_hash bytea not null,
  user_id text,
  ends_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON auth.password_resets USING btree (user_id);
grant delete, insert, select, update on auth.password_resets to portal_auth;

create table auth.rate_windows (
  bucket text not null,
  starts_at timestamp with time zone not null,
  used integer not null,
  constraint rate_windows_pkey PRIMARY KEY (bucket, starts_at)
);
grant delete, insert, select, update on auth.rate_windows to portal_auth;

create table auth.recovery_codes (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.recovery_codes to portal_auth;

create table auth.retired_tokens (
  token_hash bytea not null,
  session_id text not null,
  retired_at timestamp with time zone default now() not null,
  constraint retired_tokens_pkey PRIMARY KEY (token_hash),
  constraint retired_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
CREATE INDEX retired_tokens_session ON auth.retired_tokens USING btree (session_id);
grant delete, insert, select, update on auth.retired_tokens to portal_auth;

create table auth.second_factors (
  user_id text not null,
  secret bytea,
  last_step bigint default 0 not null,
  enrolled_at timestamp with time zone,
  pending bytea,
  pending_until timestamp with time zone,
  app_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on auth.second_factors to portal_auth;
grant select on auth.second_factors to portal_backup;

create table auth.secret (
  one boolean default true not null,
  k bytea not null,
  fingerprints jsonb default '{}'::jsonb not null,
  constraint secret_pkey PRIMARY KEY (one),
  constraint secret_one_check CHECK (one)
);

create table auth.sessions (
  id text not null,
  user_id text not null,
  token text not null,
  tenant_id integer,
  expires_at timestamp with time zone not null,
  last_active_at timestamp with time zone default now() not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  second_factor_at timestamp with time zone,
  password_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  view_role text,
  view_ends timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_view_role_fkey FOREIGN KEY (view_role) REFERENCES portal.roles(key)
);
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id);
grant delete, insert, select, update on auth.sessions to portal_auth;

create table auth.set_up_links (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint set_up_links_pkey PRIMARY KEY (token_hash)
);

create table auth.sms_codes (
  bound bytea not null,
  user_id text not null,
  number text not null,
  code_hash bytea not null,
  tries smallint default 0 not null,
  ends_at timestamp with time zone not null,
  constraint sms_codes_pkey PRIMARY KEY (bound),
  constraint sms_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sms_codes_user ON auth.sms_codes USING btree (user_id);
grant delete, insert, select, update on auth.sms_codes to portal_auth;

create table auth.sms_numbers (
  user_id text not null,
  number text not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  constraint sms_numbers_pkey PRIMARY KEY (user_id),
  constraint sms_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sms_numbers_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text))
);
grant delete, insert, select, update on auth.sms_numbers to portal_auth;
grant select on auth.sms_numbers to portal_backup;

create table auth.sms_sendings (
  id bigint generated always as identity not null,
  user_id text not null,
  sent_at timestamp with time zone default clock_timestamp() not null,
  constraint sms_sendings_pkey PRIMARY KEY (id),
  constraint sms_sendings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sms_sendings_user ON auth.sms_sendings USING btree (user_id, sent_at);
grant delete, insert, select, update on auth.sms_sendings to portal_auth;

create table auth.temporary_access (
  id integer generated always as identity not null,
  user_id text not null,
  tenant_id integer not null,
  role text not null,
  email text not null,
  code_hash bytea not null,
  uses integer not null,
  used integer default 0 not null,
  issued_by text,
  created_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint temporary_access_pkey PRIMARY KEY (id),
  constraint temporary_access_code_hash_key UNIQUE (code_hash),
  constraint temporary_access_user_id_key UNIQUE (user_id),
  constraint temporary_access_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint temporary_access_role_fkey FOREIGN KEY (role) REFERENCES portal.roles(key),
  constraint temporary_access_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint temporary_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint temporary_access_uses_check CHECK ((uses > 0))
);
grant select on auth.temporary_access to portal_backup;

create table auth.users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);
grant delete, insert, select, update on auth.users to portal_auth;
grant select on auth.users to portal_backup;

create table auth.verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_identifier ON auth.verifications USING btree (identifier);
grant delete, insert, select, update on auth.verifications to portal_auth;

create table auth.viewings (
  id integer generated always as identity not null,
  tenant_id integer not null,
  session_id text not null,
  user_id text,
  role text not null,
  reason text not null,
  began_at timestamp with time zone default clock_timestamp() not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint viewings_pkey PRIMARY KEY (id),
  constraint viewings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint viewings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint viewings_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
CREATE INDEX viewings_of_tenant ON auth.viewings USING btree (tenant_id, id);
CREATE INDEX viewings_of_user ON auth.viewings USING btree (user_id);
CREATE INDEX viewings_open ON auth.viewings USING btree (session_id) WHERE (ended_at IS NULL);
grant select on auth.viewings to portal_backup;


-- auth: functions
CREATE OR REPLACE FUNCTION auth.accept_invitation(of_hash bytea, session_token text, new_name text, password_hash text, trace text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  invited auth.invitations%rowtype;
  who text;
begin
  select i.* into invited from auth.invitations i
   where i.token_hash = of_hash and i.ends_at > clock_timestamp()
     and (i.tenant_id is null or exists (select from portal.tenants t where t.id = i.tenant_id and t.suspended_at is null)) for update;
  if invited.id is null then return null; end if;
  select u.id into who from auth.users u where u.email = invited.email;
  if who is not null then
    if not exists (select from auth.sessions s where s.token = session_token and s.user_id = who and s.expires_at > clock_timestamp()) then
      return null;
    end if;
  else
    if password_hash is null then return null; end if;
    who := gen_random_uuid()::text;
    insert into auth.users (id, name, email, email_verified) values (who, new_name, invited.email, true);
    insert into auth.accounts (id, user_id, account_id, provider_id, password)
      values (gen_random_uuid()::text, who, who, 'credential', password_hash);
    insert into portal.profiles (user_id, name, email, default_tenant_id) values (who, new_name, invited.email, invited.tenant_id);
  end if;
  delete from auth.invitations i where i.id = invited.id;
  if invited.tenant_id is null then
    perform auth.join_own(who, invited.access);
    update auth.mails m set secret = null where m.to_email = invited.email and m.kind = 'own_invitation';
    perform portal.append_audit(0, 'user.joined', 'user', who, null, invited.access, trace, who);
    return who;
  end if;
  insert into portal.members (tenant_id, user_id, role) values (invited.tenant_id, who, invited.role) on conflict do nothing;
  update auth.mails m set secret = null where m.to_email = invited.email and m.kind = 'invitation'
    and (m.details ->> 'tenantId')::int = invited.tenant_id;
  perform portal.append_audit(invited.tenant_id, 'member.joined', 'member', who, null, jsonb_build_object('role', invited.role), trace, who);
  return who;
end $function$
;
grant execute on auth.accept_invitation(bytea,text,text,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.access_of(of_user text, of_tenant integer, of_view text, OUT kind text, OUT tenant_id integer, OUT tenant_ids integer[], OUT role text, OUT permissions text[], OUT hidden_modules text[], OUT language text, OUT tenant_language text, OUT currency text, OUT is_admin boolean, OUT is_staff boolean, OUT mode text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  st portal.staff%rowtype;
  home int;
  is_off boolean;
begin
  -- The person, the tenant and what they are to each other, at one look: all there is to know of a member.
  select p.deactivated_at is not null, p.language, p.global_admin, t.id, coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end), t.currency, m.role, m.permissions,
         array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = t.id and not v.is_visible and not p.global_admin)
    into is_off, language, is_admin, tenant_id, tenant_language, currency, role, permissions, hidden_modules
    from portal.profiles p
    left join portal.tenants t on t.id = of_tenant and (t.suspended_at is null or p.global_admin)
    left join (select x.tenant_id, x.user_id, x.role, r.permissions
                 from portal.members x join portal.roles r on r.key = x.role and r.kind = 'tenant') m
      on m.tenant_id = t.id and m.user_id = p.user_id and not p.global_admin
   where p.user_id = of_user;
  is_admin := coalesce(is_admin, false);
  is_staff := false;
  -- Deactivated: whatever session may still be there sees nothing.
  if is_off then
    kind := 'none'; tenant_id := null; tenant_ids := '{}'; role := null; permissions := '{}'; hidden_modules := '{}'; is_admin := false;
    tenant_language := null; currency := (select i.currency from portal.installation i);
    return;
  end if;

  if role is not null then
    kind := 'member'; tenant_ids := array[tenant_id];
    return;
  end if;
  permissions := '{}';

  if is_admin and of_view is not null and tenant_id is not null then
    mode := 'view_as'; kind := 'member'; tenant_ids := array[tenant_id]; role := of_view; is_admin := false;
    permissions := coalesce((select r.permissions from portal.roles r where r.key = of_view and r.kind = 'tenant'), '{}');
    hidden_modules := array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = of_tenant and not v.is_visible);
    return;
  end if;

  if is_admin then
    role := 'global_admin'; -- of a tenant that is gone: back to all
    kind := case when tenant_id is null then 'admin' else 'staff' end; -- narrowed: no more than that tenant
    tenant_ids := case when tenant_id is null then null else array[tenant_id] end;
  else
    select s.* into st from portal.staff s join portal.roles r on r.key = s.role and r.kind = 'staff' where s.user_id = of_user;
    is_staff := found;
    if is_staff then
      kind := 'staff'; role := st.role;
      select r.permissions into permissions from portal.roles r where r.key = st.role;
      select coalesce(array_agg(x.id order by x.id), '{}') into tenant_ids from portal.tenants x
       where x.suspended_at is null
         and (st.all_tenants or exists (select from portal.staff_tenants a where a.tenant_id = x.id and a.user_id = of_user));
      if tenant_id = any (tenant_ids) then tenant_ids := array[tenant_id]; else tenant_id := null; end if;
    else
      home := auth.default_tenant(of_user);
      if home is not null and home is distinct from of_tenant then
        select a.* into kind, tenant_id, tenant_ids, role, permissions, hidden_modules, language, tenant_language, currency, is_admin, is_staff
          from auth.access_of(of_user, home, null) a;
        return;
      end if;
      select t.tenant_id, t.role, t.permissions, t.tenant_language, t.currency, t.hidden_modules
        into tenant_id, role, permissions, tenant_language, currency, hidden_modules from auth.temporary_of(of_user) t;
      if found then
        mode := 'temporary'; kind := 'member'; tenant_ids := array[tenant_id];
        return;
      end if;
      permissions := '{}';
      kind := 'none'; tenant_id := null; tenant_ids := '{}';
    end if;
    if tenant_id is null then tenant_language := null; currency := null; hidden_modules := '{}'; end if;
  end if;
  hidden_modules := coalesce(hidden_modules, '{}');
  currency := coalesce(currency, (select i.currency from portal.installation i));
end $function$
;

CREATE OR REPLACE FUNCTION auth.act_as(asker auth.asker)
 RETURNS auth.asker
 LANGUAGE plpgsql
AS $function$
begin
  case asker.kind
    when 'admin' then set local role portal_admin;
    when 'staff' then set local role portal_staff;
    else set local role portal_member; -- 'none': a member of nothing sees nothing
  end case;
  return asker;
end $function$
;
grant execute on auth.act_as(auth.asker) to portal_app;

CREATE OR REPLACE FUNCTION auth.actor()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return split_part(auth.verified_context(), '|', 3);
end $function$
;
grant execute on auth.actor() to portal_admin;
grant execute on auth.actor() to portal_ingest;
grant execute on auth.actor() to portal_keeper;
grant execute on auth.actor() to portal_member;
grant execute on auth.actor() to portal_staff;

CREATE OR REPLACE FUNCTION auth.add_number(of_session text, of_bound bytea, of_hash bytea, hashes bytea[], new_token text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  s auth.sessions%rowtype;
  confirmed text;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  delete from auth.sms_codes c where c.bound = of_bound and c.user_id = s.user_id and c.code_hash = of_hash
     and c.ends_at > clock_timestamp() returning c.number into confirmed;
  if not found then return null; end if;
  insert into auth.second_factors (user_id) values (s.user_id) on conflict (user_id) do nothing;
  insert into auth.sms_numbers as n (user_id, number) values (s.user_id, confirmed)
    on conflict (user_id) do update set number = excluded.number, created_at = clock_timestamp(), last_used_at = null;
  return auth.factor_added(s, jsonb_build_object('factor', 'sms', 'number', auth.masked(confirmed)), 'sms_added', hashes, new_token, trace);
end $function$
;
grant execute on auth.add_number(text,bytea,bytea,bytea[],text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.add_passkey(of_session text, of_id bytea, key bytea, of_counter bigint, of_transports text[], of_name text, hashes bytea[], new_token text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null then return null; end if;
  insert into auth.second_factors (user_id) values (s.user_id) on conflict (user_id) do nothing;
  perform from auth.second_factors f where f.user_id = s.user_id for update; -- two at once count one after the other
  insert into auth.passkeys (id, user_id, public_key, counter, transports, name)
    select of_id, s.user_id, key, of_counter, of_transports, of_name
     where (select count(*) from auth.passkeys k where k.user_id = s.user_id) < 10
    on conflict (id) do nothing;
  if not found then return null; end if;
  return auth.factor_added(s, jsonb_build_object('factor', 'passkey', 'name', of_name), 'passkey_added', hashes, new_token, trace);
end $function$
;
grant execute on auth.add_passkey(text,bytea,bytea,bigint,text[],text,bytea[],text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.after_quiet(at_ timestamp with time zone, zone text, quiet_from time without time zone, quiet_until time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when quiet_from is null or not case when quiet_from < quiet_until then c.t >= quiet_from and c.t < quiet_until
                                        else c.t >= quiet_from or c.t < quiet_until end then at_
    else (c.day + quiet_until + case when c.t >= quiet_until then interval '1 day' else interval '0' end) at time zone zone end
  from (select (at_ at time zone zone)::time as t, date_trunc('day', at_ at time zone zone) as day) c
$function$
;
grant execute on auth.after_quiet(timestamp with time zone,text,time without time zone,time without time zone) to portal_admin;
grant execute on auth.after_quiet(timestamp with time zone,text,time without time zone,time without time zone) to portal_member;
grant execute on auth.after_quiet(timestamp with time zone,text,time without time zone,time without time zone) to portal_staff;

CREATE OR REPLACE FUNCTION auth.ask_reset(address text, token text, good_for interval)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare who text := auth.write_to_address(address, 'reset_link', '{}', token, good_for);
begin
  insert into auth.password_resets (token_hash, user_id, ends_at)
    values (sha256(convert_to(token, 'utf8')), who, clock_timestamp() + good_for);
  return who;
end $function$
;
grant execute on auth.ask_reset(text,text,interval) to portal_auth;

CREATE OR REPLACE FUNCTION auth.asker_of(session_token text)
 RETURNS auth.asker
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  asker auth.asker;
begin
  select s.user_id, s.id, a.kind, a.tenant_id, a.tenant_ids, a.role, a.permissions, a.hidden_modules, a.language, a.tenant_language,
         a.currency, a.is_admin, a.is_staff, s.expires_at, s.last_active_at,
         a.kind = 'member' and a.mode is distinct from 'view_as' and (select t.requires_second_factor from portal.tenants t where t.id = a.tenant_id),
         s.second_factor_at, s.password_at, a.mode, w into asker
    from auth.sessions s, auth.access_of(s.user_id, case when s.view_role is null or s.view_ends > clock_timestamp() then s.tenant_id end, s.view_role) a,
         auth.factor_ways(s.user_id) w
   where s.token = session_token and s.expires_at > clock_timestamp();
  return asker;
end $function$
;
grant execute on auth.asker_of(text) to portal_keeper;

CREATE OR REPLACE FUNCTION auth.begin_context(session_token text)
 RETURNS auth.asker
 LANGUAGE plpgsql
AS $function$
begin
  return auth.act_as(auth.open_context(session_token));
end $function$
;
grant execute on auth.begin_context(text) to portal_app;

CREATE OR REPLACE FUNCTION auth.begin_import_context(source_name text, OUT key_id integer, OUT source_id smallint, OUT tenant_id integer, OUT scope text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select c.* into key_id, source_id, tenant_id, scope from auth.open_import_context(source_name) c;
  set local role portal_ingest;
end $function$
;

CREATE OR REPLACE FUNCTION auth.begin_job_context(ticket text)
 RETURNS auth.asker
 LANGUAGE plpgsql
AS $function$
begin
  return auth.act_as(auth.open_job_context(ticket));
end $function$
;
grant execute on auth.begin_job_context(text) to portal_app;

CREATE OR REPLACE FUNCTION auth.begin_key_context(given_hash bytea, OUT key_id integer, OUT source_id smallint, OUT tenant_id integer, OUT scope text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select c.* into key_id, source_id, tenant_id, scope from auth.open_key_context(given_hash) c;
  set local role portal_ingest;
end $function$
;
grant execute on auth.begin_key_context(bytea) to portal_app;

CREATE OR REPLACE FUNCTION auth.begin_sms(of_user text, OUT sending bigint, OUT wait integer, OUT language text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare at timestamptz;
begin
  perform from auth.users u where u.id = of_user for no key update;
  at := clock_timestamp();
  if not coalesce(auth.next_sms_at(of_user) > at, false) then
    insert into auth.sms_sendings (user_id, sent_at) values (of_user, at) returning id into sending;
  end if;
  wait := ceil(extract(epoch from auth.next_sms_at(of_user) - at));
  language := (select p.language from portal.profiles p where p.user_id = of_user);
end $function$
;
grant execute on auth.begin_sms(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.begin_viewing(of_tenant integer, of_role text, why text, new_token text, OUT id integer, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  ends_at := clock_timestamp() + interval '30 minutes';
  update auth.sessions s set tenant_id = of_tenant, view_role = of_role, view_ends = begin_viewing.ends_at where s.id = auth.session_id();
  perform auth.rotate_session(auth.session_id(), new_token);
  insert into auth.viewings as v (tenant_id, session_id, user_id, role, reason, ends_at)
    values (of_tenant, auth.session_id(), auth.actor(), of_role, why, begin_viewing.ends_at) returning v.id into begin_viewing.id;
end $function$
;
grant execute on auth.begin_viewing(integer,text,text,text) to portal_admin;

CREATE OR REPLACE FUNCTION auth.brand(OUT brand_name text, OUT logo_hash text, OUT legal_name text, OUT address text, OUT hours text, OUT email text, OUT phone text, OUT timezone text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.brand_name, i.logo_hash, i.company_name, i.address, i.hours, i.email, i.phone, i.timezone from portal.installation i
$function$
;
grant execute on auth.brand() to portal_auth;

CREATE OR REPLACE FUNCTION auth.brand_logo(of_hash text, OUT logo_type text, OUT logo bytea)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.logo_type, i.logo from portal.installation i where i.logo_hash = of_hash
$function$
;
grant execute on auth.brand_logo(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.change_email(of_user text, new_email text, by_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare before text;
begin
  select u.email into before from auth.users u where u.id = of_user for update;
  if before is null or before = new_email then return before; end if;
  update auth.users u set email = new_email, updated_at = now() where u.id = of_user;
  update portal.profiles p set email = new_email where p.user_id = of_user;
  delete from auth.email_changes c where c.user_id = of_user;
  delete from auth.password_resets r where r.user_id = of_user;
  update auth.mails m set secret = null where m.user_id = of_user and m.kind in ('reset_link', 'email_old', 'email_new');
  insert into auth.mails (to_email, user_id, kind, language, details, ends_at)
  select a, of_user, 'email_changed', auth.language_of(of_user), jsonb_build_object('email', new_email, 'by', by_name), now() + interval '2 days'
    from unnest(array[before, new_email]) a;
  return before;
end $function$
;

CREATE OR REPLACE FUNCTION auth.change_password(who text, but_session text, password_hash text, trace text, from_address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare address text := (select u.email from auth.users u where u.id = who);
begin
  update auth.accounts a set password = password_hash, updated_at = now() where a.user_id = who and a.provider_id = 'credential';
  delete from auth.password_resets r where r.user_id = who;
  update auth.mails m set secret = null where m.user_id = who and m.kind = 'reset_link';
  delete from auth.sessions s where s.user_id = who and s.id <> but_session;
  perform auth.forget_halves(who);
  perform auth.write_to_address(address, 'password_changed', '{}', null, interval '2 days');
  perform portal.append_audit(0, 'password.changed', 'user', who, null, null, trace, who, from_address);
end $function$
;
grant execute on auth.change_password(text,text,text,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.claim_card_payment()
 RETURNS TABLE(tenant_id integer, order_id bigint, reference text, currency text, cents bigint, customer text, token text, provider_id text, return_to text, cancels boolean, hints integer, age_seconds integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select * from portal.claim_card_payment() $function$
;
grant execute on auth.claim_card_payment() to portal_app;

CREATE OR REPLACE FUNCTION auth.claim_document_scan()
 RETURNS TABLE(file_key text, size bigint, checksum bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare claimed bytea;
begin
  update portal.document_scans s set attempts = s.attempts + 1, leased_until = clock_timestamp() + interval '2 min'
    from (select x.checksum from portal.document_scans x
           where x.state = 'pending' and (x.leased_until is null or x.leased_until < clock_timestamp())
           order by x.asked_at limit 1 for update skip locked) next
   where s.checksum = next.checksum
  returning s.checksum into claimed;
  return query select k.file_key, k.size, claimed
    from (select v.file_key, v.size from portal.document_versions v where v.checksum = claimed
          union all select f.file_key, f.size from portal.issue_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.conversation_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.purchase_order_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.document_request_files f where f.checksum = claimed) k limit 1;
end $function$
;
grant execute on auth.claim_document_scan() to portal_app;

CREATE OR REPLACE FUNCTION auth.claim_document_text()
 RETURNS TABLE(file_key text, size bigint, checksum bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  claimed bytea;
  next_one bytea;
begin
  update portal.document_texts t set state = 'unreadable', leased_until = null
   where t.state = 'reading' and t.leased_until < clock_timestamp() and t.attempts >= 3;
  update portal.document_texts t set attempts = t.attempts + 1, leased_until = clock_timestamp() + interval '1 min'
    from (select x.checksum from portal.document_texts x where x.state = 'reading' and x.leased_until < clock_timestamp()
           limit 1 for update skip locked) next
   where t.checksum = next.checksum
  returning t.checksum into claimed;
  -- What came last first.
  while claimed is null loop
    select v.checksum into next_one from portal.document_versions v
     where v.format = 'pdf' and not v.text_taken order by v.uploaded_at desc limit 1;
    exit when not found;
    insert into portal.document_texts as t (checksum, state, leased_until)
    values (next_one, 'reading', clock_timestamp() + interval '1 min') on conflict do nothing
    returning t.checksum into claimed;
    if claimed is not null then
      update portal.document_versions v set text_taken = true where v.checksum = next_one and v.format = 'pdf';
    else
      -- Another version had this file before. All such at once: each mark makes the next search longer until this ends.
      update portal.document_versions v set text_taken = true
       where v.format = 'pdf' and not v.text_taken and exists (select from portal.document_texts x where x.checksum = v.checksum);
    end if;
  end loop;
  return query select v.file_key, v.size, v.checksum from portal.document_versions v where v.checksum = claimed limit 1;
end $function$
;
grant execute on auth.claim_document_text() to portal_app;

CREATE OR REPLACE FUNCTION auth.claim_export_job()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare claimed bigint;
begin
  update portal.export_jobs j set state = 'failed', problem = 'gave_up', finished_at = clock_timestamp()
   where j.state = 'running' and j.leased_until < clock_timestamp() and j.attempts >= 3;
  update portal.export_jobs j set state = 'running', attempts = j.attempts + 1, written = 0, leased_until = clock_timestamp() + interval '30 s'
    from (select x.tenant_id, x.user_id, x.id from portal.export_jobs x
           where x.state = 'queued' or x.state = 'running' and x.leased_until < clock_timestamp()
           order by x.id limit 1 for update skip locked) next
   where j.tenant_id = next.tenant_id and j.user_id = next.user_id and j.id = next.id
  returning j.id into claimed;
  return claimed;
end $function$
;
grant execute on auth.claim_export_job() to portal_app;

CREATE OR REPLACE FUNCTION auth.claims(OUT claims jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'texts', c.texts, 'proof', c.proof, 'statedOn', c.stated_on,
    'version', c.version) order by c.kind, c.id), '[]') from portal.claims c
$function$
;
grant execute on auth.claims() to portal_auth;

CREATE OR REPLACE FUNCTION auth.close_viewings()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare over auth.viewings%rowtype;
begin
  for over in
    update auth.viewings v set ended_at = least(v.ends_at, clock_timestamp())
     where v.ended_at is null and not exists (select from auth.sessions s
        where s.id = v.session_id and s.view_ends > clock_timestamp() and s.expires_at > clock_timestamp())
    returning v.*
  loop
    update auth.sessions s set tenant_id = null, view_role = null, view_ends = null
     where s.id = over.session_id and s.view_ends <= clock_timestamp();
    perform portal.append_audit(over.tenant_id, 'viewing.ended', 'viewing', over.id::text, null, jsonb_build_object('byItself', true), null,
      coalesce(over.user_id, 'gone'));
  end loop;
end $function$
;
grant execute on auth.close_viewings() to portal_auth;

CREATE OR REPLACE FUNCTION auth.collect_tenant()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return case when auth.collects() then auth.ingest_tenant() end;
end $function$
;
grant execute on auth.collect_tenant() to portal_ingest;

CREATE OR REPLACE FUNCTION auth.collects()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return auth.is_ingest() and exists (select from auth.ingest_keys k
    where k.id::text = auth.actor() and k.revoked_at is null and 'collect' = any (string_to_array(k.scope, ' ')));
end $function$
;

CREATE OR REPLACE FUNCTION auth.collects_all()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return auth.ingests_all() and auth.collects();
end $function$
;
grant execute on auth.collects_all() to portal_ingest;

CREATE OR REPLACE FUNCTION auth.confirm_email_change(of_hash bytea, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  asked auth.email_changes%rowtype;
  before text;
  of_new boolean := exists (select from auth.email_changes c where c.new_hash = of_hash);
begin
  update auth.email_changes c set old_hash = nullif(c.old_hash, of_hash), new_hash = nullif(c.new_hash, of_hash)
   where (c.old_hash = of_hash or c.new_hash = of_hash) and c.ends_at > clock_timestamp() returning * into asked;
  if asked.user_id is null then return null; end if;
  if asked.old_hash is not null or asked.new_hash is not null then
    perform portal.append_audit(0, 'email.confirmed', 'user', asked.user_id, null,
      jsonb_build_object('email', asked.new_email, 'confirmed_by', case when of_new then 'new' else 'old' end), trace, asked.user_id);
    return false;
  end if;
  before := auth.change_email(asked.user_id, asked.new_email, (select p.name from portal.profiles p where p.user_id = asked.user_id));
  perform portal.append_audit(0, 'email.changed', 'user', asked.user_id, jsonb_build_object('email', before),
    jsonb_build_object('email', asked.new_email), trace, asked.user_id);
  return true;
end $function$
;
grant execute on auth.confirm_email_change(bytea,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.confirm_factor(of_session text, of_step bigint, hashes bytea[], new_token text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  update auth.second_factors f set secret = f.pending, pending = null, pending_until = null, last_step = of_step, app_at = clock_timestamp()
   where f.user_id = s.user_id and f.pending is not null and f.pending_until > clock_timestamp();
  if not found then return null; end if;
  return auth.factor_added(s, '{"factor": "totp"}', 'factor_enrolled', hashes, new_token, trace);
end $function$
;
grant execute on auth.confirm_factor(text,bigint,bytea[],text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.context_kind()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return split_part(auth.verified_context(), '|', 1);
end $function$
;
grant execute on auth.context_kind() to portal_admin;
grant execute on auth.context_kind() to portal_ingest;
grant execute on auth.context_kind() to portal_keeper;
grant execute on auth.context_kind() to portal_member;
grant execute on auth.context_kind() to portal_staff;

CREATE OR REPLACE FUNCTION auth.count_attempt(subjects text[], doubling boolean[], of_account text, OUT allowed boolean, OUT locks boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'auth', 'pg_catalog', 'pg_temp'
AS $function$
declare
  counted auth.attempts%rowtype;
begin
  allowed := true; locks := false;
  for i in 1 .. cardinality(subjects) loop
    insert into auth.attempts as a (subject, failures, account) values (subjects[i], 1, of_account)
    on conflict (subject) do update set
      failures = case when a.locked_until < clock_timestamp() or a.updated_at < clock_timestamp() - interval '24 hours' then 1 else a.failures + 1 end,
      locked_until = case when a.locked_until >= clock_timestamp() then a.locked_until
        when a.locked_until is null and a.failures + 1 >= 5 and a.updated_at >= clock_timestamp() - interval '24 hours' then
          clock_timestamp() + least(interval '24 hours', interval '15 minutes' * case when doubling[i] then power(2, a.locks) else 1 end) end,
      locks = case when (a.locked_until is null) and a.failures + 1 >= 5 then least(a.locks + 1, 20) else a.locks end,
      account = excluded.account,
      updated_at = clock_timestamp()
    returning * into counted;
    if counted.locked_until >= clock_timestamp() and counted.failures > 5 then allowed := false; end if;
    if counted.locked_until is not null and counted.failures = 5 then locks := true; end if;
  end loop;
  locks := locks and allowed;
end $function$
;
grant execute on auth.count_attempt(text[],boolean[],text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.default_tenant(of_user text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.tenant_id
    from portal.members m join portal.tenants t on t.id = m.tenant_id and t.suspended_at is null
    join portal.profiles p on p.user_id = m.user_id
   where m.user_id = of_user and not p.global_admin
   order by (m.tenant_id = p.default_tenant_id) desc nulls last, m.tenant_id limit 1
$function$
;
grant execute on auth.default_tenant(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.end_export_job(ticket text, reason text, again boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update portal.export_jobs j
     set state = case when again then 'queued' else 'failed' end, attempts = j.attempts - case when again then 1 else 0 end,
         problem = reason, leased_until = null, finished_at = case when again then null else clock_timestamp() end
   where j.id = split_part(ticket, ':', 1)::bigint and j.state = 'running' and j.ticket_hash = sha256(convert_to(ticket, 'utf8'))
$function$
;
grant execute on auth.end_export_job(text,text,boolean) to portal_app;

CREATE OR REPLACE FUNCTION auth.end_tokens_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_user text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  update auth.sessions s set expires_at = clock_timestamp() + interval '90 seconds'
   where s.user_id = of_user and s.expires_at > clock_timestamp() + interval '90 seconds';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.end_viewing(new_token text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare ended int;
begin
  perform auth.require_context('member');
  update auth.sessions s set tenant_id = null, view_role = null, view_ends = null
   where s.id = auth.session_id() and s.view_ends > clock_timestamp();
  if not found then return null; end if;
  perform auth.rotate_session(auth.session_id(), new_token);
  update auth.viewings v set ended_at = clock_timestamp() where v.session_id = auth.session_id() and v.ended_at is null
  returning v.id into ended;
  return ended;
end $function$
;
grant execute on auth.end_viewing(text) to portal_member;

CREATE OR REPLACE FUNCTION auth.enter_temporary(address text, of_hash bytea, session_token text, from_address text, agent text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare entered auth.temporary_access%rowtype;
begin
  update auth.temporary_access x set used = x.used + 1, last_used_at = clock_timestamp()
   where x.code_hash = of_hash and x.email = address and x.used < x.uses and exists (select from auth.temporary_of(x.user_id))
  returning x.* into entered;
  if entered.id is null then return false; end if;
  insert into auth.sessions (id, user_id, token, tenant_id, expires_at, ends_at, ip_address, user_agent)
    values (gen_random_uuid()::text, entered.user_id, session_token, entered.tenant_id,
      least(clock_timestamp() + interval '15 minutes', entered.ends_at), entered.ends_at, from_address, agent);
  perform portal.append_audit(entered.tenant_id, 'session.signed_in', 'session', null, null,
    jsonb_build_object('temporary', true, 'email', entered.email, 'use', entered.used), trace, entered.user_id,
    from_address);
  return true;
end $function$
;
grant execute on auth.enter_temporary(text,bytea,text,text,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.entered_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.tenant_id from auth.sessions s where s.id = auth.session_id()
$function$
;
grant execute on auth.entered_tenant() to portal_keeper;

CREATE OR REPLACE FUNCTION auth.factor_added(s auth.sessions, what jsonb, of_kind text, hashes bytea[], new_token text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare is_first boolean;
begin
  select f.enrolled_at is null into is_first from auth.second_factors f where f.user_id = s.user_id for update;
  update auth.second_factors f set enrolled_at = coalesce(f.enrolled_at, clock_timestamp()) where f.user_id = s.user_id;
  if is_first then perform auth.replace_codes(s.user_id, hashes); end if;
  perform auth.forget_halves(s.user_id);
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  update auth.sessions x set second_factor_at = clock_timestamp() where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform auth.write_to_address(u.email, of_kind, what, null, interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.enrolled', 'user', s.user_id,
    jsonb_build_object('enrolled', not is_first), jsonb_build_object('enrolled', true) || what, trace, s.user_id, s.ip_address);
  return is_first;
end $function$
;

CREATE OR REPLACE FUNCTION auth.factor_rules(of_user text, OUT tenant_requires boolean, OUT is_admin boolean, OUT may_trust boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(bool_or(t.requires_second_factor), false),
         exists (select from portal.profiles p where p.user_id = of_user and p.global_admin),
         coalesce(bool_and(t.allows_trusted_devices), false)
           and not exists (select from portal.profiles p where p.user_id = of_user and p.global_admin)
           and not exists (select from portal.staff s where s.user_id = of_user)
    from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = of_user
$function$
;
grant execute on auth.factor_rules(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.factor_ways(of_user text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_remove(array[case when f.app_at is not null then 'totp' end,
           case when exists (select from auth.passkeys k where k.user_id = of_user) then 'passkey' end,
           case when exists (select from auth.sms_numbers n where n.user_id = of_user) then 'sms' end, 'recovery'], null)
    from auth.second_factors f where f.user_id = of_user and f.enrolled_at is not null
$function$
;
grant execute on auth.factor_ways(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.find_email_change(of_hash bytea, OUT email text, OUT is_new boolean, OUT ends_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.new_email, c.new_hash is not distinct from of_hash, c.ends_at from auth.email_changes c
   where (c.old_hash = of_hash or c.new_hash = of_hash) and c.ends_at > clock_timestamp()
$function$
;
grant execute on auth.find_email_change(bytea) to portal_auth;

CREATE OR REPLACE FUNCTION auth.find_invitation(of_hash bytea, OUT email text, OUT tenant_id integer, OUT tenant text, OUT role text, OUT ends_at timestamp with time zone, OUT user_id text, OUT role_name text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.email, i.tenant_id, coalesce(t.name, (select x.company_name from portal.installation x)), r.key, i.ends_at,
         (select u.id from auth.users u where u.email = i.email), (select o.name from portal.roles o where o.key = r.key and o.named)
    from auth.invitations i cross join lateral (select coalesce(i.role, i.access -> 'staff' ->> 'role', 'global_admin')) r (key)
    left join portal.tenants t on t.id = i.tenant_id and t.suspended_at is null
   where i.token_hash = of_hash and i.ends_at > clock_timestamp() and (i.tenant_id is null or t.id is not null)
$function$
;
grant execute on auth.find_invitation(bytea) to portal_auth;

CREATE OR REPLACE FUNCTION auth.find_reset(of_hash bytea, OUT user_id text, OUT email text, OUT name text, OUT ends_at timestamp with time zone, OUT tenants text[])
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r.user_id, u.email, u.name, r.ends_at,
         array(select t.name from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = r.user_id)
    from auth.password_resets r join auth.users u on u.id = r.user_id
   where r.token_hash = of_hash and r.ends_at > clock_timestamp()
$function$
;
grant execute on auth.find_reset(bytea) to portal_auth;

CREATE OR REPLACE FUNCTION auth.find_set_up(given_hash bytea)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select l.expires_at from auth.set_up_links l
   where l.token_hash = given_hash and l.expires_at > clock_timestamp()
     and not exists (select from portal.profiles p where p.global_admin)
$function$
;
grant execute on auth.find_set_up(bytea) to portal_auth;

CREATE OR REPLACE FUNCTION auth.finish_sign_in(of_challenge bytea, shown jsonb, new_token text, address text, agent text, seconds integer, trace text, OUT user_id text, OUT tenant_id integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select c.user_id into user_id from auth.challenges c where c.token_hash = of_challenge and c.ends_at > clock_timestamp() for update;
  if user_id is null then return; end if;
  tenant_id := auth.default_tenant(user_id);
  if not auth.use_factor(user_id, tenant_id, shown, trace) then return; end if;
  delete from auth.challenges c where c.token_hash = of_challenge;
  insert into auth.sessions (id, user_id, token, tenant_id, expires_at, ip_address, user_agent, second_factor_at)
    values (gen_random_uuid()::text, user_id, new_token, tenant_id, clock_timestamp() + make_interval(secs => seconds), address, agent,
      clock_timestamp());
  perform portal.append_audit(coalesce(tenant_id, 0), 'session.signed_in', 'session', null, null,
    jsonb_build_object('factor', auth.way_of(shown)), trace, user_id, address);
  return next;
end $function$
;
grant execute on auth.finish_sign_in(bytea,jsonb,text,text,text,integer,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.forget_factor(of_user text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth.recovery_codes c where c.user_id = of_user;
  delete from auth.passkeys k where k.user_id = of_user;
  delete from auth.passkey_challenges k where k.user_id = of_user;
  delete from auth.sms_numbers n where n.user_id = of_user;
  delete from auth.sms_codes c where c.user_id = of_user;
  perform auth.forget_halves(of_user);
  delete from auth.second_factors f where f.user_id = of_user and f.enrolled_at is not null;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION auth.forget_halves(of_user text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from auth.challenges c where c.user_id = of_user;
  update auth.devices d set trusted_until = null where d.user_id = of_user and d.trusted_until is not null;
$function$
;

CREATE OR REPLACE FUNCTION auth.handlers_of(of_tenant integer, needs text, OUT user_id text, OUT name text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.user_id, p.name from portal.profiles p
    left join portal.staff s on s.user_id = p.user_id left join portal.roles r on r.key = s.role
   where p.deactivated_at is null and (p.global_admin or needs = any (r.permissions)
     and (s.all_tenants or exists (select from portal.staff_tenants a where a.user_id = s.user_id and a.tenant_id = of_tenant)))
   order by p.name collate portal.natural_order, p.user_id
$function$
;

CREATE OR REPLACE FUNCTION auth.hear_of_payment(of_reference text, of_provider text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select portal.hear_of_payment(of_reference, of_provider) $function$
;
grant execute on auth.hear_of_payment(text,text) to portal_app;

CREATE OR REPLACE FUNCTION auth.ingest_source_names(OUT id smallint, OUT name text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.id, s.name from auth.ingest_sources s where auth.is_admin()
$function$
;
grant execute on auth.ingest_source_names() to portal_admin;
grant execute on auth.ingest_source_names() to portal_keeper;

CREATE OR REPLACE FUNCTION auth.ingest_tenant()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return case when split_part(auth.verified_context(), '|', 1) = 'ingest' then (auth.tenants())[1] end;
end $function$
;
grant execute on auth.ingest_tenant() to portal_admin;
grant execute on auth.ingest_tenant() to portal_ingest;
grant execute on auth.ingest_tenant() to portal_keeper;
grant execute on auth.ingest_tenant() to portal_member;
grant execute on auth.ingest_tenant() to portal_staff;

CREATE OR REPLACE FUNCTION auth.ingests_all()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'ingest' and auth.tenants() is null, false);
end $function$
;
grant execute on auth.ingests_all() to portal_admin;
grant execute on auth.ingests_all() to portal_ingest;
grant execute on auth.ingests_all() to portal_keeper;
grant execute on auth.ingests_all() to portal_member;
grant execute on auth.ingests_all() to portal_staff;

CREATE OR REPLACE FUNCTION auth.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'admin', false);
end $function$
;
grant execute on auth.is_admin() to portal_admin;
grant execute on auth.is_admin() to portal_ingest;
grant execute on auth.is_admin() to portal_keeper;
grant execute on auth.is_admin() to portal_member;
grant execute on auth.is_admin() to portal_staff;

CREATE OR REPLACE FUNCTION auth.is_held()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select i.restored_at is not null from portal.installation i), false)
$function$
;
grant execute on auth.is_held() to portal_auth;

CREATE OR REPLACE FUNCTION auth.is_ingest()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'ingest', false);
end $function$
;
grant execute on auth.is_ingest() to portal_admin;
grant execute on auth.is_ingest() to portal_ingest;
grant execute on auth.is_ingest() to portal_keeper;
grant execute on auth.is_ingest() to portal_member;
grant execute on auth.is_ingest() to portal_staff;

CREATE OR REPLACE FUNCTION auth.is_migrated(newest text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return exists (select from portal.schema_migrations m where m.name = newest);
end $function$
;
grant execute on auth.is_migrated(text) to portal_app;

CREATE OR REPLACE FUNCTION auth.is_staff()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'staff', false);
end $function$
;
grant execute on auth.is_staff() to portal_admin;
grant execute on auth.is_staff() to portal_ingest;
grant execute on auth.is_staff() to portal_keeper;
grant execute on auth.is_staff() to portal_member;
grant execute on auth.is_staff() to portal_staff;

CREATE OR REPLACE FUNCTION auth.is_temporary(of_user text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from auth.temporary_access x where x.user_id = of_user)
$function$
;
grant execute on auth.is_temporary(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.is_viewing()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select auth.context_kind() = 'member' and exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
$function$
;
grant execute on auth.is_viewing() to portal_keeper;

CREATE OR REPLACE FUNCTION auth.issue_ingest_key(of_label text, of_scope text, of_source text, of_tenant integer, hash bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  source smallint;
  made int;
begin
  perform auth.require_context('admin');
  insert into auth.ingest_sources (name) values (of_source) on conflict do nothing;
  select s.id into source from auth.ingest_sources s where s.name = of_source;
  insert into auth.ingest_keys (source_id, tenant_id, scope, key_hash, label, created_by)
    values (source, of_tenant, of_scope, hash, of_label, auth.actor()) returning id into made;
  return made;
end $function$
;
grant execute on auth.issue_ingest_key(text,text,text,integer,bytea) to portal_admin;

CREATE OR REPLACE FUNCTION auth.join_own(who text, access jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (access -> 'administrator')::boolean then
    update portal.profiles p set global_admin = true where p.user_id = who;
  else
    insert into portal.staff (user_id, role, all_tenants)
      values (who, access -> 'staff' ->> 'role', jsonb_typeof(access -> 'staff' -> 'tenantIds') = 'null') on conflict do nothing;
    insert into portal.staff_tenants (tenant_id, user_id)
    select t.id, who from portal.tenants t
     where access -> 'staff' -> 'tenantIds' @> to_jsonb(t.id) and exists (select from portal.staff s where s.user_id = who)
    on conflict do nothing;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION auth.keep_document_scan(checksum bytea, verdict text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update portal.document_scans s
     set state = case when $2 in ('clean', 'infected') then $2 when s.attempts >= 5 then 'failed' else 'pending' end,
         leased_until = case when $2 = 'failed' and s.attempts < 5 then clock_timestamp() + power(s.attempts, 4) * interval '1 s' end,
         scanned_at = case when $2 in ('clean', 'infected') then clock_timestamp() end
   where s.checksum = $1 and s.state = 'pending';
  perform portal.tell_of_scan($1);
  if verdict = 'infected' then perform portal.tell_of_infection($1); end if;
end $function$
;
grant execute on auth.keep_document_scan(bytea,text) to portal_app;

CREATE OR REPLACE FUNCTION auth.keep_document_text(checksum bytea, state text, pages text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update portal.document_texts t set state = $2, leased_until = null, read_at = clock_timestamp()
   where t.checksum = $1 and t.state = 'reading';
  if not found then return; end if;
  insert into portal.document_pages (checksum, page, content)
  select $1, p.no, p.content from unnest($3) with ordinality p (content, no) where p.content <> '';
end $function$
;
grant execute on auth.keep_document_text(bytea,text,text[]) to portal_app;

CREATE OR REPLACE FUNCTION auth.language_of(of_user text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(
    (select p.language from portal.profiles p where p.user_id = of_user),
    portal.language_of_tenant(auth.default_tenant(of_user)),
    (select i.language from portal.installation i))
$function$
;

CREATE OR REPLACE FUNCTION auth.leave_document_text(checksum bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (delete from portal.document_texts t where t.checksum = $1 and t.state = 'reading' returning t.checksum)
  update portal.document_versions v set text_taken = false from gone where v.checksum = gone.checksum
$function$
;
grant execute on auth.leave_document_text(bytea) to portal_app;

CREATE OR REPLACE FUNCTION auth.list_ingest_keys(OUT id integer, OUT label text, OUT scope text, OUT source text, OUT tenant_id integer, OUT created_at timestamp with time zone, OUT created_by text, OUT last_used_at timestamp with time zone, OUT revoked_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.id, k.label, k.scope, s.name, k.tenant_id, k.created_at, k.created_by, k.last_used_at, k.revoked_at
    from auth.ingest_keys k join auth.ingest_sources s on s.id = k.source_id
   where auth.is_admin() order by k.revoked_at is not null, k.id desc limit 1000
$function$
;
grant execute on auth.list_ingest_keys() to portal_admin;

CREATE OR REPLACE FUNCTION auth.lot_sources(numbers text[], besides smallint, OUT id smallint, OUT name text, OUT knows boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  known smallint[] := array(select s from portal.sources_of_lots(numbers) s);
begin
  perform auth.require_context('staff', 'admin');
  return query select s.id, s.name, s.id = any (known) from auth.ingest_sources s where s.id = any (known) or s.id = besides order by s.name, s.id;
end $function$
;
grant execute on auth.lot_sources(text[],smallint) to portal_admin;
grant execute on auth.lot_sources(text[],smallint) to portal_staff;

CREATE OR REPLACE FUNCTION auth.mail_due(of_subject text, rhythm text, at_ timestamp with time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when of_subject = 'conversations' or coalesce(rhythm, 'at_once') = 'at_once' then at_
    else (d.eight + case
        when rhythm = 'daily' then case when l.t < d.eight then interval '0' else interval '1 day' end
        else make_interval(days => case when extract(isodow from l.t) = 1 and l.t < d.eight then 0 else 8 - extract(isodow from l.t)::int end) end)
      at time zone zone end
  from (select at_ at time zone zone as t) l, lateral (select date_trunc('day', l.t) + interval '8 hours' as eight) d
$function$
;

CREATE OR REPLACE FUNCTION auth.mail_notices(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text;
  done int := 0;
  items jsonb;
  address text;
begin
  if auth.is_held() then return 0; end if;
  for who in select p.user_id from portal.profiles p
      where p.user_id in (select n.user_id from portal.notices n where n.mail_at <= now()) order by 1 limit most for update skip locked loop
    with due as (
      update portal.notices n set mail_at = null where n.user_id = who and n.mail_at <= now() returning n.*
    )
    select jsonb_agg(jsonb_build_object('kind', d.kind, 'facts', d.facts, 'tenant', t.name, 'tenantId', t.id) order by d.id) into items
      from due d
      left join portal.tenants t on t.id = d.tenant_id
     cross join lateral auth.access_of(who, nullif(d.tenant_id, 0), null) a
     where d.read_at is null and auth.may_know(a.kind, a.tenant_ids, a.hidden_modules, a.permissions, a.is_admin, d.tenant_id, d.module, d.permission)
      and (d.tenant_id = 0 or a.tenant_id = d.tenant_id);
    select u.email into address from auth.users u where u.id = who;
    if items is not null and address is not null then
      insert into auth.mails (to_email, user_id, kind, language, details, ends_at)
        values (address, who, 'notices', auth.language_of(who), jsonb_build_object('notices', items), clock_timestamp() + interval '2 days');
    end if;
    done := done + 1;
  end loop;
  return done;
end $function$
;
grant execute on auth.mail_notices(integer) to portal_events;

CREATE OR REPLACE FUNCTION auth.managed_tenant(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not (case auth.context_kind()
      when 'member' then of_tenant = auth.tenant() and exists (select from portal.roles r
        where 'members.manage' = any (r.permissions)
          and r.key in (select m.role from portal.members m where m.tenant_id = of_tenant and m.user_id = auth.actor()
            union all select s.view_role from auth.sessions s where s.id = auth.session_id() and auth.is_viewing()))
      else exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
        and (auth.is_admin() or of_tenant = any (auth.staff_tenants())) end) then
    raise exception 'not the asker''s to manage' using errcode = '42501';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION auth.masked(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select '•••• ' || right(number, 4) $function$
;

CREATE OR REPLACE FUNCTION auth.may_enter(of_user text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select not exists (select from portal.profiles p where p.user_id = of_user and p.deactivated_at is not null)
$function$
;
grant execute on auth.may_enter(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.may_know(kind text, tenant_ids integer[], hidden_modules text[], permissions text[], is_admin boolean, of_tenant integer, of_module text, needs text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select kind is distinct from 'none' and (of_tenant = 0 or kind = 'admin' or of_tenant = any (tenant_ids))
    and not coalesce(of_module = any (hidden_modules), false)
    and (needs is null or coalesce(is_admin, false) or needs = any (permissions))
$function$
;

CREATE OR REPLACE FUNCTION auth.memberships(OUT tenant_id integer, OUT tenant_name text, OUT role text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.tenant_id, t.name, m.role
    from portal.members m join portal.tenants t on t.id = m.tenant_id and t.suspended_at is null
   where m.user_id = auth.actor() and auth.context_kind() <> 'ingest'
   order by t.name collate portal.natural_order, m.tenant_id
$function$
;
grant execute on auth.memberships() to portal_admin;
grant execute on auth.memberships() to portal_member;
grant execute on auth.memberships() to portal_staff;

CREATE OR REPLACE FUNCTION auth.name_of(of_user text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.name from portal.profiles p where p.user_id = of_user
$function$
;
grant execute on auth.name_of(text) to portal_keeper;

CREATE OR REPLACE FUNCTION auth.next_sms_at(of_user text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select greatest(
    (select max(s.sent_at) + interval '30 seconds' from auth.sms_sendings s where s.user_id = of_user),
    (select s.sent_at + interval '15 minutes' from auth.sms_sendings s where s.user_id = of_user order by s.sent_at desc offset 2 limit 1),
    (select s.sent_at + interval '1 day' from auth.sms_sendings s where s.user_id = of_user order by s.sent_at desc offset 9 limit 1))
$function$
;

CREATE OR REPLACE FUNCTION auth.open_context(session_token text)
 RETURNS auth.asker
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  asker auth.asker := auth.asker_of(session_token);
  successor text;
  of_session text;
  retired timestamptz;
  done text;
begin
  if asker.session_id is null then
    select s.token, s.id, r.retired_at into successor, of_session, retired
      from auth.retired_tokens r join auth.sessions s on s.id = r.session_id
     where r.token_hash = sha256(convert_to(session_token, 'utf8')) and s.expires_at > clock_timestamp();
    if successor is null then raise exception 'no session' using errcode = '28000'; end if;
    if retired < clock_timestamp() - interval '30 seconds' then
      raise exception 'token reused' using errcode = '28000', detail = of_session;
    end if;
    return auth.open_context(successor); -- within its grace a token stands for the one that came after it
  end if;

  -- Assigned, not performed: a query would be set up for each.
  done := set_config('portal.context',
    asker.kind || '|' || coalesce(array_to_string(asker.tenant_ids, ','), '*') || '|' || asker.user_id || '|' || asker.session_id, true);
  done := set_config('portal.signature', auth.sign(done), true);
  return asker;
end $function$
;
grant execute on auth.open_context(text) to portal_app;

CREATE OR REPLACE FUNCTION auth.open_import_context(source_name text, OUT key_id integer, OUT source_id smallint, OUT tenant_id integer, OUT scope text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into auth.ingest_sources (name) values (source_name) on conflict do nothing;
  select 0, s.id, null::int, 'ingest' into key_id, source_id, tenant_id, scope
    from auth.ingest_sources s where s.name = source_name;
  perform set_config('portal.context', 'ingest|*|0', true),
          set_config('portal.signature', auth.sign('ingest|*|0'), true);
end $function$
;

CREATE OR REPLACE FUNCTION auth.open_job_context(ticket text)
 RETURNS auth.asker
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  job portal.export_jobs%rowtype;
  asker auth.asker;
begin
  select * into job from portal.export_jobs j
   where j.id = split_part(ticket, ':', 1)::bigint and j.state = 'running' and j.ticket_hash = sha256(convert_to(ticket, 'utf8'));
  if job.id is null then raise exception 'no session' using errcode = '28000'; end if;
  asker := auth.open_context((select s.token from auth.sessions s where s.id = job.session_id));
  if asker.user_id is distinct from job.user_id or coalesce(asker.tenant_id, 0) <> job.tenant_id then
    raise exception 'no session' using errcode = '28000';
  end if;
  return asker;
end $function$
;
grant execute on auth.open_job_context(text) to portal_app;

CREATE OR REPLACE FUNCTION auth.open_key_context(given_hash bytea, OUT key_id integer, OUT source_id smallint, OUT tenant_id integer, OUT scope text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare context text;
begin
  select k.id, k.source_id, k.tenant_id, k.scope into key_id, source_id, tenant_id, scope
    from auth.ingest_keys k where k.key_hash = given_hash and k.revoked_at is null;
  if key_id is null then raise exception 'no such key' using errcode = '28000'; end if;
  context := 'ingest|' || coalesce(tenant_id::text, '*') || '|' || key_id;
  perform set_config('portal.context', context, true), set_config('portal.signature', auth.sign(context), true);
end $function$
;
grant execute on auth.open_key_context(bytea) to portal_app;

CREATE OR REPLACE FUNCTION auth.people_of(q portal.notice_queue)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.user_id
    from (select m.user_id from portal.members m where q.to_people is null and q.to_members and q.tenant_id in (m.tenant_id, 0)
          union select s.user_id from portal.staff s where q.to_people is null and q.to_staff
          union select p.user_id from portal.profiles p where q.to_people is null and q.to_staff and p.global_admin
          union select p.user_id from portal.profiles p where p.user_id = any (q.to_people)) c
   cross join lateral auth.access_of(c.user_id, nullif(q.tenant_id, 0), null) a
   where c.user_id is distinct from q.by_user and auth.may_know(a.kind, a.tenant_ids, a.hidden_modules, a.permissions, a.is_admin, q.tenant_id, q.module, q.permission)
     -- Without the membership that was asked for, access is to another tenant.
     and (q.tenant_id = 0 or a.tenant_id = q.tenant_id)
     and not portal.needs_no_notice(c.user_id, q.tenant_id, q.kind, q.facts)
$function$
;

CREATE OR REPLACE FUNCTION auth.prune_demo_requests()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (delete from portal.demo_requests d where d.sent_at < now() - interval '2 years' returning 1) select count(*)::int from gone
$function$
;
grant execute on auth.prune_demo_requests() to portal_auth;

CREATE OR REPLACE FUNCTION auth.prune_invitations()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from auth.invitations i where i.ends_at < now() - interval '30 days'
$function$
;
grant execute on auth.prune_invitations() to portal_auth;

CREATE OR REPLACE FUNCTION auth.prune_notices()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (delete from portal.notices n where n.created_at < now() - interval '180 days' returning 1) select count(*)::int from gone
$function$
;
grant execute on auth.prune_notices() to portal_events;

CREATE OR REPLACE FUNCTION auth.queue_unscanned()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with added as (
    insert into portal.document_scans (checksum, asked_at)
    select k.checksum, now() + row_number() over (order by min(k.rank), k.checksum) * interval '1 microsecond'
      from (select v.checksum, -v.document_id::bigint as rank from portal.document_versions v
            union all select f.checksum, -f.id from portal.issue_files f
            union all select f.checksum, -f.id from portal.conversation_files f
            union all select f.checksum, -f.id from portal.purchase_order_files f
            union all select f.checksum, -f.id from portal.document_request_files f) k
     group by k.checksum on conflict do nothing returning 1)
  select count(*)::int from added
$function$
;
grant execute on auth.queue_unscanned() to portal_app;

CREATE OR REPLACE FUNCTION auth.readable(permissions text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(array_agg(p), '{}') from unnest(permissions) p where p like '%.read' and p <> 'audit.read'
$function$
;

CREATE OR REPLACE FUNCTION auth.record_visit(of_tenant integer, act text, who text, details jsonb, trace text, address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select portal.append_audit(coalesce(of_tenant, 0), act, 'session'::text, null::text, null::jsonb, details, trace, who, address)
$function$
;
grant execute on auth.record_visit(integer,text,text,jsonb,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.remove_factor(of_session text, of_factor text, of_passkey bytea, is_needed boolean, sends_sms boolean, trace text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  s auth.sessions%rowtype;
  what jsonb;
  others boolean;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  perform from auth.second_factors f where f.user_id = s.user_id for update; -- of two at once one is looked at after the other
  what := case of_factor
    when 'totp' then (select '{"factor": "totp"}'::jsonb from auth.second_factors f where f.user_id = s.user_id and f.app_at is not null)
    when 'sms' then (select jsonb_build_object('factor', 'sms', 'number', auth.masked(n.number)) from auth.sms_numbers n
      where n.user_id = s.user_id)
    else (select jsonb_build_object('factor', 'passkey', 'name', k.name) from auth.passkeys k
      where k.user_id = s.user_id and k.id = of_passkey) end;
  if what is null then return 'absent'; end if;
  others := of_factor <> 'totp' and exists (select from auth.second_factors f where f.user_id = s.user_id and f.app_at is not null)
    or exists (select from auth.passkeys k where k.user_id = s.user_id and k.id is distinct from of_passkey)
    or of_factor <> 'sms' and sends_sms and exists (select from auth.sms_numbers n where n.user_id = s.user_id);
  if is_needed and not others then return 'needed'; end if;
  if not others then
    perform auth.forget_factor(s.user_id);
    update auth.sessions x set second_factor_at = null, password_at = clock_timestamp() where x.id = s.id;
  else
    delete from auth.passkeys k where k.id = of_passkey and k.user_id = s.user_id;
    update auth.second_factors f set secret = null, app_at = null where f.user_id = s.user_id and of_factor = 'totp';
    delete from auth.sms_numbers n where n.user_id = s.user_id and of_factor = 'sms';
    perform auth.forget_halves(s.user_id);
  end if;
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  perform auth.write_to_address(u.email, case when not others then 'factor_removed' else
    case of_factor when 'totp' then 'app_removed' when 'sms' then 'sms_removed' else 'passkey_removed' end end, what, null,
    interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.removed', 'user', s.user_id,
    jsonb_build_object('enrolled', true) || what, jsonb_build_object('enrolled', others), trace, s.user_id, s.ip_address);
  return 'removed';
end $function$
;
grant execute on auth.remove_factor(text,text,bytea,boolean,boolean,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.rename_passkey(of_session text, of_id bytea, new_name text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  s auth.sessions%rowtype;
  old_name text;
begin
  select * into s from auth.sessions x where x.id = of_session;
  select k.name into old_name from auth.passkeys k where k.id = of_id and k.user_id = s.user_id for update;
  if not found then return false; end if;
  update auth.passkeys k set name = new_name where k.id = of_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.renamed', 'user', s.user_id,
    jsonb_build_object('name', old_name), jsonb_build_object('name', new_name), trace, s.user_id, s.ip_address);
  return true;
end $function$
;
grant execute on auth.rename_passkey(text,bytea,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.renew_codes(of_session text, hashes bytea[], trace text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session;
  perform auth.replace_codes(s.user_id, hashes);
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.codes_renewed', 'user', s.user_id, null,
    jsonb_build_object('left', cardinality(hashes)), trace, s.user_id, s.ip_address);
end $function$
;
grant execute on auth.renew_codes(text,bytea[],text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.replace_codes(of_user text, hashes bytea[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from auth.recovery_codes c where c.user_id = of_user;
  insert into auth.recovery_codes (user_id, code_hash) select of_user, h from unnest(hashes) h;
$function$
;

CREATE OR REPLACE FUNCTION auth.request_demo(of_token text, of_name text, of_email text, of_company text, said text, of_language text, visitor text, trace text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := (select s.user_id from auth.sessions s where s.token = of_token and s.expires_at > clock_timestamp());
  made bigint;
begin
  insert into portal.demo_requests (user_id, person_name, person_email, company, about, language)
    values (who, of_name, of_email, of_company, said, of_language) returning id into made;
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, by_user, facts)
    values (0, 'demo_requested', 'administration', 'feedback.manage', false, true, who,
      jsonb_build_object('id', made, 'name', of_name, 'company', of_company));
  perform portal.wake_holders('demo_requests', 'feedback.manage', made::text);
  perform portal.append_audit(0, 'demo.requested', 'demo_request', made::text, null, jsonb_build_object('language', of_language), trace,
    coalesce(who, visitor));
end $function$
;
grant execute on auth.request_demo(text,text,text,text,text,text,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.require_context(VARIADIC kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if session_user = 'portal_app' and coalesce(auth.context_kind(), '') <> all (kinds) then
    raise exception 'no context for this' using errcode = '42501';
  end if;
end $function$
;
grant execute on auth.require_context(text[]) to portal_keeper;

CREATE OR REPLACE FUNCTION auth.revoke_ingest_key(of_id integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare named text;
begin
  perform auth.require_context('admin');
  update auth.ingest_keys k set revoked_at = clock_timestamp() where k.id = of_id and k.revoked_at is null returning k.label into named;
  return named;
end $function$
;
grant execute on auth.revoke_ingest_key(integer) to portal_admin;

CREATE OR REPLACE FUNCTION auth.roadmap(OUT phases jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_agg(jsonb_build_object('phase', r.phase, 'status', r.status, 'progress', r.progress, 'durationWeeks', r.duration_weeks)
    order by r.place) from portal.roadmap_phases r where r.track = 'project'
$function$
;
grant execute on auth.roadmap() to portal_auth;

CREATE OR REPLACE FUNCTION auth.rotate_session(of_session text, new_token text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into auth.retired_tokens (token_hash, session_id)
    select sha256(convert_to(s.token, 'utf8')), s.id from auth.sessions s where s.id = of_session for update;
  update auth.sessions s set token = new_token, updated_at = now() where s.id = of_session;
$function$
;

CREATE OR REPLACE FUNCTION auth.see_conversation_notices(of_tenant integer, of_conversation bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with seen as (
    update portal.notices n set read_at = now() where n.user_id = auth.actor() and n.tenant_id = of_tenant and n.read_at is null
       and n.kind like 'conversation%' and n.facts -> 'id' = to_jsonb(of_conversation) returning 1
  )
  select exists (select from seen)
$function$
;
grant execute on auth.see_conversation_notices(integer,bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION auth.seen_tenants()
 RETURNS integer[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case auth.context_kind() when 'member' then array[auth.tenant()] when 'staff' then auth.staff_tenants() end
$function$
;
grant execute on auth.seen_tenants() to portal_keeper;

CREATE OR REPLACE FUNCTION auth.session_behind(of_token text)
 RETURNS SETOF auth.sessions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.* from auth.sessions s where s.expires_at > clock_timestamp()
     and (s.token = of_token or s.id = (select r.session_id from auth.retired_tokens r
       where r.token_hash = sha256(convert_to(of_token, 'utf8')) and r.retired_at > clock_timestamp() - interval '30 seconds'))
     and not exists (select from portal.profiles p where p.user_id = s.user_id and p.deactivated_at is not null)
$function$
;
grant execute on auth.session_behind(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.session_id()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return split_part(auth.verified_context(), '|', 4);
end $function$
;
grant execute on auth.session_id() to portal_admin;
grant execute on auth.session_id() to portal_ingest;
grant execute on auth.session_id() to portal_keeper;
grant execute on auth.session_id() to portal_member;
grant execute on auth.session_id() to portal_staff;

CREATE OR REPLACE FUNCTION auth.set_up(given_hash bytea, admin_name text, admin_email text, password_hash text, company text, of_currency text, of_language text, key_hash bytea, trace text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := gen_random_uuid()::text;
  source smallint;
  key_id int;
begin
  perform from portal.installation i for update;
  if auth.find_set_up(given_hash) is null then return null; end if;
  delete from auth.set_up_links;
  insert into auth.users (id, name, email, email_verified) values (who, admin_name, admin_email, true);
  insert into auth.accounts (id, user_id, account_id, provider_id, password)
    values (gen_random_uuid()::text, who, who, 'credential', password_hash);
  insert into portal.profiles (user_id, name, email, language, global_admin) values (who, admin_name, admin_email, of_language, true);
  update portal.installation i set company_name = company, currency = of_currency, language = of_language;
  insert into auth.ingest_sources (name) values ('main') on conflict do nothing;
  select s.id into source from auth.ingest_sources s where s.name = 'main';
  insert into auth.ingest_keys (source_id, scope, key_hash) values (source, 'ingest', set_up.key_hash) returning id into key_id;
  perform portal.append_audit(0, 'installation.set_up', 'installation', 'set-up', null, jsonb_build_object('company', company,
    'currency', of_currency, 'language', of_language, 'administrator', who, 'key', key_id), trace, who);
  return who;
end $function$
;
grant execute on auth.set_up(bytea,text,text,text,text,text,text,bytea,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.sign(context text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare k bytea;
begin
  select s.k into k from auth.secret s;
  return encode(sha256(k || sha256(k || convert_to(
    context || '|' || pg_backend_pid() || '|' || extract(epoch from transaction_timestamp()), 'utf8'))), 'hex');
end $function$
;

CREATE OR REPLACE FUNCTION auth.spend_window(of_bucket text, amount integer, allowed integer, seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'auth', 'pg_catalog', 'pg_temp'
AS $function$
declare
  start timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / seconds) * seconds);
  counted bigint;
begin
  insert into auth.rate_windows as w values (of_bucket, start, greatest(amount, 0))
  on conflict (bucket, starts_at) do update set used = least(w.used::bigint + greatest(amount, 0), 2147483647)::int
  returning used into counted;
  return case when counted < allowed then null
    else greatest(1, ceil(extract(epoch from start + make_interval(secs => seconds) - clock_timestamp()))::int) end;
end $function$
;
grant execute on auth.spend_window(text,integer,integer,integer) to portal_auth;

CREATE OR REPLACE FUNCTION auth.spread_notices(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  q portal.notice_queue;
  done int := 0;
  told text[];
begin
  for q in select * from portal.notice_queue x where x.created_at <= clock_timestamp() - portal.notice_patience(x.kind)
      order by x.id limit most for update skip locked loop
    with written as (
      insert into portal.notices (tenant_id, user_id, event_id, kind, subject, module, permission, facts, created_at, in_portal, in_browser, mail_at)
      select q.tenant_id, w.user_id, q.id, q.kind, q.subject, q.module, q.permission, q.facts, q.created_at, w.portal, w.browser,
             case when w.mail then auth.after_quiet(auth.mail_due(q.subject, w.rhythm, q.created_at + portal.mail_patience(q.kind), w.zone),
                                               w.zone, w.quiet_from, w.quiet_until) end
        from (select p.user_id, c.rhythm, c.quiet_from, c.quiet_until, coalesce(auth.timezone_of(p.user_id), 'UTC') as zone,
                     coalesce((c.choices -> q.subject ->> 'portal')::boolean, true) as portal,
                     p.notify_browser and coalesce((c.choices -> q.subject ->> 'browser')::boolean, true) as browser,
                     p.notify_email and coalesce((c.choices -> q.subject ->> 'mail')::boolean, true) as mail
                from auth.people_of(q) u (user_id)
                join portal.profiles p on p.user_id = u.user_id
                left join portal.notice_choices c on c.user_id = p.user_id
               where case q.subject when 'orders' then p.notify_order_updates when 'products' then p.notify_product_updates else true end) w
       where w.portal or w.browser or w.mail
      on conflict (tenant_id, user_id, event_id) do nothing
      returning user_id, in_portal or in_browser as seen)
    select array_agg(written.user_id) filter (where written.seen) into told from written;
    delete from portal.notice_queue x where x.tenant_id = q.tenant_id and x.id = q.id;
    if told is not null then perform portal.wake_people(told); end if;
    done := done + 1;
  end loop;
  return done;
end $function$
;
grant execute on auth.spread_notices(integer) to portal_events;

CREATE OR REPLACE FUNCTION auth.staff_tenants()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 1) = 'staff' and split_part(c, '|', 2) <> '*'
              then coalesce(string_to_array(nullif(split_part(c, '|', 2), ''), ',')::int[], '{}') else '{}' end;
end $function$
;
grant execute on auth.staff_tenants() to portal_admin;
grant execute on auth.staff_tenants() to portal_ingest;
grant execute on auth.staff_tenants() to portal_keeper;
grant execute on auth.staff_tenants() to portal_member;
grant execute on auth.staff_tenants() to portal_staff;

CREATE OR REPLACE FUNCTION auth.step_up(of_session text, shown jsonb, new_token text, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null or shown is not null and not auth.use_factor(s.user_id, s.tenant_id, shown, trace) then return false; end if;
  update auth.sessions x set password_at = case when shown is null then clock_timestamp() else x.password_at end,
         second_factor_at = case when shown is null then x.second_factor_at else clock_timestamp() end where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'session.stepped_up', 'session', s.id, null,
    jsonb_build_object('by', auth.way_of(shown)), trace, s.user_id, s.ip_address);
  return true;
end $function$
;
grant execute on auth.step_up(text,jsonb,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.stream_access(of_sessions text[], OUT session_id text, OUT user_id text, OUT kind text, OUT tenant_id integer, OUT tenant_ids integer[], OUT role text, OUT permissions text[], OUT hidden_modules text[], OUT is_admin boolean, OUT mode text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.id, s.user_id, a.kind, a.tenant_id, a.tenant_ids, a.role, a.permissions, a.hidden_modules, a.is_admin, a.mode
    from auth.sessions s, auth.access_of(s.user_id, case when s.view_role is null or s.view_ends > clock_timestamp() then s.tenant_id end, s.view_role) a
   where s.id = any (of_sessions) and s.expires_at > clock_timestamp()
     and not (a.kind = 'member' and a.mode is null
       and exists (select from portal.tenants t where t.id = a.tenant_id and t.requires_second_factor)
       and auth.factor_ways(s.user_id) is null)
$function$
;
grant execute on auth.stream_access(text[]) to portal_events;

CREATE OR REPLACE FUNCTION auth.switch_session(to_tenant integer, new_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := auth.actor();
  admin boolean := coalesce((select p.global_admin from portal.profiles p where p.user_id = who), false);
  allowed boolean;
begin
  allowed := case
    when to_tenant is null then admin or exists (select from portal.staff s where s.user_id = who)
    when not exists (select from portal.tenants t where t.id = to_tenant and (t.suspended_at is null or admin)) then false
    else admin
      or exists (select from portal.members m where m.user_id = who and m.tenant_id = to_tenant)
      or exists (select from portal.staff s where s.user_id = who and (s.all_tenants
           or exists (select from portal.staff_tenants a where a.user_id = who and a.tenant_id = to_tenant))) end;
  if not allowed or auth.is_viewing() then return false; end if; -- who looks through a role's eyes ends that first
  update auth.sessions s set tenant_id = to_tenant, view_role = null, view_ends = null where s.id = auth.session_id(); -- of two tabs at once one waits
  perform auth.rotate_session(auth.session_id(), new_token);
  return true;
end $function$
;
grant execute on auth.switch_session(integer,text) to portal_admin;
grant execute on auth.switch_session(integer,text) to portal_member;
grant execute on auth.switch_session(integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION auth.system_health()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not auth.is_admin() then raise exception 'for administrators' using errcode = '42501'; end if;
  return json_build_object(
    'serverVersion', current_setting('server_version'),
    'bytes', pg_database_size(current_database()),
    'connections', (select count(*) from pg_stat_activity a where a.datname = current_database()),
    'mostConnections', current_setting('max_connections')::int,
    'jobsWaiting', (select count(*) from portal.export_jobs j where j.state in ('queued', 'running')),
    'jobsFailed', (select count(*) from portal.export_jobs j where j.state = 'failed' and j.created_at > now() - interval '24 hours'),
    'jobsStuckSeconds', (select coalesce(extract(epoch from now() - min(j.created_at)), 0)::int from portal.export_jobs j where j.state = 'queued'),
    'mailsWaiting', (select count(*) from auth.mails m where m.state = 'waiting'),
    'mailsFailed', (select count(*) from auth.mails m where m.state in ('failed', 'unsure') and m.created_at > now() - interval '7 days'));
end $function$
;
grant execute on auth.system_health() to portal_admin;

CREATE OR REPLACE FUNCTION auth.temporary_of(of_user text, OUT tenant_id integer, OUT role text, OUT permissions text[], OUT tenant_language text, OUT currency text, OUT hidden_modules text[])
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
AS $function$
  select t.id, x.role, auth.readable(r.permissions),
         coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end), t.currency,
         array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = t.id and not v.is_visible)
    from auth.temporary_access x
    join portal.tenants t on t.id = x.tenant_id and t.suspended_at is null and t.allows_temporary
    join portal.roles r on r.key = x.role and r.kind = 'tenant'
   where x.user_id = of_user and x.revoked_at is null and x.ends_at > clock_timestamp()
$function$
;

CREATE OR REPLACE FUNCTION auth.tenant()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 1) = 'member' then split_part(c, '|', 2)::int end;
end $function$
;
grant execute on auth.tenant() to portal_admin;
grant execute on auth.tenant() to portal_ingest;
grant execute on auth.tenant() to portal_keeper;
grant execute on auth.tenant() to portal_member;
grant execute on auth.tenant() to portal_staff;

CREATE OR REPLACE FUNCTION auth.tenant_requires_factor(of_tenant integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select t.requires_second_factor from portal.tenants t where t.id = of_tenant), false)
$function$
;
grant execute on auth.tenant_requires_factor(integer) to portal_auth;

CREATE OR REPLACE FUNCTION auth.tenant_sign_ins(of_tenant integer, OUT tenant_id integer, OUT at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.tenant_id, max(greatest((select max(s.created_at) from auth.sessions s where s.user_id = m.user_id),
                                   (select max(d.last_seen_at) from auth.devices d where d.user_id = m.user_id)))
    from portal.members m
   where auth.is_admin() and (of_tenant is null or m.tenant_id = of_tenant)
   group by m.tenant_id
$function$
;
grant execute on auth.tenant_sign_ins(integer) to portal_admin;

CREATE OR REPLACE FUNCTION auth.tenants()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 2) <> '*' then string_to_array(nullif(split_part(c, '|', 2), ''), ',')::int[] end;
end $function$
;
grant execute on auth.tenants() to portal_admin;
grant execute on auth.tenants() to portal_ingest;
grant execute on auth.tenants() to portal_keeper;
grant execute on auth.tenants() to portal_member;
grant execute on auth.tenants() to portal_staff;

CREATE OR REPLACE FUNCTION auth.timezone_of(of_user text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select portal.timezone_of(of_user, auth.default_tenant(of_user))
$function$
;
grant execute on auth.timezone_of(text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.uncount_attempt(subjects text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'auth', 'pg_catalog', 'pg_temp'
AS $function$
  update auth.attempts a set failures = greatest(a.failures - 1, 0),
         locks = case when a.failures = 5 and a.locked_until is not null then greatest(a.locks - 1, 0) else a.locks end,
         locked_until = case when a.failures > 5 then a.locked_until end
   where a.subject = any (subjects)
$function$
;
grant execute on auth.uncount_attempt(text[]) to portal_auth;

CREATE OR REPLACE FUNCTION auth.use_factor(of_user text, of_tenant integer, shown jsonb, trace text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare remaining int;
begin
  if shown ? 'totp' then
    update auth.second_factors f set last_step = (shown->>'totp')::bigint
     where f.user_id = of_user and f.app_at is not null and f.last_step < (shown->>'totp')::bigint;
    return found;
  elsif shown ? 'passkey' then
    update auth.passkeys k set counter = (shown->>'counter')::bigint, last_used_at = clock_timestamp()
     where k.user_id = of_user and k.id = decode(shown->>'passkey', 'hex')
       and (k.counter < (shown->>'counter')::bigint or k.counter = 0 and (shown->>'counter')::bigint = 0);
    return found;
  elsif shown ? 'sms' then
    delete from auth.sms_codes c using auth.sms_numbers n
     where c.bound = decode(shown->>'bound', 'hex') and c.user_id = of_user and c.code_hash = decode(shown->>'sms', 'hex')
       and c.ends_at > clock_timestamp() and n.user_id = of_user and n.number = c.number;
    if not found then return false; end if;
    update auth.sms_numbers n set last_used_at = clock_timestamp() where n.user_id = of_user;
    return true;
  end if;
  update auth.recovery_codes c set used_at = clock_timestamp()
   where c.user_id = of_user and c.code_hash = decode(shown->>'recovery', 'hex') and c.used_at is null;
  if not found then return false; end if;
  select count(*) into remaining from auth.recovery_codes c where c.user_id = of_user and c.used_at is null;
  perform auth.write_to_address(u.email, 'recovery_code_used', jsonb_build_object('left', remaining::text), null, interval '2 days')
     from auth.users u where u.id = of_user;
  perform portal.append_audit(coalesce(of_tenant, 0), 'second_factor.code_used', 'user', of_user, jsonb_build_object('left', remaining + 1),
    jsonb_build_object('left', remaining), trace, of_user);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION auth.use_key(given_hash bytea, allowed integer, seconds integer, OUT key_id integer, OUT source_id smallint, OUT tenant_id integer, OUT scope text, OUT wait integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select k.id, k.source_id, k.tenant_id, k.scope into key_id, source_id, tenant_id, scope
    from auth.ingest_keys k where k.key_hash = given_hash and k.revoked_at is null;
  if key_id is null then return; end if;
  -- To the minute: a system that sends without pause does not write this each time.
  update auth.ingest_keys k set last_used_at = clock_timestamp()
   where k.id = key_id and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  wait := auth.use_window('ingest key ' || key_id, allowed, seconds);
  return next;
end $function$
;
grant execute on auth.use_key(bytea,integer,integer) to portal_auth;

CREATE OR REPLACE FUNCTION auth.use_reset(of_hash bytea, password_hash text, trace text, from_address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare who text; address text;
begin
  delete from auth.password_resets r where r.token_hash = of_hash and r.ends_at > clock_timestamp() returning r.user_id into who;
  if who is null then return null; end if;
  update auth.accounts a set password = password_hash, updated_at = now() where a.user_id = who and a.provider_id = 'credential';
  delete from auth.password_resets r where r.user_id = who;
  update auth.mails m set secret = null where m.user_id = who and m.kind = 'reset_link';
  delete from auth.sessions s where s.user_id = who;
  perform auth.forget_halves(who);
  select u.email into address from auth.users u where u.id = who;
  perform auth.write_to_address(address, 'password_changed', '{}', null, interval '2 days');
  perform portal.append_audit(0, 'password.reset', 'user', who, null, null, trace, who, from_address);
  return who;
end $function$
;
grant execute on auth.use_reset(bytea,text,text,text) to portal_auth;

CREATE OR REPLACE FUNCTION auth.use_window(of_bucket text, allowed integer, seconds integer)
 RETURNS integer
 LANGUAGE sql
AS $function$ -- without a search_path of its own, so that it becomes part of what asks it
  select auth.spend_window(of_bucket, 1, allowed + 1, seconds)
$function$
;
grant execute on auth.use_window(text,integer,integer) to portal_auth;

CREATE OR REPLACE FUNCTION auth.verified_context()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c text := current_setting('portal.context', true);
begin
  if c is null or c = '' then return null; end if; -- '' after a transaction that had one
  if auth.sign(c) is distinct from current_setting('portal.signature', true) then
    raise exception 'forged context' using errcode = '42501';
  end if;
  return c;
end $function$
;
grant execute on auth.verified_context() to portal_admin;
grant execute on auth.verified_context() to portal_ingest;
grant execute on auth.verified_context() to portal_keeper;
grant execute on auth.verified_context() to portal_member;
grant execute on auth.verified_context() to portal_staff;

CREATE OR REPLACE FUNCTION auth.viewing_ends()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.view_ends from auth.sessions s where s.id = auth.session_id()
$function$
;
grant execute on auth.viewing_ends() to portal_member;

CREATE OR REPLACE FUNCTION auth.way_of(shown jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when shown is null then 'password' when shown ? 'totp' then 'totp' when shown ? 'passkey' then 'passkey'
    when shown ? 'sms' then 'sms' else 'recovery' end
$function$
;

CREATE OR REPLACE FUNCTION auth.write_to_address(address text, of_kind text, of_details jsonb, of_secret text, good_for interval)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare who text := (select u.id from auth.users u where u.email = address);
begin
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at, state)
    values (address, who, of_kind, auth.language_of(who), of_details, case when who is not null then of_secret end,
            clock_timestamp() + good_for, case when who is null then 'void' else 'waiting' end);
  return who;
end $function$
;
grant execute on auth.write_to_address(text,text,jsonb,text,interval) to portal_auth;


-- portal: schema
create schema portal authorization portal_owner;
grant create, usage on schema portal to portal_keeper;
grant usage on schema portal to portal_admin;
grant usage on schema portal to portal_app;
grant usage on schema portal to portal_backup;
grant usage on schema portal to portal_events;
grant usage on schema portal to portal_ingest;
grant usage on schema portal to portal_legacy;
grant usage on schema portal to portal_member;
grant usage on schema portal to portal_staff;

-- portal: collations
create collation portal.natural_order (provider = i, deterministic = t);

-- portal: sequences
create sequence portal.client_move_ids as bigint increment 1 start 1;
grant select on portal.client_move_ids to portal_backup;
grant usage on portal.client_move_ids to portal_keeper;
create sequence portal.current_sales_ids as bigint increment 1 start 1;
grant select on portal.current_sales_ids to portal_backup;
grant usage on portal.current_sales_ids to portal_ingest;
create sequence portal.customer_ids as bigint increment 1 start 1;
grant select on portal.customer_ids to portal_backup;
grant usage on portal.customer_ids to portal_ingest;
create sequence portal.export_job_ids as bigint increment 1 start 1;
grant select on portal.export_job_ids to portal_backup;
grant usage on portal.export_job_ids to portal_admin;
grant usage on portal.export_job_ids to portal_member;
grant usage on portal.export_job_ids to portal_staff;
create sequence portal.invoice_draft_ids as bigint increment 1 start 1;
grant select on portal.invoice_draft_ids to portal_backup;
grant usage on portal.invoice_draft_ids to portal_admin;
grant usage on portal.invoice_draft_ids to portal_staff;
create sequence portal.invoice_ids as bigint increment 1 start 1;
grant select on portal.invoice_ids to portal_backup;
grant usage on portal.invoice_ids to portal_ingest;
grant usage on portal.invoice_ids to portal_keeper;
create sequence portal.invoice_line_ids as bigint increment 1 start 1;
grant select on portal.invoice_line_ids to portal_backup;
grant usage on portal.invoice_line_ids to portal_ingest;
grant usage on portal.invoice_line_ids to portal_keeper;
create sequence portal.lot_ids as bigint increment 1 start 1;
grant select on portal.lot_ids to portal_backup;
grant usage on portal.lot_ids to portal_ingest;
create sequence portal.lot_result_ids as bigint increment 1 start 1;
grant select on portal.lot_result_ids to portal_backup;
grant usage on portal.lot_result_ids to portal_ingest;
create sequence portal.order_change_ids as bigint increment 1 start 1;
grant select on portal.order_change_ids to portal_backup;
grant usage on portal.order_change_ids to portal_keeper;
create sequence portal.order_ids as bigint increment 1 start 1;
grant select on portal.order_ids to portal_backup;
grant usage on portal.order_ids to portal_ingest;
grant usage on portal.order_ids to portal_keeper;
create sequence portal.order_line_ids as bigint increment 1 start 1;
grant select on portal.order_line_ids to portal_backup;
grant usage on portal.order_line_ids to portal_ingest;
grant usage on portal.order_line_ids to portal_keeper;
create sequence portal.payment_ids as bigint increment 1 start 1;
grant select on portal.payment_ids to portal_backup;
grant usage on portal.payment_ids to portal_ingest;
grant usage on portal.payment_ids to portal_keeper;
create sequence portal.payment_method_ids as bigint increment 1 start 1;
grant select on portal.payment_method_ids to portal_backup;
grant usage on portal.payment_method_ids to portal_keeper;
create sequence portal.payment_order_ids as bigint increment 1 start 1;
grant select on portal.payment_order_ids to portal_backup;
grant usage on portal.payment_order_ids to portal_keeper;
create sequence portal.price_ids as bigint increment 1 start 1;
grant select on portal.price_ids to portal_backup;
grant usage on portal.price_ids to portal_ingest;
grant usage on portal.price_ids to portal_keeper;
create sequence portal.product_ids as bigint increment 1 start 1;
grant select on portal.product_ids to portal_backup;
grant usage on portal.product_ids to portal_ingest;
grant usage on portal.product_ids to portal_keeper;
create sequence portal.purchase_order_event_ids as bigint increment 1 start 1;
grant select on portal.purchase_order_event_ids to portal_backup;
grant usage on portal.purchase_order_event_ids to portal_admin;
grant usage on portal.purchase_order_event_ids to portal_keeper;
grant usage on portal.purchase_order_event_ids to portal_member;
grant usage on portal.purchase_order_event_ids to portal_staff;
create sequence portal.purchase_order_ids as bigint increment 1 start 1;
grant select on portal.purchase_order_ids to portal_backup;
grant usage on portal.purchase_order_ids to portal_admin;
grant usage on portal.purchase_order_ids to portal_keeper;
grant usage on portal.purchase_order_ids to portal_member;
grant usage on portal.purchase_order_ids to portal_staff;
create sequence portal.sales_history_ids as bigint increment 1 start 1;
grant select on portal.sales_history_ids to portal_backup;
grant usage on portal.sales_history_ids to portal_ingest;
create sequence portal.saved_view_ids as bigint increment 1 start 1;
grant select on portal.saved_view_ids to portal_backup;
grant usage on portal.saved_view_ids to portal_admin;
grant usage on portal.saved_view_ids to portal_member;
grant usage on portal.saved_view_ids to portal_staff;
create sequence portal.shipment_event_ids as bigint increment 1 start 1;
grant select on portal.shipment_event_ids to portal_backup;
grant usage on portal.shipment_event_ids to portal_ingest;
grant usage on portal.shipment_event_ids to portal_keeper;
create sequence portal.shipment_ids as bigint increment 1 start 1;
grant select on portal.shipment_ids to portal_backup;
grant usage on portal.shipment_ids to portal_ingest;
grant usage on portal.shipment_ids to portal_keeper;
create sequence portal.shipment_line_ids as bigint increment 1 start 1;
grant select on portal.shipment_line_ids to portal_backup;
grant usage on portal.shipment_line_ids to portal_ingest;
grant usage on portal.shipment_line_ids to portal_keeper;

-- portal: tables
create table portal.announcement_dismissals (
  user_id text not null,
  announcement_id integer not null,
  at timestamp with time zone default now() not null,
  constraint announcement_dismissals_pkey PRIMARY KEY (user_id, announcement_id),
  constraint announcement_dismissals_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES portal.announcements(id) ON DELETE CASCADE,
  constraint announcement_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.announcement_dismissals enable row level security;
alter table portal.announcement_dismissals force row level security;
CREATE INDEX announcement_dismissals_announcement ON portal.announcement_dismissals USING btree (announcement_id);
create policy backup on portal.announcement_dismissals as permissive for select to portal_backup using (true) with check ();
create policy own on portal.announcement_dismissals as permissive for all to portal_admin, portal_member, portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
grant insert, select on portal.announcement_dismissals to portal_admin;
grant insert, select on portal.announcement_dismissals to portal_member;
grant insert, select on portal.announcement_dismissals to portal_staff;
grant select on portal.announcement_dismissals to portal_backup;

create table portal.announcement_tenants (
  tenant_id integer not null,
  announcement_id integer not null,
  constraint announcement_tenants_pkey PRIMARY KEY (tenant_id, announcement_id),
  constraint announcement_tenants_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES portal.announcements(id) ON DELETE CASCADE,
  constraint announcement_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.announcement_tenants enable row level security;
alter table portal.announcement_tenants force row level security;
CREATE INDEX announcement_tenants_announcement ON portal.announcement_tenants USING btree (announcement_id);
create policy administrator on portal.announcement_tenants as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.announcement_tenants as permissive for select to portal_backup using (true) with check ();
create policy member on portal.announcement_tenants as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.announcement_tenants as permissive for select to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])))) with check ();
grant delete, insert, select on portal.announcement_tenants to portal_admin;
grant select on portal.announcement_tenants to portal_backup;
grant select on portal.announcement_tenants to portal_member;
grant select on portal.announcement_tenants to portal_staff;

create table portal.announcements (
  id integer generated always as identity not null,
  kind text not null,
  texts jsonb not null,
  to_all boolean not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  version integer default 1 not null,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint announcements_check CHECK ((ends_at > starts_at)),
  constraint announcements_kind_check CHECK ((kind = ANY (ARRAY['information'::text, 'maintenance'::text, 'warning'::text]))),
  constraint announcements_texts_check CHECK (((jsonb_typeof(texts) = 'array'::text) AND (jsonb_array_length(texts) > 0)))
);
alter table portal.announcements enable row level security;
alter table portal.announcements force row level security;
CREATE INDEX announcements_author ON portal.announcements USING btree (created_by);
create policy administrator on portal.announcements as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.announcements as permissive for select to portal_backup using (true) with check ();
create policy member on portal.announcements as permissive for select to portal_member using (((( SELECT auth.tenant() AS tenant) IS NOT NULL) AND (to_all OR (EXISTS ( SELECT
   FROM portal.announcement_tenants a
  WHERE ((a.announcement_id = announcements.id) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant)))))))) with check ();
create policy staff on portal.announcements as permissive for select to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (to_all OR (EXISTS ( SELECT
   FROM portal.announcement_tenants a
  WHERE ((a.announcement_id = announcements.id) AND (a.tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])))))))) with check ();
grant insert, select, update on portal.announcements to portal_admin;
grant select on portal.announcements to portal_backup;
grant select on portal.announcements to portal_member;
grant select on portal.announcements to portal_staff;

create table portal.assistant_facts (
  topic text not null,
  texts jsonb not null,
  owner text,
  stated_on date,
  version integer default 1 not null,
  constraint assistant_facts_pkey PRIMARY KEY (topic),
  constraint assistant_facts_owner_check CHECK (((length(owner) >= 1) AND (length(owner) <= 200))),
  constraint assistant_facts_texts_check CHECK (((length((texts ->> 'en'::text)) >= 1) AND (length((texts ->> 'en'::text)) <= 1000))),
  constraint assistant_facts_topic_check CHECK ((topic = ANY (ARRAY['allergens'::text, 'company'::text])))
);
grant select on portal.assistant_facts to portal_admin;
grant select on portal.assistant_facts to portal_backup;
grant select on portal.assistant_facts to portal_member;
grant select on portal.assistant_facts to portal_staff;
grant update (owner) on portal.assistant_facts to portal_admin;
grant update (stated_on) on portal.assistant_facts to portal_admin;
grant update (texts) on portal.assistant_facts to portal_admin;
grant update (version) on portal.assistant_facts to portal_admin;

create table portal.assistant_settings (
  tenant_id integer not null,
  mode text not null,
  consented_by text,
  consented_at timestamp with time zone,
  version integer default 1 not null,
  browser_speech boolean default false not null,
  constraint assistant_settings_pkey PRIMARY KEY (tenant_id),
  constraint assistant_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint assistant_settings_check CHECK (((mode <> 'provider'::text) OR ((consented_by IS NOT NULL) AND (consented_at IS NOT NULL)))),
  constraint assistant_settings_consented_by_check CHECK (((length(consented_by) >= 1) AND (length(consented_by) <= 200))),
  constraint assistant_settings_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'built_in'::text, 'provider'::text])))
);
alter table portal.assistant_settings enable row level security;
alter table portal.assistant_settings force row level security;
create policy administrator on portal.assistant_settings as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.assistant_settings as permissive for select to portal_backup using (true) with check ();
create policy member on portal.assistant_settings as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy owner on portal.assistant_settings as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.assistant_settings as permissive for select to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])))) with check ();
grant insert, select, update on portal.assistant_settings to portal_member;
grant select on portal.assistant_settings to portal_admin;
grant select on portal.assistant_settings to portal_backup;
grant select on portal.assistant_settings to portal_staff;

create table portal.assistant_turns (
  tenant_id integer not null,
  user_id text not null,
  id bigint generated always as identity not null,
  asked_at timestamp with time zone default now() not null,
  question text not null,
  answer text not null,
  outcome text not null,
  answered_by text not null,
  language text not null,
  citations jsonb default '[]'::jsonb not null,
  proposal jsonb,
  settled text,
  result text,
  key uuid default gen_random_uuid() not null,
  tokens_sent integer default 0 not null,
  tokens_received integer default 0 not null,
  constraint assistant_turns_pkey PRIMARY KEY (tenant_id, user_id, id),
  constraint assistant_turns_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE,
  constraint assistant_turns_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 20000))),
  constraint assistant_turns_answered_by_check CHECK ((answered_by = ANY (ARRAY['built_in'::text, 'provider'::text]))),
  constraint assistant_turns_check CHECK (((proposal IS NOT NULL) OR (settled IS NULL))),
  constraint assistant_turns_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr-CA'::text, 'de'::text, 'es'::text]))),
  constraint assistant_turns_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'declined'::text, 'stopped'::text, 'failed'::text]))),
  constraint assistant_turns_question_check CHECK (((length(question) >= 1) AND (length(question) <= 2000))),
  constraint assistant_turns_result_check CHECK ((length(result) <= 300)),
  constraint assistant_turns_settled_check CHECK ((settled = ANY (ARRAY['confirmed'::text, 'cancelled'::text]))),
  constraint assistant_turns_tokens_received_check CHECK ((tokens_received >= 0)),
  constraint assistant_turns_tokens_sent_check CHECK ((tokens_sent >= 0))
);
alter table portal.assistant_turns enable row level security;
alter table portal.assistant_turns force row level security;
CREATE INDEX assistant_turns_user ON portal.assistant_turns USING btree (user_id);
create policy administrator on portal.assistant_turns as permissive for all to portal_admin using ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0))) with check ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0)));
create policy backup on portal.assistant_turns as permissive for select to portal_backup using (true) with check ();
create policy member on portal.assistant_turns as permissive for all to portal_member using (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor)))) with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy staff on portal.assistant_turns as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant delete, insert, select on portal.assistant_turns to portal_admin;
grant delete, insert, select on portal.assistant_turns to portal_member;
grant delete, insert, select on portal.assistant_turns to portal_staff;
grant select on portal.assistant_turns to portal_backup;
grant update (result) on portal.assistant_turns to portal_admin;
grant update (result) on portal.assistant_turns to portal_member;
grant update (result) on portal.assistant_turns to portal_staff;
grant update (settled) on portal.assistant_turns to portal_admin;
grant update (settled) on portal.assistant_turns to portal_member;
grant update (settled) on portal.assistant_turns to portal_staff;

create table portal.audit_heads (
  tenant_id integer not null,
  seq bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (tenant_id)
);
alter table portal.audit_heads enable row level security;
alter table portal.audit_heads force row level security;
create policy backup on portal.audit_heads as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.audit_heads as permissive for all to portal_keeper using (true) with check (true);
grant insert, select, update on portal.audit_heads to portal_keeper;
grant select on portal.audit_heads to portal_backup;

create table portal.audit_log (
  tenant_id integer not null,
  seq bigint not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor text not null,
  by_staff boolean not null,
  action text not null,
  object_type text,
  object_id text,
  old jsonb,
  new jsonb,
  trace_id text,
  prev_hash bytea not null,
  hash bytea not null,
  address text,
  constraint audit_log_pkey PRIMARY KEY (tenant_id, seq),
  constraint audit_log_address_check CHECK (((length(address) >= 1) AND (length(address) <= 100)))
);
alter table portal.audit_log enable row level security;
alter table portal.audit_log force row level security;
CREATE INDEX audit_log_actor ON portal.audit_log USING btree (actor, at);
CREATE INDEX audit_log_object ON portal.audit_log USING btree (object_id, at) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_log_time ON portal.audit_log USING btree (at, tenant_id, seq);
create policy administrator on portal.audit_log as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.audit_log as permissive for select to portal_backup using (true) with check ();
create policy keeper_appends on portal.audit_log as permissive for insert to portal_keeper using () with check (true);
create policy keeper_reads on portal.audit_log as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.audit_log as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON portal.audit_log FOR EACH ROW EXECUTE FUNCTION portal.refuse_audit_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON portal.audit_log FOR EACH STATEMENT EXECUTE FUNCTION portal.refuse_audit_change();
grant insert, select on portal.audit_log to portal_keeper;
grant select on portal.audit_log to portal_admin;
grant select on portal.audit_log to portal_backup;
grant select on portal.audit_log to portal_member;

create table portal.audit_sealed (
  digest bytea not null,
  tenant_id integer not null,
  seq bigint not null,
  about text[] not null,
  salt bytea,
  value jsonb,
  constraint audit_sealed_pkey PRIMARY KEY (tenant_id, seq, digest),
  constraint audit_sealed_check CHECK ((((salt IS NULL) = (value IS NULL)) AND ((value IS NOT NULL) OR (about = '{}'::text[])))),
  constraint audit_sealed_digest_check CHECK ((length(digest) = 32))
);
alter table portal.audit_sealed enable row level security;
alter table portal.audit_sealed force row level security;
CREATE INDEX audit_sealed_about ON portal.audit_sealed USING gin (about);
CREATE INDEX audit_sealed_address ON portal.audit_sealed USING btree (lower((value #>> '{}'::text[])) COLLATE "C") WHERE ((value #>> '{}'::text[]) ~~ '%@%'::text);
create policy administrator on portal.audit_sealed as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.audit_sealed as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.audit_sealed as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.audit_sealed as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
CREATE TRIGGER erased_only BEFORE DELETE OR UPDATE ON portal.audit_sealed FOR EACH ROW EXECUTE FUNCTION portal.refuse_sealed_change();
CREATE TRIGGER erased_only_whole BEFORE TRUNCATE ON portal.audit_sealed FOR EACH STATEMENT EXECUTE FUNCTION portal.refuse_sealed_change();
grant insert, select on portal.audit_sealed to portal_keeper;
grant select on portal.audit_sealed to portal_admin;
grant select on portal.audit_sealed to portal_backup;
grant select on portal.audit_sealed to portal_member;
grant update (about) on portal.audit_sealed to portal_keeper;
grant update (salt) on portal.audit_sealed to portal_keeper;
grant update (value) on portal.audit_sealed to portal_keeper;

create table portal.card_payments (
  tenant_id integer not null,
  order_id bigint not null,
  method_id bigint not null,
  stage text collate pg_catalog."C" default 'asking'::text not null,
  provider_id text collate pg_catalog."C",
  action_url text,
  reason text collate pg_catalog."C",
  returned_cents bigint default 0 not null,
  returned_on date,
  return_to text not null,
  cancels boolean default false not null,
  due_at timestamp with time zone default now(),
  hints integer default 0 not null,
  constraint card_payments_pkey PRIMARY KEY (tenant_id, order_id),
  constraint card_payments_tenant_id_method_id_fkey FOREIGN KEY (tenant_id, method_id) REFERENCES portal.payment_methods(tenant_id, id),
  constraint card_payments_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES portal.payment_orders(tenant_id, id),
  constraint card_payments_action_url_check CHECK ((length(action_url) <= 4000)),
  constraint card_payments_provider_id_check CHECK (((length(provider_id) >= 1) AND (length(provider_id) <= 255))),
  constraint card_payments_reason_check CHECK ((reason = ANY (ARRAY['funds'::text, 'expired'::text, 'limit'::text, 'authentication'::text, 'card'::text, 'provider'::text, 'cancelled'::text, 'lapsed'::text, 'unheard'::text]))),
  constraint card_payments_return_to_check CHECK ((length(return_to) <= 500)),
  constraint card_payments_returned_cents_check CHECK ((returned_cents >= 0)),
  constraint card_payments_stage_check CHECK ((stage = ANY (ARRAY['asking'::text, 'action'::text, 'done'::text])))
);
alter table portal.card_payments enable row level security;
alter table portal.card_payments force row level security;
CREATE INDEX card_payments_due ON portal.card_payments USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX card_payments_method ON portal.card_payments USING btree (tenant_id, method_id);
CREATE INDEX card_payments_provider ON portal.card_payments USING btree (provider_id) WHERE (provider_id IS NOT NULL);
create policy administrator on portal.card_payments as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.card_payments as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.card_payments as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.card_payments as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.card_payments as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.card_payments to portal_keeper;
grant select on portal.card_payments to portal_admin;
grant select on portal.card_payments to portal_backup;
grant select on portal.card_payments to portal_member;
grant select on portal.card_payments to portal_staff;

create table portal.certificate_wishes (
  tenant_id integer not null,
  user_id text not null,
  lot_no text collate pg_catalog."C" not null,
  asked_at timestamp with time zone default now() not null,
  source_id smallint not null,
  constraint certificate_wishes_pkey PRIMARY KEY (tenant_id, user_id, source_id, lot_no),
  constraint certificate_wishes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint certificate_wishes_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.certificate_wishes enable row level security;
alter table portal.certificate_wishes force row level security;
CREATE INDEX certificate_wishes_lot ON portal.certificate_wishes USING btree (source_id, lot_no);
CREATE INDEX certificate_wishes_user ON portal.certificate_wishes USING btree (user_id);
create policy backup on portal.certificate_wishes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.certificate_wishes as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.certificate_wishes as permissive for all to portal_member using (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor)))) with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
grant delete, insert, select on portal.certificate_wishes to portal_member;
grant delete, select on portal.certificate_wishes to portal_keeper;
grant select on portal.certificate_wishes to portal_backup;

create table portal.claims (
  id integer generated always as identity not null,
  kind text not null,
  texts jsonb not null,
  proof text,
  stated_on date,
  version integer default 1 not null,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_check CHECK (((kind = 'enforced'::text) = (proof IS NOT NULL))),
  constraint claims_check1 CHECK (((kind = 'operator'::text) = (stated_on IS NOT NULL))),
  constraint claims_kind_check CHECK ((kind = ANY (ARRAY['enforced'::text, 'operator'::text]))),
  constraint claims_proof_check CHECK (((length(proof) >= 1) AND (length(proof) <= 200))),
  constraint claims_texts_check CHECK (((length((texts ->> 'en'::text)) >= 1) AND (length((texts ->> 'en'::text)) <= 500)))
);
grant delete, insert, select on portal.claims to portal_admin;
grant select on portal.claims to portal_backup;
grant update (kind) on portal.claims to portal_admin;
grant update (proof) on portal.claims to portal_admin;
grant update (stated_on) on portal.claims to portal_admin;
grant update (texts) on portal.claims to portal_admin;
grant update (version) on portal.claims to portal_admin;

create table portal.class_terms (
  class text not null,
  minimum_quantity numeric(18,3) not null,
  unit text not null,
  lead_weeks_from smallint not null,
  lead_weeks_to smallint not null,
  owner text,
  stated_on date,
  version integer default 1 not null,
  constraint class_terms_pkey PRIMARY KEY (class),
  constraint class_terms_check CHECK (((lead_weeks_to >= lead_weeks_from) AND (lead_weeks_to <= 520))),
  constraint class_terms_class_check CHECK ((class = ANY (ARRAY['blend'::text, 'bulk_capsule'::text, 'finished_product'::text]))),
  constraint class_terms_lead_weeks_from_check CHECK ((lead_weeks_from > 0)),
  constraint class_terms_minimum_quantity_check CHECK ((minimum_quantity > (0)::numeric)),
  constraint class_terms_owner_check CHECK (((length(owner) >= 1) AND (length(owner) <= 200))),
  constraint class_terms_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 20)))
);
grant select on portal.class_terms to portal_admin;
grant select on portal.class_terms to portal_backup;
grant select on portal.class_terms to portal_member;
grant select on portal.class_terms to portal_staff;
grant update (lead_weeks_from) on portal.class_terms to portal_admin;
grant update (lead_weeks_to) on portal.class_terms to portal_admin;
grant update (minimum_quantity) on portal.class_terms to portal_admin;
grant update (owner) on portal.class_terms to portal_admin;
grant update (stated_on) on portal.class_terms to portal_admin;
grant update (unit) on portal.class_terms to portal_admin;
grant update (version) on portal.class_terms to portal_admin;

create table portal.client_assignments (
  id integer generated always as identity not null,
  source_id smallint,
  client_code text,
  client_name text,
  to_tenant integer not null,
  made_link boolean not null,
  moved jsonb not null,
  assigned_at timestamp with time zone default clock_timestamp() not null,
  assigned_by text not null,
  undone_at timestamp with time zone,
  undone_by text,
  constraint client_assignments_pkey PRIMARY KEY (id),
  constraint client_assignments_to_tenant_fkey FOREIGN KEY (to_tenant) REFERENCES portal.tenants(id),
  constraint client_assignments_check CHECK ((((client_code IS NULL) <> (client_name IS NULL)) AND ((client_code IS NULL) = (source_id IS NULL)))),
  constraint client_assignments_check1 CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);
alter table portal.client_assignments enable row level security;
alter table portal.client_assignments force row level security;
create policy administrator on portal.client_assignments as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.client_assignments as permissive for select to portal_backup using (true) with check ();
grant insert, select on portal.client_assignments to portal_admin;
grant select on portal.client_assignments to portal_backup;
grant update (undone_at) on portal.client_assignments to portal_admin;
grant update (undone_by) on portal.client_assignments to portal_admin;

create table portal.closed_days (
  day date not null,
  names jsonb not null,
  constraint closed_days_pkey PRIMARY KEY (day),
  constraint closed_days_names_check CHECK (((length((names ->> 'en'::text)) >= 1) AND (length((names ->> 'en'::text)) <= 100)))
);
grant delete, insert, select on portal.closed_days to portal_admin;
grant select on portal.closed_days to portal_backup;
grant select on portal.closed_days to portal_keeper;
grant select on portal.closed_days to portal_member;
grant select on portal.closed_days to portal_staff;
grant update (names) on portal.closed_days to portal_admin;

create table portal.conversation_files (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  no integer not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  constraint conversation_files_pkey PRIMARY KEY (tenant_id, id),
  constraint conversation_files_tenant_id_conversation_id_no_fkey FOREIGN KEY (tenant_id, conversation_id, no) REFERENCES portal.conversation_messages(tenant_id, conversation_id, no)
);
alter table portal.conversation_files enable row level security;
alter table portal.conversation_files force row level security;
CREATE INDEX conversation_files_checksum ON portal.conversation_files USING btree (checksum);
CREATE INDEX conversation_files_message ON portal.conversation_files USING btree (tenant_id, conversation_id, no);
create policy administrator on portal.conversation_files as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.conversation_files as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.conversation_files as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.conversation_files as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy owner on portal.conversation_files as permissive for select to portal_owner using (true) with check ();
create policy staff on portal.conversation_files as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.conversation_files to portal_keeper;
grant select on portal.conversation_files to portal_admin;
grant select on portal.conversation_files to portal_backup;
grant select on portal.conversation_files to portal_member;
grant select on portal.conversation_files to portal_staff;

create table portal.conversation_messages (
  tenant_id integer not null,
  conversation_id bigint not null,
  no integer not null,
  kind text not null,
  text text,
  links jsonb default '[]'::jsonb not null,
  key uuid not null,
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamp with time zone not null,
  reply_minutes integer,
  search_text text generated always as (portal.fold(COALESCE(text, ''::text))) stored not null,
  constraint conversation_messages_pkey PRIMARY KEY (tenant_id, conversation_id, no),
  constraint conversation_messages_tenant_id_author_key_key UNIQUE (tenant_id, author, key),
  constraint conversation_messages_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES portal.conversations(tenant_id, id),
  constraint conversation_messages_check CHECK (((kind = 'file'::text) OR (text IS NOT NULL))),
  constraint conversation_messages_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'file'::text, 'summary'::text]))),
  constraint conversation_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000)))
);
alter table portal.conversation_messages enable row level security;
alter table portal.conversation_messages force row level security;
CREATE INDEX conversation_messages_key ON portal.conversation_messages USING btree (key);
CREATE INDEX conversation_messages_replies ON portal.conversation_messages USING btree (tenant_id, at) WHERE (reply_minutes IS NOT NULL);
CREATE INDEX conversation_messages_search ON portal.conversation_messages USING gin (search_text extensions.gin_trgm_ops);
create policy administrator on portal.conversation_messages as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.conversation_messages as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.conversation_messages as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.conversation_messages as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.conversation_messages as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.conversation_messages to portal_keeper;
grant select on portal.conversation_messages to portal_admin;
grant select on portal.conversation_messages to portal_backup;
grant select on portal.conversation_messages to portal_member;
grant select on portal.conversation_messages to portal_staff;

create table portal.conversation_notes (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  conversation_id bigint not null,
  kind text not null,
  text text,
  author text not null,
  author_name text not null,
  at timestamp with time zone default now() not null,
  constraint conversation_notes_pkey PRIMARY KEY (tenant_id, id),
  constraint conversation_notes_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES portal.conversations(tenant_id, id),
  constraint conversation_notes_check CHECK (((kind <> 'note'::text) OR (text IS NOT NULL))),
  constraint conversation_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'assign'::text, 'settle'::text]))),
  constraint conversation_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000)))
);
alter table portal.conversation_notes enable row level security;
alter table portal.conversation_notes force row level security;
CREATE INDEX conversation_notes_thread ON portal.conversation_notes USING btree (tenant_id, conversation_id, id);
create policy administrator on portal.conversation_notes as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.conversation_notes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.conversation_notes as permissive for all to portal_keeper using (true) with check (true);
create policy staff on portal.conversation_notes as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.conversation_notes to portal_keeper;
grant select on portal.conversation_notes to portal_admin;
grant select on portal.conversation_notes to portal_backup;
grant select on portal.conversation_notes to portal_staff;

create table portal.conversation_reads (
  tenant_id integer not null,
  conversation_id bigint not null,
  user_id text not null,
  up_to integer not null,
  at timestamp with time zone default now() not null,
  constraint conversation_reads_pkey PRIMARY KEY (tenant_id, conversation_id, user_id),
  constraint conversation_reads_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES portal.conversations(tenant_id, id)
);
alter table portal.conversation_reads enable row level security;
alter table portal.conversation_reads force row level security;
create policy administrator on portal.conversation_reads as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.conversation_reads as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.conversation_reads as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.conversation_reads as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy owner on portal.conversation_reads as permissive for select to portal_owner using (true) with check ();
create policy staff on portal.conversation_reads as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.conversation_reads to portal_keeper;
grant select on portal.conversation_reads to portal_admin;
grant select on portal.conversation_reads to portal_backup;
grant select on portal.conversation_reads to portal_member;
grant select on portal.conversation_reads to portal_staff;

create table portal.conversations (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  subject text not null,
  order_source smallint,
  order_key text collate pg_catalog."C",
  order_no text,
  issue_id bigint,
  issue_no integer,
  opened_by text not null,
  opened_name text not null,
  by_staff boolean not null,
  opened_at timestamp with time zone default now() not null,
  last_no integer default 0 not null,
  last_at timestamp with time zone default now() not null,
  assigned_to text,
  assigned_name text,
  waiting_for text,
  waiting_since timestamp with time zone,
  client_read integer default 0 not null,
  staff_read integer default 0 not null,
  version integer default 1 not null,
  search_text text generated always as (portal.fold(((((subject || chr(10)) || COALESCE(order_no, ''::text)) || chr(10)) || COALESCE((issue_no)::text, ''::text)))) stored not null,
  constraint conversations_pkey PRIMARY KEY (tenant_id, id),
  constraint conversations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint conversations_tenant_id_issue_id_fkey FOREIGN KEY (tenant_id, issue_id) REFERENCES portal.issues(tenant_id, id),
  constraint conversations_check CHECK (((order_source IS NULL) = (order_key IS NULL))),
  constraint conversations_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint conversations_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['staff'::text, 'client'::text])))
);
alter table portal.conversations enable row level security;
alter table portal.conversations force row level security;
CREATE INDEX conversations_all_newest ON portal.conversations USING btree (last_at DESC, id DESC);
CREATE INDEX conversations_id ON portal.conversations USING btree (id);
CREATE INDEX conversations_issue_no ON portal.conversations USING btree (tenant_id, issue_no) WHERE (issue_no IS NOT NULL);
CREATE INDEX conversations_newest ON portal.conversations USING btree (tenant_id, last_at DESC, id DESC);
CREATE INDEX conversations_order_no ON portal.conversations USING btree (tenant_id, order_no) WHERE (order_no IS NOT NULL);
CREATE INDEX conversations_search ON portal.conversations USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX conversations_waiting ON portal.conversations USING btree (tenant_id, waiting_for) WHERE (waiting_for IS NOT NULL);
create policy administrator on portal.conversations as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.conversations as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.conversations as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.conversations as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.conversations as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.conversations to portal_keeper;
grant select on portal.conversations to portal_admin;
grant select on portal.conversations to portal_backup;
grant select on portal.conversations to portal_member;
grant select on portal.conversations to portal_staff;

create table portal.current_sales (
  tenant_id integer not null,
  id bigint default nextval('portal.current_sales_ids'::regclass) not null,
  source_id smallint not null,
  year smallint not null,
  month smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  item_id integer not null,
  customer_id integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  so text collate pg_catalog."C" not null,
  unit text,
  unit_price numeric(18,6),
  lot text,
  source_key text collate pg_catalog."C" not null,
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamp with time zone,
  currency_given boolean,
  constraint current_sales_pkey PRIMARY KEY (tenant_id, id),
  constraint current_sales_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint current_sales_so_check CHECK ((length(so) <= 200)),
  constraint current_sales_year_check CHECK (((year >= 1) AND (year <= 9999)))
);
alter table portal.current_sales enable row level security;
alter table portal.current_sales force row level security;
CREATE INDEX current_sales_customer ON portal.current_sales USING btree (tenant_id, customer_id);
CREATE INDEX current_sales_month ON portal.current_sales USING btree (tenant_id, year, month, item_id) INCLUDE (customer_id, currency, so);
CREATE INDEX current_sales_period ON portal.current_sales USING brin (year, month) WITH (pages_per_range='32');
CREATE INDEX current_sales_so ON portal.current_sales USING btree (so, tenant_id);
create policy administrator on portal.current_sales as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.current_sales as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.current_sales as permissive for select to portal_legacy using (true) with check ();
create policy member on portal.current_sales as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.current_sales as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.current_sales as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER note_delete AFTER DELETE ON portal.current_sales REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_orders_insert AFTER INSERT ON portal.current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_current_sales_orders();
CREATE TRIGGER note_orders_update AFTER UPDATE ON portal.current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_current_sales_orders();
CREATE TRIGGER note_truncate AFTER TRUNCATE ON portal.current_sales FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.current_sales REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
grant delete, insert, select on portal.current_sales to portal_keeper;
grant delete, insert, select, update on portal.current_sales to portal_ingest;
grant select on portal.current_sales to portal_admin;
grant select on portal.current_sales to portal_backup;
grant select on portal.current_sales to portal_legacy;
grant select on portal.current_sales to portal_member;
grant select on portal.current_sales to portal_staff;

create table portal.current_sales_changes (
  tenant_id integer not null,
  xid xid8 not null,
  currency character(3) collate pg_catalog."C" not null,
  year smallint not null,
  month smallint not null,
  item_id integer not null,
  customer_id integer not null,
  so text collate pg_catalog."C" not null,
  lines smallint not null,
  quantity bigint not null,
  amount_cents bigint not null
);
alter table portal.current_sales_changes enable row level security;
alter table portal.current_sales_changes force row level security;
CREATE INDEX current_sales_changes_xid_idx ON portal.current_sales_changes USING btree (xid);
create policy keeper on portal.current_sales_changes as permissive for all to portal_keeper using (true) with check (true);
grant delete, insert, select on portal.current_sales_changes to portal_keeper;

create table portal.current_sales_customer_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  period smallint not null,
  year smallint not null,
  customer_id integer not null,
  lines integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  constraint current_sales_customer_totals_pkey PRIMARY KEY (tenant_id, period, year, customer_id, currency)
);
alter table portal.current_sales_customer_totals enable row level security;
alter table portal.current_sales_customer_totals force row level security;
create policy administrator on portal.current_sales_customer_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_customer_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_customer_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.current_sales_customer_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_customer_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_customer_totals to portal_keeper;
grant select on portal.current_sales_customer_totals to portal_admin;
grant select on portal.current_sales_customer_totals to portal_backup;
grant select on portal.current_sales_customer_totals to portal_member;
grant select on portal.current_sales_customer_totals to portal_staff;

create table portal.current_sales_customers (
  tenant_id integer not null,
  customer_id integer not null,
  client_code text not null,
  customer_name text not null,
  customer text collate pg_catalog."C" not null,
  search_text text generated always as (portal.fold(((customer_name || chr(10)) ||
CASE
    WHEN (customer = 'Unknown Client'::text) THEN ''::text
    ELSE customer
END))) stored not null,
  constraint current_sales_customers_pkey PRIMARY KEY (tenant_id, customer_id)
);
alter table portal.current_sales_customers enable row level security;
alter table portal.current_sales_customers force row level security;
create policy administrator on portal.current_sales_customers as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_customers as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_customers as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.current_sales_customers as permissive for select to portal_legacy using ((tenant_id > 0)) with check ();
create policy member on portal.current_sales_customers as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_customers as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_customers to portal_keeper;
grant select on portal.current_sales_customers to portal_admin;
grant select on portal.current_sales_customers to portal_backup;
grant select on portal.current_sales_customers to portal_legacy;
grant select on portal.current_sales_customers to portal_member;
grant select on portal.current_sales_customers to portal_staff;

create table portal.current_sales_item_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  period smallint not null,
  year smallint not null,
  item_id integer not null,
  lines integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  constraint current_sales_item_totals_pkey PRIMARY KEY (tenant_id, period, year, item_id, currency)
);
alter table portal.current_sales_item_totals enable row level security;
alter table portal.current_sales_item_totals force row level security;
create policy administrator on portal.current_sales_item_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_item_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_item_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.current_sales_item_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_item_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_item_totals to portal_keeper;
grant select on portal.current_sales_item_totals to portal_admin;
grant select on portal.current_sales_item_totals to portal_backup;
grant select on portal.current_sales_item_totals to portal_member;
grant select on portal.current_sales_item_totals to portal_staff;

create table portal.current_sales_items (
  tenant_id integer not null,
  item_id integer not null,
  item_no text not null,
  item_name text not null,
  product text collate pg_catalog."C" not null,
  search_text text generated always as (portal.fold(((((item_no || chr(10)) || item_name) || chr(10)) ||
CASE
    WHEN (product = 'Unknown Product'::text) THEN ''::text
    ELSE product
END))) stored not null,
  constraint current_sales_items_pkey PRIMARY KEY (tenant_id, item_id)
);
alter table portal.current_sales_items enable row level security;
alter table portal.current_sales_items force row level security;
create policy administrator on portal.current_sales_items as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_items as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_items as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.current_sales_items as permissive for select to portal_legacy using ((tenant_id > 0)) with check ();
create policy member on portal.current_sales_items as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_items as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_items to portal_keeper;
grant select on portal.current_sales_items to portal_admin;
grant select on portal.current_sales_items to portal_backup;
grant select on portal.current_sales_items to portal_legacy;
grant select on portal.current_sales_items to portal_member;
grant select on portal.current_sales_items to portal_staff;

create table portal.current_sales_orders (
  tenant_id integer not null,
  so text collate pg_catalog."C" not null,
  search_text text generated always as (portal.fold(so)) stored not null,
  id bigint generated always as identity not null,
  constraint current_sales_orders_pkey PRIMARY KEY (tenant_id, so, id)
);
alter table portal.current_sales_orders enable row level security;
alter table portal.current_sales_orders force row level security;
CREATE INDEX current_sales_orders_search ON portal.current_sales_orders USING gin (search_text extensions.gin_trgm_ops);
create policy backup on portal.current_sales_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_orders as permissive for all to portal_keeper using (true) with check (true);
grant insert, select on portal.current_sales_orders to portal_keeper;
grant select on portal.current_sales_orders to portal_backup;

create table portal.current_sales_pending (
  tenant_id integer not null,
  xid xid8 not null,
  year smallint not null,
  constraint current_sales_pending_pkey PRIMARY KEY (tenant_id, xid, year)
);
alter table portal.current_sales_pending enable row level security;
alter table portal.current_sales_pending force row level security;
CREATE INDEX current_sales_pending_xid_idx ON portal.current_sales_pending USING btree (xid);
create policy keeper on portal.current_sales_pending as permissive for all to portal_keeper using (true) with check (true);
grant delete, insert, select on portal.current_sales_pending to portal_keeper;

create table portal.current_sales_repeated_orders (
  tenant_id integer not null,
  period smallint not null,
  year smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  orders integer not null,
  constraint current_sales_repeated_orders_pkey PRIMARY KEY (tenant_id, period, year, currency)
);
alter table portal.current_sales_repeated_orders enable row level security;
alter table portal.current_sales_repeated_orders force row level security;
create policy administrator on portal.current_sales_repeated_orders as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_repeated_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_repeated_orders as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.current_sales_repeated_orders as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_repeated_orders as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_repeated_orders to portal_keeper;
grant select on portal.current_sales_repeated_orders to portal_admin;
grant select on portal.current_sales_repeated_orders to portal_backup;
grant select on portal.current_sales_repeated_orders to portal_member;
grant select on portal.current_sales_repeated_orders to portal_staff;

create table portal.current_sales_shared_orders (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  so text collate pg_catalog."C" not null,
  constraint current_sales_shared_orders_pkey PRIMARY KEY (tenant_id, currency, so)
);
alter table portal.current_sales_shared_orders enable row level security;
alter table portal.current_sales_shared_orders force row level security;
CREATE INDEX current_sales_shared_orders_so ON portal.current_sales_shared_orders USING btree (so);
create policy backup on portal.current_sales_shared_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_shared_orders as permissive for all to portal_keeper using (true) with check (true);
create policy staff on portal.current_sales_shared_orders as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select on portal.current_sales_shared_orders to portal_keeper;
grant select on portal.current_sales_shared_orders to portal_backup;
grant select on portal.current_sales_shared_orders to portal_staff;

create table portal.current_sales_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  month smallint not null,
  year smallint not null,
  lines integer default 0 not null,
  quantity bigint default 0 not null,
  amount_cents bigint default 0 not null,
  orders integer default 0 not null,
  constraint current_sales_totals_pkey PRIMARY KEY (tenant_id, year, month, currency)
);
alter table portal.current_sales_totals enable row level security;
alter table portal.current_sales_totals force row level security;
create policy administrator on portal.current_sales_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.current_sales_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.current_sales_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.current_sales_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.current_sales_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.current_sales_totals to portal_keeper;
grant select on portal.current_sales_totals to portal_admin;
grant select on portal.current_sales_totals to portal_backup;
grant select on portal.current_sales_totals to portal_member;
grant select on portal.current_sales_totals to portal_staff;

create table portal.current_sales_unsettled (
  xid xid8 not null,
  tenant_id integer,
  currency character(3) collate pg_catalog."C",
  year smallint,
  month smallint,
  item_id integer,
  customer_id integer,
  so text collate pg_catalog."C",
  quantity bigint,
  amount_cents bigint,
  constraint current_sales_unsettled_pkey PRIMARY KEY (xid)
);
alter table portal.current_sales_unsettled enable row level security;
alter table portal.current_sales_unsettled force row level security;
create policy keeper on portal.current_sales_unsettled as permissive for all to portal_keeper using (true) with check (true);
CREATE CONSTRAINT TRIGGER add_one AFTER INSERT ON portal.current_sales_unsettled DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.currency IS NOT NULL)) EXECUTE FUNCTION portal.current_add_one_sale();
CREATE CONSTRAINT TRIGGER settle AFTER INSERT ON portal.current_sales_unsettled DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.currency IS NULL)) EXECUTE FUNCTION portal.current_settle_sales_at_commit();
grant delete, insert, select on portal.current_sales_unsettled to portal_keeper;

create table portal.customer_aliases (
  variant text not null,
  display_name text not null,
  constraint customer_aliases_pkey PRIMARY KEY (variant),
  constraint customer_aliases_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 200))),
  constraint customer_aliases_variant_check CHECK (((length(variant) >= 1) AND (length(variant) <= 200)))
);
grant delete, insert, select on portal.customer_aliases to portal_keeper;
grant select on portal.customer_aliases to portal_admin;
grant select on portal.customer_aliases to portal_backup;
grant select on portal.customer_aliases to portal_ingest;

create table portal.customer_names (
  id integer generated always as identity not null,
  client_code text not null,
  customer_name text not null,
  constraint customer_names_pkey PRIMARY KEY (id),
  constraint customer_names_client_code_customer_name_key UNIQUE (client_code, customer_name),
  constraint customer_names_client_code_check CHECK ((length(client_code) <= 100)),
  constraint customer_names_customer_name_check CHECK ((length(customer_name) <= 500))
);
alter table portal.customer_names enable row level security;
alter table portal.customer_names force row level security;
create policy backup on portal.customer_names as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.customer_names as permissive for all to portal_keeper using (true) with check (true);
grant insert, select on portal.customer_names to portal_keeper;
grant select on portal.customer_names to portal_backup;

create table portal.customers (
  tenant_id integer not null,
  id bigint default nextval('portal.customer_ids'::regclass) not null,
  source_id smallint not null,
  client_code text not null,
  client_name text not null,
  language text,
  currency character(3),
  address text,
  updated_at timestamp with time zone default now() not null,
  constraint customers_pkey PRIMARY KEY (tenant_id, id),
  constraint customers_tenant_id_source_id_client_code_key UNIQUE (tenant_id, source_id, client_code),
  constraint customers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.customers enable row level security;
alter table portal.customers force row level security;
create policy administrator on portal.customers as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.customers as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.customers as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.customers as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.customers as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.customers as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
grant delete, insert, select on portal.customers to portal_keeper;
grant delete, insert, select, update on portal.customers to portal_ingest;
grant select on portal.customers to portal_admin;
grant select on portal.customers to portal_backup;
grant select on portal.customers to portal_member;
grant select on portal.customers to portal_staff;

create table portal.data_versions (
  tenant_id integer not null,
  topic text not null,
  version bigint default 1 not null,
  received_at timestamp with time zone,
  constraint data_versions_pkey PRIMARY KEY (tenant_id, topic)
);
alter table portal.data_versions enable row level security;
alter table portal.data_versions force row level security;
create policy administrator on portal.data_versions as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.data_versions as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.data_versions as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.data_versions as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.data_versions as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.data_versions to portal_keeper;
grant select on portal.data_versions to portal_admin;
grant select on portal.data_versions to portal_backup;
grant select on portal.data_versions to portal_member;
grant select on portal.data_versions to portal_staff;

create table portal.demo_requests (
  id bigint generated always as identity not null,
  user_id text,
  person_name text not null,
  person_email text not null,
  company text not null,
  about text,
  language text not null,
  sent_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  answered_by text,
  note text,
  version integer default 1 not null,
  search_text text generated always as (portal.fold(((((((((person_name || chr(10)) || person_email) || chr(10)) || company) || chr(10)) || COALESCE(about, ''::text)) || chr(10)) || COALESCE(note, ''::text)))) stored not null,
  constraint demo_requests_pkey PRIMARY KEY (id),
  constraint demo_requests_about_check CHECK ((length(about) <= 4000)),
  constraint demo_requests_check CHECK (((answered_at IS NULL) = (answered_by IS NULL))),
  constraint demo_requests_company_check CHECK (((length(company) >= 1) AND (length(company) <= 200))),
  constraint demo_requests_note_check CHECK ((length(note) <= 4000)),
  constraint demo_requests_person_email_check CHECK (((length(person_email) >= 3) AND (length(person_email) <= 320))),
  constraint demo_requests_person_name_check CHECK (((length(person_name) >= 1) AND (length(person_name) <= 200)))
);
alter table portal.demo_requests enable row level security;
alter table portal.demo_requests force row level security;
CREATE INDEX demo_requests_newest ON portal.demo_requests USING btree (sent_at DESC, id DESC);
CREATE INDEX demo_requests_person ON portal.demo_requests USING btree (user_id);
create policy administrator on portal.demo_requests as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.demo_requests as permissive for select to portal_backup using (true) with check ();
create policy own on portal.demo_requests as permissive for select to portal_member, portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ();
create policy owner on portal.demo_requests as permissive for all to portal_owner using (true) with check (true);
grant select on portal.demo_requests to portal_admin;
grant select on portal.demo_requests to portal_backup;
grant select on portal.demo_requests to portal_member;
grant select on portal.demo_requests to portal_staff;
grant update (answered_at) on portal.demo_requests to portal_admin;
grant update (answered_by) on portal.demo_requests to portal_admin;
grant update (note) on portal.demo_requests to portal_admin;
grant update (version) on portal.demo_requests to portal_admin;

create table portal.display_rule_changes (
  id integer generated always as identity not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  changed_by text not null,
  undoes integer,
  rules_before jsonb not null,
  difference jsonb not null,
  product_names integer not null,
  customer_names integer not null,
  product_lines bigint not null,
  customer_lines bigint not null,
  took_ms integer not null,
  constraint display_rule_changes_pkey PRIMARY KEY (id)
);
alter table portal.display_rule_changes enable row level security;
alter table portal.display_rule_changes force row level security;
create policy administrator on portal.display_rule_changes as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.display_rule_changes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.display_rule_changes as permissive for all to portal_keeper using (true) with check (true);
grant insert, select on portal.display_rule_changes to portal_keeper;
grant select on portal.display_rule_changes to portal_admin;
grant select on portal.display_rule_changes to portal_backup;

create table portal.document_access (
  tenant_id integer not null,
  document_id integer not null,
  constraint document_access_pkey PRIMARY KEY (tenant_id, document_id),
  constraint document_access_document_id_fkey FOREIGN KEY (document_id) REFERENCES portal.documents(id) ON DELETE CASCADE,
  constraint document_access_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.document_access enable row level security;
alter table portal.document_access force row level security;
CREATE INDEX document_access_document ON portal.document_access USING btree (document_id);
create policy administrator on portal.document_access as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.document_access as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_access as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.document_access as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.document_access as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select on portal.document_access to portal_keeper;
grant select on portal.document_access to portal_admin;
grant select on portal.document_access to portal_backup;
grant select on portal.document_access to portal_member;
grant select on portal.document_access to portal_staff;

create table portal.document_acknowledgements (
  tenant_id integer not null,
  document_id integer not null,
  version integer not null,
  checksum bytea not null,
  user_id text not null,
  name text not null,
  at timestamp with time zone default now() not null,
  constraint document_acknowledgements_pkey PRIMARY KEY (tenant_id, document_id, version),
  constraint document_acknowledgements_document_id_version_fkey FOREIGN KEY (document_id, version) REFERENCES portal.document_versions(document_id, no),
  constraint document_acknowledgements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint document_acknowledgements_checksum_check CHECK ((length(checksum) = 32)),
  constraint document_acknowledgements_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
alter table portal.document_acknowledgements enable row level security;
alter table portal.document_acknowledgements force row level security;
CREATE INDEX document_acknowledgements_document ON portal.document_acknowledgements USING btree (document_id, version);
create policy administrator on portal.document_acknowledgements as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.document_acknowledgements as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_acknowledgements as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.document_acknowledgements as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.document_acknowledgements as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.document_acknowledgements to portal_member;
grant select on portal.document_acknowledgements to portal_admin;
grant select on portal.document_acknowledgements to portal_backup;
grant select on portal.document_acknowledgements to portal_keeper;
grant select on portal.document_acknowledgements to portal_staff;

create table portal.document_favourites (
  user_id text not null,
  document_id integer not null,
  at timestamp with time zone default now() not null,
  constraint document_favourites_pkey PRIMARY KEY (user_id, document_id),
  constraint document_favourites_document_id_fkey FOREIGN KEY (document_id) REFERENCES portal.documents(id) ON DELETE CASCADE,
  constraint document_favourites_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.document_favourites enable row level security;
alter table portal.document_favourites force row level security;
CREATE INDEX document_favourites_document ON portal.document_favourites USING btree (document_id);
create policy backup on portal.document_favourites as permissive for select to portal_backup using (true) with check ();
create policy own on portal.document_favourites as permissive for all to portal_admin, portal_member, portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
grant delete, insert, select on portal.document_favourites to portal_admin;
grant delete, insert, select on portal.document_favourites to portal_member;
grant delete, insert, select on portal.document_favourites to portal_staff;
grant select on portal.document_favourites to portal_backup;

create table portal.document_pages (
  checksum bytea not null,
  page integer not null,
  content text not null,
  words tsvector generated always as (strip(((to_tsvector('simple'::regconfig, portal.fold(content)) || to_tsvector('english'::regconfig, portal.fold(content))) || to_tsvector('french'::regconfig, portal.fold(content))))) stored not null,
  constraint document_pages_pkey PRIMARY KEY (checksum, page),
  constraint document_pages_checksum_fkey FOREIGN KEY (checksum) REFERENCES portal.document_texts(checksum) ON DELETE CASCADE,
  constraint document_pages_content_check CHECK (((length(content) >= 1) AND (length(content) <= 50000))),
  constraint document_pages_page_check CHECK ((page > 0))
);
alter table portal.document_pages enable row level security;
alter table portal.document_pages force row level security;
CREATE INDEX document_pages_words ON portal.document_pages USING gin (words);
create policy backup on portal.document_pages as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_pages as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.document_pages as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM (portal.document_versions v
     JOIN portal.document_access a ON ((a.document_id = v.document_id)))
  WHERE ((v.checksum = document_pages.checksum) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant)))))) with check ();
create policy owner on portal.document_pages as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.document_pages as permissive for select to portal_admin, portal_staff using (((( SELECT auth.actor() AS actor) IS NOT NULL) AND (EXISTS ( SELECT
   FROM portal.document_versions v
  WHERE (v.checksum = document_pages.checksum))))) with check ();
grant select on portal.document_pages to portal_admin;
grant select on portal.document_pages to portal_backup;
grant select on portal.document_pages to portal_keeper;
grant select on portal.document_pages to portal_member;
grant select on portal.document_pages to portal_staff;

create table portal.document_reminders (
  document_id integer not null,
  expires_on date not null,
  threshold integer not null,
  at timestamp with time zone default now() not null,
  constraint document_reminders_pkey PRIMARY KEY (document_id, expires_on, threshold),
  constraint document_reminders_document_id_fkey FOREIGN KEY (document_id) REFERENCES portal.documents(id) ON DELETE CASCADE,
  constraint document_reminders_threshold_check CHECK ((threshold = ANY (ARRAY[0, 7, 30, 60])))
);
alter table portal.document_reminders enable row level security;
alter table portal.document_reminders force row level security;
create policy backup on portal.document_reminders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_reminders as permissive for all to portal_keeper using (true) with check (true);
grant insert, select on portal.document_reminders to portal_keeper;
grant select on portal.document_reminders to portal_backup;

create table portal.document_request_acts (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  request_id bigint not null,
  act text not null,
  note text,
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamp with time zone default now() not null,
  constraint document_request_acts_pkey PRIMARY KEY (tenant_id, id),
  constraint document_request_acts_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES portal.document_requests(tenant_id, id),
  constraint document_request_acts_act_check CHECK ((act = ANY (ARRAY['ask'::text, 'send'::text, 'return'::text, 'accept'::text, 'withdraw'::text]))),
  constraint document_request_acts_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000)))
);
alter table portal.document_request_acts enable row level security;
alter table portal.document_request_acts force row level security;
CREATE INDEX document_request_acts_of ON portal.document_request_acts USING btree (tenant_id, request_id, id);
create policy administrator on portal.document_request_acts as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.document_request_acts as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_request_acts as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.document_request_acts as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.document_request_acts as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.document_request_acts to portal_keeper;
grant select on portal.document_request_acts to portal_admin;
grant select on portal.document_request_acts to portal_backup;
grant select on portal.document_request_acts to portal_member;
grant select on portal.document_request_acts to portal_staff;

create table portal.document_request_files (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  request_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamp with time zone default now() not null,
  document_id integer,
  constraint document_request_files_pkey PRIMARY KEY (tenant_id, id),
  constraint document_request_files_document_id_fkey FOREIGN KEY (document_id) REFERENCES portal.documents(id) ON DELETE SET NULL,
  constraint document_request_files_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES portal.document_requests(tenant_id, id)
);
alter table portal.document_request_files enable row level security;
alter table portal.document_request_files force row level security;
CREATE INDEX document_request_files_content ON portal.document_request_files USING btree (checksum);
CREATE INDEX document_request_files_document ON portal.document_request_files USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX document_request_files_of ON portal.document_request_files USING btree (tenant_id, request_id);
create policy administrator on portal.document_request_files as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.document_request_files as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_request_files as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.document_request_files as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy owner on portal.document_request_files as permissive for select to portal_owner using (true) with check ();
create policy staff on portal.document_request_files as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.document_request_files to portal_keeper;
grant select on portal.document_request_files to portal_admin;
grant select on portal.document_request_files to portal_backup;
grant select on portal.document_request_files to portal_member;
grant select on portal.document_request_files to portal_staff;

create table portal.document_requests (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  title text not null,
  details text,
  due_on date,
  state text default 'open'::text not null,
  asked_by text not null,
  asker_name text not null,
  asked_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  reminded_at timestamp with time zone,
  version integer default 1 not null,
  search_text text generated always as (portal.fold(((title || chr(10)) || COALESCE(details, ''::text)))) stored not null,
  constraint document_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint document_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint document_requests_details_check CHECK (((length(details) >= 1) AND (length(details) <= 4000))),
  constraint document_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'sent'::text, 'accepted'::text, 'withdrawn'::text]))),
  constraint document_requests_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
alter table portal.document_requests enable row level security;
alter table portal.document_requests force row level security;
CREATE INDEX document_requests_all_newest ON portal.document_requests USING btree (changed_at DESC, id DESC);
CREATE INDEX document_requests_id ON portal.document_requests USING btree (id);
CREATE INDEX document_requests_newest ON portal.document_requests USING btree (tenant_id, changed_at DESC, id DESC);
CREATE INDEX document_requests_search ON portal.document_requests USING gin (lower(search_text) extensions.gin_trgm_ops);
CREATE INDEX document_requests_to_remind ON portal.document_requests USING btree (due_on) WHERE ((state = 'open'::text) AND (reminded_at IS NULL));
create policy administrator on portal.document_requests as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.document_requests as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_requests as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.document_requests as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.document_requests as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.document_requests to portal_keeper;
grant select on portal.document_requests to portal_admin;
grant select on portal.document_requests to portal_backup;
grant select on portal.document_requests to portal_member;
grant select on portal.document_requests to portal_staff;

create table portal.document_scans (
  checksum bytea not null,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  leased_until timestamp with time zone,
  asked_at timestamp with time zone default now() not null,
  scanned_at timestamp with time zone,
  constraint document_scans_pkey PRIMARY KEY (checksum),
  constraint document_scans_checksum_check CHECK ((length(checksum) = 32)),
  constraint document_scans_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'clean'::text, 'infected'::text, 'failed'::text])))
);
alter table portal.document_scans enable row level security;
alter table portal.document_scans force row level security;
CREATE INDEX document_scans_infected ON portal.document_scans USING btree (checksum) WHERE (state = 'infected'::text);
CREATE INDEX document_scans_waiting ON portal.document_scans USING btree (asked_at) WHERE (state = 'pending'::text);
create policy backup on portal.document_scans as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_scans as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.document_scans as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM (portal.document_versions v
     JOIN portal.document_access a ON ((a.document_id = v.document_id)))
  WHERE ((v.checksum = document_scans.checksum) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant)))))) with check ();
create policy owner on portal.document_scans as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.document_scans as permissive for select to portal_admin, portal_staff using (((( SELECT auth.actor() AS actor) IS NOT NULL) AND (EXISTS ( SELECT
   FROM portal.document_versions v
  WHERE (v.checksum = document_scans.checksum))))) with check ();
CREATE TRIGGER offer_clean AFTER UPDATE ON portal.document_scans FOR EACH ROW WHEN (((new.state = 'clean'::text) AND (old.state <> 'clean'::text))) EXECUTE FUNCTION portal.offer_clean_documents();
grant select on portal.document_scans to portal_admin;
grant select on portal.document_scans to portal_backup;
grant select on portal.document_scans to portal_keeper;
grant select on portal.document_scans to portal_member;
grant select on portal.document_scans to portal_staff;

create table portal.document_texts (
  checksum bytea not null,
  state text not null,
  attempts integer default 1 not null,
  leased_until timestamp with time zone,
  read_at timestamp with time zone,
  constraint document_texts_pkey PRIMARY KEY (checksum),
  constraint document_texts_check CHECK (((state = 'reading'::text) = (leased_until IS NOT NULL))),
  constraint document_texts_checksum_check CHECK ((length(checksum) = 32)),
  constraint document_texts_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'read'::text, 'cut'::text, 'no_text'::text, 'locked'::text, 'unreadable'::text])))
);
alter table portal.document_texts enable row level security;
alter table portal.document_texts force row level security;
CREATE INDEX document_texts_reading ON portal.document_texts USING btree (leased_until) WHERE (state = 'reading'::text);
create policy backup on portal.document_texts as permissive for select to portal_backup using (true) with check ();
create policy member on portal.document_texts as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM (portal.document_versions v
     JOIN portal.document_access a ON ((a.document_id = v.document_id)))
  WHERE ((v.checksum = document_texts.checksum) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant)))))) with check ();
create policy owner on portal.document_texts as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.document_texts as permissive for select to portal_admin, portal_staff using (((( SELECT auth.actor() AS actor) IS NOT NULL) AND (EXISTS ( SELECT
   FROM portal.document_versions v
  WHERE (v.checksum = document_texts.checksum))))) with check ();
grant select on portal.document_texts to portal_admin;
grant select on portal.document_texts to portal_backup;
grant select on portal.document_texts to portal_member;
grant select on portal.document_texts to portal_staff;

create table portal.document_versions (
  document_id integer not null,
  no integer not null,
  status text default 'draft'::text not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  note text,
  uploaded_by text,
  uploaded_at timestamp with time zone default now() not null,
  released_at timestamp with time zone,
  release_when_clean boolean default false not null,
  taken_back_at timestamp with time zone,
  text_taken boolean default false not null,
  constraint document_versions_pkey PRIMARY KEY (document_id, no),
  constraint document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES portal.documents(id) ON DELETE CASCADE,
  constraint document_versions_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint document_versions_checksum_check CHECK ((length(checksum) = 32)),
  constraint document_versions_file_key_check CHECK ((file_key ~ '^[0-9a-f]{48}$'::text)),
  constraint document_versions_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint document_versions_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'png'::text, 'jpg'::text, 'csv'::text, 'xlsx'::text, 'docx'::text]))),
  constraint document_versions_no_check CHECK ((no > 0)),
  constraint document_versions_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint document_versions_size_check CHECK ((size > 0)),
  constraint document_versions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'available'::text, 'superseded'::text, 'withdrawn'::text])))
);
alter table portal.document_versions enable row level security;
alter table portal.document_versions force row level security;
CREATE INDEX document_versions_content ON portal.document_versions USING btree (checksum);
CREATE INDEX document_versions_unread ON portal.document_versions USING btree (uploaded_at) WHERE ((format = 'pdf'::text) AND (NOT text_taken));
CREATE INDEX document_versions_uploader ON portal.document_versions USING btree (uploaded_by);
create policy administrator on portal.document_versions as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.document_versions as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.document_versions as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.document_versions as permissive for select to portal_member using (((status <> 'draft'::text) AND (EXISTS ( SELECT
   FROM portal.document_access a
  WHERE ((a.document_id = document_versions.document_id) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant))))))) with check ();
create policy owner on portal.document_versions as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.document_versions as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (EXISTS ( SELECT
   FROM portal.documents d
  WHERE (d.id = document_versions.document_id))))) with check ((( SELECT auth.is_staff() AS is_staff) AND (EXISTS ( SELECT
   FROM portal.documents d
  WHERE (d.id = document_versions.document_id)))));
CREATE TRIGGER hold BEFORE UPDATE ON portal.document_versions FOR EACH ROW EXECUTE FUNCTION portal.hold_document_version();
grant insert, select, update on portal.document_versions to portal_keeper;
grant select on portal.document_versions to portal_admin;
grant select on portal.document_versions to portal_backup;
grant select on portal.document_versions to portal_member;
grant select on portal.document_versions to portal_staff;
grant insert (checksum) on portal.document_versions to portal_admin;
grant insert (checksum) on portal.document_versions to portal_staff;
grant insert (document_id) on portal.document_versions to portal_admin;
grant insert (document_id) on portal.document_versions to portal_staff;
grant insert (file_key) on portal.document_versions to portal_admin;
grant insert (file_key) on portal.document_versions to portal_staff;
grant insert (file_name) on portal.document_versions to portal_admin;
grant insert (file_name) on portal.document_versions to portal_staff;
grant insert (format) on portal.document_versions to portal_admin;
grant insert (format) on portal.document_versions to portal_staff;
grant insert (no) on portal.document_versions to portal_admin;
grant insert (no) on portal.document_versions to portal_staff;
grant insert (note) on portal.document_versions to portal_admin;
grant insert (note) on portal.document_versions to portal_staff;
grant insert (size) on portal.document_versions to portal_admin;
grant insert (size) on portal.document_versions to portal_staff;
grant insert (uploaded_by) on portal.document_versions to portal_admin;
grant insert (uploaded_by) on portal.document_versions to portal_staff;
grant update (released_at) on portal.document_versions to portal_admin;
grant update (released_at) on portal.document_versions to portal_staff;
grant update (status) on portal.document_versions to portal_admin;
grant update (status) on portal.document_versions to portal_staff;

create table portal.documents (
  id integer generated always as identity not null,
  title text not null,
  number text,
  description text,
  shelves text[] not null,
  category text not null,
  type text not null,
  product_code text,
  product_name text,
  product_line text,
  language text,
  status text default 'draft'::text not null,
  effective_on date,
  expires_on date,
  withdrawn_reason text,
  audience text not null,
  tenant_ids integer[],
  order_source smallint,
  order_key text collate pg_catalog."C",
  current_version integer,
  version integer default 1 not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (portal.fold(((((((((((title || chr(10)) || COALESCE(number, ''::text)) || chr(10)) || COALESCE(product_code, ''::text)) || chr(10)) || COALESCE(product_name, ''::text)) || chr(10)) || COALESCE(product_line, ''::text)) || chr(10)) || COALESCE(description, ''::text)))) stored not null,
  lot_nos text[] collate pg_catalog."C" default '{}'::text[] not null,
  retention text default 'standard'::text not null,
  withdrawn_at timestamp with time zone,
  hold_reason text,
  held_by text,
  held_at timestamp with time zone,
  lot_source smallint,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint documents_id_current_version_fkey FOREIGN KEY (id, current_version) REFERENCES portal.document_versions(document_id, no),
  constraint documents_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'tenants'::text, 'order'::text, 'lots'::text]))),
  constraint documents_category_check CHECK (((length(category) >= 1) AND (length(category) <= 60))),
  constraint documents_check CHECK ((expires_on >= effective_on)),
  constraint documents_check1 CHECK (((audience = 'all'::text) = (tenant_ids IS NULL))),
  constraint documents_check2 CHECK (((audience = 'order'::text) = ((order_key IS NOT NULL) AND (order_source IS NOT NULL)))),
  constraint documents_check3 CHECK (((status = ANY (ARRAY['draft'::text, 'pending'::text])) = (current_version IS NULL))),
  constraint documents_check4 CHECK (((audience <> 'lots'::text) OR (cardinality(lot_nos) > 0))),
  constraint documents_description_check CHECK (((length(description) >= 1) AND (length(description) <= 1000))),
  constraint documents_hold_check CHECK ((((hold_reason IS NULL) = (held_by IS NULL)) AND ((hold_reason IS NULL) = (held_at IS NULL)))),
  constraint documents_hold_reason_check CHECK (((length(hold_reason) >= 1) AND (length(hold_reason) <= 500))),
  constraint documents_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr-CA'::text, 'de'::text, 'es'::text]))),
  constraint documents_lot_nos_check CHECK ((cardinality(lot_nos) <= 500)),
  constraint documents_number_check CHECK (((length(number) >= 1) AND (length(number) <= 60))),
  constraint documents_product_code_check CHECK (((length(product_code) >= 1) AND (length(product_code) <= 60))),
  constraint documents_product_line_check CHECK (((length(product_line) >= 1) AND (length(product_line) <= 60))),
  constraint documents_product_name_check CHECK (((length(product_name) >= 1) AND (length(product_name) <= 200))),
  constraint documents_retention_check CHECK ((retention = ANY (ARRAY['short'::text, 'standard'::text, 'long'::text, 'permanent'::text]))),
  constraint documents_shelves_check CHECK (((shelves <@ ARRAY['legal'::text, 'product'::text, 'fact-sheet'::text, 'qa'::text, 'qc'::text]) AND ((shelves <> '{}'::text[]) OR (lot_nos <> '{}'::text[])))),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'available'::text, 'withdrawn'::text]))),
  constraint documents_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint documents_type_check CHECK (((length(type) >= 1) AND (length(type) <= 60))),
  constraint documents_withdrawn_reason_check CHECK (((length(withdrawn_reason) >= 1) AND (length(withdrawn_reason) <= 500)))
);
alter table portal.documents enable row level security;
alter table portal.documents force row level security;
CREATE INDEX documents_author ON portal.documents USING btree (created_by);
CREATE INDEX documents_lots ON portal.documents USING gin (lot_nos) WHERE (lot_nos <> '{}'::text[]);
CREATE INDEX documents_newest ON portal.documents USING btree (updated_at DESC, id DESC);
CREATE INDEX documents_number ON portal.documents USING btree (lower(number));
CREATE INDEX documents_of_lots ON portal.documents USING btree (id) WHERE (audience = 'lots'::text);
CREATE INDEX documents_of_orders ON portal.documents USING btree (order_source, order_key) WHERE (audience = 'order'::text);
CREATE INDEX documents_search ON portal.documents USING gin (lower(search_text) extensions.gin_trgm_ops);
CREATE INDEX documents_source_open ON portal.documents USING btree (id) WHERE ((lot_source IS NULL) AND (lot_nos <> '{}'::text[]));
CREATE INDEX documents_title ON portal.documents USING btree (lower(title));
create policy administrator on portal.documents as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.documents as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.documents as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.documents as permissive for select to portal_member using (((status <> 'draft'::text) AND (EXISTS ( SELECT
   FROM portal.document_access a
  WHERE ((a.document_id = documents.id) AND (a.tenant_id = ( SELECT auth.tenant() AS tenant))))))) with check ();
create policy owner on portal.documents as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.documents as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND ((tenant_ids IS NULL) OR (tenant_ids && ( SELECT auth.staff_tenants() AS staff_tenants)) OR ((tenant_ids = '{}'::integer[]) AND ( SELECT portal.works_for_all() AS works_for_all))))) with check ((( SELECT auth.is_staff() AS is_staff) AND ((tenant_ids IS NULL) OR (tenant_ids && ( SELECT auth.staff_tenants() AS staff_tenants)) OR ((tenant_ids = '{}'::integer[]) AND ( SELECT portal.works_for_all() AS works_for_all)))));
CREATE TRIGGER address_document BEFORE INSERT OR UPDATE OF audience, tenant_ids, order_source, order_key, lot_nos, lot_source ON portal.documents FOR EACH ROW EXECUTE FUNCTION portal.address_document();
CREATE TRIGGER open_document AFTER INSERT OR UPDATE OF audience, tenant_ids, order_source, order_key, lot_nos, lot_source ON portal.documents FOR EACH ROW EXECUTE FUNCTION portal.open_document();
CREATE TRIGGER tell_of_certificate AFTER INSERT OR UPDATE ON portal.documents FOR EACH ROW EXECUTE FUNCTION portal.tell_of_certificate();
CREATE TRIGGER tell_of_release AFTER UPDATE ON portal.documents FOR EACH ROW WHEN (((new.status = 'available'::text) AND (new.current_version IS DISTINCT FROM old.current_version) AND (new.shelves <> '{}'::text[]) AND (NOT (new.shelves <@ '{legal}'::text[])))) EXECUTE FUNCTION portal.tell_of_release();
grant delete, insert, select, update on portal.documents to portal_keeper;
grant insert, select, update on portal.documents to portal_admin;
grant insert, select, update on portal.documents to portal_staff;
grant select on portal.documents to portal_backup;
grant select on portal.documents to portal_member;

create table portal.export_jobs (
  tenant_id integer not null,
  user_id text not null,
  id bigint default nextval('portal.export_job_ids'::regclass) not null,
  session_id text not null,
  ticket_hash bytea not null,
  kind text not null,
  input jsonb not null,
  language text not null,
  state text default 'queued'::text not null,
  total integer,
  written integer default 0 not null,
  attempts integer default 0 not null,
  leased_until timestamp with time zone,
  problem text,
  file_key text,
  file_name text,
  size bigint,
  checksum bytea,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint export_jobs_pkey PRIMARY KEY (tenant_id, user_id, id),
  constraint export_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE,
  constraint export_jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
alter table portal.export_jobs enable row level security;
alter table portal.export_jobs force row level security;
CREATE INDEX export_jobs_user ON portal.export_jobs USING btree (user_id);
CREATE INDEX export_jobs_waiting ON portal.export_jobs USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
create policy administrator on portal.export_jobs as permissive for all to portal_admin using ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0))) with check ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0)));
create policy member on portal.export_jobs as permissive for all to portal_member using (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor)))) with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy owner on portal.export_jobs as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.export_jobs as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant insert, select, update on portal.export_jobs to portal_admin;
grant insert, select, update on portal.export_jobs to portal_member;
grant insert, select, update on portal.export_jobs to portal_staff;

create table portal.feed_expectations (
  kind text not null,
  expected_seconds integer,
  constraint feed_expectations_pkey PRIMARY KEY (kind),
  constraint feed_expectations_expected_seconds_check CHECK ((expected_seconds > 0))
);
grant insert, select, update on portal.feed_expectations to portal_admin;
grant select on portal.feed_expectations to portal_backup;
grant select on portal.feed_expectations to portal_ingest;
grant select on portal.feed_expectations to portal_keeper;
grant select on portal.feed_expectations to portal_member;
grant select on portal.feed_expectations to portal_staff;

create table portal.feedback (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  user_id text not null,
  person_name text not null,
  person_email text not null,
  overall_satisfaction smallint not null,
  ease_of_use smallint not null,
  feature_completeness smallint not null,
  performance smallint not null,
  support smallint not null,
  most_useful_feature text,
  least_useful_feature text,
  missing_features text,
  improvements text,
  additional_comments text,
  would_recommend text,
  contact_for_follow_up boolean not null,
  sent_at timestamp with time zone default now() not null,
  reviewed_at timestamp with time zone,
  reviewed_by text,
  search_text text generated always as (portal.fold(((((((((((((person_name || chr(10)) || person_email) || chr(10)) || COALESCE(most_useful_feature, ''::text)) || chr(10)) || COALESCE(least_useful_feature, ''::text)) || chr(10)) || COALESCE(missing_features, ''::text)) || chr(10)) || COALESCE(improvements, ''::text)) || chr(10)) || COALESCE(additional_comments, ''::text)))) stored not null,
  constraint feedback_pkey PRIMARY KEY (tenant_id, id),
  constraint feedback_additional_comments_check CHECK ((length(additional_comments) <= 4000)),
  constraint feedback_check CHECK (((reviewed_at IS NULL) = (reviewed_by IS NULL))),
  constraint feedback_ease_of_use_check CHECK (((ease_of_use >= 0) AND (ease_of_use <= 5))),
  constraint feedback_feature_completeness_check CHECK (((feature_completeness >= 0) AND (feature_completeness <= 5))),
  constraint feedback_improvements_check CHECK ((length(improvements) <= 4000)),
  constraint feedback_least_useful_feature_check CHECK ((length(least_useful_feature) <= 4000)),
  constraint feedback_missing_features_check CHECK ((length(missing_features) <= 4000)),
  constraint feedback_most_useful_feature_check CHECK ((length(most_useful_feature) <= 4000)),
  constraint feedback_overall_satisfaction_check CHECK (((overall_satisfaction >= 0) AND (overall_satisfaction <= 5))),
  constraint feedback_performance_check CHECK (((performance >= 0) AND (performance <= 5))),
  constraint feedback_support_check CHECK (((support >= 0) AND (support <= 5))),
  constraint feedback_would_recommend_check CHECK ((would_recommend = ANY (ARRAY['definitely'::text, 'probably'::text, 'maybe'::text, 'probably-not'::text, 'definitely-not'::text])))
);
alter table portal.feedback enable row level security;
alter table portal.feedback force row level security;
CREATE INDEX feedback_newest ON portal.feedback USING btree (sent_at DESC, id DESC);
CREATE INDEX feedback_person ON portal.feedback USING btree (user_id);
create policy administrator on portal.feedback as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.feedback as permissive for select to portal_backup using (true) with check ();
create policy member on portal.feedback as permissive for all to portal_member using (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor)))) with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy staff on portal.feedback as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant insert, select on portal.feedback to portal_admin;
grant insert, select on portal.feedback to portal_member;
grant insert, select on portal.feedback to portal_staff;
grant select on portal.feedback to portal_backup;
grant update (reviewed_at) on portal.feedback to portal_admin;
grant update (reviewed_by) on portal.feedback to portal_admin;

create table portal.feeds (
  kind text not null,
  last_batch_at timestamp with time zone not null,
  constraint feeds_pkey PRIMARY KEY (kind)
);
grant insert, select, update on portal.feeds to portal_keeper;
grant select on portal.feeds to portal_admin;
grant select on portal.feeds to portal_backup;
grant select on portal.feeds to portal_ingest;
grant select on portal.feeds to portal_member;
grant select on portal.feeds to portal_staff;

create table portal.ingest_batches (
  id bigint generated always as identity not null,
  key_id integer not null,
  source_id smallint not null,
  kind text not null,
  received_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  idempotency_key text,
  body_hash bytea,
  options jsonb default '{}'::jsonb not null,
  result jsonb,
  answer text,
  constraint ingest_batches_pkey PRIMARY KEY (id),
  constraint ingest_batches_idempotency_key_check CHECK ((length(idempotency_key) <= 255))
);
alter table portal.ingest_batches enable row level security;
alter table portal.ingest_batches force row level security;
CREATE INDEX ingest_batches_key ON portal.ingest_batches USING btree (key_id, id);
CREATE UNIQUE INDEX ingest_batches_idempotency ON portal.ingest_batches USING btree (key_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
create policy administrator on portal.ingest_batches as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.ingest_batches as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.ingest_batches as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.ingest_batches as permissive for all to portal_ingest using ((( SELECT auth.is_ingest() AS is_ingest) AND ((key_id)::text = ( SELECT auth.actor() AS actor)))) with check ((( SELECT auth.is_ingest() AS is_ingest) AND ((key_id)::text = ( SELECT auth.actor() AS actor))));
grant insert, select, update on portal.ingest_batches to portal_ingest;
grant select on portal.ingest_batches to portal_admin;
grant select on portal.ingest_batches to portal_backup;

create table portal.ingest_plan (
  batch bigint not null,
  row_no integer,
  key text collate pg_catalog."C" not null,
  act text not null,
  from_tenant integer,
  to_tenant integer,
  row_id bigint,
  updated_at timestamp with time zone,
  planned_at timestamp with time zone default now() not null,
  content_hash uuid
);
alter table portal.ingest_plan enable row level security;
alter table portal.ingest_plan force row level security;
CREATE INDEX ingest_plan_batch ON portal.ingest_plan USING btree (batch, row_no);
CREATE INDEX ingest_plan_key ON portal.ingest_plan USING btree (batch, key);
create policy keeper on portal.ingest_plan as permissive for all to portal_keeper using (true) with check (true);
create policy owner on portal.ingest_plan as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.ingest_plan as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select on portal.ingest_plan to portal_keeper;
grant delete, insert, select, update on portal.ingest_plan to portal_ingest;

create table portal.installation (
  one boolean default true not null,
  currency character(3) default 'CAD'::bpchar not null,
  language text default 'en'::text not null,
  demo_as_of date,
  demo_loaded_at timestamp with time zone,
  company_name text,
  brand_name text,
  address text,
  tax_numbers text,
  bank text,
  hours text,
  logo bytea,
  logo_type text,
  logo_hash text,
  version integer default 1 not null,
  email text,
  phone text,
  timezone text,
  restored_at timestamp with time zone,
  restored_from timestamp with time zone,
  business_days smallint[] default '{1,2,3,4,5}'::smallint[] not null,
  opens_at time without time zone default '08:30:00'::time without time zone not null,
  closes_at time without time zone default '17:00:00'::time without time zone not null,
  hours_stated_on date default CURRENT_DATE not null,
  constraint installation_pkey PRIMARY KEY (one),
  constraint installation_address_check CHECK ((length(address) <= 500)),
  constraint installation_bank_check CHECK ((length(bank) <= 1000)),
  constraint installation_brand_name_check CHECK (((length(brand_name) >= 1) AND (length(brand_name) <= 60))),
  constraint installation_business_days_check CHECK ((((cardinality(business_days) >= 1) AND (cardinality(business_days) <= 7)) AND (business_days <@ '{1,2,3,4,5,6,7}'::smallint[]))),
  constraint installation_check CHECK ((((logo IS NULL) = (logo_type IS NULL)) AND ((logo IS NULL) = (logo_hash IS NULL)))),
  constraint installation_company_name_check CHECK (((length(company_name) >= 1) AND (length(company_name) <= 200))),
  constraint installation_email_check CHECK ((length(email) <= 320)),
  constraint installation_hours_check CHECK ((length(hours) <= 500)),
  constraint installation_logo_check CHECK ((octet_length(logo) <= 262144)),
  constraint installation_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/svg+xml'::text]))),
  constraint installation_office_hours_check CHECK (((closes_at - opens_at) >= '01:00:00'::interval)),
  constraint installation_one_check CHECK (one),
  constraint installation_phone_check CHECK ((length(phone) <= 60)),
  constraint installation_tax_numbers_check CHECK ((length(tax_numbers) <= 300)),
  constraint installation_timezone_check CHECK (((length(timezone) >= 1) AND (length(timezone) <= 64)))
);
grant select on portal.installation to portal_admin;
grant select on portal.installation to portal_backup;
grant select on portal.installation to portal_ingest;
grant select on portal.installation to portal_keeper;
grant select on portal.installation to portal_member;
grant select on portal.installation to portal_staff;
grant update (address) on portal.installation to portal_admin;
grant update (bank) on portal.installation to portal_admin;
grant update (brand_name) on portal.installation to portal_admin;
grant update (business_days) on portal.installation to portal_admin;
grant update (closes_at) on portal.installation to portal_admin;
grant update (company_name) on portal.installation to portal_admin;
grant update (email) on portal.installation to portal_admin;
grant update (hours) on portal.installation to portal_admin;
grant update (hours_stated_on) on portal.installation to portal_admin;
grant update (logo) on portal.installation to portal_admin;
grant update (logo_hash) on portal.installation to portal_admin;
grant update (logo_type) on portal.installation to portal_admin;
grant update (opens_at) on portal.installation to portal_admin;
grant update (phone) on portal.installation to portal_admin;
grant update (restored_at) on portal.installation to portal_admin;
grant update (restored_from) on portal.installation to portal_admin;
grant update (tax_numbers) on portal.installation to portal_admin;
grant update (timezone) on portal.installation to portal_admin;
grant update (version) on portal.installation to portal_admin;

create table portal.invoice_drafts (
  tenant_id integer not null,
  id bigint default nextval('portal.invoice_draft_ids'::regclass) not null,
  version integer default 1 not null,
  kind text not null,
  credits_no text,
  invoice_date date not null,
  due_date date,
  terms text,
  po_no text,
  ord_no text,
  currency character(3) collate pg_catalog."C" not null,
  lines jsonb not null,
  taxes jsonb not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint invoice_drafts_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint invoice_drafts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint invoice_drafts_check CHECK ((due_date >= invoice_date)),
  constraint invoice_drafts_check1 CHECK (((kind = 'credit_note'::text) OR (credits_no IS NULL))),
  constraint invoice_drafts_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoice_drafts_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint invoice_drafts_ord_no_check CHECK ((length(ord_no) <= 200)),
  constraint invoice_drafts_po_no_check CHECK ((length(po_no) <= 200)),
  constraint invoice_drafts_taxes_check CHECK ((jsonb_typeof(taxes) = 'array'::text)),
  constraint invoice_drafts_terms_check CHECK ((length(terms) <= 200))
);
alter table portal.invoice_drafts enable row level security;
alter table portal.invoice_drafts force row level security;
CREATE INDEX invoice_drafts_author ON portal.invoice_drafts USING btree (created_by);
create policy administrator on portal.invoice_drafts as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.invoice_drafts as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.invoice_drafts as permissive for all to portal_keeper using (true) with check (true);
create policy staff on portal.invoice_drafts as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
grant delete, insert, select, update on portal.invoice_drafts to portal_admin;
grant delete, insert, select, update on portal.invoice_drafts to portal_staff;
grant delete, select, update on portal.invoice_drafts to portal_keeper;
grant select on portal.invoice_drafts to portal_backup;

create table portal.invoice_lines (
  tenant_id integer not null,
  id bigint default nextval('portal.invoice_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  invoice_key text collate pg_catalog."C" not null,
  line_no text not null,
  item_no text,
  description text,
  quantity numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  amount_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint invoice_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_lines_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint invoice_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.invoice_lines enable row level security;
alter table portal.invoice_lines force row level security;
CREATE INDEX invoice_lines_invoice ON portal.invoice_lines USING btree (tenant_id, source_id, invoice_key);
create policy administrator on portal.invoice_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.invoice_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.invoice_lines as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.invoice_lines as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.invoice_lines as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.invoice_lines as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
grant delete, insert, select, update on portal.invoice_lines to portal_ingest;
grant delete, insert, select, update on portal.invoice_lines to portal_keeper;
grant select on portal.invoice_lines to portal_admin;
grant select on portal.invoice_lines to portal_backup;
grant select on portal.invoice_lines to portal_member;
grant select on portal.invoice_lines to portal_staff;

create table portal.invoice_numbers (
  tenant_id integer not null,
  last integer not null,
  constraint invoice_numbers_pkey PRIMARY KEY (tenant_id),
  constraint invoice_numbers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint invoice_numbers_last_check CHECK ((last > 0))
);
alter table portal.invoice_numbers enable row level security;
alter table portal.invoice_numbers force row level security;
create policy backup on portal.invoice_numbers as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.invoice_numbers as permissive for all to portal_keeper using (true) with check (true);
grant insert, select, update on portal.invoice_numbers to portal_keeper;
grant select on portal.invoice_numbers to portal_backup;

create table portal.invoices (
  tenant_id integer not null,
  id bigint default nextval('portal.invoice_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  invoice_no text not null,
  client_code text,
  client_name text,
  ord_no text,
  po_no text,
  invoice_date date not null,
  due_date date,
  terms text,
  currency character(3) collate pg_catalog."C" not null,
  subtotal_cents bigint,
  taxes jsonb default '[]'::jsonb not null,
  total_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  paid_cents bigint default 0 not null,
  balance_cents bigint generated always as ((total_cents - paid_cents)) stored not null,
  ages_from date generated always as (COALESCE(due_date, invoice_date)) stored not null,
  search_text text generated always as (portal.fold(((((((invoice_no || chr(10)) || COALESCE(po_no, ''::text)) || chr(10)) || COALESCE(ord_no, ''::text)) || chr(10)) || COALESCE(client_name, ''::text)))) stored not null,
  currency_given boolean,
  constraint invoices_pkey PRIMARY KEY (tenant_id, id),
  constraint invoices_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint invoices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.invoices enable row level security;
alter table portal.invoices force row level security;
CREATE INDEX invoices_all_by_date ON portal.invoices USING btree (invoice_date DESC, id DESC);
CREATE INDEX invoices_by_date ON portal.invoices USING btree (tenant_id, invoice_date DESC, id DESC);
CREATE INDEX invoices_by_number ON portal.invoices USING btree (tenant_id, invoice_no);
CREATE INDEX invoices_by_order ON portal.invoices USING btree (tenant_id, ord_no) WHERE (ord_no IS NOT NULL);
CREATE INDEX invoices_search ON portal.invoices USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX invoices_sums ON portal.invoices USING btree (tenant_id, currency) INCLUDE (ages_from, invoice_date, total_cents, balance_cents);
create policy administrator on portal.invoices as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.invoices as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.invoices as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.invoices as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.invoices as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.invoices as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER apply_insert AFTER INSERT ON portal.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.apply_to_invoices();
CREATE TRIGGER apply_update AFTER UPDATE ON portal.invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.apply_to_invoices();
CREATE TRIGGER tell_of_invoices AFTER INSERT ON portal.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_of_invoices();
grant delete, insert, select, update on portal.invoices to portal_ingest;
grant delete, insert, select, update on portal.invoices to portal_keeper;
grant select on portal.invoices to portal_admin;
grant select on portal.invoices to portal_backup;
grant select on portal.invoices to portal_member;
grant select on portal.invoices to portal_staff;

create table portal.issue_entries (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  issue_id bigint not null,
  kind text not null,
  text text,
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamp with time zone default now() not null,
  constraint issue_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint issue_entries_tenant_id_issue_id_fkey FOREIGN KEY (tenant_id, issue_id) REFERENCES portal.issues(tenant_id, id),
  constraint issue_entries_check CHECK (((kind <> 'comment'::text) OR (text IS NOT NULL))),
  constraint issue_entries_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'file'::text, 'report'::text, 'start'::text, 'resolve'::text, 'close'::text, 'reopen'::text, 'escalate'::text, 'request_replacement'::text, 'accept_replacement'::text, 'decline_replacement'::text, 'order_replacement'::text]))),
  constraint issue_entries_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000)))
);
alter table portal.issue_entries enable row level security;
alter table portal.issue_entries force row level security;
CREATE INDEX issue_entries_thread ON portal.issue_entries USING btree (tenant_id, issue_id, id);
create policy administrator on portal.issue_entries as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.issue_entries as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.issue_entries as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.issue_entries as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.issue_entries as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.issue_entries to portal_keeper;
grant select on portal.issue_entries to portal_admin;
grant select on portal.issue_entries to portal_backup;
grant select on portal.issue_entries to portal_member;
grant select on portal.issue_entries to portal_staff;

create table portal.issue_files (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  issue_id bigint not null,
  entry_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  constraint issue_files_pkey PRIMARY KEY (tenant_id, id),
  constraint issue_files_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES portal.issue_entries(tenant_id, id),
  constraint issue_files_tenant_id_issue_id_fkey FOREIGN KEY (tenant_id, issue_id) REFERENCES portal.issues(tenant_id, id)
);
alter table portal.issue_files enable row level security;
alter table portal.issue_files force row level security;
CREATE INDEX issue_files_issue ON portal.issue_files USING btree (tenant_id, issue_id);
create policy administrator on portal.issue_files as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.issue_files as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.issue_files as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.issue_files as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy owner on portal.issue_files as permissive for select to portal_owner using (true) with check ();
create policy staff on portal.issue_files as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.issue_files to portal_keeper;
grant select on portal.issue_files to portal_admin;
grant select on portal.issue_files to portal_backup;
grant select on portal.issue_files to portal_member;
grant select on portal.issue_files to portal_staff;

create table portal.issue_notes (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  issue_id bigint not null,
  kind text not null,
  text text,
  author text not null,
  author_name text not null,
  at timestamp with time zone default now() not null,
  constraint issue_notes_pkey PRIMARY KEY (tenant_id, id),
  constraint issue_notes_tenant_id_issue_id_fkey FOREIGN KEY (tenant_id, issue_id) REFERENCES portal.issues(tenant_id, id),
  constraint issue_notes_check CHECK (((kind <> 'note'::text) OR (text IS NOT NULL))),
  constraint issue_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'assign'::text]))),
  constraint issue_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000)))
);
alter table portal.issue_notes enable row level security;
alter table portal.issue_notes force row level security;
CREATE INDEX issue_notes_thread ON portal.issue_notes USING btree (tenant_id, issue_id, id);
create policy administrator on portal.issue_notes as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.issue_notes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.issue_notes as permissive for all to portal_keeper using (true) with check (true);
create policy staff on portal.issue_notes as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select on portal.issue_notes to portal_keeper;
grant select on portal.issue_notes to portal_admin;
grant select on portal.issue_notes to portal_backup;
grant select on portal.issue_notes to portal_staff;

create table portal.issues (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  no integer not null,
  type text not null,
  priority text not null,
  status text default 'open'::text not null,
  title text not null,
  description text not null,
  order_source smallint,
  order_key text collate pg_catalog."C",
  order_no text,
  item_no text,
  item_name text,
  lot_no text,
  escalated_at timestamp with time zone,
  replacement text,
  reporter text not null,
  reporter_name text not null,
  by_staff boolean not null,
  assigned_to text,
  assigned_name text,
  reported_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  first_response_at timestamp with time zone,
  response_minutes integer,
  clock_from timestamp with time zone default now() not null,
  due_at timestamp with time zone,
  warn_at timestamp with time zone,
  warned_at timestamp with time zone,
  waiting_for text,
  version integer default 1 not null,
  search_text text generated always as (portal.fold((((((((((((((no)::text || chr(10)) || title) || chr(10)) || description) || chr(10)) || COALESCE(order_no, ''::text)) || chr(10)) || COALESCE(item_no, ''::text)) || chr(10)) || COALESCE(item_name, ''::text)) || chr(10)) || COALESCE(lot_no, ''::text)))) stored not null,
  invoice_source smallint,
  invoice_key text collate pg_catalog."C",
  invoice_no text,
  key uuid,
  constraint issues_pkey PRIMARY KEY (tenant_id, id),
  constraint issues_tenant_id_no_key UNIQUE (tenant_id, no),
  constraint issues_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint issues_check CHECK (((order_source IS NULL) = (order_key IS NULL))),
  constraint issues_description_check CHECK (((length(description) >= 1) AND (length(description) <= 10000))),
  constraint issues_invoice_check CHECK (((invoice_source IS NULL) = (invoice_key IS NULL))),
  constraint issues_priority_check CHECK ((priority = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint issues_replacement_check CHECK ((replacement = ANY (ARRAY['requested'::text, 'accepted'::text, 'declined'::text]))),
  constraint issues_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'resolved'::text, 'closed'::text]))),
  constraint issues_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint issues_type_check CHECK ((type = ANY (ARRAY['damaged_product'::text, 'missing_items'::text, 'wrong_product'::text, 'technical_issue'::text, 'quality_concern'::text, 'billing'::text, 'other'::text]))),
  constraint issues_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['staff'::text, 'client'::text])))
);
alter table portal.issues enable row level security;
alter table portal.issues force row level security;
CREATE INDEX issues_all_newest ON portal.issues USING btree (last_at DESC, id DESC);
CREATE INDEX issues_id ON portal.issues USING btree (id);
CREATE INDEX issues_invoice ON portal.issues USING btree (tenant_id, invoice_source, invoice_key) WHERE (invoice_key IS NOT NULL);
CREATE INDEX issues_lot ON portal.issues USING btree (tenant_id, lot_no) WHERE (lot_no IS NOT NULL);
CREATE INDEX issues_newest ON portal.issues USING btree (tenant_id, last_at DESC, id DESC);
CREATE INDEX issues_order ON portal.issues USING btree (tenant_id, order_source, order_key) WHERE (order_key IS NOT NULL);
CREATE INDEX issues_search ON portal.issues USING gin (lower(search_text) extensions.gin_trgm_ops);
CREATE INDEX issues_to_warn ON portal.issues USING btree (warn_at) WHERE ((warned_at IS NULL) AND (due_at IS NOT NULL));
CREATE UNIQUE INDEX issues_key ON portal.issues USING btree (tenant_id, reporter, key) WHERE (key IS NOT NULL);
create policy administrator on portal.issues as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.issues as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.issues as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.issues as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.issues as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.issues to portal_keeper;
grant select on portal.issues to portal_admin;
grant select on portal.issues to portal_backup;
grant select on portal.issues to portal_member;
grant select on portal.issues to portal_staff;

create table portal.item_names (
  id integer generated always as identity not null,
  item_no text not null,
  item_name text not null,
  constraint item_names_pkey PRIMARY KEY (id),
  constraint item_names_item_no_item_name_key UNIQUE (item_no, item_name),
  constraint item_names_item_name_check CHECK ((length(item_name) <= 500)),
  constraint item_names_item_no_check CHECK ((length(item_no) <= 100))
);
alter table portal.item_names enable row level security;
alter table portal.item_names force row level security;
create policy backup on portal.item_names as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.item_names as permissive for all to portal_keeper using (true) with check (true);
grant insert, select on portal.item_names to portal_keeper;
grant select on portal.item_names to portal_backup;

create table portal.lot_access (
  tenant_id integer not null,
  lot_id bigint not null,
  constraint lot_access_pkey PRIMARY KEY (tenant_id, lot_id),
  constraint lot_access_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES portal.lots(id) ON DELETE CASCADE,
  constraint lot_access_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.lot_access enable row level security;
alter table portal.lot_access force row level security;
CREATE INDEX lot_access_lot ON portal.lot_access USING btree (lot_id);
create policy administrator on portal.lot_access as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.lot_access as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.lot_access as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.lot_access as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.lot_access as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
CREATE TRIGGER follow_delete AFTER DELETE ON portal.lot_access REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_lot_access();
CREATE TRIGGER follow_insert AFTER INSERT ON portal.lot_access REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_lot_access();
grant delete, insert, select on portal.lot_access to portal_keeper;
grant select on portal.lot_access to portal_admin;
grant select on portal.lot_access to portal_backup;
grant select on portal.lot_access to portal_member;
grant select on portal.lot_access to portal_staff;

create table portal.lot_results (
  id bigint default nextval('portal.lot_result_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  lot_no text collate pg_catalog."C" not null,
  test text not null,
  method text,
  specification text,
  min_value numeric(24,9),
  max_value numeric(24,9),
  result text not null,
  result_value numeric(24,9),
  unit text,
  verdict text,
  tested_on date,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  out_of_specification boolean generated always as ((COALESCE((verdict = 'fail'::text), false) OR COALESCE((result_value < min_value), false) OR COALESCE((result_value > max_value), false))) stored not null,
  constraint lot_results_pkey PRIMARY KEY (id),
  constraint lot_results_source_id_source_key_key UNIQUE (source_id, source_key),
  constraint lot_results_verdict_check CHECK ((verdict = ANY (ARRAY['pass'::text, 'fail'::text])))
);
alter table portal.lot_results enable row level security;
alter table portal.lot_results force row level security;
CREATE INDEX lot_results_lot ON portal.lot_results USING btree (source_id, lot_no);
create policy administrator on portal.lot_results as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.lot_results as permissive for select to portal_backup using (true) with check ();
create policy member on portal.lot_results as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM (portal.lots x
     JOIN portal.lot_access a ON ((a.lot_id = x.id)))
  WHERE ((a.tenant_id = ( SELECT auth.tenant() AS tenant)) AND (x.source_id = lot_results.source_id) AND (x.lot_no = lot_results.lot_no))))) with check ();
create policy staff on portal.lot_results as permissive for select to portal_staff using ((EXISTS ( SELECT
   FROM (portal.lots x
     JOIN portal.lot_access a ON ((a.lot_id = x.id)))
  WHERE ((a.tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])) AND (x.source_id = lot_results.source_id) AND (x.lot_no = lot_results.lot_no))))) with check ();
create policy upstream on portal.lot_results as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select, update on portal.lot_results to portal_ingest;
grant select on portal.lot_results to portal_admin;
grant select on portal.lot_results to portal_backup;
grant select on portal.lot_results to portal_member;
grant select on portal.lot_results to portal_staff;

create table portal.lots (
  id bigint default nextval('portal.lot_ids'::regclass) not null,
  source_id smallint not null,
  lot_no text collate pg_catalog."C" not null,
  item_no text collate pg_catalog."C" not null,
  manufactured_on date,
  expires_on date,
  state text not null,
  quantity numeric(18,3),
  unit text,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (portal.fold(((lot_no || chr(10)) || item_no))) stored not null,
  constraint lots_pkey PRIMARY KEY (id),
  constraint lots_source_id_lot_no_key UNIQUE (source_id, lot_no),
  constraint lots_state_check CHECK ((state = ANY (ARRAY['released'::text, 'on_hold'::text, 'quarantine'::text, 'rejected'::text, 'expired'::text])))
);
alter table portal.lots enable row level security;
alter table portal.lots force row level security;
CREATE INDEX lots_held ON portal.lots USING btree (source_id, lot_no) WHERE (state = ANY (ARRAY['on_hold'::text, 'quarantine'::text, 'rejected'::text]));
CREATE INDEX lots_newest ON portal.lots USING btree (manufactured_on DESC NULLS LAST, id DESC);
CREATE INDEX lots_number ON portal.lots USING btree (lot_no);
CREATE INDEX lots_product ON portal.lots USING btree (source_id, item_no, manufactured_on DESC NULLS LAST, id DESC);
CREATE INDEX lots_search ON portal.lots USING gin (lower(search_text) extensions.gin_trgm_ops);
create policy administrator on portal.lots as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.lots as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.lots as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.lots as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM portal.lot_access a
  WHERE ((a.tenant_id = ( SELECT auth.tenant() AS tenant)) AND (a.lot_id = lots.id))))) with check ();
create policy staff on portal.lots as permissive for select to portal_staff using ((EXISTS ( SELECT
   FROM portal.lot_access a
  WHERE ((a.tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])) AND (a.lot_id = lots.id))))) with check ();
create policy upstream on portal.lots as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER find_lot_sources AFTER INSERT ON portal.lots REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.find_lot_sources();
CREATE TRIGGER follow_delete AFTER DELETE ON portal.lots REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_lot_access();
CREATE TRIGGER lots_came AFTER INSERT ON portal.lots REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_lots();
CREATE TRIGGER tell_of_released AFTER UPDATE ON portal.lots REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_of_released_lots();
grant delete, insert, select, update on portal.lots to portal_ingest;
grant select on portal.lots to portal_admin;
grant select on portal.lots to portal_backup;
grant select on portal.lots to portal_keeper;
grant select on portal.lots to portal_member;
grant select on portal.lots to portal_staff;

create table portal.members (
  tenant_id integer not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint members_pkey PRIMARY KEY (tenant_id, user_id),
  constraint members_role_fkey FOREIGN KEY (role) REFERENCES portal.roles(key),
  constraint members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.members enable row level security;
alter table portal.members force row level security;
CREATE INDEX members_user ON portal.members USING btree (user_id);
create policy administrator on portal.members as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.members as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.members as permissive for all to portal_owner using (true) with check (true);
CREATE TRIGGER tokens_end_soon AFTER INSERT OR DELETE OR UPDATE OF role ON portal.members FOR EACH ROW EXECUTE FUNCTION auth.end_tokens_soon();
grant select on portal.members to portal_admin;
grant select on portal.members to portal_backup;

create table portal.modules (
  id text not null,
  name text not null,
  constraint modules_pkey PRIMARY KEY (id)
);
grant select on portal.modules to portal_admin;
grant select on portal.modules to portal_backup;
grant select on portal.modules to portal_ingest;
grant select on portal.modules to portal_member;
grant select on portal.modules to portal_staff;

create table portal.notice_choices (
  user_id text not null,
  choices jsonb default '{}'::jsonb not null,
  rhythm text default 'at_once'::text not null,
  quiet_from time without time zone,
  quiet_until time without time zone,
  version integer default 1 not null,
  constraint notice_choices_pkey PRIMARY KEY (user_id),
  constraint notice_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE,
  constraint notice_choices_check CHECK (((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from IS DISTINCT FROM quiet_until)) OR (quiet_from IS NULL))),
  constraint notice_choices_rhythm_check CHECK ((rhythm = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text])))
);
alter table portal.notice_choices enable row level security;
alter table portal.notice_choices force row level security;
create policy backup on portal.notice_choices as permissive for select to portal_backup using (true) with check ();
create policy own on portal.notice_choices as permissive for all to portal_admin, portal_member, portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
create policy owner on portal.notice_choices as permissive for all to portal_owner using (true) with check (true);
grant insert, select, update on portal.notice_choices to portal_admin;
grant insert, select, update on portal.notice_choices to portal_member;
grant insert, select, update on portal.notice_choices to portal_staff;
grant select on portal.notice_choices to portal_backup;

create table portal.notice_queue (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  module text,
  permission text,
  to_members boolean default true not null,
  to_staff boolean default false not null,
  to_people text[],
  by_user text,
  facts jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint notice_queue_pkey PRIMARY KEY (tenant_id, id)
);
alter table portal.notice_queue enable row level security;
alter table portal.notice_queue force row level security;
CREATE INDEX notice_queue_order ON portal.notice_queue USING btree (id);
create policy backup on portal.notice_queue as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.notice_queue as permissive for insert to portal_keeper using () with check (true);
create policy owner on portal.notice_queue as permissive for all to portal_owner using (true) with check (true);
CREATE TRIGGER wake AFTER INSERT ON portal.notice_queue REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.wake_listeners();
grant insert on portal.notice_queue to portal_keeper;
grant select on portal.notice_queue to portal_backup;

create table portal.notices (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  user_id text not null,
  event_id bigint not null,
  kind text not null,
  subject text not null,
  module text,
  permission text,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  in_portal boolean not null,
  in_browser boolean not null,
  mail_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (tenant_id, id),
  constraint notices_tenant_id_user_id_event_id_key UNIQUE (tenant_id, user_id, event_id),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.notices enable row level security;
alter table portal.notices force row level security;
CREATE INDEX notices_due ON portal.notices USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE INDEX notices_newest ON portal.notices USING btree (user_id, id DESC);
CREATE INDEX notices_unread ON portal.notices USING btree (user_id, tenant_id) WHERE (read_at IS NULL);
create policy administrator on portal.notices as permissive for all to portal_admin using ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)))) with check ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy backup on portal.notices as permissive for select to portal_backup using (true) with check ();
create policy member on portal.notices as permissive for all to portal_member using (((( SELECT auth.tenant() AS tenant) IS NOT NULL) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (ARRAY[0, ( SELECT auth.tenant() AS tenant)])))) with check (((( SELECT auth.tenant() AS tenant) IS NOT NULL) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (ARRAY[0, ( SELECT auth.tenant() AS tenant)]))));
create policy owner on portal.notices as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.notices as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant select on portal.notices to portal_admin;
grant select on portal.notices to portal_backup;
grant select on portal.notices to portal_member;
grant select on portal.notices to portal_staff;
grant update (read_at) on portal.notices to portal_admin;
grant update (read_at) on portal.notices to portal_member;
grant update (read_at) on portal.notices to portal_staff;

create table portal.order_changes (
  tenant_id integer not null,
  order_id bigint not null,
  id bigint default nextval('portal.order_change_ids'::regclass) not null,
  line_no text,
  field text not null,
  old_value text,
  new_value text,
  recorded_at timestamp with time zone not null,
  upstream_updated_at timestamp with time zone,
  happened_at timestamp with time zone generated always as (LEAST(upstream_updated_at, recorded_at)) stored not null,
  constraint order_changes_pkey PRIMARY KEY (tenant_id, order_id, id)
);
alter table portal.order_changes enable row level security;
alter table portal.order_changes force row level security;
CREATE INDEX order_changes_newest ON portal.order_changes USING btree (tenant_id, happened_at DESC, id DESC);
create policy administrator on portal.order_changes as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.order_changes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.order_changes as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.order_changes as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.order_changes as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
CREATE TRIGGER tell_of_orders AFTER INSERT ON portal.order_changes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_of_orders();
grant delete, insert, select, update on portal.order_changes to portal_keeper;
grant select on portal.order_changes to portal_admin;
grant select on portal.order_changes to portal_backup;
grant select on portal.order_changes to portal_member;
grant select on portal.order_changes to portal_staff;

create table portal.order_lines (
  tenant_id integer not null,
  id bigint default nextval('portal.order_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  order_key text collate pg_catalog."C" not null,
  line_no text not null,
  item_no text,
  item_name text,
  qty_ordered numeric(18,3),
  qty_shipped numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  lot text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint order_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint order_lines_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint order_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.order_lines enable row level security;
alter table portal.order_lines force row level security;
CREATE INDEX order_lines_item ON portal.order_lines USING btree (source_id, item_no, tenant_id) WHERE (item_no IS NOT NULL);
CREATE INDEX order_lines_lot ON portal.order_lines USING btree (source_id, lot, tenant_id) WHERE (lot IS NOT NULL);
CREATE INDEX order_lines_order ON portal.order_lines USING btree (tenant_id, source_id, order_key);
create policy administrator on portal.order_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.order_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.order_lines as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.order_lines as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.order_lines as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.order_lines as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER find_lot_sources AFTER INSERT ON portal.order_lines REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.find_lot_sources();
CREATE TRIGGER find_lot_sources_changed AFTER UPDATE ON portal.order_lines REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.find_lot_sources();
CREATE TRIGGER lines_came AFTER INSERT ON portal.order_lines REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_order_lines();
CREATE TRIGGER lines_changed AFTER UPDATE ON portal.order_lines REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_order_lines();
CREATE TRIGGER lines_went AFTER DELETE ON portal.order_lines REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_order_lines();
CREATE TRIGGER note_update AFTER UPDATE ON portal.order_lines REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_line_changes();
grant delete, insert, select, update on portal.order_lines to portal_ingest;
grant delete, insert, select, update on portal.order_lines to portal_keeper;
grant select on portal.order_lines to portal_admin;
grant select on portal.order_lines to portal_backup;
grant select on portal.order_lines to portal_member;
grant select on portal.order_lines to portal_staff;

create table portal.orders (
  tenant_id integer not null,
  id bigint default nextval('portal.order_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  primary_no text,
  ord_no text,
  po_no text,
  f_no text,
  client_code text,
  client_name text,
  ref text,
  ord_stat text,
  montant_total text,
  amount_cents bigint default 0 not null,
  currency character(3) not null,
  bl_t text,
  cts_t text,
  bb_t text,
  pbl text,
  pcts text,
  pbb text,
  order_date date,
  requested_date date,
  promised_date date,
  ship_to text,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (portal.fold(((((((((COALESCE(ord_no, ''::text) || chr(10)) || COALESCE(ref, ''::text)) || chr(10)) || COALESCE(ord_stat, ''::text)) || chr(10)) || COALESCE(client_name, ''::text)) || chr(10)) || COALESCE(po_no, ''::text)))) stored not null,
  status text collate pg_catalog."C" generated always as (portal.status_word(ord_stat)) stored not null,
  currency_given boolean,
  constraint orders_pkey PRIMARY KEY (tenant_id, id),
  constraint orders_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.orders enable row level security;
alter table portal.orders force row level security;
CREATE INDEX orders_all_by_number ON portal.orders USING btree (ord_no COLLATE portal.natural_order DESC NULLS LAST, id DESC);
CREATE INDEX orders_by_number ON portal.orders USING btree (tenant_id, ord_no COLLATE portal.natural_order DESC NULLS LAST, id DESC);
CREATE INDEX orders_by_po_no ON portal.orders USING btree (tenant_id, lower(btrim(po_no))) WHERE (po_no IS NOT NULL);
CREATE INDEX orders_id ON portal.orders USING btree (id);
CREATE INDEX orders_search ON portal.orders USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX orders_sums ON portal.orders USING btree (tenant_id, status, currency) INCLUDE (amount_cents, ord_stat);
create policy administrator on portal.orders as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.orders as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.orders as permissive for select to portal_legacy using (true) with check ();
create policy member on portal.orders as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.orders as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.orders as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER follow_delete AFTER DELETE ON portal.orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_orders();
CREATE TRIGGER follow_insert AFTER INSERT ON portal.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_orders();
CREATE TRIGGER follow_update AFTER UPDATE ON portal.orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_orders();
CREATE TRIGGER note_delete AFTER DELETE ON portal.orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
CREATE TRIGGER place_insert AFTER INSERT ON portal.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.place_purchase_orders();
CREATE TRIGGER place_update AFTER UPDATE ON portal.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.place_purchase_orders();
grant delete, insert, select on portal.orders to portal_keeper;
grant delete, insert, select, update on portal.orders to portal_ingest;
grant select on portal.orders to portal_admin;
grant select on portal.orders to portal_backup;
grant select on portal.orders to portal_legacy;
grant select on portal.orders to portal_member;
grant select on portal.orders to portal_staff;

create table portal.outbox (
  tenant_id integer not null,
  xid xid8 default pg_current_xact_id() not null,
  id bigint generated always as identity not null,
  topic text not null,
  module text,
  permission text,
  audience text,
  object_id text,
  payload jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint outbox_pkey PRIMARY KEY (tenant_id, xid, id)
);
alter table portal.outbox enable row level security;
alter table portal.outbox force row level security;
CREATE INDEX outbox_order ON portal.outbox USING btree (xid, id);
create policy keeper on portal.outbox as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.outbox as permissive for insert to portal_ingest using () with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER wake AFTER INSERT ON portal.outbox REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.wake_listeners();
grant delete, insert, select on portal.outbox to portal_keeper;
grant insert on portal.outbox to portal_ingest;

create table portal.outbox_pruned (
  one boolean default true not null,
  xid xid8 default '0'::xid8 not null,
  id bigint default 0 not null,
  constraint outbox_pruned_pkey PRIMARY KEY (one),
  constraint outbox_pruned_one_check CHECK (one)
);
alter table portal.outbox_pruned enable row level security;
alter table portal.outbox_pruned force row level security;
create policy keeper on portal.outbox_pruned as permissive for all to portal_keeper using (true) with check (true);
grant select, update on portal.outbox_pruned to portal_keeper;

create table portal.payment_methods (
  tenant_id integer not null,
  id bigint default nextval('portal.payment_method_ids'::regclass) not null,
  customer text collate pg_catalog."C" not null,
  token text collate pg_catalog."C",
  brand text not null,
  last4 text collate pg_catalog."C" not null,
  exp_year smallint not null,
  exp_month smallint not null,
  holder text,
  is_default boolean default false not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint payment_methods_pkey PRIMARY KEY (tenant_id, id),
  constraint payment_methods_tenant_id_token_key UNIQUE (tenant_id, token),
  constraint payment_methods_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint payment_methods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint payment_methods_brand_check CHECK (((length(brand) >= 1) AND (length(brand) <= 40))),
  constraint payment_methods_check CHECK (((token IS NULL) = (removed_at IS NOT NULL))),
  constraint payment_methods_check1 CHECK (((NOT is_default) OR (removed_at IS NULL))),
  constraint payment_methods_customer_check CHECK (((length(customer) >= 1) AND (length(customer) <= 255))),
  constraint payment_methods_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint payment_methods_exp_year_check CHECK (((exp_year >= 2000) AND (exp_year <= 2199))),
  constraint payment_methods_holder_check CHECK ((length(holder) <= 200)),
  constraint payment_methods_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_methods_token_check CHECK (((length(token) >= 1) AND (length(token) <= 255)))
);
alter table portal.payment_methods enable row level security;
alter table portal.payment_methods force row level security;
CREATE INDEX payment_methods_author ON portal.payment_methods USING btree (created_by);
CREATE UNIQUE INDEX payment_methods_default ON portal.payment_methods USING btree (tenant_id) WHERE is_default;
create policy administrator on portal.payment_methods as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.payment_methods as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.payment_methods as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.payment_methods as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.payment_methods as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.payment_methods to portal_keeper;
grant select on portal.payment_methods to portal_admin;
grant select on portal.payment_methods to portal_backup;
grant select on portal.payment_methods to portal_member;
grant select on portal.payment_methods to portal_staff;

create table portal.payment_orders (
  tenant_id integer not null,
  id bigint default nextval('portal.payment_order_ids'::regclass) not null,
  reference text collate pg_catalog."C" not null,
  wish text collate pg_catalog."C" not null,
  currency character(3) collate pg_catalog."C" not null,
  amount_cents bigint not null,
  created_by text,
  created_at timestamp with time zone default now() not null,
  cancelled_at timestamp with time zone,
  received_on date,
  met boolean default false not null,
  recorded boolean default false not null,
  bank_reference text,
  bank_key text generated always as (portal.bank_key(bank_reference)) stored,
  search_text text generated always as (portal.fold(((reference || chr(10)) || COALESCE(bank_reference, ''::text)))) stored not null,
  constraint payment_orders_pkey PRIMARY KEY (tenant_id, id),
  constraint payment_orders_tenant_id_reference_key UNIQUE (tenant_id, reference),
  constraint payment_orders_tenant_id_wish_key UNIQUE (tenant_id, wish),
  constraint payment_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint payment_orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint payment_orders_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_orders_bank_key CHECK ((length(bank_key) >= 4)),
  constraint payment_orders_bank_reference_check CHECK ((length(bank_reference) <= 100)),
  constraint payment_orders_recorded CHECK ((recorded OR (bank_reference IS NULL))),
  constraint payment_orders_reference_check CHECK ((reference ~ '^PAY-[0-9A-F]{10}$'::text)),
  constraint payment_orders_wish_check CHECK (((length(wish) >= 8) AND (length(wish) <= 64)))
);
alter table portal.payment_orders enable row level security;
alter table portal.payment_orders force row level security;
CREATE INDEX payment_orders_author ON portal.payment_orders USING btree (created_by);
CREATE INDEX payment_orders_newest ON portal.payment_orders USING btree (id DESC);
CREATE INDEX payment_orders_reference ON portal.payment_orders USING btree (reference);
CREATE INDEX payment_orders_search ON portal.payment_orders USING gin (search_text extensions.gin_trgm_ops);
CREATE UNIQUE INDEX payment_orders_bank ON portal.payment_orders USING btree (tenant_id, bank_key, currency) WHERE ((bank_key IS NOT NULL) AND (cancelled_at IS NULL));
create policy administrator on portal.payment_orders as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.payment_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.payment_orders as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.payment_orders as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.payment_orders as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.payment_orders to portal_keeper;
grant select on portal.payment_orders to portal_admin;
grant select on portal.payment_orders to portal_backup;
grant select on portal.payment_orders to portal_member;
grant select on portal.payment_orders to portal_staff;

create table portal.payment_parts (
  tenant_id integer not null,
  order_id bigint not null,
  no integer not null,
  invoice_id bigint not null,
  source_id smallint not null,
  invoice_key text collate pg_catalog."C" not null,
  invoice_no text not null,
  amount_cents bigint not null,
  constraint payment_parts_pkey PRIMARY KEY (tenant_id, order_id, no),
  constraint payment_parts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint payment_parts_tenant_id_order_id_fkey FOREIGN KEY (tenant_id, order_id) REFERENCES portal.payment_orders(tenant_id, id),
  constraint payment_parts_amount_cents_check CHECK ((amount_cents > 0))
);
alter table portal.payment_parts enable row level security;
alter table portal.payment_parts force row level security;
CREATE INDEX payment_parts_invoice ON portal.payment_parts USING btree (tenant_id, invoice_id);
create policy administrator on portal.payment_parts as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.payment_parts as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.payment_parts as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.payment_parts as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.payment_parts as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant insert, select, update on portal.payment_parts to portal_keeper;
grant select on portal.payment_parts to portal_admin;
grant select on portal.payment_parts to portal_backup;
grant select on portal.payment_parts to portal_member;
grant select on portal.payment_parts to portal_staff;

create table portal.payments (
  tenant_id integer not null,
  id bigint default nextval('portal.payment_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  payment_no text not null,
  line_no text,
  kind text not null,
  client_code text,
  client_name text,
  invoice_no text collate pg_catalog."C",
  payment_date date not null,
  method text,
  reference text,
  currency character(3) collate pg_catalog."C" not null,
  amount_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  settles_source smallint,
  search_text text generated always as (
CASE
    WHEN (source_id = 0) THEN ''::text
    ELSE portal.fold(((payment_no || chr(10)) || COALESCE(reference, ''::text)))
END) stored not null,
  currency_given boolean,
  constraint payments_pkey PRIMARY KEY (tenant_id, id),
  constraint payments_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint payments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'credit'::text])))
);
alter table portal.payments enable row level security;
alter table portal.payments force row level security;
CREATE INDEX payments_all_by_date ON portal.payments USING btree (payment_date DESC, id DESC);
CREATE INDEX payments_by_bank_number ON portal.payments USING btree (tenant_id, portal.bank_key(payment_no)) WHERE (source_id <> 0);
CREATE INDEX payments_by_bank_reference ON portal.payments USING btree (tenant_id, portal.bank_key(reference)) WHERE ((source_id <> 0) AND (reference IS NOT NULL));
CREATE INDEX payments_by_date ON portal.payments USING btree (tenant_id, payment_date, id);
CREATE INDEX payments_by_order ON portal.payments USING btree (tenant_id, portal.order_reference(reference, payment_no)) WHERE (portal.order_reference(reference, payment_no) IS NOT NULL);
CREATE INDEX payments_invoice ON portal.payments USING btree (invoice_no, tenant_id, source_id, currency) INCLUDE (amount_cents, settles_source) WHERE (invoice_no IS NOT NULL);
CREATE INDEX payments_search ON portal.payments USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX payments_sums ON portal.payments USING btree (tenant_id, currency) INCLUDE (amount_cents);
create policy administrator on portal.payments as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.payments as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.payments as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.payments as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.payments as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.payments as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER a_meet_delete AFTER DELETE ON portal.payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.meet_payment_orders();
CREATE TRIGGER a_meet_insert AFTER INSERT ON portal.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.meet_payment_orders();
CREATE TRIGGER a_meet_update AFTER UPDATE ON portal.payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.meet_payment_orders();
CREATE TRIGGER apply_delete AFTER DELETE ON portal.payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.apply_payments();
CREATE TRIGGER apply_insert AFTER INSERT ON portal.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.apply_payments();
CREATE TRIGGER apply_update AFTER UPDATE ON portal.payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.apply_payments();
grant delete, insert, select on portal.payments to portal_keeper;
grant delete, insert, select, update on portal.payments to portal_ingest;
grant select on portal.payments to portal_admin;
grant select on portal.payments to portal_backup;
grant select on portal.payments to portal_member;
grant select on portal.payments to portal_staff;

create table portal.prices (
  tenant_id integer not null,
  id bigint default nextval('portal.price_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  client_code text,
  client_name text,
  item_no text not null,
  unit_price numeric(18,6) not null,
  currency character(3) collate pg_catalog."C" not null,
  unit text,
  valid_from date not null,
  valid_to date,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  currency_given boolean,
  constraint prices_pkey PRIMARY KEY (tenant_id, id),
  constraint prices_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint prices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint prices_check CHECK ((valid_to >= valid_from)),
  constraint prices_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
alter table portal.prices enable row level security;
alter table portal.prices force row level security;
CREATE INDEX prices_item ON portal.prices USING btree (tenant_id, source_id, item_no, valid_from DESC);
create policy administrator on portal.prices as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.prices as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.prices as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.prices as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.prices as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.prices as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
grant delete, insert, select, update on portal.prices to portal_ingest;
grant delete, insert, select, update on portal.prices to portal_keeper;
grant select on portal.prices to portal_admin;
grant select on portal.prices to portal_backup;
grant select on portal.prices to portal_member;
grant select on portal.prices to portal_staff;

create table portal.product_access (
  tenant_id integer not null,
  product_id bigint not null,
  by_lines boolean default true not null,
  offered boolean,
  minimum_quantity numeric(18,3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  version integer default 0 not null,
  constraint product_access_pkey PRIMARY KEY (tenant_id, product_id),
  constraint product_access_product_id_fkey FOREIGN KEY (product_id) REFERENCES portal.products(id) ON DELETE CASCADE,
  constraint product_access_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint product_access_check CHECK ((lead_weeks_to >= lead_weeks_from)),
  constraint product_access_lead_weeks_from_check CHECK ((lead_weeks_from > 0)),
  constraint product_access_minimum_quantity_check CHECK ((minimum_quantity > (0)::numeric))
);
alter table portal.product_access enable row level security;
alter table portal.product_access force row level security;
CREATE INDEX product_access_product ON portal.product_access USING btree (product_id);
create policy administrator on portal.product_access as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.product_access as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.product_access as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.product_access as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.product_access as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.product_access to portal_keeper;
grant select on portal.product_access to portal_admin;
grant select on portal.product_access to portal_backup;
grant select on portal.product_access to portal_member;
grant select on portal.product_access to portal_staff;

create table portal.product_rules (
  "position" integer not null,
  field text not null,
  kind text not null,
  wanted text not null,
  digits smallint,
  ignore_case boolean not null,
  display_name text not null,
  constraint product_rules_pkey PRIMARY KEY ("position"),
  constraint product_rules_check CHECK (((kind = 'prefix_digits'::text) = (digits IS NOT NULL))),
  constraint product_rules_digits_check CHECK (((digits >= 1) AND (digits <= 20))),
  constraint product_rules_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 200))),
  constraint product_rules_field_check1 CHECK ((field = ANY (ARRAY['name'::text, 'code'::text]))),
  constraint product_rules_kind_check CHECK ((kind = ANY (ARRAY['contains'::text, 'equals'::text, 'prefix_digits'::text]))),
  constraint product_rules_wanted_check CHECK (((length(wanted) >= 1) AND (length(wanted) <= 200)))
);
grant delete, insert, select on portal.product_rules to portal_keeper;
grant select on portal.product_rules to portal_admin;
grant select on portal.product_rules to portal_backup;
grant select on portal.product_rules to portal_ingest;

create table portal.products (
  id bigint default nextval('portal.product_ids'::regclass) not null,
  source_id smallint not null,
  item_no text collate pg_catalog."C" not null,
  name text not null,
  name_fr text,
  name_de text,
  name_es text,
  category text,
  class text,
  unit text,
  minimum_quantity numeric(18,3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  active boolean not null,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (portal.fold(((((((((((item_no || chr(10)) || name) || chr(10)) || COALESCE(name_fr, ''::text)) || chr(10)) || COALESCE(name_de, ''::text)) || chr(10)) || COALESCE(name_es, ''::text)) || chr(10)) || COALESCE(category, ''::text)))) stored not null,
  version integer default 1 not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_source_id_item_no_key UNIQUE (source_id, item_no),
  constraint products_check CHECK ((lead_weeks_to >= lead_weeks_from)),
  constraint products_class_check CHECK ((class = ANY (ARRAY['blend'::text, 'bulk_capsule'::text, 'finished_product'::text]))),
  constraint products_lead_weeks_from_check CHECK ((lead_weeks_from > 0)),
  constraint products_minimum_quantity_check CHECK ((minimum_quantity > (0)::numeric))
);
alter table portal.products enable row level security;
alter table portal.products force row level security;
CREATE INDEX products_by_number ON portal.products USING btree (item_no COLLATE portal.natural_order, id);
create policy administrator on portal.products as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.products as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.products as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.products as permissive for select to portal_member using ((EXISTS ( SELECT
   FROM portal.product_access a
  WHERE ((a.tenant_id = ( SELECT auth.tenant() AS tenant)) AND (a.product_id = products.id))))) with check ();
create policy staff on portal.products as permissive for select to portal_staff using ((EXISTS ( SELECT
   FROM portal.product_access a
  WHERE ((a.tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])) AND (a.product_id = products.id))))) with check ();
create policy upstream on portal.products as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER products_came AFTER INSERT ON portal.products REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION portal.follow_products();
grant delete, insert, select, update on portal.products to portal_ingest;
grant insert, select, update on portal.products to portal_keeper;
grant select on portal.products to portal_admin;
grant select on portal.products to portal_backup;
grant select on portal.products to portal_member;
grant select on portal.products to portal_staff;

create table portal.profiles (
  user_id text not null,
  name text not null,
  email text not null,
  global_admin boolean default false not null,
  default_tenant_id integer,
  language text,
  theme text,
  density text,
  timezone text,
  created_at timestamp with time zone default now() not null,
  deactivated_at timestamp with time zone,
  phone text default ''::text not null,
  address text default ''::text not null,
  department text default ''::text not null,
  notify_email boolean default true not null,
  notify_browser boolean default true not null,
  notify_mobile boolean default false not null,
  notify_order_updates boolean default true not null,
  notify_product_updates boolean default true not null,
  version integer default 1 not null,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_default_tenant_id_fkey FOREIGN KEY (default_tenant_id) REFERENCES portal.tenants(id),
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_address_check CHECK ((length(address) <= 500)),
  constraint profiles_department_check CHECK ((length(department) <= 120)),
  constraint profiles_phone_check CHECK ((length(phone) <= 40))
);
alter table portal.profiles enable row level security;
alter table portal.profiles force row level security;
create policy administrator on portal.profiles as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.profiles as permissive for select to portal_backup using (true) with check ();
create policy own_member on portal.profiles as permissive for all to portal_member using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
create policy own_staff on portal.profiles as permissive for all to portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
create policy owner on portal.profiles as permissive for all to portal_owner using (true) with check (true);
CREATE TRIGGER tokens_end_soon AFTER UPDATE OF global_admin ON portal.profiles FOR EACH ROW WHEN ((old.global_admin IS DISTINCT FROM new.global_admin)) EXECUTE FUNCTION auth.end_tokens_soon();
grant select on portal.profiles to portal_admin;
grant select on portal.profiles to portal_backup;
grant select on portal.profiles to portal_member;
grant select on portal.profiles to portal_staff;
grant update (address) on portal.profiles to portal_admin;
grant update (address) on portal.profiles to portal_member;
grant update (address) on portal.profiles to portal_staff;
grant update (density) on portal.profiles to portal_admin;
grant update (density) on portal.profiles to portal_member;
grant update (density) on portal.profiles to portal_staff;
grant update (department) on portal.profiles to portal_admin;
grant update (department) on portal.profiles to portal_member;
grant update (department) on portal.profiles to portal_staff;
grant update (language) on portal.profiles to portal_admin;
grant update (language) on portal.profiles to portal_member;
grant update (language) on portal.profiles to portal_staff;
grant update (name) on portal.profiles to portal_admin;
grant update (name) on portal.profiles to portal_member;
grant update (name) on portal.profiles to portal_staff;
grant update (notify_browser) on portal.profiles to portal_admin;
grant update (notify_browser) on portal.profiles to portal_member;
grant update (notify_browser) on portal.profiles to portal_staff;
grant update (notify_email) on portal.profiles to portal_admin;
grant update (notify_email) on portal.profiles to portal_member;
grant update (notify_email) on portal.profiles to portal_staff;
grant update (notify_mobile) on portal.profiles to portal_admin;
grant update (notify_mobile) on portal.profiles to portal_member;
grant update (notify_mobile) on portal.profiles to portal_staff;
grant update (notify_order_updates) on portal.profiles to portal_admin;
grant update (notify_order_updates) on portal.profiles to portal_member;
grant update (notify_order_updates) on portal.profiles to portal_staff;
grant update (notify_product_updates) on portal.profiles to portal_admin;
grant update (notify_product_updates) on portal.profiles to portal_member;
grant update (notify_product_updates) on portal.profiles to portal_staff;
grant update (phone) on portal.profiles to portal_admin;
grant update (phone) on portal.profiles to portal_member;
grant update (phone) on portal.profiles to portal_staff;
grant update (theme) on portal.profiles to portal_admin;
grant update (theme) on portal.profiles to portal_member;
grant update (theme) on portal.profiles to portal_staff;
grant update (timezone) on portal.profiles to portal_admin;
grant update (timezone) on portal.profiles to portal_member;
grant update (timezone) on portal.profiles to portal_staff;
grant update (version) on portal.profiles to portal_admin;
grant update (version) on portal.profiles to portal_member;
grant update (version) on portal.profiles to portal_staff;

create table portal.purchase_order_events (
  tenant_id integer not null,
  purchase_order_id bigint not null,
  id bigint default nextval('portal.purchase_order_event_ids'::regclass) not null,
  act text not null,
  state text not null,
  actor text,
  by_staff boolean default false not null,
  note text,
  details jsonb default '{}'::jsonb not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint purchase_order_events_pkey PRIMARY KEY (tenant_id, purchase_order_id, id),
  constraint purchase_order_events_tenant_id_purchase_order_id_fkey FOREIGN KEY (tenant_id, purchase_order_id) REFERENCES portal.purchase_orders(tenant_id, id) ON DELETE CASCADE
);
alter table portal.purchase_order_events enable row level security;
alter table portal.purchase_order_events force row level security;
create policy administrator on portal.purchase_order_events as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.purchase_order_events as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.purchase_order_events as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.purchase_order_events as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.purchase_order_events as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
grant insert, select on portal.purchase_order_events to portal_admin;
grant insert, select on portal.purchase_order_events to portal_keeper;
grant insert, select on portal.purchase_order_events to portal_member;
grant insert, select on portal.purchase_order_events to portal_staff;
grant select on portal.purchase_order_events to portal_backup;

create table portal.purchase_order_files (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  purchase_order_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamp with time zone default now() not null,
  constraint purchase_order_files_pkey PRIMARY KEY (tenant_id, id),
  constraint purchase_order_files_tenant_id_purchase_order_id_fkey FOREIGN KEY (tenant_id, purchase_order_id) REFERENCES portal.purchase_orders(tenant_id, id) ON DELETE CASCADE
);
alter table portal.purchase_order_files enable row level security;
alter table portal.purchase_order_files force row level security;
CREATE INDEX purchase_order_files_content ON portal.purchase_order_files USING btree (checksum);
CREATE INDEX purchase_order_files_of ON portal.purchase_order_files USING btree (tenant_id, purchase_order_id);
create policy administrator on portal.purchase_order_files as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.purchase_order_files as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.purchase_order_files as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.purchase_order_files as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy owner on portal.purchase_order_files as permissive for select to portal_owner using (true) with check ();
create policy staff on portal.purchase_order_files as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
grant delete, insert, select on portal.purchase_order_files to portal_admin;
grant delete, insert, select on portal.purchase_order_files to portal_member;
grant delete, insert, select on portal.purchase_order_files to portal_staff;
grant select on portal.purchase_order_files to portal_backup;
grant select on portal.purchase_order_files to portal_keeper;

create table portal.purchase_order_lines (
  tenant_id integer not null,
  purchase_order_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  item_no text not null,
  item_name text not null,
  quantity numeric(18,3) not null,
  unit text,
  unit_price numeric(18,6),
  minimum_quantity numeric(18,3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  price_per numeric(18,6) default 1 not null,
  amount_cents bigint generated always as (portal.line_amount(quantity, unit_price, price_per)) stored,
  constraint purchase_order_lines_pkey PRIMARY KEY (tenant_id, purchase_order_id, line_no),
  constraint purchase_order_lines_tenant_id_purchase_order_id_fkey FOREIGN KEY (tenant_id, purchase_order_id) REFERENCES portal.purchase_orders(tenant_id, id) ON DELETE CASCADE,
  constraint purchase_order_lines_price_per_check CHECK ((price_per > (0)::numeric)),
  constraint purchase_order_lines_quantity_check CHECK ((quantity > (0)::numeric))
);
alter table portal.purchase_order_lines enable row level security;
alter table portal.purchase_order_lines force row level security;
create policy administrator on portal.purchase_order_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.purchase_order_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.purchase_order_lines as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.purchase_order_lines as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.purchase_order_lines as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.purchase_order_lines as permissive for select to portal_ingest using ((( SELECT auth.collects_all() AS collects_all) OR (tenant_id = ( SELECT auth.collect_tenant() AS collect_tenant)))) with check ();
CREATE TRIGGER guard AFTER INSERT OR DELETE OR UPDATE ON portal.purchase_order_lines FOR EACH ROW EXECUTE FUNCTION portal.guard_purchase_order_lines();
grant delete, insert, select, update on portal.purchase_order_lines to portal_admin;
grant delete, insert, select, update on portal.purchase_order_lines to portal_member;
grant delete, insert, select, update on portal.purchase_order_lines to portal_staff;
grant insert, select on portal.purchase_order_lines to portal_keeper;
grant select on portal.purchase_order_lines to portal_backup;
grant select on portal.purchase_order_lines to portal_ingest;

create table portal.purchase_orders (
  tenant_id integer not null,
  id bigint default nextval('portal.purchase_order_ids'::regclass) not null,
  number integer,
  state text default 'draft'::text not null,
  version integer default 1 not null,
  po_no text,
  currency character(3) collate pg_catalog."C" not null,
  requested_date date,
  ship_to text,
  note text,
  total_cents bigint default 0 not null,
  unpriced_lines integer default 0 not null,
  line_count integer default 0 not null,
  by_staff boolean default false not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  proposal jsonb,
  order_id bigint,
  order_state text,
  feed_version integer,
  acknowledged_version integer,
  acknowledged_at timestamp with time zone,
  dated_at timestamp with time zone generated always as (COALESCE(submitted_at, created_at)) stored not null,
  po_key text generated always as (lower(btrim(COALESCE(po_no, ''::text)))) stored not null,
  search_text text generated always as (portal.fold(((((((COALESCE(po_no, ''::text) || chr(10)) || COALESCE((number)::text, ''::text)) || chr(10)) || COALESCE(ship_to, ''::text)) || chr(10)) || COALESCE(note, ''::text)))) stored not null,
  issue_id bigint,
  key uuid,
  constraint purchase_orders_pkey PRIMARY KEY (tenant_id, id),
  constraint purchase_orders_tenant_id_number_key UNIQUE (tenant_id, number),
  constraint purchase_orders_issue_fkey FOREIGN KEY (tenant_id, issue_id) REFERENCES portal.issues(tenant_id, id),
  constraint purchase_orders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint purchase_orders_check CHECK (((number IS NULL) = (submitted_at IS NULL))),
  constraint purchase_orders_check1 CHECK (((state = 'draft'::text) OR (number IS NOT NULL))),
  constraint purchase_orders_order_state_check CHECK ((order_state = ANY (ARRAY['pending'::text, 'linked'::text, 'ambiguous'::text]))),
  constraint purchase_orders_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'awaiting_approval'::text, 'submitted'::text, 'countered'::text, 'accepted'::text, 'rejected'::text, 'cancelled'::text])))
);
alter table portal.purchase_orders enable row level security;
alter table portal.purchase_orders force row level security;
CREATE INDEX purchase_orders_all_newest ON portal.purchase_orders USING btree (dated_at DESC, id DESC);
CREATE INDEX purchase_orders_newest ON portal.purchase_orders USING btree (tenant_id, dated_at DESC, id DESC);
CREATE INDEX purchase_orders_po_no ON portal.purchase_orders USING btree (tenant_id, po_key);
CREATE INDEX purchase_orders_search ON portal.purchase_orders USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX purchase_orders_sums ON portal.purchase_orders USING btree (tenant_id, currency, state) INCLUDE (dated_at, total_cents);
CREATE INDEX purchase_orders_to_collect ON portal.purchase_orders USING btree (tenant_id, id) WHERE (feed_version IS DISTINCT FROM acknowledged_version);
CREATE UNIQUE INDEX purchase_orders_issue ON portal.purchase_orders USING btree (tenant_id, issue_id) WHERE ((issue_id IS NOT NULL) AND (state <> ALL (ARRAY['rejected'::text, 'cancelled'::text])));
CREATE UNIQUE INDEX purchase_orders_key ON portal.purchase_orders USING btree (tenant_id, created_by, key) WHERE (key IS NOT NULL);
create policy administrator on portal.purchase_orders as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.purchase_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.purchase_orders as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.purchase_orders as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.purchase_orders as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.purchase_orders as permissive for all to portal_ingest using ((( SELECT auth.collects_all() AS collects_all) OR (tenant_id = ( SELECT auth.collect_tenant() AS collect_tenant)))) with check ((( SELECT auth.collects_all() AS collects_all) OR (tenant_id = ( SELECT auth.collect_tenant() AS collect_tenant))));
CREATE TRIGGER guard BEFORE UPDATE ON portal.purchase_orders FOR EACH ROW EXECUTE FUNCTION portal.guard_purchase_order();
grant delete, insert, select, update on portal.purchase_orders to portal_admin;
grant delete, insert, select, update on portal.purchase_orders to portal_member;
grant delete, insert, select, update on portal.purchase_orders to portal_staff;
grant insert, select, update on portal.purchase_orders to portal_keeper;
grant select on portal.purchase_orders to portal_backup;
grant select on portal.purchase_orders to portal_ingest;
grant update (acknowledged_at) on portal.purchase_orders to portal_ingest;
grant update (acknowledged_version) on portal.purchase_orders to portal_ingest;

create table portal.purchase_settings (
  tenant_id integer not null,
  last_number integer default 0 not null,
  approval_limit_cents bigint,
  addresses jsonb default '[]'::jsonb not null,
  version integer default 0 not null,
  constraint purchase_settings_pkey PRIMARY KEY (tenant_id),
  constraint purchase_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint purchase_settings_approval_limit_cents_check CHECK ((approval_limit_cents >= 0))
);
alter table portal.purchase_settings enable row level security;
alter table portal.purchase_settings force row level security;
create policy administrator on portal.purchase_settings as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.purchase_settings as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.purchase_settings as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.purchase_settings as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.purchase_settings as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
grant insert, select, update on portal.purchase_settings to portal_admin;
grant insert, select, update on portal.purchase_settings to portal_keeper;
grant insert, select, update on portal.purchase_settings to portal_member;
grant insert, select, update on portal.purchase_settings to portal_staff;
grant select on portal.purchase_settings to portal_backup;

create table portal.roadmap_comments (
  tenant_id integer not null,
  id bigint generated always as identity not null,
  phase text not null,
  user_id text not null,
  author_name text not null,
  text text not null,
  at timestamp with time zone default now() not null,
  constraint roadmap_comments_pkey PRIMARY KEY (tenant_id, id),
  constraint roadmap_comments_phase_fkey FOREIGN KEY (phase) REFERENCES portal.roadmap_phases(phase),
  constraint roadmap_comments_text_check CHECK (((length(text) <= 2000) AND (btrim(text) <> ''::text)))
);
alter table portal.roadmap_comments enable row level security;
alter table portal.roadmap_comments force row level security;
CREATE INDEX roadmap_comments_person ON portal.roadmap_comments USING btree (user_id);
CREATE INDEX roadmap_comments_phase ON portal.roadmap_comments USING btree (phase, id DESC);
create policy administrator on portal.roadmap_comments as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy administrator_says on portal.roadmap_comments as permissive for insert to portal_admin using () with check ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0)));
create policy backup on portal.roadmap_comments as permissive for select to portal_backup using (true) with check ();
create policy member on portal.roadmap_comments as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy member_says on portal.roadmap_comments as permissive for insert to portal_member using () with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy staff on portal.roadmap_comments as permissive for select to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ();
create policy staff_says on portal.roadmap_comments as permissive for insert to portal_staff using () with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant insert, select on portal.roadmap_comments to portal_admin;
grant insert, select on portal.roadmap_comments to portal_member;
grant insert, select on portal.roadmap_comments to portal_staff;
grant select on portal.roadmap_comments to portal_backup;

create table portal.roadmap_phases (
  phase text not null,
  place smallint not null,
  duration_weeks smallint,
  status text not null,
  progress smallint not null,
  version integer default 1 not null,
  track text default 'project'::text not null,
  due_on date,
  constraint roadmap_phases_pkey PRIMARY KEY (phase),
  constraint roadmap_phases_place_key UNIQUE (place),
  constraint roadmap_phases_duration_weeks_check CHECK (((duration_weeks >= 1) AND (duration_weeks <= 520))),
  constraint roadmap_phases_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint roadmap_phases_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'in-progress'::text, 'planned'::text]))),
  constraint roadmap_phases_track_check CHECK ((track = ANY (ARRAY['project'::text, 'voice'::text])))
);
grant select on portal.roadmap_phases to portal_admin;
grant select on portal.roadmap_phases to portal_backup;
grant select on portal.roadmap_phases to portal_member;
grant select on portal.roadmap_phases to portal_staff;
grant update (progress) on portal.roadmap_phases to portal_admin;
grant update (status) on portal.roadmap_phases to portal_admin;
grant update (version) on portal.roadmap_phases to portal_admin;

create table portal.roles (
  key text not null,
  kind text not null,
  name text not null,
  permissions text[] not null,
  shipped text[],
  named boolean default false not null,
  constraint roles_pkey PRIMARY KEY (key),
  constraint roles_kind_check CHECK ((kind = ANY (ARRAY['tenant'::text, 'staff'::text])))
);
CREATE TRIGGER keep_shipped BEFORE INSERT OR UPDATE ON portal.roles FOR EACH ROW EXECUTE FUNCTION portal.keep_shipped();
grant select on portal.roles to portal_admin;
grant select on portal.roles to portal_backup;
grant select on portal.roles to portal_ingest;
grant select on portal.roles to portal_member;
grant select on portal.roles to portal_staff;

create table portal.sales_calendar (
  year smallint not null,
  month smallint not null,
  closed_at timestamp with time zone default clock_timestamp() not null,
  closed_by text not null,
  constraint sales_calendar_pkey PRIMARY KEY (year, month),
  constraint sales_calendar_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint sales_calendar_year_check CHECK (((year >= 1900) AND (year <= 9999)))
);
grant delete, insert, select on portal.sales_calendar to portal_admin;
grant select on portal.sales_calendar to portal_backup;
grant select (month) on portal.sales_calendar to portal_member;
grant select (month) on portal.sales_calendar to portal_staff;
grant select (year) on portal.sales_calendar to portal_member;
grant select (year) on portal.sales_calendar to portal_staff;

create table portal.sales_changes (
  tenant_id integer not null,
  xid xid8 not null,
  currency character(3) collate pg_catalog."C" not null,
  year smallint not null,
  month smallint not null,
  item_id integer not null,
  customer_id integer not null,
  invoice_no text collate pg_catalog."C" not null,
  lines smallint not null,
  quantity bigint not null,
  amount_cents bigint not null
);
alter table portal.sales_changes enable row level security;
alter table portal.sales_changes force row level security;
CREATE INDEX sales_changes_transaction ON portal.sales_changes USING btree (xid);
create policy keeper on portal.sales_changes as permissive for all to portal_keeper using (true) with check (true);
grant delete, insert, select on portal.sales_changes to portal_keeper;

create table portal.sales_checks (
  id integer generated always as identity not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  lines bigint,
  differences integer,
  details jsonb default '[]'::jsonb not null,
  fault text,
  constraint sales_checks_pkey PRIMARY KEY (id),
  constraint sales_checks_check CHECK (((finished_at IS NULL) = (fault IS NOT NULL)))
);
alter table portal.sales_checks enable row level security;
alter table portal.sales_checks force row level security;
CREATE INDEX sales_checks_newest ON portal.sales_checks USING btree (started_at DESC);
create policy administrator on portal.sales_checks as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_checks as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.sales_checks as permissive for all to portal_owner using (true) with check (true);
grant select on portal.sales_checks to portal_admin;
grant select on portal.sales_checks to portal_backup;

create table portal.sales_customer_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  period smallint not null,
  year smallint not null,
  customer_id integer not null,
  lines integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  constraint sales_customer_totals_pkey PRIMARY KEY (tenant_id, period, year, customer_id, currency)
);
alter table portal.sales_customer_totals enable row level security;
alter table portal.sales_customer_totals force row level security;
create policy administrator on portal.sales_customer_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_customer_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_customer_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.sales_customer_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_customer_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_customer_totals to portal_keeper;
grant select on portal.sales_customer_totals to portal_admin;
grant select on portal.sales_customer_totals to portal_backup;
grant select on portal.sales_customer_totals to portal_member;
grant select on portal.sales_customer_totals to portal_staff;

create table portal.sales_customers (
  tenant_id integer not null,
  customer_id integer not null,
  client_code text not null,
  customer_name text not null,
  customer text collate pg_catalog."C" not null,
  search_text text generated always as (portal.fold(((customer_name || chr(10)) ||
CASE
    WHEN (customer = 'Unknown Client'::text) THEN ''::text
    ELSE customer
END))) stored not null,
  constraint sales_customers_pkey PRIMARY KEY (tenant_id, customer_id)
);
alter table portal.sales_customers enable row level security;
alter table portal.sales_customers force row level security;
create policy administrator on portal.sales_customers as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_customers as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_customers as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.sales_customers as permissive for select to portal_legacy using ((tenant_id > 0)) with check ();
create policy member on portal.sales_customers as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_customers as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_customers to portal_keeper;
grant select on portal.sales_customers to portal_admin;
grant select on portal.sales_customers to portal_backup;
grant select on portal.sales_customers to portal_legacy;
grant select on portal.sales_customers to portal_member;
grant select on portal.sales_customers to portal_staff;

create table portal.sales_history (
  tenant_id integer not null,
  id bigint default nextval('portal.sales_history_ids'::regclass) not null,
  source_id smallint not null,
  year smallint not null,
  month smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  item_id integer not null,
  customer_id integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  invoice_no text collate pg_catalog."C" not null,
  invoice_date date,
  unit_price numeric(18,6),
  tax_code text,
  amt_2_cents bigint,
  source_key text collate pg_catalog."C" not null,
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamp with time zone,
  currency_given boolean,
  constraint sales_history_pkey PRIMARY KEY (tenant_id, id),
  constraint sales_history_invoice_no_check CHECK ((length(invoice_no) <= 200)),
  constraint sales_history_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint sales_history_year_check CHECK (((year >= 1) AND (year <= 9999)))
);
alter table portal.sales_history enable row level security;
alter table portal.sales_history force row level security;
CREATE INDEX sales_history_customer ON portal.sales_history USING btree (tenant_id, customer_id);
CREATE INDEX sales_history_invoice ON portal.sales_history USING btree (invoice_no, tenant_id);
CREATE INDEX sales_history_month ON portal.sales_history USING btree (tenant_id, year, month, item_id) INCLUDE (customer_id, currency, invoice_no);
CREATE INDEX sales_history_period ON portal.sales_history USING brin (year, month) WITH (pages_per_range='32');
create policy administrator on portal.sales_history as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.sales_history as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_history as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.sales_history as permissive for select to portal_legacy using (true) with check ();
create policy member on portal.sales_history as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.sales_history as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.sales_history as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER note_delete AFTER DELETE ON portal.sales_history REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.sales_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_truncate AFTER TRUNCATE ON portal.sales_history FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.sales_history REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
grant delete, insert, select on portal.sales_history to portal_keeper;
grant delete, insert, select, update on portal.sales_history to portal_ingest;
grant select on portal.sales_history to portal_admin;
grant select on portal.sales_history to portal_backup;
grant select on portal.sales_history to portal_legacy;
grant select on portal.sales_history to portal_member;
grant select on portal.sales_history to portal_staff;

create table portal.sales_item_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  period smallint not null,
  year smallint not null,
  item_id integer not null,
  lines integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  constraint sales_item_totals_pkey PRIMARY KEY (tenant_id, period, year, item_id, currency)
);
alter table portal.sales_item_totals enable row level security;
alter table portal.sales_item_totals force row level security;
create policy administrator on portal.sales_item_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_item_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_item_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.sales_item_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_item_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_item_totals to portal_keeper;
grant select on portal.sales_item_totals to portal_admin;
grant select on portal.sales_item_totals to portal_backup;
grant select on portal.sales_item_totals to portal_member;
grant select on portal.sales_item_totals to portal_staff;

create table portal.sales_items (
  tenant_id integer not null,
  item_id integer not null,
  item_no text not null,
  item_name text not null,
  product text collate pg_catalog."C" not null,
  search_text text generated always as (portal.fold(((((item_no || chr(10)) || item_name) || chr(10)) ||
CASE
    WHEN (product = 'Unknown Product'::text) THEN ''::text
    ELSE product
END))) stored not null,
  constraint sales_items_pkey PRIMARY KEY (tenant_id, item_id)
);
alter table portal.sales_items enable row level security;
alter table portal.sales_items force row level security;
create policy administrator on portal.sales_items as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_items as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_items as permissive for all to portal_keeper using (true) with check (true);
create policy legacy on portal.sales_items as permissive for select to portal_legacy using ((tenant_id > 0)) with check ();
create policy member on portal.sales_items as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_items as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_items to portal_keeper;
grant select on portal.sales_items to portal_admin;
grant select on portal.sales_items to portal_backup;
grant select on portal.sales_items to portal_legacy;
grant select on portal.sales_items to portal_member;
grant select on portal.sales_items to portal_staff;

create table portal.sales_pending (
  tenant_id integer not null,
  xid xid8 not null,
  year smallint not null,
  constraint sales_pending_pkey PRIMARY KEY (tenant_id, xid, year)
);
alter table portal.sales_pending enable row level security;
alter table portal.sales_pending force row level security;
CREATE INDEX sales_pending_transaction ON portal.sales_pending USING btree (xid);
create policy keeper on portal.sales_pending as permissive for all to portal_keeper using (true) with check (true);
grant delete, insert, select on portal.sales_pending to portal_keeper;

create table portal.sales_repeated_orders (
  tenant_id integer not null,
  period smallint not null,
  year smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  orders integer not null,
  constraint sales_repeated_orders_pkey PRIMARY KEY (tenant_id, period, year, currency)
);
alter table portal.sales_repeated_orders enable row level security;
alter table portal.sales_repeated_orders force row level security;
create policy administrator on portal.sales_repeated_orders as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_repeated_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_repeated_orders as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.sales_repeated_orders as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_repeated_orders as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_repeated_orders to portal_keeper;
grant select on portal.sales_repeated_orders to portal_admin;
grant select on portal.sales_repeated_orders to portal_backup;
grant select on portal.sales_repeated_orders to portal_member;
grant select on portal.sales_repeated_orders to portal_staff;

create table portal.sales_shared_invoices (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  invoice_no text collate pg_catalog."C" not null,
  constraint sales_shared_invoices_pkey PRIMARY KEY (tenant_id, currency, invoice_no)
);
alter table portal.sales_shared_invoices enable row level security;
alter table portal.sales_shared_invoices force row level security;
CREATE INDEX sales_shared_invoices_no ON portal.sales_shared_invoices USING btree (invoice_no);
create policy backup on portal.sales_shared_invoices as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_shared_invoices as permissive for all to portal_keeper using (true) with check (true);
create policy staff on portal.sales_shared_invoices as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select on portal.sales_shared_invoices to portal_keeper;
grant select on portal.sales_shared_invoices to portal_backup;
grant select on portal.sales_shared_invoices to portal_staff;

create table portal.sales_totals (
  tenant_id integer not null,
  currency character(3) collate pg_catalog."C" not null,
  month smallint not null,
  year smallint not null,
  lines integer default 0 not null,
  quantity bigint default 0 not null,
  amount_cents bigint default 0 not null,
  orders integer default 0 not null,
  constraint sales_totals_pkey PRIMARY KEY (tenant_id, year, month, currency)
);
alter table portal.sales_totals enable row level security;
alter table portal.sales_totals force row level security;
create policy administrator on portal.sales_totals as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.sales_totals as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.sales_totals as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.sales_totals as permissive for select to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy staff on portal.sales_totals as permissive for select to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
grant delete, insert, select, update on portal.sales_totals to portal_keeper;
grant select on portal.sales_totals to portal_admin;
grant select on portal.sales_totals to portal_backup;
grant select on portal.sales_totals to portal_member;
grant select on portal.sales_totals to portal_staff;

create table portal.sales_unsettled (
  xid xid8 not null,
  tenant_id integer,
  currency character(3) collate pg_catalog."C",
  year smallint,
  month smallint,
  item_id integer,
  customer_id integer,
  invoice_no text collate pg_catalog."C",
  quantity bigint,
  amount_cents bigint,
  constraint sales_unsettled_pkey PRIMARY KEY (xid)
);
alter table portal.sales_unsettled enable row level security;
alter table portal.sales_unsettled force row level security;
create policy keeper on portal.sales_unsettled as permissive for all to portal_keeper using (true) with check (true);
CREATE CONSTRAINT TRIGGER add_one AFTER INSERT ON portal.sales_unsettled DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.currency IS NOT NULL)) EXECUTE FUNCTION portal.add_one_sale();
CREATE CONSTRAINT TRIGGER settle AFTER INSERT ON portal.sales_unsettled DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.currency IS NULL)) EXECUTE FUNCTION portal.settle_sales_at_commit();
grant delete, insert, select on portal.sales_unsettled to portal_keeper;

create table portal.saved_views (
  tenant_id integer not null,
  user_id text not null,
  id bigint default nextval('portal.saved_view_ids'::regclass) not null,
  screen text not null,
  name text not null,
  state jsonb not null,
  is_default boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint saved_views_pkey PRIMARY KEY (tenant_id, user_id, id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE,
  constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint saved_views_screen_check CHECK (((length(screen) >= 1) AND (length(screen) <= 40)))
);
alter table portal.saved_views enable row level security;
alter table portal.saved_views force row level security;
CREATE INDEX saved_views_user ON portal.saved_views USING btree (user_id);
CREATE UNIQUE INDEX saved_views_default ON portal.saved_views USING btree (tenant_id, user_id, screen) WHERE is_default;
CREATE UNIQUE INDEX saved_views_name ON portal.saved_views USING btree (tenant_id, user_id, screen, portal.fold(name));
create policy administrator on portal.saved_views as permissive for all to portal_admin using ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0))) with check ((( SELECT auth.is_admin() AS is_admin) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = 0)));
create policy backup on portal.saved_views as permissive for select to portal_backup using (true) with check ();
create policy member on portal.saved_views as permissive for all to portal_member using (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor)))) with check (((tenant_id = ( SELECT auth.tenant() AS tenant)) AND (user_id = ( SELECT auth.actor() AS actor))));
create policy staff on portal.saved_views as permissive for all to portal_staff using ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[])))) with check ((( SELECT auth.is_staff() AS is_staff) AND (user_id = ( SELECT auth.actor() AS actor)) AND (tenant_id = ANY (( SELECT (auth.staff_tenants() || 0))::integer[]))));
grant delete, insert, select, update on portal.saved_views to portal_admin;
grant delete, insert, select, update on portal.saved_views to portal_member;
grant delete, insert, select, update on portal.saved_views to portal_staff;
grant select on portal.saved_views to portal_backup;

create table portal.schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table portal.shipment_events (
  tenant_id integer not null,
  id bigint default nextval('portal.shipment_event_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  shipment_key text collate pg_catalog."C" not null,
  happened_at timestamp with time zone not null,
  kind text not null,
  place text,
  note text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint shipment_events_pkey PRIMARY KEY (tenant_id, id),
  constraint shipment_events_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint shipment_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint shipment_events_kind_check CHECK ((kind = ANY (ARRAY['placed'::text, 'processed'::text, 'in_transit'::text, 'delivered'::text, 'exception'::text])))
);
alter table portal.shipment_events enable row level security;
alter table portal.shipment_events force row level security;
CREATE INDEX shipment_events_shipment ON portal.shipment_events USING btree (tenant_id, source_id, shipment_key, happened_at, id);
create policy administrator on portal.shipment_events as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.shipment_events as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.shipment_events as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.shipment_events as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.shipment_events as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.shipment_events as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER tell_added AFTER INSERT ON portal.shipment_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_shipments();
CREATE TRIGGER tell_changed AFTER UPDATE ON portal.shipment_events REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_shipments();
CREATE TRIGGER tell_removed AFTER DELETE ON portal.shipment_events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_shipments();
grant delete, insert, select, update on portal.shipment_events to portal_ingest;
grant delete, insert, select, update on portal.shipment_events to portal_keeper;
grant select on portal.shipment_events to portal_admin;
grant select on portal.shipment_events to portal_backup;
grant select on portal.shipment_events to portal_member;
grant select on portal.shipment_events to portal_staff;

create table portal.shipment_lines (
  tenant_id integer not null,
  id bigint default nextval('portal.shipment_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  shipment_key text collate pg_catalog."C" not null,
  line_no text not null,
  order_line_no text,
  item_no text,
  item_name text,
  lot text,
  quantity numeric(18,3),
  unit text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text,
  constraint shipment_lines_pkey PRIMARY KEY (tenant_id, id),
  constraint shipment_lines_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint shipment_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.shipment_lines enable row level security;
alter table portal.shipment_lines force row level security;
CREATE INDEX shipment_lines_lot ON portal.shipment_lines USING btree (tenant_id, lot) WHERE (lot IS NOT NULL);
CREATE INDEX shipment_lines_number ON portal.shipment_lines USING btree (tenant_id, ord_no COLLATE portal.natural_order) WHERE (ord_no IS NOT NULL);
CREATE INDEX shipment_lines_order ON portal.shipment_lines USING btree (tenant_id, order_key) WHERE (order_key IS NOT NULL);
CREATE INDEX shipment_lines_shipment ON portal.shipment_lines USING btree (tenant_id, source_id, shipment_key);
create policy administrator on portal.shipment_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.shipment_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.shipment_lines as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.shipment_lines as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.shipment_lines as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.shipment_lines as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER number_added AFTER INSERT ON portal.shipment_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.number_shipments();
CREATE TRIGGER number_changed AFTER UPDATE ON portal.shipment_lines REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.number_shipments();
CREATE TRIGGER number_removed AFTER DELETE ON portal.shipment_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.number_shipments();
grant delete, insert, select, update on portal.shipment_lines to portal_ingest;
grant delete, insert, select, update on portal.shipment_lines to portal_keeper;
grant select on portal.shipment_lines to portal_admin;
grant select on portal.shipment_lines to portal_backup;
grant select on portal.shipment_lines to portal_member;
grant select on portal.shipment_lines to portal_staff;

create table portal.shipments (
  tenant_id integer not null,
  id bigint default nextval('portal.shipment_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  tracking_no text not null,
  carrier text not null,
  carrier_link text,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text,
  client_code text,
  client_name text,
  order_date date,
  processed_date date,
  shipped_date date,
  estimated_on date,
  delivered_date date,
  date_texts jsonb,
  ship_to text,
  weight text,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  placed_at timestamp with time zone,
  processed_at timestamp with time zone,
  in_transit_at timestamp with time zone,
  delivered_at timestamp with time zone,
  last_event_at timestamp with time zone,
  last_event text,
  placed_on date generated always as (COALESCE(order_date, ((placed_at AT TIME ZONE 'UTC'::text))::date)) stored,
  processed_on date generated always as (COALESCE(processed_date, ((processed_at AT TIME ZONE 'UTC'::text))::date)) stored,
  shipped_on date generated always as (COALESCE(shipped_date, ((in_transit_at AT TIME ZONE 'UTC'::text))::date)) stored,
  delivered_on date generated always as (COALESCE(delivered_date, ((delivered_at AT TIME ZONE 'UTC'::text))::date)) stored,
  state text generated always as (
CASE
    WHEN ((delivered_date IS NOT NULL) OR (delivered_at IS NOT NULL)) THEN 'delivered'::text
    WHEN ((shipped_date IS NOT NULL) OR (in_transit_at IS NOT NULL)) THEN 'in_transit'::text
    ELSE 'processing'::text
END) stored not null,
  version integer default 1 not null,
  wish text collate pg_catalog."C",
  entered_id bigint,
  line_numbers text,
  told_events text[],
  search_text text generated always as (portal.fold(((((((((tracking_no || chr(10)) || COALESCE(ord_no, ''::text)) || chr(10)) || COALESCE(po_no, ''::text)) || chr(10)) || COALESCE(primary_no, ''::text)) || chr(10)) || COALESCE(line_numbers, ''::text)))) stored not null,
  constraint shipments_pkey PRIMARY KEY (tenant_id, id),
  constraint shipments_tenant_id_source_id_source_key_key UNIQUE (tenant_id, source_id, source_key),
  constraint shipments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint shipments_wish_check CHECK (((length(wish) >= 8) AND (length(wish) <= 64)))
);
alter table portal.shipments enable row level security;
alter table portal.shipments force row level security;
CREATE INDEX shipments_all_by_estimate ON portal.shipments USING btree (estimated_on DESC NULLS LAST, id DESC);
CREATE INDEX shipments_by_estimate ON portal.shipments USING btree (tenant_id, estimated_on DESC NULLS LAST, id DESC);
CREATE INDEX shipments_by_number ON portal.shipments USING btree (tenant_id, ord_no COLLATE portal.natural_order) WHERE (ord_no IS NOT NULL);
CREATE INDEX shipments_by_order ON portal.shipments USING btree (tenant_id, order_key);
CREATE INDEX shipments_in_place_of ON portal.shipments USING btree (tenant_id, entered_id) WHERE (entered_id IS NOT NULL);
CREATE INDEX shipments_search ON portal.shipments USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX shipments_sums ON portal.shipments USING btree (tenant_id, state) INCLUDE (estimated_on, placed_on, processed_on, shipped_on, delivered_on, last_event);
CREATE UNIQUE INDEX shipments_entered ON portal.shipments USING btree (tenant_id, source_key) WHERE (source_id = 0);
CREATE UNIQUE INDEX shipments_wish ON portal.shipments USING btree (tenant_id, wish) WHERE (wish IS NOT NULL);
create policy administrator on portal.shipments as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.shipments as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.shipments as permissive for all to portal_keeper using (true) with check (true);
create policy member on portal.shipments as permissive for all to portal_member using ((tenant_id = ( SELECT auth.tenant() AS tenant))) with check ((tenant_id = ( SELECT auth.tenant() AS tenant)));
create policy staff on portal.shipments as permissive for all to portal_staff using ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ((tenant_id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[])));
create policy upstream on portal.shipments as permissive for all to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ((( SELECT auth.ingests_all() AS ingests_all) OR (tenant_id = ( SELECT auth.ingest_tenant() AS ingest_tenant))));
CREATE TRIGGER give_way_added AFTER INSERT ON portal.shipments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.give_way_to_upstream();
CREATE TRIGGER give_way_moved AFTER UPDATE ON portal.shipments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.give_way_to_upstream();
CREATE TRIGGER tell_added AFTER INSERT ON portal.shipments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_shipments();
CREATE TRIGGER tell_moved AFTER UPDATE ON portal.shipments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_shipments();
CREATE TRIGGER tell_of_shipments AFTER UPDATE ON portal.shipments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.tell_of_shipments();
grant delete, insert, select, update on portal.shipments to portal_ingest;
grant delete, insert, select, update on portal.shipments to portal_keeper;
grant select on portal.shipments to portal_admin;
grant select on portal.shipments to portal_backup;
grant select on portal.shipments to portal_member;
grant select on portal.shipments to portal_staff;

create table portal.staff (
  user_id text not null,
  role text not null,
  all_tenants boolean default false not null,
  constraint staff_pkey PRIMARY KEY (user_id),
  constraint staff_role_fkey FOREIGN KEY (role) REFERENCES portal.roles(key),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE
);
alter table portal.staff enable row level security;
alter table portal.staff force row level security;
create policy administrator on portal.staff as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.staff as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.staff as permissive for all to portal_owner using (true) with check (true);
CREATE TRIGGER tokens_end_soon AFTER INSERT OR DELETE OR UPDATE ON portal.staff FOR EACH ROW EXECUTE FUNCTION auth.end_tokens_soon();
grant select on portal.staff to portal_admin;
grant select on portal.staff to portal_backup;

create table portal.staff_tenants (
  tenant_id integer not null,
  user_id text not null,
  constraint staff_tenants_pkey PRIMARY KEY (tenant_id, user_id),
  constraint staff_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint staff_tenants_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.staff(user_id) ON DELETE CASCADE
);
alter table portal.staff_tenants enable row level security;
alter table portal.staff_tenants force row level security;
CREATE INDEX staff_tenants_user ON portal.staff_tenants USING btree (user_id);
create policy administrator on portal.staff_tenants as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.staff_tenants as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.staff_tenants as permissive for all to portal_owner using (true) with check (true);
CREATE TRIGGER tokens_end_soon AFTER INSERT OR DELETE ON portal.staff_tenants FOR EACH ROW EXECUTE FUNCTION auth.end_tokens_soon();
grant select on portal.staff_tenants to portal_admin;
grant select on portal.staff_tenants to portal_backup;

create table portal.staged_current_sales (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  client_code text,
  client_name text,
  year smallint,
  month smallint,
  currency character(3),
  item_id integer,
  customer_id integer,
  quantity bigint,
  amount_cents bigint,
  so text,
  unit text,
  unit_price numeric(18,6),
  lot text,
  quantity_text text,
  amount_text text
);
alter table portal.staged_current_sales enable row level security;
alter table portal.staged_current_sales force row level security;
CREATE INDEX staged_current_sales_batch ON portal.staged_current_sales USING btree (batch, row_no);
create policy owner on portal.staged_current_sales as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_current_sales as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_current_sales to portal_ingest;

create table portal.staged_customers (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  client_code text,
  client_name text,
  language text,
  currency character(3),
  address text
);
alter table portal.staged_customers enable row level security;
alter table portal.staged_customers force row level security;
CREATE INDEX staged_customers_batch ON portal.staged_customers USING btree (batch, row_no);
create policy owner on portal.staged_customers as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_customers as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_customers to portal_ingest;

create table portal.staged_invoice_lines (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  invoice_key text collate pg_catalog."C",
  line_no text,
  item_no text,
  description text,
  quantity numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  amount_cents bigint
);
alter table portal.staged_invoice_lines enable row level security;
alter table portal.staged_invoice_lines force row level security;
CREATE INDEX staged_invoice_lines_batch ON portal.staged_invoice_lines USING btree (batch, row_no);
create policy owner on portal.staged_invoice_lines as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_invoice_lines as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_invoice_lines to portal_ingest;

create table portal.staged_invoices (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  invoice_no text,
  client_code text,
  client_name text,
  ord_no text,
  po_no text,
  invoice_date date,
  due_date date,
  terms text,
  currency character(3),
  subtotal_cents bigint,
  taxes jsonb,
  total_cents bigint
);
alter table portal.staged_invoices enable row level security;
alter table portal.staged_invoices force row level security;
CREATE INDEX staged_invoices_batch ON portal.staged_invoices USING btree (batch, row_no);
create policy owner on portal.staged_invoices as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_invoices as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_invoices to portal_ingest;

create table portal.staged_lot_results (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  lot_no text,
  test text,
  method text,
  specification text,
  min_value numeric(24,9),
  max_value numeric(24,9),
  result text,
  result_value numeric(24,9),
  unit text,
  verdict text,
  tested_on date
);
alter table portal.staged_lot_results enable row level security;
alter table portal.staged_lot_results force row level security;
CREATE INDEX staged_lot_results_batch ON portal.staged_lot_results USING btree (batch, row_no);
create policy owner on portal.staged_lot_results as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_lot_results as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_lot_results to portal_ingest;

create table portal.staged_lots (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  item_no text,
  manufactured_on date,
  expires_on date,
  state text,
  quantity numeric(18,3),
  unit text
);
alter table portal.staged_lots enable row level security;
alter table portal.staged_lots force row level security;
CREATE INDEX staged_lots_batch ON portal.staged_lots USING btree (batch, row_no);
create policy owner on portal.staged_lots as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_lots as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_lots to portal_ingest;

create table portal.staged_order_lines (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  order_key text collate pg_catalog."C",
  line_no text,
  item_no text,
  item_name text,
  qty_ordered numeric(18,3),
  qty_shipped numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  lot text
);
alter table portal.staged_order_lines enable row level security;
alter table portal.staged_order_lines force row level security;
CREATE INDEX staged_order_lines_batch ON portal.staged_order_lines USING btree (batch, row_no);
create policy owner on portal.staged_order_lines as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_order_lines as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_order_lines to portal_ingest;

create table portal.staged_orders (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  primary_no text,
  ord_no text,
  po_no text,
  f_no text,
  client_code text,
  client_name text,
  ref text,
  ord_stat text,
  montant_total text,
  amount_cents bigint,
  currency character(3),
  bl_t text,
  cts_t text,
  bb_t text,
  pbl text,
  pcts text,
  pbb text,
  order_date date,
  requested_date date,
  promised_date date,
  ship_to text
);
alter table portal.staged_orders enable row level security;
alter table portal.staged_orders force row level security;
CREATE INDEX staged_orders_batch ON portal.staged_orders USING btree (batch, row_no);
create policy owner on portal.staged_orders as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_orders as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_orders to portal_ingest;

create table portal.staged_payments (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  payment_no text,
  line_no text,
  kind text,
  client_code text,
  client_name text,
  invoice_no text,
  payment_date date,
  method text,
  reference text,
  currency character(3),
  amount_cents bigint
);
alter table portal.staged_payments enable row level security;
alter table portal.staged_payments force row level security;
CREATE INDEX staged_payments_batch ON portal.staged_payments USING btree (batch, row_no);
create policy owner on portal.staged_payments as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_payments as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_payments to portal_ingest;

create table portal.staged_price_list (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  client_code text,
  client_name text,
  item_no text,
  unit_price numeric(18,6),
  currency character(3),
  unit text,
  valid_from date,
  valid_to date
);
alter table portal.staged_price_list enable row level security;
alter table portal.staged_price_list force row level security;
CREATE INDEX staged_price_list_batch ON portal.staged_price_list USING btree (batch, row_no);
create policy owner on portal.staged_price_list as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_price_list as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_price_list to portal_ingest;

create table portal.staged_products (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  name text,
  name_fr text,
  name_de text,
  name_es text,
  category text,
  class text,
  unit text,
  minimum_quantity numeric(18,3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  active boolean
);
alter table portal.staged_products enable row level security;
alter table portal.staged_products force row level security;
CREATE INDEX staged_products_batch ON portal.staged_products USING btree (batch, row_no);
create policy owner on portal.staged_products as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_products as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_products to portal_ingest;

create table portal.staged_sales_history (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  client_code text,
  client_name text,
  year smallint,
  month smallint,
  currency character(3),
  item_id integer,
  customer_id integer,
  quantity bigint,
  amount_cents bigint,
  invoice_no text,
  invoice_date date,
  unit_price numeric(18,6),
  tax_code text,
  amt_2_cents bigint,
  quantity_text text,
  amount_text text
);
alter table portal.staged_sales_history enable row level security;
alter table portal.staged_sales_history force row level security;
CREATE INDEX staged_sales_history_batch ON portal.staged_sales_history USING btree (batch, row_no);
create policy owner on portal.staged_sales_history as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_sales_history as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_sales_history to portal_ingest;

create table portal.staged_shipment_events (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  shipment_key text collate pg_catalog."C",
  happened_at timestamp with time zone,
  kind text,
  place text,
  note text
);
alter table portal.staged_shipment_events enable row level security;
alter table portal.staged_shipment_events force row level security;
CREATE INDEX staged_shipment_events_batch ON portal.staged_shipment_events USING btree (batch, row_no);
create policy owner on portal.staged_shipment_events as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_shipment_events as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_shipment_events to portal_ingest;

create table portal.staged_shipment_lines (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  shipment_key text collate pg_catalog."C",
  line_no text,
  order_line_no text,
  item_no text,
  item_name text,
  lot text,
  quantity numeric(18,3),
  unit text,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text
);
alter table portal.staged_shipment_lines enable row level security;
alter table portal.staged_shipment_lines force row level security;
CREATE INDEX staged_shipment_lines_batch ON portal.staged_shipment_lines USING btree (batch, row_no);
create policy owner on portal.staged_shipment_lines as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_shipment_lines as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_shipment_lines to portal_ingest;

create table portal.staged_shipments (
  batch bigint not null,
  row_no integer not null,
  key text collate pg_catalog."C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamp with time zone,
  staged_at timestamp with time zone default now() not null,
  tracking_no text,
  carrier text,
  carrier_link text,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text,
  client_code text,
  client_name text,
  order_date date,
  processed_date date,
  shipped_date date,
  estimated_on date,
  delivered_date date,
  date_texts jsonb,
  ship_to text,
  weight text
);
alter table portal.staged_shipments enable row level security;
alter table portal.staged_shipments force row level security;
CREATE INDEX staged_shipments_batch ON portal.staged_shipments USING btree (batch, row_no);
create policy owner on portal.staged_shipments as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.staged_shipments as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.staged_shipments to portal_ingest;

create table portal.status_words (
  word text collate pg_catalog."C" not null,
  meaning text,
  decided_by text,
  decided_at timestamp with time zone,
  version integer default 1 not null,
  constraint status_words_pkey PRIMARY KEY (word),
  constraint status_words_check CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint status_words_check1 CHECK (((meaning IS NOT NULL) OR (decided_by IS NOT NULL))),
  constraint status_words_meaning_check CHECK ((meaning = ANY (ARRAY['not started'::text, 'in progress'::text, 'blend'::text, 'cts'::text, 'packaging'::text, 'completed'::text, 'cancelled'::text, 'finance hold'::text, 'pending'::text])))
);
grant delete, insert, select, update on portal.status_words to portal_admin;
grant select on portal.status_words to portal_backup;
grant select on portal.status_words to portal_ingest;
grant select on portal.status_words to portal_keeper;
grant select on portal.status_words to portal_member;
grant select on portal.status_words to portal_staff;

create table portal.tenant_module_visibility (
  tenant_id integer not null,
  module_id text not null,
  is_visible boolean not null,
  constraint tenant_module_visibility_pkey PRIMARY KEY (tenant_id, module_id),
  constraint tenant_module_visibility_module_id_fkey FOREIGN KEY (module_id) REFERENCES portal.modules(id),
  constraint tenant_module_visibility_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id)
);
alter table portal.tenant_module_visibility enable row level security;
alter table portal.tenant_module_visibility force row level security;
create policy administrator on portal.tenant_module_visibility as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.tenant_module_visibility as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.tenant_module_visibility as permissive for all to portal_owner using (true) with check (true);
grant insert, select, update on portal.tenant_module_visibility to portal_admin;
grant select on portal.tenant_module_visibility to portal_backup;

create table portal.tenants (
  id integer generated always as identity not null,
  name text not null,
  language text,
  currency character(3) default 'CAD'::bpchar not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  requires_second_factor boolean default false not null,
  allows_trusted_devices boolean default false not null,
  allows_temporary boolean default false not null,
  timezone text,
  region text,
  account_manager text,
  version integer default 1 not null,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_account_manager_fkey FOREIGN KEY (account_manager) REFERENCES portal.profiles(user_id) ON DELETE SET NULL,
  constraint tenants_id_check CHECK ((id > 0)),
  constraint tenants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint tenants_region_check CHECK ((region ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'::text)),
  constraint tenants_timezone_check CHECK (((length(timezone) >= 1) AND (length(timezone) <= 64)))
);
alter table portal.tenants enable row level security;
alter table portal.tenants force row level security;
CREATE INDEX tenants_account_manager ON portal.tenants USING btree (account_manager) WHERE (account_manager IS NOT NULL);
create policy administrator on portal.tenants as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.tenants as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.tenants as permissive for select to portal_keeper using (true) with check ();
create policy member on portal.tenants as permissive for select to portal_member using ((id = ( SELECT auth.tenant() AS tenant))) with check ();
create policy owner on portal.tenants as permissive for all to portal_owner using (true) with check (true);
create policy staff on portal.tenants as permissive for select to portal_staff using ((id = ANY (( SELECT auth.staff_tenants() AS staff_tenants)::integer[]))) with check ();
create policy upstream on portal.tenants as permissive for select to portal_ingest using ((( SELECT auth.ingests_all() AS ingests_all) OR (id = ( SELECT auth.ingest_tenant() AS ingest_tenant)))) with check ();
CREATE TRIGGER open_library AFTER INSERT ON portal.tenants FOR EACH ROW EXECUTE FUNCTION portal.open_library();
grant select on portal.tenants to portal_admin;
grant select on portal.tenants to portal_backup;
grant select on portal.tenants to portal_ingest;
grant select on portal.tenants to portal_keeper;
grant select on portal.tenants to portal_member;
grant select on portal.tenants to portal_staff;
grant insert (account_manager) on portal.tenants to portal_admin;
grant insert (currency) on portal.tenants to portal_admin;
grant insert (language) on portal.tenants to portal_admin;
grant insert (name) on portal.tenants to portal_admin;
grant insert (region) on portal.tenants to portal_admin;
grant insert (timezone) on portal.tenants to portal_admin;
grant update (account_manager) on portal.tenants to portal_admin;
grant update (allows_trusted_devices) on portal.tenants to portal_admin;
grant update (currency) on portal.tenants to portal_admin;
grant update (language) on portal.tenants to portal_admin;
grant update (name) on portal.tenants to portal_admin;
grant update (region) on portal.tenants to portal_admin;
grant update (requires_second_factor) on portal.tenants to portal_admin;
grant update (suspended_at) on portal.tenants to portal_admin;
grant update (timezone) on portal.tenants to portal_admin;
grant update (version) on portal.tenants to portal_admin;

create table portal.unassigned_current_sales (
  tenant_id integer default 0 not null,
  id bigint default nextval('portal.current_sales_ids'::regclass) not null,
  source_id smallint not null,
  year smallint not null,
  month smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  item_id integer not null,
  customer_id integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  so text collate pg_catalog."C" not null,
  unit text,
  unit_price numeric(18,6),
  lot text,
  source_key text collate pg_catalog."C" not null,
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamp with time zone,
  currency_given boolean,
  constraint unassigned_current_sales_pkey PRIMARY KEY (id),
  constraint current_sales_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint current_sales_so_check CHECK ((length(so) <= 200)),
  constraint current_sales_year_check CHECK (((year >= 1) AND (year <= 9999))),
  constraint unassigned_current_sales_tenant_id_check CHECK ((tenant_id = 0))
);
alter table portal.unassigned_current_sales enable row level security;
alter table portal.unassigned_current_sales force row level security;
CREATE INDEX unassigned_current_sales_customer ON portal.unassigned_current_sales USING btree (customer_id);
CREATE INDEX unassigned_current_sales_month ON portal.unassigned_current_sales USING btree (year, month, item_id) INCLUDE (customer_id, currency, so);
CREATE INDEX unassigned_current_sales_so ON portal.unassigned_current_sales USING btree (so);
create policy administrator on portal.unassigned_current_sales as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_current_sales as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_current_sales as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_current_sales as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER note_delete AFTER DELETE ON portal.unassigned_current_sales REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.unassigned_current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_orders_insert AFTER INSERT ON portal.unassigned_current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_current_sales_orders();
CREATE TRIGGER note_orders_update AFTER UPDATE ON portal.unassigned_current_sales REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_current_sales_orders();
CREATE TRIGGER note_truncate AFTER TRUNCATE ON portal.unassigned_current_sales FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.unassigned_current_sales REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.current_note_sales_changes();
grant delete, insert, select on portal.unassigned_current_sales to portal_keeper;
grant delete, insert, select, update on portal.unassigned_current_sales to portal_ingest;
grant select on portal.unassigned_current_sales to portal_admin;
grant select on portal.unassigned_current_sales to portal_backup;

create table portal.unassigned_customers (
  id bigint default nextval('portal.customer_ids'::regclass) not null,
  source_id smallint not null,
  client_code text not null,
  client_name text not null,
  language text,
  currency character(3),
  address text,
  updated_at timestamp with time zone default now() not null,
  constraint unassigned_customers_pkey PRIMARY KEY (id),
  constraint unassigned_customers_source_id_client_code_key UNIQUE (source_id, client_code)
);
alter table portal.unassigned_customers enable row level security;
alter table portal.unassigned_customers force row level security;
create policy administrator on portal.unassigned_customers as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_customers as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_customers as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_customers as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_customers to portal_keeper;
grant delete, insert, select, update on portal.unassigned_customers to portal_ingest;
grant select on portal.unassigned_customers to portal_admin;
grant select on portal.unassigned_customers to portal_backup;

create table portal.unassigned_invoice_lines (
  id bigint default nextval('portal.invoice_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  invoice_key text collate pg_catalog."C" not null,
  line_no text not null,
  item_no text,
  description text,
  quantity numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  amount_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint unassigned_invoice_lines_pkey PRIMARY KEY (id),
  constraint unassigned_invoice_lines_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_invoice_lines enable row level security;
alter table portal.unassigned_invoice_lines force row level security;
CREATE INDEX unassigned_invoice_lines_invoice ON portal.unassigned_invoice_lines USING btree (source_id, invoice_key);
create policy administrator on portal.unassigned_invoice_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_invoice_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_invoice_lines as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_invoice_lines as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_invoice_lines to portal_keeper;
grant delete, insert, select, update on portal.unassigned_invoice_lines to portal_ingest;
grant select on portal.unassigned_invoice_lines to portal_admin;
grant select on portal.unassigned_invoice_lines to portal_backup;

create table portal.unassigned_invoices (
  id bigint default nextval('portal.invoice_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  invoice_no text not null,
  client_code text,
  client_name text,
  ord_no text,
  po_no text,
  invoice_date date not null,
  due_date date,
  terms text,
  currency character(3) collate pg_catalog."C" not null,
  subtotal_cents bigint,
  taxes jsonb default '[]'::jsonb not null,
  total_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  paid_cents bigint default 0 not null,
  balance_cents bigint generated always as ((total_cents - paid_cents)) stored not null,
  ages_from date generated always as (COALESCE(due_date, invoice_date)) stored not null,
  search_text text generated always as (portal.fold(((((((invoice_no || chr(10)) || COALESCE(po_no, ''::text)) || chr(10)) || COALESCE(ord_no, ''::text)) || chr(10)) || COALESCE(client_name, ''::text)))) stored not null,
  currency_given boolean,
  constraint unassigned_invoices_pkey PRIMARY KEY (id),
  constraint unassigned_invoices_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_invoices enable row level security;
alter table portal.unassigned_invoices force row level security;
create policy administrator on portal.unassigned_invoices as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_invoices as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_invoices as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_invoices as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_invoices to portal_keeper;
grant delete, insert, select, update on portal.unassigned_invoices to portal_ingest;
grant select on portal.unassigned_invoices to portal_admin;
grant select on portal.unassigned_invoices to portal_backup;

create table portal.unassigned_order_changes (
  order_id bigint not null,
  id bigint default nextval('portal.order_change_ids'::regclass) not null,
  line_no text,
  field text not null,
  old_value text,
  new_value text,
  recorded_at timestamp with time zone not null,
  upstream_updated_at timestamp with time zone,
  happened_at timestamp with time zone generated always as (LEAST(upstream_updated_at, recorded_at)) stored not null,
  constraint unassigned_order_changes_pkey PRIMARY KEY (order_id, id)
);
alter table portal.unassigned_order_changes enable row level security;
alter table portal.unassigned_order_changes force row level security;
CREATE INDEX unassigned_order_changes_newest ON portal.unassigned_order_changes USING btree (happened_at DESC, id DESC);
create policy administrator on portal.unassigned_order_changes as permissive for select to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check ();
create policy backup on portal.unassigned_order_changes as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_order_changes as permissive for all to portal_keeper using (true) with check (true);
grant delete, insert, select on portal.unassigned_order_changes to portal_keeper;
grant select on portal.unassigned_order_changes to portal_admin;
grant select on portal.unassigned_order_changes to portal_backup;

create table portal.unassigned_order_lines (
  id bigint default nextval('portal.order_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  order_key text collate pg_catalog."C" not null,
  line_no text not null,
  item_no text,
  item_name text,
  qty_ordered numeric(18,3),
  qty_shipped numeric(18,3),
  unit text,
  unit_price numeric(18,6),
  lot text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint unassigned_order_lines_pkey PRIMARY KEY (id),
  constraint unassigned_order_lines_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_order_lines enable row level security;
alter table portal.unassigned_order_lines force row level security;
CREATE INDEX unassigned_order_lines_order ON portal.unassigned_order_lines USING btree (source_id, order_key);
create policy administrator on portal.unassigned_order_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_order_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_order_lines as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_order_lines as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER note_update AFTER UPDATE ON portal.unassigned_order_lines REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_line_changes();
grant delete, insert, select on portal.unassigned_order_lines to portal_keeper;
grant delete, insert, select, update on portal.unassigned_order_lines to portal_ingest;
grant select on portal.unassigned_order_lines to portal_admin;
grant select on portal.unassigned_order_lines to portal_backup;

create table portal.unassigned_orders (
  id bigint default nextval('portal.order_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  primary_no text,
  ord_no text,
  po_no text,
  f_no text,
  client_code text,
  client_name text,
  ref text,
  ord_stat text,
  montant_total text,
  amount_cents bigint default 0 not null,
  currency character(3) not null,
  bl_t text,
  cts_t text,
  bb_t text,
  pbl text,
  pcts text,
  pbb text,
  order_date date,
  requested_date date,
  promised_date date,
  ship_to text,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (portal.fold(((((((((COALESCE(ord_no, ''::text) || chr(10)) || COALESCE(ref, ''::text)) || chr(10)) || COALESCE(ord_stat, ''::text)) || chr(10)) || COALESCE(client_name, ''::text)) || chr(10)) || COALESCE(po_no, ''::text)))) stored not null,
  status text collate pg_catalog."C" generated always as (portal.status_word(ord_stat)) stored not null,
  currency_given boolean,
  constraint unassigned_orders_pkey PRIMARY KEY (id),
  constraint unassigned_orders_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_orders enable row level security;
alter table portal.unassigned_orders force row level security;
CREATE INDEX unassigned_orders_by_number ON portal.unassigned_orders USING btree (ord_no COLLATE portal.natural_order DESC NULLS LAST, id DESC);
CREATE INDEX unassigned_orders_search ON portal.unassigned_orders USING gin (search_text extensions.gin_trgm_ops);
create policy administrator on portal.unassigned_orders as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_orders as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_orders as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_orders as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER note_delete AFTER DELETE ON portal.unassigned_orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.unassigned_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.unassigned_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_order_changes();
grant delete, insert, select on portal.unassigned_orders to portal_keeper;
grant delete, insert, select, update on portal.unassigned_orders to portal_ingest;
grant select on portal.unassigned_orders to portal_admin;
grant select on portal.unassigned_orders to portal_backup;

create table portal.unassigned_payments (
  id bigint default nextval('portal.payment_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  payment_no text not null,
  line_no text,
  kind text not null,
  client_code text,
  client_name text,
  invoice_no text collate pg_catalog."C",
  payment_date date not null,
  method text,
  reference text,
  currency character(3) collate pg_catalog."C" not null,
  amount_cents bigint not null,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  settles_source smallint,
  currency_given boolean,
  constraint unassigned_payments_pkey PRIMARY KEY (id),
  constraint unassigned_payments_source_id_source_key_key UNIQUE (source_id, source_key),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'credit'::text])))
);
alter table portal.unassigned_payments enable row level security;
alter table portal.unassigned_payments force row level security;
create policy administrator on portal.unassigned_payments as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_payments as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_payments as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_payments as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_payments to portal_keeper;
grant delete, insert, select, update on portal.unassigned_payments to portal_ingest;
grant select on portal.unassigned_payments to portal_admin;
grant select on portal.unassigned_payments to portal_backup;

create table portal.unassigned_prices (
  id bigint default nextval('portal.price_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  client_code text,
  client_name text,
  item_no text not null,
  unit_price numeric(18,6) not null,
  currency character(3) collate pg_catalog."C" not null,
  unit text,
  valid_from date not null,
  valid_to date,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  currency_given boolean,
  constraint unassigned_prices_pkey PRIMARY KEY (id),
  constraint unassigned_prices_source_id_source_key_key UNIQUE (source_id, source_key),
  constraint prices_check CHECK ((valid_to >= valid_from)),
  constraint prices_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
alter table portal.unassigned_prices enable row level security;
alter table portal.unassigned_prices force row level security;
create policy administrator on portal.unassigned_prices as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_prices as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_prices as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_prices as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_prices to portal_keeper;
grant delete, insert, select, update on portal.unassigned_prices to portal_ingest;
grant select on portal.unassigned_prices to portal_admin;
grant select on portal.unassigned_prices to portal_backup;

create table portal.unassigned_sales_history (
  tenant_id integer default 0 not null,
  id bigint default nextval('portal.sales_history_ids'::regclass) not null,
  source_id smallint not null,
  year smallint not null,
  month smallint not null,
  currency character(3) collate pg_catalog."C" not null,
  item_id integer not null,
  customer_id integer not null,
  quantity bigint not null,
  amount_cents bigint not null,
  invoice_no text collate pg_catalog."C" not null,
  invoice_date date,
  unit_price numeric(18,6),
  tax_code text,
  amt_2_cents bigint,
  source_key text collate pg_catalog."C" not null,
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamp with time zone,
  currency_given boolean,
  constraint unassigned_sales_history_pkey PRIMARY KEY (id),
  constraint sales_history_invoice_no_check CHECK ((length(invoice_no) <= 200)),
  constraint sales_history_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint sales_history_year_check CHECK (((year >= 1) AND (year <= 9999))),
  constraint unassigned_sales_history_tenant_id_check CHECK ((tenant_id = 0))
);
alter table portal.unassigned_sales_history enable row level security;
alter table portal.unassigned_sales_history force row level security;
CREATE INDEX unassigned_sales_history_customer ON portal.unassigned_sales_history USING btree (customer_id);
CREATE INDEX unassigned_sales_history_invoice ON portal.unassigned_sales_history USING btree (invoice_no);
CREATE INDEX unassigned_sales_history_month ON portal.unassigned_sales_history USING btree (year, month, item_id) INCLUDE (customer_id, currency, invoice_no);
create policy administrator on portal.unassigned_sales_history as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_sales_history as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_sales_history as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_sales_history as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
CREATE TRIGGER note_delete AFTER DELETE ON portal.unassigned_sales_history REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_insert AFTER INSERT ON portal.unassigned_sales_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_truncate AFTER TRUNCATE ON portal.unassigned_sales_history FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
CREATE TRIGGER note_update AFTER UPDATE ON portal.unassigned_sales_history REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portal.note_sales_changes();
grant delete, insert, select on portal.unassigned_sales_history to portal_keeper;
grant delete, insert, select, update on portal.unassigned_sales_history to portal_ingest;
grant select on portal.unassigned_sales_history to portal_admin;
grant select on portal.unassigned_sales_history to portal_backup;

create table portal.unassigned_shipment_events (
  id bigint default nextval('portal.shipment_event_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  shipment_key text collate pg_catalog."C" not null,
  happened_at timestamp with time zone not null,
  kind text not null,
  place text,
  note text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint unassigned_shipment_events_pkey PRIMARY KEY (id),
  constraint unassigned_shipment_events_source_id_source_key_key UNIQUE (source_id, source_key),
  constraint shipment_events_kind_check CHECK ((kind = ANY (ARRAY['placed'::text, 'processed'::text, 'in_transit'::text, 'delivered'::text, 'exception'::text])))
);
alter table portal.unassigned_shipment_events enable row level security;
alter table portal.unassigned_shipment_events force row level security;
CREATE INDEX unassigned_shipment_events_shipment ON portal.unassigned_shipment_events USING btree (source_id, shipment_key);
create policy administrator on portal.unassigned_shipment_events as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_shipment_events as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_shipment_events as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_shipment_events as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_shipment_events to portal_keeper;
grant delete, insert, select, update on portal.unassigned_shipment_events to portal_ingest;
grant select on portal.unassigned_shipment_events to portal_admin;
grant select on portal.unassigned_shipment_events to portal_backup;

create table portal.unassigned_shipment_lines (
  id bigint default nextval('portal.shipment_line_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  shipment_key text collate pg_catalog."C" not null,
  line_no text not null,
  order_line_no text,
  item_no text,
  item_name text,
  lot text,
  quantity numeric(18,3),
  unit text,
  upstream_updated_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text,
  constraint unassigned_shipment_lines_pkey PRIMARY KEY (id),
  constraint unassigned_shipment_lines_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_shipment_lines enable row level security;
alter table portal.unassigned_shipment_lines force row level security;
CREATE INDEX unassigned_shipment_lines_shipment ON portal.unassigned_shipment_lines USING btree (source_id, shipment_key);
create policy administrator on portal.unassigned_shipment_lines as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_shipment_lines as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_shipment_lines as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_shipment_lines as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_shipment_lines to portal_keeper;
grant delete, insert, select, update on portal.unassigned_shipment_lines to portal_ingest;
grant select on portal.unassigned_shipment_lines to portal_admin;
grant select on portal.unassigned_shipment_lines to portal_backup;

create table portal.unassigned_shipments (
  id bigint default nextval('portal.shipment_ids'::regclass) not null,
  source_id smallint not null,
  source_key text collate pg_catalog."C" not null,
  tracking_no text not null,
  carrier text not null,
  carrier_link text,
  order_key text collate pg_catalog."C",
  primary_no text,
  ord_no text,
  po_no text,
  client_code text,
  client_name text,
  order_date date,
  processed_date date,
  shipped_date date,
  estimated_on date,
  delivered_date date,
  date_texts jsonb,
  ship_to text,
  weight text,
  upstream_updated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  placed_at timestamp with time zone,
  processed_at timestamp with time zone,
  in_transit_at timestamp with time zone,
  delivered_at timestamp with time zone,
  last_event_at timestamp with time zone,
  last_event text,
  placed_on date generated always as (COALESCE(order_date, ((placed_at AT TIME ZONE 'UTC'::text))::date)) stored,
  processed_on date generated always as (COALESCE(processed_date, ((processed_at AT TIME ZONE 'UTC'::text))::date)) stored,
  shipped_on date generated always as (COALESCE(shipped_date, ((in_transit_at AT TIME ZONE 'UTC'::text))::date)) stored,
  delivered_on date generated always as (COALESCE(delivered_date, ((delivered_at AT TIME ZONE 'UTC'::text))::date)) stored,
  state text generated always as (
CASE
    WHEN ((delivered_date IS NOT NULL) OR (delivered_at IS NOT NULL)) THEN 'delivered'::text
    WHEN ((shipped_date IS NOT NULL) OR (in_transit_at IS NOT NULL)) THEN 'in_transit'::text
    ELSE 'processing'::text
END) stored not null,
  version integer default 1 not null,
  wish text collate pg_catalog."C",
  entered_id bigint,
  line_numbers text,
  told_events text[],
  search_text text generated always as (portal.fold(((((((((tracking_no || chr(10)) || COALESCE(ord_no, ''::text)) || chr(10)) || COALESCE(po_no, ''::text)) || chr(10)) || COALESCE(primary_no, ''::text)) || chr(10)) || COALESCE(line_numbers, ''::text)))) stored not null,
  constraint unassigned_shipments_pkey PRIMARY KEY (id),
  constraint unassigned_shipments_source_id_source_key_key UNIQUE (source_id, source_key)
);
alter table portal.unassigned_shipments enable row level security;
alter table portal.unassigned_shipments force row level security;
create policy administrator on portal.unassigned_shipments as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.unassigned_shipments as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.unassigned_shipments as permissive for all to portal_keeper using (true) with check (true);
create policy upstream on portal.unassigned_shipments as permissive for all to portal_ingest using (( SELECT auth.ingests_all() AS ingests_all)) with check (( SELECT auth.ingests_all() AS ingests_all));
grant delete, insert, select on portal.unassigned_shipments to portal_keeper;
grant delete, insert, select, update on portal.unassigned_shipments to portal_ingest;
grant select on portal.unassigned_shipments to portal_admin;
grant select on portal.unassigned_shipments to portal_backup;

create table portal.upstream_client_names (
  client_name text not null,
  tenant_id integer not null,
  constraint upstream_client_names_pkey PRIMARY KEY (client_name),
  constraint upstream_client_names_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint upstream_client_names_client_name_check CHECK ((length(client_name) <= 500))
);
alter table portal.upstream_client_names enable row level security;
alter table portal.upstream_client_names force row level security;
create policy administrator on portal.upstream_client_names as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.upstream_client_names as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.upstream_client_names as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.upstream_client_names as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select on portal.upstream_client_names to portal_admin;
grant select on portal.upstream_client_names to portal_backup;
grant select on portal.upstream_client_names to portal_ingest;

create table portal.upstream_clients (
  source_id smallint not null,
  client_code text not null,
  tenant_id integer not null,
  constraint upstream_clients_pkey PRIMARY KEY (source_id, client_code),
  constraint upstream_clients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES portal.tenants(id),
  constraint upstream_clients_client_code_check CHECK ((length(client_code) <= 100))
);
alter table portal.upstream_clients enable row level security;
alter table portal.upstream_clients force row level security;
CREATE INDEX upstream_clients_tenant ON portal.upstream_clients USING btree (tenant_id);
create policy administrator on portal.upstream_clients as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.upstream_clients as permissive for select to portal_backup using (true) with check ();
create policy owner on portal.upstream_clients as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.upstream_clients as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select on portal.upstream_clients to portal_admin;
grant select on portal.upstream_clients to portal_backup;
grant select on portal.upstream_clients to portal_ingest;

create table portal.upstream_rows (
  source_id smallint not null,
  kind text not null,
  key text collate pg_catalog."C" not null,
  tenant_id integer not null,
  row_id bigint not null,
  content_hash uuid not null,
  upstream_updated_at timestamp with time zone,
  deleted boolean default false not null,
  last_tenant_id integer,
  constraint upstream_rows_pkey PRIMARY KEY (source_id, kind, key),
  constraint upstream_rows_key_check CHECK ((length(key) <= 400))
);
alter table portal.upstream_rows enable row level security;
alter table portal.upstream_rows force row level security;
create policy administrator on portal.upstream_rows as permissive for all to portal_admin using (( SELECT auth.is_admin() AS is_admin)) with check (( SELECT auth.is_admin() AS is_admin));
create policy backup on portal.upstream_rows as permissive for select to portal_backup using (true) with check ();
create policy keeper on portal.upstream_rows as permissive for all to portal_keeper using (true) with check (true);
create policy owner on portal.upstream_rows as permissive for all to portal_owner using (true) with check (true);
create policy upstream on portal.upstream_rows as permissive for all to portal_ingest using (( SELECT auth.is_ingest() AS is_ingest)) with check (( SELECT auth.is_ingest() AS is_ingest));
grant delete, insert, select, update on portal.upstream_rows to portal_ingest;
grant delete, insert, select, update on portal.upstream_rows to portal_keeper;
grant select on portal.upstream_rows to portal_admin;
grant select on portal.upstream_rows to portal_backup;

create table portal.voice_told (
  user_id text not null,
  hearer text not null,
  name text not null,
  told_at timestamp with time zone default now() not null,
  constraint voice_told_pkey PRIMARY KEY (user_id, hearer),
  constraint voice_told_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal.profiles(user_id) ON DELETE CASCADE,
  constraint voice_told_hearer_check CHECK ((hearer = ANY (ARRAY['browser'::text, 'provider'::text]))),
  constraint voice_told_name_check CHECK ((length(name) <= 60))
);
alter table portal.voice_told enable row level security;
alter table portal.voice_told force row level security;
create policy backup on portal.voice_told as permissive for select to portal_backup using (true) with check ();
create policy own on portal.voice_told as permissive for all to portal_admin, portal_member, portal_staff using ((user_id = ( SELECT auth.actor() AS actor))) with check ((user_id = ( SELECT auth.actor() AS actor)));
grant insert, select, update on portal.voice_told to portal_admin;
grant insert, select, update on portal.voice_told to portal_member;
grant insert, select, update on portal.voice_told to portal_staff;
grant select on portal.voice_told to portal_backup;


-- portal: views
create view portal.all_current_sales with (security_invoker=true) as
 SELECT current_sales.tenant_id,
    current_sales.id,
    current_sales.source_id,
    current_sales.year,
    current_sales.month,
    current_sales.currency,
    current_sales.item_id,
    current_sales.customer_id,
    current_sales.quantity,
    current_sales.amount_cents,
    current_sales.so,
    current_sales.unit,
    current_sales.unit_price,
    current_sales.lot,
    current_sales.source_key,
    current_sales.quantity_text,
    current_sales.amount_text,
    current_sales.upstream_updated_at,
    current_sales.currency_given
   FROM portal.current_sales
UNION ALL
 SELECT unassigned_current_sales.tenant_id,
    unassigned_current_sales.id,
    unassigned_current_sales.source_id,
    unassigned_current_sales.year,
    unassigned_current_sales.month,
    unassigned_current_sales.currency,
    unassigned_current_sales.item_id,
    unassigned_current_sales.customer_id,
    unassigned_current_sales.quantity,
    unassigned_current_sales.amount_cents,
    unassigned_current_sales.so,
    unassigned_current_sales.unit,
    unassigned_current_sales.unit_price,
    unassigned_current_sales.lot,
    unassigned_current_sales.source_key,
    unassigned_current_sales.quantity_text,
    unassigned_current_sales.amount_text,
    unassigned_current_sales.upstream_updated_at,
    unassigned_current_sales.currency_given
   FROM portal.unassigned_current_sales;
grant select on portal.all_current_sales to portal_admin;

create view portal.all_orders with (security_invoker=true) as
 SELECT orders.tenant_id,
    orders.id,
    orders.primary_no,
    orders.ord_no,
    orders.po_no,
    orders.f_no,
    orders.client_name,
    orders.ref,
    orders.ord_stat,
    orders.montant_total,
    orders.amount_cents,
    orders.currency,
    orders.bl_t,
    orders.cts_t,
    orders.bb_t,
    orders.pbl,
    orders.pcts,
    orders.pbb,
    orders.status,
    orders.updated_at,
    orders.order_date,
    orders.requested_date,
    orders.promised_date,
    orders.ship_to,
    orders.search_text
   FROM portal.orders
UNION ALL
 SELECT 0 AS tenant_id,
    unassigned_orders.id,
    unassigned_orders.primary_no,
    unassigned_orders.ord_no,
    unassigned_orders.po_no,
    unassigned_orders.f_no,
    unassigned_orders.client_name,
    unassigned_orders.ref,
    unassigned_orders.ord_stat,
    unassigned_orders.montant_total,
    unassigned_orders.amount_cents,
    unassigned_orders.currency,
    unassigned_orders.bl_t,
    unassigned_orders.cts_t,
    unassigned_orders.bb_t,
    unassigned_orders.pbl,
    unassigned_orders.pcts,
    unassigned_orders.pbb,
    unassigned_orders.status,
    unassigned_orders.updated_at,
    unassigned_orders.order_date,
    unassigned_orders.requested_date,
    unassigned_orders.promised_date,
    unassigned_orders.ship_to,
    unassigned_orders.search_text
   FROM portal.unassigned_orders;
grant select on portal.all_orders to portal_admin;

create view portal.all_sales_history with (security_invoker=true) as
 SELECT sales_history.tenant_id,
    sales_history.id,
    sales_history.source_id,
    sales_history.year,
    sales_history.month,
    sales_history.currency,
    sales_history.item_id,
    sales_history.customer_id,
    sales_history.quantity,
    sales_history.amount_cents,
    sales_history.invoice_no,
    sales_history.invoice_date,
    sales_history.unit_price,
    sales_history.tax_code,
    sales_history.amt_2_cents,
    sales_history.source_key,
    sales_history.quantity_text,
    sales_history.amount_text,
    sales_history.upstream_updated_at,
    sales_history.currency_given
   FROM portal.sales_history
UNION ALL
 SELECT unassigned_sales_history.tenant_id,
    unassigned_sales_history.id,
    unassigned_sales_history.source_id,
    unassigned_sales_history.year,
    unassigned_sales_history.month,
    unassigned_sales_history.currency,
    unassigned_sales_history.item_id,
    unassigned_sales_history.customer_id,
    unassigned_sales_history.quantity,
    unassigned_sales_history.amount_cents,
    unassigned_sales_history.invoice_no,
    unassigned_sales_history.invoice_date,
    unassigned_sales_history.unit_price,
    unassigned_sales_history.tax_code,
    unassigned_sales_history.amt_2_cents,
    unassigned_sales_history.source_key,
    unassigned_sales_history.quantity_text,
    unassigned_sales_history.amount_text,
    unassigned_sales_history.upstream_updated_at,
    unassigned_sales_history.currency_given
   FROM portal.unassigned_sales_history;
grant select on portal.all_sales_history to portal_admin;


-- portal: functions
CREATE OR REPLACE FUNCTION portal.about_fitting(place regclass, held text, pattern text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  pages bigint := pg_relation_size(place) / current_setting('block_size')::int;
  share float := least(1, 20.0 / greatest(pages, 1));
  about bigint;
begin
  execute format('select count(*) / $2 from %s x tablesample system ($2 * 100) repeatable (1) where %s like $1', place, held)
    into about using pattern, share;
  return about;
end $function$
;
alter routine portal.about_fitting(regclass,text,text) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.access_of_person(of_user text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'administrator', p.global_admin,
    'staff', (select jsonb_build_object('role', s.role, 'tenantIds', case when not s.all_tenants then
                coalesce((select jsonb_agg(a.tenant_id order by a.tenant_id) from portal.staff_tenants a where a.user_id = s.user_id), '[]') end)
              from portal.staff s where s.user_id = p.user_id),
    'memberships', coalesce((select jsonb_agg(jsonb_build_object('tenantId', m.tenant_id, 'role', m.role) order by m.tenant_id)
                               from portal.members m where m.user_id = p.user_id), '[]'))
    from portal.profiles p where p.user_id = of_user
$function$
;
grant execute on portal.access_of_person(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.act_on_document_request(of_request bigint, of_act text, said text, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  r portal.document_requests;
  rule record;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.version <> known_version then return '{"stale": true}'; end if;
  select * into rule from portal.document_request_rules() x
   where x.act = of_act and r.state = any (x.from_state) and (x.by_client or auth.context_kind() <> 'member');
  if not found then return '{"refused": true}'; end if;
  if of_act = 'send' and not exists (select from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id) then
    return '{"nothing": true}';
  end if;
  update portal.document_requests x set state = rule.to_state, version = x.version + 1, changed_at = now()
   where x.tenant_id = r.tenant_id and x.id = r.id;
  perform portal.record_document_request(r, of_act, said);
  return jsonb_build_object('tenant', r.tenant_id, 'title', r.title, 'before', r.state, 'after', rule.to_state, 'version', r.version + 1);
end $function$
;
alter routine portal.act_on_document_request(bigint,text,text,integer) owner to portal_keeper;
grant execute on portal.act_on_document_request(bigint,text,text,integer) to portal_admin;
grant execute on portal.act_on_document_request(bigint,text,text,integer) to portal_member;
grant execute on portal.act_on_document_request(bigint,text,text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.act_on_issue(of_issue bigint, of_act text, said text, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i portal.issues;
  before jsonb;
  rule record;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.version <> known_version then return '{"stale": true}'; end if;
  before := jsonb_build_object('status', i.status, 'priority', i.priority, 'replacement', i.replacement, 'escalated', i.escalated_at is not null);
  select * into rule from portal.issue_rules() r where r.act = of_act and i.status = any (r.from_status)
    and (r.from_replacement is null or coalesce(i.replacement, 'none') = any (r.from_replacement))
    and (r.by_client or auth.context_kind() <> 'member') and (r.act <> 'escalate' or i.escalated_at is null);
  if not found then return '{"refused": true}'; end if;
  i.status := coalesce(rule.to_status, i.status);
  i.replacement := coalesce(rule.to_replacement, i.replacement);
  if of_act = 'escalate' then i.escalated_at := now(); i.priority := 'high'; end if;
  if of_act = 'reopen' then i.clock_from := now(); i.resolved_at := null; end if;
  if of_act = 'resolve' or of_act = 'close' then i.resolved_at := coalesce(i.resolved_at, now()); end if;
  if rule.to_status is not null or of_act = 'escalate' then i := portal.with_clock(i); end if;
  perform portal.add_issue_entry(i, of_act, said);
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('before', before,
    'after', jsonb_build_object('status', i.status, 'priority', i.priority, 'replacement', i.replacement, 'escalated', i.escalated_at is not null));
end $function$
;
alter routine portal.act_on_issue(bigint,text,text,integer) owner to portal_keeper;
grant execute on portal.act_on_issue(bigint,text,text,integer) to portal_admin;
grant execute on portal.act_on_issue(bigint,text,text,integer) to portal_member;
grant execute on portal.act_on_issue(bigint,text,text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.add_issue_entry(i portal.issues, of_kind text, said text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  staff boolean := auth.context_kind() <> 'member';
  entry bigint;
begin
  insert into portal.issue_entries (tenant_id, issue_id, kind, text, author, author_name, by_staff)
    values (i.tenant_id, i.id, of_kind, said, auth.actor(), auth.name_of(auth.actor()), staff) returning id into entry;
  i.last_at := now();
  i.waiting_for := case when i.status = 'closed' then null when staff then 'client' else 'staff' end;
  if staff and i.first_response_at is null then
    i.first_response_at := now();
    i.response_minutes := round(portal.business_minutes(i.reported_at, now(), portal.business_zone()));
    i := portal.with_clock(i);
  end if;
  update portal.issues x set last_at = i.last_at, waiting_for = i.waiting_for, first_response_at = i.first_response_at,
      response_minutes = i.response_minutes, status = i.status, priority = i.priority, escalated_at = i.escalated_at,
      replacement = i.replacement, resolved_at = i.resolved_at, clock_from = i.clock_from, due_at = i.due_at, warn_at = i.warn_at,
      warned_at = i.warned_at, version = x.version + case when of_kind in ('comment', 'file') then 0 else 1 end
   where x.tenant_id = i.tenant_id and x.id = i.id;
  return entry;
end $function$
;
grant execute on portal.add_issue_entry(portal.issues,text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.add_message(c portal.conversations, of_kind text, said text, of_key uuid, of_links jsonb DEFAULT '[]'::jsonb)
 RETURNS portal.conversations
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  staff boolean := auth.context_kind() <> 'member';
  moment timestamptz := clock_timestamp();
  waited int := case when staff and c.waiting_for = 'staff' then round(portal.business_minutes(c.waiting_since, moment, portal.business_zone())) end;
begin
  c.last_no := c.last_no + 1;
  insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, text, links, key, author, author_name, by_staff, at, reply_minutes)
    values (c.tenant_id, c.id, c.last_no, of_kind, said, of_links, of_key, auth.actor(), auth.name_of(auth.actor()), staff, moment, waited);
  if c.waiting_for is distinct from (case when staff then 'client' else 'staff' end) then c.waiting_since := moment; end if;
  c.waiting_for := case when staff then 'client' else 'staff' end;
  c.last_at := moment;
  if staff then c.staff_read := c.last_no; else c.client_read := c.last_no; end if;
  update portal.conversations x set last_no = c.last_no, last_at = c.last_at, waiting_for = c.waiting_for, waiting_since = c.waiting_since,
      client_read = c.client_read, staff_read = c.staff_read
   where x.tenant_id = c.tenant_id and x.id = c.id;
  insert into portal.conversation_reads as r (tenant_id, conversation_id, user_id, up_to) values (c.tenant_id, c.id, auth.actor(), c.last_no)
    on conflict (tenant_id, conversation_id, user_id) do update set up_to = excluded.up_to, at = now();
  return c;
end $function$
;
grant execute on portal.add_message(portal.conversations,text,text,uuid,jsonb) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.add_one_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  of_items int;
  of_customers int;
  of_totals int;
  n int;
  done boolean;
begin
  delete from portal.sales_unsettled u where u.xid = new.xid and u.currency is not null;
  if not found then return null; end if; -- it is among the changes

  n := num_nulls(portal.lock_display_rules(false), portal.lock_sales(new.tenant_id), portal.lock_sales(0)); -- in this order
  if current_setting('transaction_isolation') <> 'read committed' or new.invoice_no <> '' and exists ( -- beside the line itself
    select from (select from portal.sales_history h where h.invoice_no = new.invoice_no
                 union all select from portal.unassigned_sales_history u where u.invoice_no = new.invoice_no) x offset 1)
  then
    insert into portal.sales_changes
      values (new.tenant_id, new.xid, new.currency, new.year, new.month, new.item_id, new.customer_id, new.invoice_no, 1, new.quantity, new.amount_cents);
    insert into portal.sales_unsettled (xid) values (new.xid);
    return null;
  end if;

  update portal.sales_item_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.item_id = new.item_id and t.currency = new.currency;
  get diagnostics of_items = row_count;
  update portal.sales_customer_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.customer_id = new.customer_id and t.currency = new.currency;
  get diagnostics of_customers = row_count;
  update portal.sales_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents,
         orders = t.orders + (new.invoice_no <> '')::int
   where t.tenant_id in (new.tenant_id, 0) and t.year = new.year and t.month = new.month and t.currency = new.currency;
  get diagnostics of_totals = row_count;

  if of_items + of_customers + of_totals < (case when new.tenant_id > 0 then 10 else 5 end) then
    if new.tenant_id > 0 then done := portal.refuse_unknown_tenant(new.tenant_id) is null; end if;
    insert into portal.sales_items (tenant_id, item_id, item_no, item_name, product)
      select scope, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.item_names n on n.id = new.item_id
       where not exists (select from portal.sales_items s where s.tenant_id = scope and s.item_id = new.item_id)
      on conflict do nothing;
    insert into portal.sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
      select scope, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.customer_names n on n.id = new.customer_id
       where not exists (select from portal.sales_customers s where s.tenant_id = scope and s.customer_id = new.customer_id)
      on conflict do nothing;
    insert into portal.sales_item_totals
      select scope, new.currency, period, new.year, new.item_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.sales_customer_totals
      select scope, new.currency, period, new.year, new.customer_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.sales_totals
      select scope, new.currency, new.month, new.year, 1, new.quantity, new.amount_cents, (new.invoice_no <> '')::int from unnest(array[new.tenant_id, 0]) scope
      on conflict do nothing;
  end if;

  update portal.data_versions v set version = v.version + 1 where v.tenant_id in (new.tenant_id, 0) and v.topic = 'sales';
  get diagnostics n = row_count;
  if n = 0 or n = 1 and new.tenant_id > 0 then done := portal.touch_data('sales', array[new.tenant_id]) is null; end if;
  return null;
end $function$
;
alter routine portal.add_one_sale() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.add_sales_orders(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  with number as materialized ( -- months as one figure, 16 to the year
    select c.tenant_id seller, c.currency, c.invoice_no, sum(c.lines)::int added,
           min(c.year * 16 + c.month) as month, max(c.year * 16 + c.month) as until
      from portal.sales_changes c where c.xid = pg_current_xact_id() and c.invoice_no <> '' group by c.invoice_no, c.tenant_id, c.currency
  ), looked_at as materialized (
    select t.*, s.now, s.all_now, s.of_many, t.month = t.until and (s.all_now = 0 or (s.month, s.until) = (t.month, t.month)) as usual
      from number t cross join lateral (
        select count(*) filter (where x.tenant_id = t.seller)::int now, count(*)::int all_now, min(x.month) as month, max(x.month) as until,
               min(x.tenant_id) < max(x.tenant_id) of_many
          from (select h.tenant_id, h.year * 16 + h.month as month, h.currency
                  from portal.sales_history h where h.invoice_no = t.invoice_no
                union all
                select 0, h.year * 16 + h.month, h.currency
                  from portal.unassigned_sales_history h where h.invoice_no = t.invoice_no offset 0) x
         where x.currency = t.currency) s
  ), whole as materialized (
    select l.currency, l.invoice_no, min(l.month) as month, max(l.all_now) now, sum(l.added)::int added,
           bool_and(l.usual and l.of_many is not true) and min(l.month) = max(l.month) as usual
      from looked_at l where everybody group by l.invoice_no, l.currency
  ), usual as (
    select l.seller tenant_id, l.currency, l.month, sum((l.now > 0)::int - (l.now > l.added)::int)::int orders
      from looked_at l where own and l.seller > 0 and l.usual group by 1, 2, 3
    union all
    select 0, w.currency, w.month, sum((w.now > 0)::int - (w.now > w.added)::int)::int from whole w where w.usual group by 2, 3
  ), change as materialized (
    select c.tenant_id, c.currency, c.invoice_no, c.year, c.month, sum(c.lines)::int lines
      from portal.sales_changes c
     where own and exists (select from looked_at l where not l.usual) and c.xid = pg_current_xact_id() and c.tenant_id > 0 and c.invoice_no <> ''
       and ((c.tenant_id, c.currency, c.invoice_no) in (select l.seller, l.currency, l.invoice_no from looked_at l where not l.usual)) is true
     group by c.invoice_no, c.tenant_id, c.month, c.year, c.currency
    union all
    select 0, c.currency, c.invoice_no, c.year, c.month, sum(c.lines)::int
      from portal.sales_changes c
     where exists (select from whole w where not w.usual) and c.xid = pg_current_xact_id() and c.invoice_no <> ''
       and ((c.currency, c.invoice_no) in (select w.currency, w.invoice_no from whole w where not w.usual)) is true
     group by c.invoice_no, c.month, c.year, c.currency
  ), touched as materialized (
    select distinct tenant_id, currency, invoice_no from change
  ), line as materialized (
    select t.tenant_id, t.currency, t.invoice_no, s.year, s.month, s.tenant_id seller
      from touched t cross join lateral (
        select h.year, h.month, h.tenant_id, h.currency from portal.sales_history h where h.invoice_no = t.invoice_no offset 0) s
     where s.currency = t.currency and (t.tenant_id = 0 or s.tenant_id = t.tenant_id)
    union all
    select 0, t.currency, t.invoice_no, u.year, u.month, 0
      from touched t cross join lateral (
        select h.year, h.month, h.currency from portal.unassigned_sales_history h where h.invoice_no = t.invoice_no offset 0) u
     where t.tenant_id = 0 and u.currency = t.currency
  ), cell as materialized ( -- an invoice's lines in a month: how many there are, how many there were
    select tenant_id, currency, invoice_no, year, month, sum(now)::int now, (sum(now) - sum(added))::int before
      from (select tenant_id, currency, invoice_no, year, month, 1 now, 0 added from line
            union all
            select tenant_id, currency, invoice_no, year, month, 0, lines from change) x
     group by 1, 2, 3, 4, 5
  ), monthly as (
    select u.tenant_id, u.currency, (u.month % 16)::smallint as month, (u.month / 16)::smallint as year, u.orders from usual u
    union all
    select c.tenant_id, c.currency, c.month, c.year, (c.now > 0)::int - (c.before > 0)::int from cell c
  ), repeated as ( -- what the months of a period add up to, less the invoice itself
    select x.tenant_id, x.currency, x.period, x.year, sum(x.months - x.orders)::int orders
      from (select c.tenant_id, c.currency, c.invoice_no, p period, y as year, sum((c.now > 0)::int - (c.before > 0)::int) months,
                   (sum(c.now) > 0)::int - (sum(c.before) > 0)::int orders
              from cell c, portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y) group by 1, 2, 3, 4, 5) x
     group by 1, 2, 3, 4
  ), shared as materialized (
    select distinct unnest(s.sellers) seller, s.currency, s.invoice_no
      from (select l.currency, l.invoice_no, array_agg(l.seller) sellers from line l where l.tenant_id = 0
             group by 1, 2 having min(l.seller) < max(l.seller)) s
  ), no_longer_shared as (
    delete from portal.sales_shared_invoices s
     where s.invoice_no = any (array(select w.invoice_no from whole w))
       and ((s.currency, s.invoice_no) in (select w.currency, w.invoice_no from whole w)) is true
       and (s.tenant_id, s.currency, s.invoice_no) not in (select x.seller, x.currency, x.invoice_no from shared x)
  ), now_shared as (
    insert into portal.sales_shared_invoices select seller, currency, invoice_no from shared order by 1, 2, 3
    on conflict do nothing
  ), repeats as (
    insert into portal.sales_repeated_orders as t (tenant_id, currency, period, year, orders)
      select * from repeated r where r.orders <> 0
    on conflict (tenant_id, period, year, currency) do update set orders = t.orders + excluded.orders
  )
  insert into portal.sales_totals as t (tenant_id, currency, month, year, orders)
  select * from (select tenant_id, currency, month, year, sum(orders)::int orders from monthly group by 1, 2, 3, 4) m where m.orders <> 0
  on conflict (tenant_id, year, month, currency) do update set orders = t.orders + excluded.orders;
end $function$
;
alter routine portal.add_sales_orders(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.add_sales_sums(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
begin
  with changed_items as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.item_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.sales_changes c where c.xid = pg_current_xact_id() group by c.item_id, 1, c.month, c.year, c.currency
  ), item as materialized (
    select * from changed_items where tenant_id > 0
    union all
    select 0, currency, year, month, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_items where everybody group by item_id, month, year, currency
  ), changed_customers as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.customer_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.sales_changes c where c.xid = pg_current_xact_id() group by c.customer_id, 1, c.month, c.year, c.currency
  ), customer as materialized (
    select * from changed_customers where tenant_id > 0
    union all
    select 0, currency, year, month, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_customers where everybody group by customer_id, month, year, currency
  ), new_items as (
    insert into portal.sales_items (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, x.item_id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct tenant_id, item_id from item where lines > 0) x
      cross join lateral (select m.item_no, m.item_name from portal.item_names m where m.id = x.item_id offset 0) n
     where (select true from portal.sales_items s where s.tenant_id = x.tenant_id and s.item_id = x.item_id) is null
    on conflict do nothing
  ), new_customers as (
    insert into portal.sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, x.customer_id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct tenant_id, customer_id from customer where lines > 0) x
      cross join lateral (select m.client_code, m.customer_name from portal.customer_names m where m.id = x.customer_id offset 0) n
     where (select true from portal.sales_customers s where s.tenant_id = x.tenant_id and s.customer_id = x.customer_id) is null
    on conflict do nothing
  ), items as (
    insert into portal.sales_item_totals as t
    select x.* from (
        select tenant_id, currency, month, year, item_id, lines, quantity, amount_cents from item
        union all
        select tenant_id, currency, 17, year, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from item group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, item_id
    on conflict (tenant_id, currency, period, year, item_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  ), customers as (
    insert into portal.sales_customer_totals as t
    select x.* from (
        select tenant_id, currency, month, year, customer_id, lines, quantity, amount_cents from customer
        union all
        select tenant_id, currency, 17, year, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from customer group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, customer_id
    on conflict (tenant_id, currency, period, year, customer_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  )
  insert into portal.sales_totals as t (tenant_id, currency, month, year, lines, quantity, amount_cents)
  select tenant_id, currency, month, year, sum(lines)::int, portal.total(quantity), portal.total(amount_cents) from customer group by 1, 2, 3, 4
  on conflict (tenant_id, year, month, currency) do update set lines = t.lines + excluded.lines,
    quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents;
end $function$
;
alter routine portal.add_sales_sums(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.address_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- A document that says no source has that of its lots, as soon as one alone uses their numbers (functions/1150).
  if new.lot_nos = '{}' then new.lot_source := null;
  elsif new.lot_source is null then new.lot_source := portal.source_of_lots(new.lot_nos);
  end if;
  if new.audience = 'order' then
    new.tenant_ids := array(select distinct o.tenant_id from portal.orders o cross join portal.tenants t
      where o.tenant_id = t.id and o.source_id = new.order_source and o.source_key = new.order_key order by 1);
  elsif new.audience = 'lots' then
    new.tenant_ids := array(select distinct a.tenant_id from portal.lots x join portal.lot_access a on a.lot_id = x.id
      where x.source_id = new.lot_source and x.lot_no = any (new.lot_nos) order by 1);
  end if;
  return new;
end $function$
;
alter routine portal.address_document() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.addresses_said_of(of_user text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array(select distinct unnest(s.about) from portal.audit_sealed s where s.about @> array[of_user]
                except select of_user)
$function$
;
alter routine portal.addresses_said_of(text) owner to portal_keeper;
grant execute on portal.addresses_said_of(text) to portal_owner;

CREATE OR REPLACE FUNCTION portal.against(before_quantity numeric, quantity numeric, before_cents numeric, cents numeric)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select json_build_object(
    'quantity', json_build_object('previous', portal.units(before_quantity), 'current', portal.units(quantity),
      'growth', portal.growth(before_quantity, quantity), 'trend', portal.trend(before_quantity, quantity)),
    'revenue', json_build_object('previous', portal.money_text(before_cents), 'current', portal.money_text(cents),
      'growth', portal.growth(before_cents, cents), 'trend', portal.trend(before_cents, cents)))
$function$
;
grant execute on portal.against(numeric,numeric,numeric,numeric) to portal_admin;
grant execute on portal.against(numeric,numeric,numeric,numeric) to portal_member;
grant execute on portal.against(numeric,numeric,numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.all_held(of_source smallint, of_lots text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return (select bool_and(portal.is_held(x.state)) from portal.lots x
           where x.source_id = of_source and x.lot_no = any (of_lots)
             and (everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id limit 1)));
end $function$
;
alter routine portal.all_held(smallint,text[]) owner to portal_keeper;
grant execute on portal.all_held(smallint,text[]) to portal_admin;
grant execute on portal.all_held(smallint,text[]) to portal_member;
grant execute on portal.all_held(smallint,text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.all_sessions(of_search text, OUT id text, OUT user_id text, OUT name text, OUT email text, OUT user_agent text, OUT address text, OUT created_at timestamp with time zone, OUT last_active_at timestamp with time zone, OUT is_current boolean, OUT is_temporary boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query
    select s.id, s.user_id, p.name, coalesce(x.email, p.email), s.user_agent, s.ip_address, s.created_at, s.last_active_at,
           s.id = auth.session_id(), x.user_id is not null
      from auth.sessions s join portal.profiles p on p.user_id = s.user_id
      left join auth.temporary_access x on x.user_id = s.user_id
     where s.expires_at > clock_timestamp()
       and (of_search is null or portal.contains_folded(
             portal.fold(concat_ws(chr(10), p.name, coalesce(x.email, p.email), s.ip_address, s.user_agent)), of_search));
end $function$
;
grant execute on portal.all_sessions(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.allow_temporary(of_tenant integer, allowed boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare was boolean := (select t.allows_temporary from portal.tenants t where t.id = of_tenant for update);
begin
  perform auth.require_context('admin');
  update portal.tenants t set allows_temporary = allowed where t.id = of_tenant;
  if not allowed then
    delete from auth.sessions s using auth.temporary_access x where x.user_id = s.user_id and x.tenant_id = of_tenant;
  end if;
  return was;
end $function$
;
grant execute on portal.allow_temporary(integer,boolean) to portal_admin;

CREATE OR REPLACE FUNCTION portal.amount_reads(montant_total text, amount_cents bigint, currency text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when amount_cents <> 0 or montant_total ~ '[0-9]' and montant_total !~ '[1-9]'
              then (amount_cents / 100.0)::numeric(20, 2) || ' ' || currency else nullif(btrim(montant_total), '') end
$function$
;
grant execute on portal.amount_reads(text,bigint,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.announce_calendar()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  everybody int[] := array(select v.tenant_id from portal.data_versions v where v.topic = 'sales');
begin
  perform auth.require_context('admin');
  perform portal.touch_data('sales', everybody), portal.announce_data('sales', everybody);
end $function$
;
alter routine portal.announce_calendar() owner to portal_keeper;
grant execute on portal.announce_calendar() to portal_admin;

CREATE OR REPLACE FUNCTION portal.announce_data(of_topic text, of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, case v.topic when 'tracking' then 'orders' else coalesce((portal.ingest_kind(v.topic)).module, v.topic) end, v.topic || '.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = of_topic and v.tenant_id = any (of_tenants || 0) order by v.tenant_id;
end $function$
;
alter routine portal.announce_data(text,integer[]) owner to portal_keeper;
grant execute on portal.announce_data(text,integer[]) to portal_admin;

CREATE OR REPLACE FUNCTION portal.announce_document(of_document integer, before integer[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select t, 'documents', m, case when d.current_version is null then 'documents.write' else 'documents.read' end, d.id::text
    from portal.documents d
   cross join unnest(case when d.tenant_ids is null then '{0}' else array(select distinct x from unnest(d.tenant_ids || before) x) end) t
   cross join unnest(array(select distinct case when s in ('product', 'fact-sheet') then 'product' when s = 'legal' then 'legal' else 'qaqc' end
       from unnest(d.shelves) s union select unnest(array['qaqc', 'orders']) where d.lot_nos <> '{}')) m
   where d.id = of_document order by t, m
$function$
;
alter routine portal.announce_document(integer,integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.announce_ingest(of_batch bigint, of_kind text, of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  k record := portal.ingest_kind(of_kind);
  of_topic text := k.topic;
  seen boolean := of_topic <> 'customers';
  now_ timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if not (auth.ingests_all() or auth.is_ingest() and of_tenants <@ array[auth.ingest_tenant(), 0]) then
    raise exception 'event of another tenant' using errcode = '42501';
  end if;
  insert into portal.feeds as f (kind, last_batch_at) values (of_kind, now_)
    on conflict (kind) do update set last_batch_at = excluded.last_batch_at;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload, created_at)
    values (0, 'feeds', case when seen then k.module end, case when seen then of_topic || '.read' else 'ingestion.read' end, of_kind,
      jsonb_build_object('version', (extract(epoch from now_) * 1000)::bigint), now_);
  if cardinality(of_tenants) = 0 then return; end if;
  -- What is the manufacturer's moved for those who have access to any of it.
  if k.target = k.waiting then
    of_tenants := array(select t.id from portal.tenants t where case of_topic
      when 'products' then exists (select from portal.product_access a where a.tenant_id = t.id)
      when 'lots' then exists (select from portal.lot_access a where a.tenant_id = t.id) end);
  end if;
  perform portal.touch_data(of_topic, of_tenants);
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, k.module, v.topic || '.read', jsonb_build_object('version', v.version, 'batch', of_batch), clock_timestamp()
    from portal.data_versions v
   where v.topic = of_topic and v.topic <> 'customers' and v.tenant_id = any (of_tenants || 0)
   order by v.tenant_id;
end $function$
;
alter routine portal.announce_ingest(bigint,text,integer[]) owner to portal_keeper;
grant execute on portal.announce_ingest(bigint,text,integer[]) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.announce_payment(of_wish text, parts jsonb, of_method bigint, return_to text, OUT of_reference text, OUT refused text, OUT about text, OUT open_cents bigint, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_tenant int := case when auth.context_kind() = 'member' and not auth.is_viewing() then auth.tenant() end;
  placed record;
begin
  if of_tenant is null then raise exception 'not a member' using errcode = '42501'; end if;
  if of_method is not null and not exists (select from portal.payment_orders o where o.tenant_id = of_tenant and o.wish = of_wish) then
    refused := (select case when m.id is null then 'unknown_method' when make_date(m.exp_year, m.exp_month, 1) + interval '1 month' <= now() then 'method_expired' end
                  from (select) x left join portal.payment_methods m on m.tenant_id = of_tenant and m.id = of_method and m.removed_at is null);
    if refused is not null then return; end if;
  end if;
  placed := portal.place_payment(of_tenant, of_wish, parts);
  of_reference := placed.of_reference;
  refused := placed.refused;
  about := placed.about;
  open_cents := placed.open_cents;
  known := placed.known;
  if known or refused is not null then return; end if;
  if of_method is not null then
    insert into portal.card_payments (tenant_id, order_id, method_id, return_to)
      values (of_tenant, placed.of_order, of_method, announce_payment.return_to);
  end if;
  perform portal.moved_invoices(of_tenant);
end $function$
;
alter routine portal.announce_payment(text,jsonb,bigint,text) owner to portal_keeper;
grant execute on portal.announce_payment(text,jsonb,bigint,text) to portal_member;

CREATE OR REPLACE FUNCTION portal.announce_status(word text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  concerned int[] := array(select t.id from portal.tenants t
    where exists (select from portal.orders o where o.tenant_id = t.id and o.status = word) order by t.id);
begin
  perform auth.require_context('admin');
  perform portal.touch_data('orders', concerned);
  perform portal.announce_data('orders', concerned);
end $function$
;
alter routine portal.announce_status(text) owner to portal_keeper;
grant execute on portal.announce_status(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.append_audit(of_tenant integer, act text, on_type text, on_id text, before jsonb, after jsonb, trace text, named_actor text DEFAULT NULL::text, from_address text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  head portal.audit_heads%rowtype;
  link portal.audit_log%rowtype;
  kind text := auth.context_kind();
  allowed boolean := case kind
      when 'admin' then of_tenant is not null
      when 'member' then of_tenant in (0, auth.tenant()) or of_tenant = auth.entered_tenant()
      when 'staff' then of_tenant = 0 or of_tenant = any (auth.staff_tenants()) or of_tenant = auth.entered_tenant()
      when 'ingest' then of_tenant = 0 or of_tenant = auth.ingest_tenant() or (of_tenant > 0 and auth.ingests_all())
      when 'none' then of_tenant = 0
      else of_tenant is not null and named_actor is not null and session_user <> 'portal_app' end;
begin
  if not coalesce(allowed, false) then raise exception 'audit of another tenant' using errcode = '42501'; end if;
  select * into head from portal.audit_heads h where h.tenant_id = of_tenant for update;
  if not found then
    insert into portal.audit_heads as h values (of_tenant, 0, '\x') on conflict do nothing;
    select * into head from portal.audit_heads h where h.tenant_id = of_tenant for update;
  end if;
  link.tenant_id := of_tenant; link.seq := head.seq + 1; link.at := clock_timestamp();
  link.actor_kind := coalesce(kind, 'visitor'); link.actor := coalesce(auth.actor(), named_actor);
  link.by_staff := coalesce(kind in ('staff', 'admin') or (kind = 'member' and auth.is_viewing()), false);
  link.action := act; link.object_type := on_type; link.object_id := on_id; link.trace_id := trace;
  link.old := portal.sealed(link, before); link.new := portal.sealed(link, after);
  link.address := nullif(left(from_address, 100), '');
  link.prev_hash := head.hash;
  link.hash := portal.audit_hash(link);
  insert into portal.audit_log select link.*;
  update portal.audit_heads h set seq = link.seq, hash = link.hash where h.tenant_id = of_tenant;
end $function$
;
alter routine portal.append_audit(integer,text,text,text,jsonb,jsonb,text,text,text) owner to portal_keeper;
grant execute on portal.append_audit(integer,text,text,text,jsonb,jsonb,text,text,text) to portal_admin;
grant execute on portal.append_audit(integer,text,text,text,jsonb,jsonb,text,text,text) to portal_ingest;
grant execute on portal.append_audit(integer,text,text,text,jsonb,jsonb,text,text,text) to portal_member;
grant execute on portal.append_audit(integer,text,text,text,jsonb,jsonb,text,text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.apply_display_rules(OUT items bigint, OUT customers bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
declare touched int[];
begin
  perform portal.lock_display_rules(true);
  perform auth.require_context('admin');
  with rule as materialized (
    select array_agg(r) rules from portal.product_rules r
  ), shown as materialized ( -- each name once; tenant 0 has all of them
    select i.item_id, portal.shown_product(rule.rules, i.item_no, i.item_name) product
      from (select s.item_id, s.item_no, s.item_name from portal.sales_items s where s.tenant_id = 0
            union
            select s.item_id, s.item_no, s.item_name from portal.current_sales_items s where s.tenant_id = 0) i, rule
  ), renamed as (
    update portal.sales_items s set product = n.product from shown n
     where s.item_id = n.item_id and s.product <> n.product returning s.tenant_id, s.item_id
  ), current_renamed as (
    update portal.current_sales_items s set product = n.product from shown n
     where s.item_id = n.item_id and s.product <> n.product returning s.tenant_id, s.item_id
  ) select count(distinct r.item_id), array_agg(distinct r.tenant_id) into items, touched
      from (table renamed union all table current_renamed) r;
  with shown as materialized (
    select c.customer_id, coalesce(a.display_name, nullif(portal.trim_name(c.customer_name), ''), 'Unknown Client') customer
      from (select s.customer_id, s.customer_name from portal.sales_customers s where s.tenant_id = 0
            union
            select s.customer_id, s.customer_name from portal.current_sales_customers s where s.tenant_id = 0) c
      left join portal.customer_aliases a on a.variant = portal.trim_name(c.customer_name)
  ), renamed as (
    update portal.sales_customers s set customer = n.customer from shown n
     where s.customer_id = n.customer_id and s.customer <> n.customer returning s.tenant_id, s.customer_id
  ), current_renamed as (
    update portal.current_sales_customers s set customer = n.customer from shown n
     where s.customer_id = n.customer_id and s.customer <> n.customer returning s.tenant_id, s.customer_id
  ) select count(distinct r.customer_id), touched || array_agg(distinct r.tenant_id) into customers, touched
      from (table renamed union all table current_renamed) r;
  if cardinality(touched) > 0 then perform portal.touch_data('sales', touched); end if;
end $function$
;
alter routine portal.apply_display_rules() owner to portal_keeper;
grant execute on portal.apply_display_rules() to portal_admin;

CREATE OR REPLACE FUNCTION portal.apply_ingest(of_batch bigint, of_kind text, of_source smallint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'on'
AS $function$
declare
  k record;
  has record;
  targets text; -- the written columns, and their values from the staged row s
  content text;
  own constant text := 'coalesce(s.currency, t.currency, (select i.currency from portal.installation i))';
  plan text;
  one_by_one boolean := current_setting('enable_nestloop')::boolean; -- see portal.ingest_join
  waiting text := case when one_by_one then 'd.id = any (array[p.row_id])' else 'd.id = p.row_id' end;
begin
  -- In small tables, too: they may have grown meanwhile.
  if one_by_one then set local enable_seqscan = off; end if;
  select * into k from portal.ingest_kind(of_kind);
  targets := array_to_string(k.columns || case when k.own_currency then array['currency_given'] else '{}' end
    || case when k.stamped then array['updated_at'] else '{}' end, ', ');
  select string_agg(case
        when c = 'currency' and k.own_currency then own
        when c like '%\_cents' and k.own_currency then format('portal.round_cents(s.%I, %s)', c, own)
        when c = 'upstream_updated_at' then 'p.updated_at'
        else 's.' || c end, ', ' order by n) || case when k.own_currency then ', s.currency is not null' else '' end || case when k.stamped then ', clock_timestamp()' else '' end
    into content from unnest(k.columns) with ordinality u (c, n);
  plan := format('from portal.ingest_plan p %s left join portal.tenants t on t.id = p.to_tenant where p.batch = $1',
    portal.ingest_join('s', k.staged, 's.batch = $1 and s.row_no = p.row_no'));
  select coalesce(bool_or(p.act = 'delete' and p.from_tenant > 0), false) as goes, coalesce(bool_or(p.act = 'delete' and p.from_tenant = 0), false) as waiting_goes,
         coalesce(bool_or(p.act = 'move'), false) as moves,
         coalesce(bool_or(p.act in ('update', 'move') and p.to_tenant > 0), false) as changes,
         coalesce(bool_or(p.act in ('update', 'move') and p.to_tenant = 0), false) as waiting_changes,
         coalesce(bool_or(p.act = 'insert' and p.to_tenant > 0), false) as comes, coalesce(bool_or(p.act = 'insert' and p.to_tenant = 0), false) as waiting_comes
    into has from portal.ingest_plan p where p.batch = of_batch;

  if has.goes then
    execute format('delete from portal.%I d using portal.ingest_plan p where p.batch = $1 and p.act = ''delete''
      and d.tenant_id = p.from_tenant and d.id = p.row_id', k.target) using of_batch;
  end if;
  if has.waiting_goes then
    execute format('delete from portal.%I d using portal.ingest_plan p where p.batch = $1 and p.act = ''delete''
      and p.from_tenant = 0 and %s', k.waiting, waiting) using of_batch;
  end if;

  -- To and from the unassigned rows as they are, then like every update. Between tenants it is an update of the tenant.
  if has.moves then
    perform portal.carry_ingested(k.target, false, 'where p.batch = $1 and p.act = ''move'' and p.to_tenant = 0 and d.tenant_id = p.from_tenant and d.id = p.row_id',
      of_batch, of_source);
    perform portal.carry_ingested(k.target, true, 'where p.batch = $1 and p.act = ''move'' and p.from_tenant = 0 and ' || waiting, of_batch, of_source);
  end if;
  if has.changes then
    execute format('update portal.%I d set (tenant_id, %s) = row(p.to_tenant, %s) %s and p.act in (''update'', ''move'') and p.to_tenant > 0
      and d.id = p.row_id and d.tenant_id = case p.from_tenant when 0 then p.to_tenant else p.from_tenant end',
      k.target, targets, content, plan) using of_batch;
  end if;
  if has.waiting_changes then
    execute format('update portal.%I d set (%s) = row(%s) %s and p.act in (''update'', ''move'') and p.to_tenant = 0
      and %s', k.waiting, targets, content, plan, waiting) using of_batch;
  end if;

  if has.comes then
    execute format('insert into portal.%I (tenant_id, id, source_id, %I, %s)
      select p.to_tenant, p.row_id, $2, p.key, %s %s and p.act = ''insert'' and p.to_tenant > 0',
      k.target, k.key_column, targets, content, plan) using of_batch, of_source;
  end if;
  if has.waiting_comes then
    execute format('insert into portal.%I (id, source_id, %I, %s)
      select p.row_id, $2, p.key, %s %s and p.act = ''insert'' and p.to_tenant = 0',
      k.waiting, k.key_column, targets, content, plan) using of_batch, of_source;
  end if;

  if of_kind in ('orders', 'invoices', 'shipments') then perform portal.carry_lines(of_batch, of_kind, of_source); end if;
  perform portal.register_ingested(of_batch, of_kind, of_source);
end $function$
;
grant execute on portal.apply_ingest(bigint,text,smallint) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.apply_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Executed, so that it is planned for as many rows as there are.
  execute format($sql$
    with touched as (%s)
    update portal.invoices i set paid_cents = s.paid
      from touched t, lateral (
        -- By the number alone: before the planner knows the table, any index of the client seems as good, and each invoice would
        -- read all payments. Adding nothing keeps them from it.
        select coalesce((select sum(p.amount_cents) from portal.payments p
                  where p.invoice_no = t.invoice_no and p.tenant_id + 0 = t.tenant_id and p.source_id + 0 = t.source_id and p.currency || '' = t.currency
                    and p.settles_source is null), 0)::bigint
             + coalesce((select sum(p.amount_cents) from portal.payments p
                  where p.invoice_no = t.invoice_no and p.tenant_id + 0 = t.tenant_id and p.source_id + 0 = 0 and p.currency || '' = t.currency
                    and p.settles_source = t.source_id), 0)::bigint as paid) s
     where i.tenant_id = t.tenant_id and i.source_id = t.source_id and i.source_key = t.invoice_no and i.currency = t.currency
       and i.paid_cents <> s.paid
  $sql$, case tg_op
    when 'INSERT' then 'select distinct a.tenant_id, coalesce(a.settles_source, a.source_id) as source_id, a.invoice_no, a.currency from added a where a.invoice_no is not null'
    when 'DELETE' then 'select distinct r.tenant_id, coalesce(r.settles_source, r.source_id) as source_id, r.invoice_no, r.currency from removed r where r.invoice_no is not null'
    else 'select a.tenant_id, coalesce(a.settles_source, a.source_id) as source_id, a.invoice_no, a.currency from added a where a.invoice_no is not null
          union select r.tenant_id, coalesce(r.settles_source, r.source_id), r.invoice_no, r.currency from removed r where r.invoice_no is not null' end);
  return null;
end $function$
;
alter routine portal.apply_payments() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.apply_to_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  touched text := case tg_op
    when 'INSERT' then 'select a.tenant_id, a.id, a.source_id, a.source_key, a.currency from added a'
    else 'select a.tenant_id, a.id, a.source_id, a.source_key, a.currency from added a join removed r on r.id = a.id
           where (r.tenant_id, r.currency) <> (a.tenant_id, a.currency)' end;
  found_any boolean;
begin
  -- What these functions set themselves touches none, and ends here. Counted: looking for the first, each would be compared with all.
  execute format('select count(*) > 0 from (%s) t', touched) into found_any;
  if not found_any then return null; end if;
  -- What a row that is carried brings along counted where it was.
  execute format($sql$
    with touched as (%s)
    update portal.invoices i set paid_cents = s.paid
      from touched t, lateral (
        -- By the number alone: before the planner knows the table, any index of the client seems as good, and each invoice would
        -- read all payments. Adding nothing keeps them from it.
        select coalesce((select sum(p.amount_cents) from portal.payments p
                  where p.invoice_no = t.source_key and p.tenant_id + 0 = t.tenant_id and p.source_id + 0 = t.source_id and p.currency || '' = t.currency
                    and p.settles_source is null), 0)::bigint
             + coalesce((select sum(p.amount_cents) from portal.payments p
                  where p.invoice_no = t.source_key and p.tenant_id + 0 = t.tenant_id and p.source_id + 0 = 0 and p.currency || '' = t.currency
                    and p.settles_source = t.source_id), 0)::bigint as paid) s
     where i.tenant_id = t.tenant_id and i.id = t.id and i.paid_cents <> s.paid
  $sql$, touched);
  return null;
end $function$
;
alter routine portal.apply_to_invoices() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.ask_email_change(address text, old_token text, new_token text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := auth.actor();
  present text := (select u.email from auth.users u where u.id = who);
  wait int;
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' or least(length(old_token), length(new_token)) < 43 then
    raise exception 'no address, or links that could be guessed' using errcode = '22023';
  end if;
  wait := auth.use_window('e-mail of ' || who, 5, 3600);
  if wait is not null then return wait; end if;
  insert into auth.email_changes as c (user_id, new_email, old_hash, new_hash, ends_at)
    values (who, address, sha256(convert_to(old_token, 'utf8')), sha256(convert_to(new_token, 'utf8')), now() + interval '24 hours')
  on conflict (user_id) do update set new_email = excluded.new_email, old_hash = excluded.old_hash, new_hash = excluded.new_hash,
    ends_at = excluded.ends_at;
  update auth.mails m set secret = null where m.user_id = who and m.kind in ('email_old', 'email_new');
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at, state)
  select x.a, who, x.kind, auth.language_of(who), jsonb_build_object('email', address), x.token, now() + interval '24 hours',
         case when x.kind = 'email_new' and exists (select from auth.users u where u.email = address) then 'void' else 'waiting' end
    from (values (present, 'email_old', old_token), (address, 'email_new', new_token)) x (a, kind, token);
  return null;
end $function$
;
grant execute on portal.ask_email_change(text,text,text) to portal_admin;
grant execute on portal.ask_email_change(text,text,text) to portal_member;
grant execute on portal.ask_email_change(text,text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.ask_for_document(of_tenant integer, of_title text, of_details text, due date)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  r portal.document_requests;
begin
  perform auth.require_context('staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  insert into portal.document_requests (tenant_id, title, details, due_on, asked_by, asker_name)
    values (of_tenant, of_title, of_details, due, auth.actor(), auth.name_of(auth.actor())) returning * into r;
  perform portal.record_document_request(r, 'ask', null);
  return r.id;
end $function$
;
alter routine portal.ask_for_document(integer,text,text,date) owner to portal_keeper;
grant execute on portal.ask_for_document(integer,text,text,date) to portal_admin;
grant execute on portal.ask_for_document(integer,text,text,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.ask_for_scan(content bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('staff', 'admin');
  perform portal.queue_scan(content);
end $function$
;
grant execute on portal.ask_for_scan(bytea) to portal_admin;
grant execute on portal.ask_for_scan(bytea) to portal_staff;

CREATE OR REPLACE FUNCTION portal.assign_conversation(of_conversation bigint, to_person text, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  c portal.conversations;
  person_name text;
  before text;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  if c.version <> known_version then return '{"stale": true}'; end if;
  if to_person is not null then
    select h.name into person_name from portal.conversation_handlers(c.tenant_id) h where h.user_id = to_person;
    if not found then return '{"unknown": true}'; end if;
  end if;
  insert into portal.conversation_notes (tenant_id, conversation_id, kind, text, author, author_name)
    values (c.tenant_id, c.id, 'assign', person_name, auth.actor(), auth.name_of(auth.actor()));
  before := c.assigned_to;
  update portal.conversations x set assigned_to = to_person, assigned_name = person_name, version = x.version + 1
   where x.tenant_id = c.tenant_id and x.id = c.id returning * into c;
  return portal.conversation_people(c) || jsonb_build_object('before', before);
end $function$
;
alter routine portal.assign_conversation(bigint,text,integer) owner to portal_keeper;
grant execute on portal.assign_conversation(bigint,text,integer) to portal_admin;
grant execute on portal.assign_conversation(bigint,text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.assign_issue(of_issue bigint, to_person text, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i portal.issues;
  person_name text;
begin
  perform auth.require_context('staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.version <> known_version then return '{"stale": true}'; end if;
  if to_person is not null then
    select h.name into person_name from portal.issue_handlers(i.tenant_id) h where h.user_id = to_person;
    if not found then return '{"unknown": true}'; end if;
  end if;
  insert into portal.issue_notes (tenant_id, issue_id, kind, text, author, author_name)
    values (i.tenant_id, i.id, 'assign', person_name, auth.actor(), auth.name_of(auth.actor()));
  update portal.issues x set assigned_to = to_person, assigned_name = person_name, version = x.version + 1
   where x.tenant_id = i.tenant_id and x.id = i.id;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('before', i.assigned_to);
end $function$
;
alter routine portal.assign_issue(bigint,text,integer) owner to portal_keeper;
grant execute on portal.assign_issue(bigint,text,integer) to portal_admin;
grant execute on portal.assign_issue(bigint,text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.attach_to_conversation(of_conversation bigint, of_key uuid, name text, of_file text, of_format text, bytes bigint, hash bytea, scans boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  before portal.conversation_messages;
  c portal.conversations;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  select * into before from portal.sent_before(of_key);
  if found then
    select f.id into file from portal.conversation_files f
     where f.tenant_id = c.tenant_id and f.conversation_id = c.id and f.no = before.no and before.conversation_id = c.id and f.checksum = hash;
    if file is null then return '{"mismatch": true}'; end if;
    return portal.conversation_people(c) || jsonb_build_object('no', before.no, 'file', file, 'again', true);
  end if;
  if (select count(*) from portal.conversation_files f where f.tenant_id = c.tenant_id and f.conversation_id = c.id) >= 100 then
    return '{"full": true}';
  end if;
  c := portal.add_message(c, 'file', null, of_key);
  insert into portal.conversation_files (tenant_id, conversation_id, no, file_name, file_key, format, size, checksum)
    values (c.tenant_id, c.id, c.last_no, name, of_file, of_format, bytes, hash) returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return portal.conversation_people(c) || jsonb_build_object('file', file);
end $function$
;
alter routine portal.attach_to_conversation(bigint,uuid,text,text,text,bigint,bytea,boolean) owner to portal_keeper;
grant execute on portal.attach_to_conversation(bigint,uuid,text,text,text,bigint,bytea,boolean) to portal_admin;
grant execute on portal.attach_to_conversation(bigint,uuid,text,text,text,bigint,bytea,boolean) to portal_member;
grant execute on portal.attach_to_conversation(bigint,uuid,text,text,text,bigint,bytea,boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.attach_to_document_request(of_request bigint, name text, of_key text, of_format text, bytes bigint, hash bytea, scans boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  r portal.document_requests;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.state <> 'open' then return '{"closed": true}'; end if;
  if (select count(*) from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id) >= 20 then
    return '{"full": true}';
  end if;
  insert into portal.document_request_files (tenant_id, request_id, file_name, file_key, format, size, checksum, author_name, by_staff)
    values (r.tenant_id, r.id, name, of_key, of_format, bytes, hash, auth.name_of(auth.actor()), auth.context_kind() <> 'member')
    returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return jsonb_build_object('tenant', r.tenant_id, 'file', file);
end $function$
;
alter routine portal.attach_to_document_request(bigint,text,text,text,bigint,bytea,boolean) owner to portal_keeper;
grant execute on portal.attach_to_document_request(bigint,text,text,text,bigint,bytea,boolean) to portal_admin;
grant execute on portal.attach_to_document_request(bigint,text,text,text,bigint,bytea,boolean) to portal_member;
grant execute on portal.attach_to_document_request(bigint,text,text,text,bigint,bytea,boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.attach_to_issue(of_issue bigint, name text, of_key text, of_format text, bytes bigint, hash bytea, scans boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i portal.issues;
  entry bigint;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.status = 'closed' then return '{"closed": true}'; end if;
  if (select count(*) from portal.issue_files f where f.tenant_id = i.tenant_id and f.issue_id = i.id) >= 100 then return '{"full": true}'; end if;
  entry := portal.add_issue_entry(i, 'file', null);
  insert into portal.issue_files (tenant_id, issue_id, entry_id, file_name, file_key, format, size, checksum)
    values (i.tenant_id, i.id, entry, name, of_key, of_format, bytes, hash) returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('file', file);
end $function$
;
alter routine portal.attach_to_issue(bigint,text,text,text,bigint,bytea,boolean) owner to portal_keeper;
grant execute on portal.attach_to_issue(bigint,text,text,text,bigint,bytea,boolean) to portal_admin;
grant execute on portal.attach_to_issue(bigint,text,text,text,bigint,bytea,boolean) to portal_member;
grant execute on portal.attach_to_issue(bigint,text,text,text,bigint,bytea,boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.audit_addressed(beginning text, OUT tenant_id integer, OUT seq bigint)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.tenant_id, s.seq from portal.audit_sealed s
   where s.value #>> '{}' like '%@%' and starts_with(lower(s.value #>> '{}') collate "C", lower(beginning))
     and case auth.context_kind() when 'admin' then true when 'member' then s.tenant_id = auth.tenant() else false end
$function$
;
alter routine portal.audit_addressed(text) owner to portal_keeper;
grant execute on portal.audit_addressed(text) to portal_admin;
grant execute on portal.audit_addressed(text) to portal_member;

CREATE OR REPLACE FUNCTION portal.audit_erased(ids text[], OUT user_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.id from unnest(ids) i (id)
   where auth.context_kind() in ('admin', 'member') and not exists (select from portal.profiles p where p.user_id = i.id)
$function$
;
grant execute on portal.audit_erased(text[]) to portal_admin;
grant execute on portal.audit_erased(text[]) to portal_member;

CREATE OR REPLACE FUNCTION portal.audit_hash(link portal.audit_log)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return sha256(link.prev_hash || convert_to((jsonb_build_object(
    'tenant', link.tenant_id, 'seq', link.seq, 'at', extract(epoch from link.at), 'kind', link.actor_kind, 'actor', link.actor,
    'by_staff', link.by_staff, 'action', link.action, 'type', link.object_type, 'id', link.object_id,
    'old', link.old, 'new', link.new, 'trace', link.trace_id)
    || case when link.address is null then '{}' else jsonb_build_object('address', link.address) end)::text, 'utf8'));
end $function$
;
grant execute on portal.audit_hash(portal.audit_log) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.audit_people(ids text[], OUT user_id text, OUT name text, OUT email text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.user_id, p.name, case when of.is_here then p.email end
    from portal.profiles p
   cross join lateral (
     select case auth.context_kind()
              when 'admin' then true
              when 'member' then exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = auth.tenant())
                or exists (select from auth.temporary_access x where x.user_id = p.user_id and x.tenant_id = auth.tenant())
              else false end as is_here) of
   where p.user_id = any (ids)
     and (of.is_here or (auth.context_kind() = 'member' and portal.was_member(p.user_id)))
$function$
;
grant execute on portal.audit_people(text[]) to portal_admin;
grant execute on portal.audit_people(text[]) to portal_member;

CREATE OR REPLACE FUNCTION portal.audit_people_like(beginning text, OUT user_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.user_id
    from (select array_agg(p.user_id) as ids from portal.profiles p
           where starts_with(lower(p.name), lower(beginning)) or starts_with(lower(p.email), lower(beginning))) found,
         portal.audit_people(found.ids) k
   where starts_with(lower(k.name), lower(beginning)) or starts_with(lower(k.email), lower(beginning))
$function$
;
grant execute on portal.audit_people_like(text) to portal_admin;
grant execute on portal.audit_people_like(text) to portal_member;

CREATE OR REPLACE FUNCTION portal.audit_positions(OUT tenant_id integer, OUT seq bigint, OUT hash text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select h.tenant_id, h.seq, encode(h.hash, 'hex') from portal.audit_heads h
   where h.seq > 0 and (session_user <> 'portal_app' or auth.is_admin()) order by h.tenant_id
$function$
;
alter routine portal.audit_positions() owner to portal_keeper;
grant execute on portal.audit_positions() to portal_admin;

CREATE OR REPLACE FUNCTION portal.bank_key(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select nullif(upper(regexp_replace(said, '[^[:alnum:]]', '', 'g')), '')
$function$
;
grant execute on portal.bank_key(text) to portal_admin;
grant execute on portal.bank_key(text) to portal_ingest;
grant execute on portal.bank_key(text) to portal_keeper;
grant execute on portal.bank_key(text) to portal_member;
grant execute on portal.bank_key(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.beside(before numeric, now numeric, divisor numeric)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select json_build_object('previous', trim_scale(before / divisor), 'current', trim_scale(now / divisor),
    'growth', portal.growth(before, now), 'trend', portal.trend(before, now))
$function$
;
grant execute on portal.beside(numeric,numeric,numeric) to portal_admin;
grant execute on portal.beside(numeric,numeric,numeric) to portal_member;
grant execute on portal.beside(numeric,numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.broken_seals(OUT tenant_id integer, OUT seq bigint, OUT problem text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.tenant_id, s.seq, 'says another thing of a person than it did' from portal.audit_sealed s
   where s.value is not null and sha256(s.salt || convert_to(s.value::text, 'utf8')) <> s.digest
  union all
  select a.tenant_id, a.seq, 'what it said of a person is missing'
    from portal.audit_log a cross join lateral (select a.old union all select a.new) p (part) cross join lateral jsonb_each(p.part) e
    cross join lateral regexp_matches(e.value::text, '\{"sealed": "([0-9a-f]{64})"\}', 'g') named
   where position('{"sealed": "' in p.part::text) > 0 and jsonb_typeof(p.part) = 'object' and portal.says_who(a.action, e.key)
     and not exists (select from portal.audit_sealed s where (s.tenant_id, s.seq, s.digest) = (a.tenant_id, a.seq, decode(named[1], 'hex')))
$function$
;
grant execute on portal.broken_seals() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.business_deadline(since timestamp with time zone, minutes integer, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  today timestamp := date_trunc('day', since at time zone zone);
  rest interval := make_interval(mins => minutes);
  days smallint[];
  from_time time;
  to_time time;
  opens timestamptz;
  closes timestamptz;
begin
  select i.business_days, i.opens_at, i.closes_at into strict days, from_time, to_time from portal.installation i;
  loop
    if extract(isodow from today)::smallint = any (days) and not exists (select from portal.closed_days c where c.day = today::date) then
      opens := greatest(since, (today + from_time) at time zone zone);
      closes := (today + to_time) at time zone zone;
      if closes > opens then
        if closes - opens >= rest then return opens + rest; end if;
        rest := rest - (closes - opens);
      end if;
    end if;
    today := today + interval '1 day';
  end loop;
end $function$
;
grant execute on portal.business_deadline(timestamp with time zone,integer,text) to portal_admin;
grant execute on portal.business_deadline(timestamp with time zone,integer,text) to portal_keeper;
grant execute on portal.business_deadline(timestamp with time zone,integer,text) to portal_member;
grant execute on portal.business_deadline(timestamp with time zone,integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.business_minutes(since timestamp with time zone, until timestamp with time zone, zone text)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(extract(epoch from least(until, d.closes) - greatest(since, d.opens))), 0) / 60
    from (select (x + i.opens_at) at time zone zone as opens, (x + i.closes_at) at time zone zone as closes
            from portal.installation i
           cross join generate_series(date_trunc('day', since at time zone zone), date_trunc('day', until at time zone zone), interval '1 day') x
           where extract(isodow from x)::smallint = any (i.business_days)
             and not exists (select from portal.closed_days c where c.day = x::date)) d
   where d.closes > since and d.opens < until
$function$
;
grant execute on portal.business_minutes(timestamp with time zone,timestamp with time zone,text) to portal_admin;
grant execute on portal.business_minutes(timestamp with time zone,timestamp with time zone,text) to portal_keeper;
grant execute on portal.business_minutes(timestamp with time zone,timestamp with time zone,text) to portal_member;
grant execute on portal.business_minutes(timestamp with time zone,timestamp with time zone,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.business_now(zone text, OUT closes_at timestamp with time zone, OUT opens_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when n.open then (date_trunc('day', now() at time zone zone) + i.closes_at) at time zone zone end,
         case when not n.open then portal.business_deadline(now(), 0, zone) end
    from portal.installation i cross join (select portal.business_minutes(now(), now() + interval '1 second', zone) > 0 as open) n
$function$
;
grant execute on portal.business_now(text) to portal_admin;
grant execute on portal.business_now(text) to portal_member;
grant execute on portal.business_now(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.business_zone()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((select i.timezone from portal.installation i), 'America/Toronto')
$function$
;
grant execute on portal.business_zone() to portal_admin;
grant execute on portal.business_zone() to portal_keeper;
grant execute on portal.business_zone() to portal_member;
grant execute on portal.business_zone() to portal_staff;

CREATE OR REPLACE FUNCTION portal.carry_ingested(target text, homewards boolean, which text, of_batch bigint, of_source smallint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'on'
AS $function$
declare
  twin text := 'unassigned_' || target;
  held text := (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
                 where a.attrelid = ('portal.' || target)::regclass and a.attnum > 0 and not a.attisdropped
                   and a.attgenerated = '' and a.attname <> 'tenant_id' and a.attname in (select w.attname from pg_attribute w -- what waits has no version of its own
                     where w.attrelid = ('portal.' || twin)::regclass and w.attnum > 0 and not w.attisdropped));
  there text; -- the currency of where it goes
  taken text; -- the columns with it
begin
  if current_setting('enable_nestloop')::boolean then set local enable_seqscan = off; end if; -- as in portal.apply_ingest
  if held ~ '\mcurrency_given\M' then
    there := case when homewards then '(select t.currency from portal.tenants t where t.id = carried_to)'
                  else '(select i.currency from portal.installation i)' end;
    taken := regexp_replace(held, '\m(\w+_cents)\M', 'case when currency_given is false then portal.round_cents(\1, '
      || there || ') else \1 end', 'g');
    taken := regexp_replace(taken, ' currency,', ' case when currency_given is false then ' || there || ' else currency end,');
  end if;
  execute format('with gone as (
      delete from portal.%I d using portal.ingest_plan p %s
      returning p.to_tenant as carried_to, d.*)
    insert into portal.%I (%s %5$s) select %6$s %7$s from gone',
    case when homewards then twin else target end, which, case when homewards then target else twin end,
    case when homewards then 'tenant_id,' end, held, case when homewards then 'carried_to,' end, coalesce(taken, held)) using of_batch, of_source;
end $function$
;
grant execute on portal.carry_ingested(text,boolean,text,bigint,smallint) to portal_ingest;
grant execute on portal.carry_ingested(text,boolean,text,bigint,smallint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.carry_lines(of_batch bigint, of_kind text, of_source smallint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_nestloop TO 'on'
 SET enable_seqscan TO 'off'
AS $function$
declare
  k record;
  bound int := auth.ingest_tenant();
  of_parent text;
  waiting text;
  leaves boolean;
  waits boolean;
begin
  perform auth.require_context('ingest', 'admin');
  leaves := exists (select from portal.ingest_plan p where p.batch = of_batch and p.act in ('delete', 'move'));
  for k in select * from portal.lines_of(of_kind) x where x.kind = of_kind loop
    -- `(select $2)` and the like: the planner takes what is usual of a source or kind, not that it holds nothing because it was
    -- not there when the table was last looked at. Then each row would be compared with all.
    of_parent := format('d.source_id = (select $2) and d.%I = p.key', k.parent_key);
    -- Those that wait are looked up by the row that they wait for: the planner may think that there are none of either.
    waiting := portal.ingest_join('w', 'unassigned_' || k.target, format('w.source_id = (select $2) and w.%I = p.key', k.parent_key))
      || ' where p.batch = $1 and p.act in (''insert'', ''move'') and p.to_tenant > 0';
    execute format('select exists (select from portal.ingest_plan p %s)', waiting)
       into waits using of_batch, of_source;
    continue when not (leaves or waits); -- new ones of which no line came before
    perform portal.carry_ingested(k.target, false, 'where p.batch = $1 and ' || of_parent || ' and d.tenant_id = p.from_tenant
      and (p.act = ''delete'' or p.act = ''move'' and p.to_tenant = 0)', of_batch, of_source);
    perform portal.carry_ingested(k.target, true, waiting || ' and d.id = any (array[w.id])'
      || case when bound is null then '' else format(' and not exists (select from portal.upstream_rows u where u.source_id = $2 and u.kind = %L
        and u.key = d.source_key and u.last_tenant_id <> %s)', k.lines, bound) end, of_batch, of_source);
    execute format('update portal.%I d set tenant_id = p.to_tenant from portal.ingest_plan p
     where p.batch = $1 and p.act = ''move'' and p.to_tenant > 0 and p.from_tenant > 0 and d.tenant_id = p.from_tenant and %s',
      k.target, of_parent) using of_batch, of_source;
    execute format('update portal.upstream_rows u set tenant_id = l.tenant_id, last_tenant_id = coalesce(nullif(u.tenant_id, 0), u.last_tenant_id)
      from (select p.key, case p.act when ''delete'' then 0 else p.to_tenant end as home
              from portal.ingest_plan p where p.batch = $1 and p.act in (''insert'', ''move'', ''delete'') offset 0) p
      cross join lateral (
        select d.tenant_id, d.source_key from portal.%1$I d where d.tenant_id = p.home and d.source_id = $2 and d.%2$I = p.key
        union all
        select 0, w.source_key from portal.unassigned_%1$s w where p.home = 0 and w.source_id = $2 and w.%2$I = p.key) l
     where u.source_id = (select $2) and u.kind = (select %3$L) and u.key = l.source_key and u.tenant_id <> l.tenant_id',
      k.target, k.parent_key, k.lines)
      using of_batch, of_source;
  end loop;
end $function$
;
alter routine portal.carry_lines(bigint,text,smallint) owner to portal_keeper;
grant execute on portal.carry_lines(bigint,text,smallint) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.change(before numeric, now numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select round(100 * (now - before) / nullif(before, 0), 1) $function$
;
grant execute on portal.change(numeric,numeric) to portal_admin;
grant execute on portal.change(numeric,numeric) to portal_member;
grant execute on portal.change(numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.change_display_rules(rules jsonb, of_difference jsonb, taking_back integer)
 RETURNS portal.display_rule_changes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
declare
  began timestamptz := clock_timestamp();
  before jsonb := portal.display_rules();
  noted portal.display_rule_changes;
  versions jsonb := (select jsonb_object_agg(v.tenant_id, v.version) from portal.data_versions v where v.topic = 'sales');
  preview jsonb := portal.preview_display_rules(rules, 0);
begin
  perform auth.require_context('admin');
  delete from portal.product_rules;
  insert into portal.product_rules select * from portal.read_product_rules(rules);
  delete from portal.customer_aliases;
  insert into portal.customer_aliases
    select a.variant, a."displayName" from jsonb_to_recordset(rules -> 'aliases') a (variant text, "displayName" text);
  select x.items, x.customers into noted.product_names, noted.customer_names from portal.apply_display_rules() x;
  perform portal.announce_data('sales', array(select v.tenant_id from portal.data_versions v
    where v.topic = 'sales' and v.version is distinct from (versions ->> v.tenant_id::text)::bigint));
  insert into portal.display_rule_changes (changed_by, undoes, rules_before, difference, product_names, customer_names, product_lines, customer_lines, took_ms)
    values (auth.actor(), taking_back, before, of_difference, noted.product_names, noted.customer_names,
      (preview ->> 'productLines')::bigint, (preview ->> 'customerLines')::bigint,
      extract(epoch from clock_timestamp() - began) * 1000)
    returning * into noted;
  return noted;
end $function$
;
alter routine portal.change_display_rules(jsonb,jsonb,integer) owner to portal_keeper;
grant execute on portal.change_display_rules(jsonb,jsonb,integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.change_email_of(of_user text, address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return auth.change_email(of_user, address, (select p.name from portal.profiles p where p.user_id = auth.actor()));
end $function$
;
grant execute on portal.change_email_of(text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.change_member(of_tenant integer, of_user text, new_role text, OUT role_before text, OUT is_last boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.managed_tenant(of_tenant);
  perform from portal.tenants t where t.id = of_tenant for update;
  select m.role into role_before from portal.members m where m.tenant_id = of_tenant and m.user_id = of_user;
  if role_before is null then return; end if;
  is_last := of_user in (select portal.owners_of(of_tenant)) and not exists (select from portal.owners_of(of_tenant) o where o <> of_user)
    and not exists (select from portal.roles r where r.key = new_role and 'members.manage' = any (r.permissions));
  if is_last then return; end if;
  if new_role is null then
    delete from portal.members m where m.tenant_id = of_tenant and m.user_id = of_user;
    update portal.profiles p set default_tenant_id = null where p.user_id = of_user and p.default_tenant_id = of_tenant;
  else
    update portal.members m set role = new_role where m.tenant_id = of_tenant and m.user_id = of_user;
  end if;
end $function$
;
grant execute on portal.change_member(integer,text,text) to portal_admin;
grant execute on portal.change_member(integer,text,text) to portal_member;
grant execute on portal.change_member(integer,text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.change_role(of_key text, known text, of_name text, held text[], OUT outcome text, OUT before jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key for update;
  if role.key is null then return; end if;
  before := jsonb_build_object('name', case when role.named then role.name end, 'permissions', to_jsonb(role.permissions));
  if md5(before::text) <> known then outcome := 'stale'; return; end if;
  if portal.left_ownerless(of_key, held) is not null then outcome := 'last_owner'; return; end if;
  update portal.roles r set permissions = held, name = coalesce(of_name, r.name), named = of_name is not null where r.key = of_key;
  outcome := 'done';
end $function$
;
grant execute on portal.change_role(text,text,text,text[]) to portal_admin;

CREATE OR REPLACE FUNCTION portal.changed(a jsonb, b jsonb, OUT before jsonb, OUT after jsonb)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select jsonb_object_agg(k, a -> k), jsonb_object_agg(k, b -> k) into before, after
    from (select jsonb_object_keys(a || b) k) keys where (a -> k) is distinct from (b -> k);
end $function$
;
grant execute on portal.changed(jsonb,jsonb) to portal_admin;
grant execute on portal.changed(jsonb,jsonb) to portal_ingest;
grant execute on portal.changed(jsonb,jsonb) to portal_member;
grant execute on portal.changed(jsonb,jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.choose_order(of_tenant integer, of_id bigint, to_order bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and not of_tenant = any (seen) then return false; end if;
  perform from portal.purchase_order_candidates(of_tenant, of_id) c where c.order_id = to_order;
  if not found then return false; end if;
  perform portal.link_purchase_order(of_tenant, of_id, to_order);
  -- Others with its number that have nothing left to choose from wait for their order again.
  update portal.purchase_orders p set order_state = 'pending' from portal.purchase_orders me
   where me.tenant_id = of_tenant and me.id = of_id and p.tenant_id = of_tenant and p.po_key = me.po_key and p.order_state = 'ambiguous'
     and not exists (select from portal.purchase_order_candidates(p.tenant_id, p.id));
  perform portal.tell_orders(of_tenant);
  return true;
end $function$
;
alter routine portal.choose_order(integer,bigint,bigint) owner to portal_keeper;
grant execute on portal.choose_order(integer,bigint,bigint) to portal_admin;
grant execute on portal.choose_order(integer,bigint,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.choose_payment_method(of_method bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare of_tenant int := portal.own_tenant();
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_methods ' || of_tenant, 0));
  if of_method is not null and not exists (select from portal.payment_methods m
    where m.tenant_id = of_tenant and m.id = of_method and m.removed_at is null) then return false; end if;
  update portal.payment_methods m set is_default = false where m.tenant_id = of_tenant and m.is_default and m.id is distinct from of_method;
  update portal.payment_methods m set is_default = true where m.tenant_id = of_tenant and m.id = of_method and not m.is_default;
  return true;
end $function$
;
alter routine portal.choose_payment_method(bigint) owner to portal_keeper;
grant execute on portal.choose_payment_method(bigint) to portal_member;

CREATE OR REPLACE FUNCTION portal.claim_card_payment()
 RETURNS TABLE(tenant_id integer, order_id bigint, reference text, currency text, cents bigint, customer text, token text, provider_id text, return_to text, cancels boolean, hints integer, age_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare c portal.card_payments;
begin
  -- What was restored from a backup collects nothing before somebody confirms that it is the one that goes on.
  if exists (select from portal.installation i where i.restored_at is not null) then return; end if;
  select x.* into c from portal.card_payments x where x.due_at <= clock_timestamp() order by x.due_at limit 1 for update skip locked;
  if c.order_id is null then return; end if;
  update portal.card_payments x
     set due_at = clock_timestamp() + interval '1 minute',
         cancels = x.cancels or (x.stage = 'action' and o.created_at < clock_timestamp() - interval '1 hour')
    from portal.payment_orders o
   where x.tenant_id = c.tenant_id and x.order_id = c.order_id and o.tenant_id = x.tenant_id and o.id = x.order_id
  returning x.* into c;
  return query
    select c.tenant_id, c.order_id, o.reference, o.currency::text, o.amount_cents, m.customer, m.token, c.provider_id, c.return_to,
           c.cancels, c.hints, extract(epoch from clock_timestamp() - o.created_at)::int
      from portal.payment_orders o join portal.payment_methods m on m.tenant_id = o.tenant_id and m.id = c.method_id
     where o.tenant_id = c.tenant_id and o.id = c.order_id;
end $function$
;
alter routine portal.claim_card_payment() owner to portal_keeper;
grant execute on portal.claim_card_payment() to portal_owner;

CREATE OR REPLACE FUNCTION portal.client_overview(of_tenant integer, OUT id integer, OUT name text, OUT language text, OUT currency text, OUT suspended_at timestamp with time zone, OUT created_at timestamp with time zone, OUT orders bigint, OUT people bigint, OUT last_sign_in timestamp with time zone, OUT last_data timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.id, t.name, t.language, t.currency, t.suspended_at, t.created_at, coalesce(o.n, 0), coalesce(m.n, 0), s.at, d.at
    from portal.tenants t
    left join (select x.tenant_id, count(*) as n from portal.orders x where of_tenant is null or x.tenant_id = of_tenant group by 1) o
      on o.tenant_id = t.id
    left join (select x.tenant_id, count(*) as n from portal.members x where of_tenant is null or x.tenant_id = of_tenant group by 1) m
      on m.tenant_id = t.id
    left join auth.tenant_sign_ins(of_tenant) s on s.tenant_id = t.id
    left join (select x.tenant_id, max(x.received_at) as at from portal.data_versions x group by 1) d on d.tenant_id = t.id
   where of_tenant is null or t.id = of_tenant
$function$
;
grant execute on portal.client_overview(integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.client_pieces(of_tenant integer, of_source integer, of_code text, of_name text)
 RETURNS TABLE(kind text, source_id smallint, code text, name text, seen text, currency text, n bigint, quantity bigint, cents bigint, first_date date, last_date date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET enable_nestloop TO 'off'
AS $function$
begin
  return query
  with customer as materialized (
    select c.customer_id, nullif(c.client_code, '') as client_code, nullif(c.customer_name, '') as client_name
      from (select s.tenant_id, s.customer_id, s.client_code, s.customer_name from portal.sales_customers s
            union select s.tenant_id, s.customer_id, s.client_code, s.customer_name from portal.current_sales_customers s) c
     where c.tenant_id = 0 and (of_tenant = 0 or case when of_code is null then c.client_code = '' and c.customer_name = of_name
                                                      else c.client_code = of_code end)
  ), piece as (
    select 'customers' as of_kind, d.source_id, d.client_code, d.client_name, null::text as currency, count(*) as n, null::numeric as quantity,
           null::numeric as cents, null::date as first_date, null::date as last_date
      from (select u.source_id, u.client_code, u.client_name from portal.unassigned_customers u where of_tenant = 0
            union all
            select c.source_id, c.client_code, c.client_name from portal.customers c where c.tenant_id = of_tenant and c.client_code = of_code) d
     group by 2, 3, 4
    union all
    select 'orders', d.source_id, d.client_code, d.client_name, d.currency::text, count(*), null, sum(d.amount_cents), min(d.order_date), max(d.order_date)
      from (select u.source_id, u.client_code, u.client_name, u.currency, u.amount_cents, u.order_date
              from portal.unassigned_orders u where of_tenant = 0
            union all
            select o.source_id, o.client_code, o.client_name, o.currency, o.amount_cents, o.order_date from portal.orders o
             where o.tenant_id = of_tenant
               and case when of_code is null then o.client_code is null and o.client_name = of_name else o.client_code = of_code end) d
     group by 2, 3, 4, 5
    union all
    select d.of_kind, d.source_id, d.client_code, d.client_name, d.currency::text, count(*), null, sum(d.cents), min(d.on_date), max(d.on_date)
      from (select 'invoices' as of_kind, u.source_id, u.client_code, u.client_name, u.currency, u.total_cents as cents, u.invoice_date as on_date
              from portal.unassigned_invoices u where of_tenant = 0
            union all
            select 'payments', u.source_id, u.client_code, u.client_name, u.currency, u.amount_cents, u.payment_date
              from portal.unassigned_payments u where of_tenant = 0
            union all
            select 'invoices', i.source_id, i.client_code, i.client_name, i.currency, i.total_cents, i.invoice_date from portal.invoices i
             where i.tenant_id = of_tenant
               and case when of_code is null then i.client_code is null and i.client_name = of_name else i.client_code = of_code end
            union all
            select 'payments', p.source_id, p.client_code, p.client_name, p.currency, p.amount_cents, p.payment_date from portal.payments p
             where p.tenant_id = of_tenant
               and case when of_code is null then p.client_code is null and p.client_name = of_name else p.client_code = of_code end) d
     group by 1, 2, 3, 4, 5
    union all
    select 'price-list', d.source_id, d.client_code, d.client_name, null, count(*), null, null, min(d.valid_from), max(d.valid_from)
      from (select u.source_id, u.client_code, u.client_name, u.valid_from from portal.unassigned_prices u where of_tenant = 0
            union all
            select p.source_id, p.client_code, p.client_name, p.valid_from from portal.prices p
             where p.tenant_id = of_tenant
               and case when of_code is null then p.client_code is null and p.client_name = of_name else p.client_code = of_code end) d
     group by 2, 3, 4
    union all
    select 'shipments', d.source_id, d.client_code, d.client_name, null, count(*), null, null, min(d.on_date), max(d.on_date)
      from (select u.source_id, u.client_code, u.client_name, coalesce(u.shipped_on, u.estimated_on) as on_date
              from portal.unassigned_shipments u where of_tenant = 0
            union all
            select s.source_id, s.client_code, s.client_name, coalesce(s.shipped_on, s.estimated_on) from portal.shipments s
             where s.tenant_id = of_tenant
               and case when of_code is null then s.client_code is null and s.client_name = of_name else s.client_code = of_code end) d
     group by 2, 3, 4
    union all
    select s.of_kind, s.source_id, c.client_code, c.client_name, s.currency::text, s.n, s.quantity, s.cents, s.first_date, s.last_date
      from (select d.of_kind, d.source_id, d.customer_id, d.currency, count(*) as n, sum(d.quantity) as quantity, sum(d.amount_cents) as cents,
                   min(d.on_date) as first_date, max(d.on_date) as last_date
              from (select 'sales-history' as of_kind, u.source_id, u.customer_id, u.currency, u.quantity, u.amount_cents,
                           coalesce(u.invoice_date, make_date(u.year, u.month, 1)) as on_date
                      from portal.unassigned_sales_history u where of_tenant = 0
                    union all
                    select 'current-sales', u.source_id, u.customer_id, u.currency, u.quantity, u.amount_cents, make_date(u.year, u.month, 1)
                      from portal.unassigned_current_sales u where of_tenant = 0
                    union all
                    select 'sales-history', h.source_id, h.customer_id, h.currency, h.quantity, h.amount_cents, h.on_date
                      from customer c cross join lateral (
                        select h.*, coalesce(h.invoice_date, make_date(h.year, h.month, 1)) as on_date
                          from portal.sales_history h where h.tenant_id = (select of_tenant) and h.customer_id = c.customer_id offset 0) h
                     where of_tenant > 0
                    union all
                    select 'current-sales', h.source_id, h.customer_id, h.currency, h.quantity, h.amount_cents, h.on_date
                      from customer c cross join lateral (
                        select h.*, make_date(h.year, h.month, 1) as on_date
                          from portal.current_sales h where h.tenant_id = (select of_tenant) and h.customer_id = c.customer_id offset 0) h
                     where of_tenant > 0) d
             group by 1, 2, 3, 4) s
      join customer c on c.customer_id = s.customer_id
  )
  select p.of_kind, case when p.client_code is not null then p.source_id end, p.client_code, case when p.client_code is null then p.client_name end,
         p.client_name, p.currency, sum(p.n)::bigint, sum(p.quantity)::bigint, sum(p.cents)::bigint, min(p.first_date), max(p.last_date)
    from piece p
   where of_source is null or p.source_id = of_source
   group by 1, 2, 3, 4, 5, 6;
end $function$
;
grant execute on portal.client_pieces(integer,integer,text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.comment_on_issue(of_issue bigint, said text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i portal.issues;
  entry bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.status = 'closed' then return '{"closed": true}'; end if;
  entry := portal.add_issue_entry(i, 'comment', said);
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('entry', entry);
end $function$
;
alter routine portal.comment_on_issue(bigint,text) owner to portal_keeper;
grant execute on portal.comment_on_issue(bigint,text) to portal_admin;
grant execute on portal.comment_on_issue(bigint,text) to portal_member;
grant execute on portal.comment_on_issue(bigint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.contains_folded(folded text, term text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(folded) like lower(portal.search_pattern(term))
$function$
;
grant execute on portal.contains_folded(text,text) to portal_admin;
grant execute on portal.contains_folded(text,text) to portal_keeper;
grant execute on portal.contains_folded(text,text) to portal_member;
grant execute on portal.contains_folded(text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.conversation_file_scan(of_tenant integer, of_file bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.state from portal.conversation_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$function$
;
alter routine portal.conversation_file_scan(integer,bigint) owner to portal_keeper;
grant execute on portal.conversation_file_scan(integer,bigint) to portal_admin;
grant execute on portal.conversation_file_scan(integer,bigint) to portal_member;
grant execute on portal.conversation_file_scan(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.conversation_handlers(of_tenant integer, OUT user_id text, OUT name text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and of_tenant <> all (seen) then return; end if;
  return query select h.user_id, h.name from auth.handlers_of(of_tenant, 'conversations.manage') h;
end $function$
;
grant execute on portal.conversation_handlers(integer) to portal_admin;
grant execute on portal.conversation_handlers(integer) to portal_keeper;
grant execute on portal.conversation_handlers(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.conversation_people(c portal.conversations)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('tenant', c.tenant_id, 'id', c.id, 'no', c.last_no, 'subject', c.subject, 'version', c.version, 'assigned', c.assigned_to,
      'clients', (select jsonb_agg(distinct m.author) from portal.conversation_messages m
                   where m.tenant_id = c.tenant_id and m.conversation_id = c.id and not m.by_staff))
$function$
;
grant execute on portal.conversation_people(portal.conversations) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.count_found_orders(term text, OUT status text, OUT text text, OUT count bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select f.status, min(f.ord_stat), count(*) from (
        select o.status, o.ord_stat from portal.orders o where o.search_text like pattern
        union all select u.status, u.ord_stat from portal.unassigned_orders u where u.search_text like pattern) f group by f.status;
  else
    return query select o.status, min(o.ord_stat), count(*) from portal.orders o
      where o.tenant_id = any (seen) and o.search_text like pattern group by o.status;
  end if;
end $function$
;
alter routine portal.count_found_orders(text) owner to portal_keeper;
grant execute on portal.count_found_orders(text) to portal_admin;
grant execute on portal.count_found_orders(text) to portal_member;
grant execute on portal.count_found_orders(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.count_sales_orders(of_tenants integer[], OUT tenant_id integer, OUT currency character, OUT period smallint, OUT year smallint, OUT orders bigint, OUT repeated bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  with cell as materialized (
    select s.tenant_id, s.currency, s.invoice_no, s.year, s.month
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.invoice_no <> ''
     group by s.invoice_no, s.tenant_id, s.month, s.year, s.currency
    union all
    select 0, e.currency, e.invoice_no, e.year, e.month
      from (select s.currency, s.invoice_no, s.year, s.month
              from portal.sales_history s where 0 = any (of_tenants) and s.invoice_no <> ''
            union all
            select u.currency, u.invoice_no, u.year, u.month
              from portal.unassigned_sales_history u where 0 = any (of_tenants) and u.invoice_no <> '') e
     group by e.invoice_no, e.month, e.year, e.currency
  ), invoice as materialized (
    select c.tenant_id, c.currency, c.invoice_no, count(*) months, min(c.year) as year, min(c.month) as month
      from cell c group by c.invoice_no, c.tenant_id, c.currency
  ), counted as (
    select i.tenant_id, i.currency, i.month as period, i.year, count(*) n, 0 repeated from invoice i where i.months = 1 group by 1, 2, 3, 4
    union all
    select c.tenant_id, c.currency, p, y, case when p <= 12 and y > 0 then count(*) else 0 end, count(*) - count(distinct c.invoice_no)
      from invoice i join cell c using (tenant_id, currency, invoice_no),
           portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y)
     where i.months > 1 group by 1, 2, 3, 4
  )
  select k.tenant_id, k.currency, k.period, k.year, sum(k.n)::bigint, sum(k.repeated)::bigint from counted k group by 1, 2, 3, 4;
end $function$
;
alter routine portal.count_sales_orders(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.create_role(of_key text, of_kind text, of_name text, held text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  insert into portal.roles (key, kind, name, permissions, named) values (of_key, of_kind, of_name, held, true);
end $function$
;
grant execute on portal.create_role(text,text,text,text[]) to portal_admin;

CREATE OR REPLACE FUNCTION portal.current_add_one_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  of_items int;
  of_customers int;
  of_totals int;
  n int;
  done boolean;
begin
  delete from portal.current_sales_unsettled u where u.xid = new.xid and u.currency is not null;
  if not found then return null; end if; -- it is among the changes

  n := num_nulls(portal.lock_display_rules(false), portal.current_lock_sales(new.tenant_id), portal.current_lock_sales(0)); -- in this order
  if current_setting('transaction_isolation') <> 'read committed' or new.so <> '' and exists ( -- beside the line itself
    select from (select from portal.current_sales h where h.so = new.so
                 union all select from portal.unassigned_current_sales u where u.so = new.so) x offset 1)
  then
    insert into portal.current_sales_changes
      values (new.tenant_id, new.xid, new.currency, new.year, new.month, new.item_id, new.customer_id, new.so, 1, new.quantity, new.amount_cents);
    insert into portal.current_sales_unsettled (xid) values (new.xid);
    return null;
  end if;

  update portal.current_sales_item_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.item_id = new.item_id and t.currency = new.currency;
  get diagnostics of_items = row_count;
  update portal.current_sales_customer_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.customer_id = new.customer_id and t.currency = new.currency;
  get diagnostics of_customers = row_count;
  update portal.current_sales_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents,
         orders = t.orders + (new.so <> '')::int
   where t.tenant_id in (new.tenant_id, 0) and t.year = new.year and t.month = new.month and t.currency = new.currency;
  get diagnostics of_totals = row_count;

  if of_items + of_customers + of_totals < (case when new.tenant_id > 0 then 10 else 5 end) then
    if new.tenant_id > 0 then done := portal.refuse_unknown_tenant(new.tenant_id) is null; end if;
    insert into portal.current_sales_items (tenant_id, item_id, item_no, item_name, product)
      select scope, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.item_names n on n.id = new.item_id
       where not exists (select from portal.current_sales_items s where s.tenant_id = scope and s.item_id = new.item_id)
      on conflict do nothing;
    insert into portal.current_sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
      select scope, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.customer_names n on n.id = new.customer_id
       where not exists (select from portal.current_sales_customers s where s.tenant_id = scope and s.customer_id = new.customer_id)
      on conflict do nothing;
    insert into portal.current_sales_item_totals
      select scope, new.currency, period, new.year, new.item_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.current_sales_customer_totals
      select scope, new.currency, period, new.year, new.customer_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.current_sales_totals
      select scope, new.currency, new.month, new.year, 1, new.quantity, new.amount_cents, (new.so <> '')::int from unnest(array[new.tenant_id, 0]) scope
      on conflict do nothing;
  end if;

  update portal.data_versions v set version = v.version + 1 where v.tenant_id in (new.tenant_id, 0) and v.topic = 'sales';
  get diagnostics n = row_count;
  if n = 0 or n = 1 and new.tenant_id > 0 then done := portal.touch_data('sales', array[new.tenant_id]) is null; end if;
  return null;
end $function$
;
alter routine portal.current_add_one_sale() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_add_sales_orders(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  with number as materialized ( -- months as one figure, 16 to the year
    select c.tenant_id seller, c.currency, c.so, sum(c.lines)::int added,
           min(c.year * 16 + c.month) as month, max(c.year * 16 + c.month) as until
      from portal.current_sales_changes c where c.xid = pg_current_xact_id() and c.so <> '' group by c.so, c.tenant_id, c.currency
  ), looked_at as materialized (
    select t.*, s.now, s.all_now, s.of_many, t.month = t.until and (s.all_now = 0 or (s.month, s.until) = (t.month, t.month)) as usual
      from number t cross join lateral (
        select count(*) filter (where x.tenant_id = t.seller)::int now, count(*)::int all_now, min(x.month) as month, max(x.month) as until,
               min(x.tenant_id) < max(x.tenant_id) of_many
          from (select h.tenant_id, h.year * 16 + h.month as month, h.currency
                  from portal.current_sales h where h.so = t.so
                union all
                select 0, h.year * 16 + h.month, h.currency
                  from portal.unassigned_current_sales h where h.so = t.so offset 0) x
         where x.currency = t.currency) s
  ), whole as materialized (
    select l.currency, l.so, min(l.month) as month, max(l.all_now) now, sum(l.added)::int added,
           bool_and(l.usual and l.of_many is not true) and min(l.month) = max(l.month) as usual
      from looked_at l where everybody group by l.so, l.currency
  ), usual as (
    select l.seller tenant_id, l.currency, l.month, sum((l.now > 0)::int - (l.now > l.added)::int)::int orders
      from looked_at l where own and l.seller > 0 and l.usual group by 1, 2, 3
    union all
    select 0, w.currency, w.month, sum((w.now > 0)::int - (w.now > w.added)::int)::int from whole w where w.usual group by 2, 3
  ), change as materialized (
    select c.tenant_id, c.currency, c.so, c.year, c.month, sum(c.lines)::int lines
      from portal.current_sales_changes c
     where own and exists (select from looked_at l where not l.usual) and c.xid = pg_current_xact_id() and c.tenant_id > 0 and c.so <> ''
       and ((c.tenant_id, c.currency, c.so) in (select l.seller, l.currency, l.so from looked_at l where not l.usual)) is true
     group by c.so, c.tenant_id, c.month, c.year, c.currency
    union all
    select 0, c.currency, c.so, c.year, c.month, sum(c.lines)::int
      from portal.current_sales_changes c
     where exists (select from whole w where not w.usual) and c.xid = pg_current_xact_id() and c.so <> ''
       and ((c.currency, c.so) in (select w.currency, w.so from whole w where not w.usual)) is true
     group by c.so, c.month, c.year, c.currency
  ), touched as materialized (
    select distinct tenant_id, currency, so from change
  ), line as materialized (
    select t.tenant_id, t.currency, t.so, s.year, s.month, s.tenant_id seller
      from touched t cross join lateral (
        select h.year, h.month, h.tenant_id, h.currency from portal.current_sales h where h.so = t.so offset 0) s
     where s.currency = t.currency and (t.tenant_id = 0 or s.tenant_id = t.tenant_id)
    union all
    select 0, t.currency, t.so, u.year, u.month, 0
      from touched t cross join lateral (
        select h.year, h.month, h.currency from portal.unassigned_current_sales h where h.so = t.so offset 0) u
     where t.tenant_id = 0 and u.currency = t.currency
  ), cell as materialized ( -- an invoice's lines in a month: how many there are, how many there were
    select tenant_id, currency, so, year, month, sum(now)::int now, (sum(now) - sum(added))::int before
      from (select tenant_id, currency, so, year, month, 1 now, 0 added from line
            union all
            select tenant_id, currency, so, year, month, 0, lines from change) x
     group by 1, 2, 3, 4, 5
  ), monthly as (
    select u.tenant_id, u.currency, (u.month % 16)::smallint as month, (u.month / 16)::smallint as year, u.orders from usual u
    union all
    select c.tenant_id, c.currency, c.month, c.year, (c.now > 0)::int - (c.before > 0)::int from cell c
  ), repeated as ( -- what the months of a period add up to, less the invoice itself
    select x.tenant_id, x.currency, x.period, x.year, sum(x.months - x.orders)::int orders
      from (select c.tenant_id, c.currency, c.so, p period, y as year, sum((c.now > 0)::int - (c.before > 0)::int) months,
                   (sum(c.now) > 0)::int - (sum(c.before) > 0)::int orders
              from cell c, portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y) group by 1, 2, 3, 4, 5) x
     group by 1, 2, 3, 4
  ), shared as materialized (
    select distinct unnest(s.sellers) seller, s.currency, s.so
      from (select l.currency, l.so, array_agg(l.seller) sellers from line l where l.tenant_id = 0
             group by 1, 2 having min(l.seller) < max(l.seller)) s
  ), no_longer_shared as (
    delete from portal.current_sales_shared_orders s
     where s.so = any (array(select w.so from whole w))
       and ((s.currency, s.so) in (select w.currency, w.so from whole w)) is true
       and (s.tenant_id, s.currency, s.so) not in (select x.seller, x.currency, x.so from shared x)
  ), now_shared as (
    insert into portal.current_sales_shared_orders select seller, currency, so from shared order by 1, 2, 3
    on conflict do nothing
  ), repeats as (
    insert into portal.current_sales_repeated_orders as t (tenant_id, currency, period, year, orders)
      select * from repeated r where r.orders <> 0
    on conflict (tenant_id, period, year, currency) do update set orders = t.orders + excluded.orders
  )
  insert into portal.current_sales_totals as t (tenant_id, currency, month, year, orders)
  select * from (select tenant_id, currency, month, year, sum(orders)::int orders from monthly group by 1, 2, 3, 4) m where m.orders <> 0
  on conflict (tenant_id, year, month, currency) do update set orders = t.orders + excluded.orders;
end $function$
;
alter routine portal.current_add_sales_orders(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_add_sales_sums(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
begin
  with changed_items as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.item_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.current_sales_changes c where c.xid = pg_current_xact_id() group by c.item_id, 1, c.month, c.year, c.currency
  ), item as materialized (
    select * from changed_items where tenant_id > 0
    union all
    select 0, currency, year, month, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_items where everybody group by item_id, month, year, currency
  ), changed_customers as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.customer_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.current_sales_changes c where c.xid = pg_current_xact_id() group by c.customer_id, 1, c.month, c.year, c.currency
  ), customer as materialized (
    select * from changed_customers where tenant_id > 0
    union all
    select 0, currency, year, month, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_customers where everybody group by customer_id, month, year, currency
  ), new_items as (
    insert into portal.current_sales_items (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, x.item_id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct tenant_id, item_id from item where lines > 0) x
      cross join lateral (select m.item_no, m.item_name from portal.item_names m where m.id = x.item_id offset 0) n
     where (select true from portal.current_sales_items s where s.tenant_id = x.tenant_id and s.item_id = x.item_id) is null
    on conflict do nothing
  ), new_customers as (
    insert into portal.current_sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, x.customer_id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct tenant_id, customer_id from customer where lines > 0) x
      cross join lateral (select m.client_code, m.customer_name from portal.customer_names m where m.id = x.customer_id offset 0) n
     where (select true from portal.current_sales_customers s where s.tenant_id = x.tenant_id and s.customer_id = x.customer_id) is null
    on conflict do nothing
  ), items as (
    insert into portal.current_sales_item_totals as t
    select x.* from (
        select tenant_id, currency, month, year, item_id, lines, quantity, amount_cents from item
        union all
        select tenant_id, currency, 17, year, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from item group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, item_id
    on conflict (tenant_id, currency, period, year, item_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  ), customers as (
    insert into portal.current_sales_customer_totals as t
    select x.* from (
        select tenant_id, currency, month, year, customer_id, lines, quantity, amount_cents from customer
        union all
        select tenant_id, currency, 17, year, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from customer group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, customer_id
    on conflict (tenant_id, currency, period, year, customer_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  )
  insert into portal.current_sales_totals as t (tenant_id, currency, month, year, lines, quantity, amount_cents)
  select tenant_id, currency, month, year, sum(lines)::int, portal.total(quantity), portal.total(amount_cents) from customer group by 1, 2, 3, 4
  on conflict (tenant_id, year, month, currency) do update set lines = t.lines + excluded.lines,
    quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents;
end $function$
;
alter routine portal.current_add_sales_sums(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_count_sales_orders(of_tenants integer[], OUT tenant_id integer, OUT currency character, OUT period smallint, OUT year smallint, OUT orders bigint, OUT repeated bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query
  with cell as materialized (
    select s.tenant_id, s.currency, s.so, s.year, s.month
      from portal.current_sales s where s.tenant_id = any (of_tenants) and s.so <> ''
     group by s.so, s.tenant_id, s.month, s.year, s.currency
    union all
    select 0, e.currency, e.so, e.year, e.month
      from (select s.currency, s.so, s.year, s.month
              from portal.current_sales s where 0 = any (of_tenants) and s.so <> ''
            union all
            select u.currency, u.so, u.year, u.month
              from portal.unassigned_current_sales u where 0 = any (of_tenants) and u.so <> '') e
     group by e.so, e.month, e.year, e.currency
  ), invoice as materialized (
    select c.tenant_id, c.currency, c.so, count(*) months, min(c.year) as year, min(c.month) as month
      from cell c group by c.so, c.tenant_id, c.currency
  ), counted as (
    select i.tenant_id, i.currency, i.month as period, i.year, count(*) n, 0 repeated from invoice i where i.months = 1 group by 1, 2, 3, 4
    union all
    select c.tenant_id, c.currency, p, y, case when p <= 12 and y > 0 then count(*) else 0 end, count(*) - count(distinct c.so)
      from invoice i join cell c using (tenant_id, currency, so),
           portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y)
     where i.months > 1 group by 1, 2, 3, 4
  )
  select k.tenant_id, k.currency, k.period, k.year, sum(k.n)::bigint, sum(k.repeated)::bigint from counted k group by 1, 2, 3, 4;
end $function$
;
alter routine portal.current_count_sales_orders(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_doubled_sales_orders(of_tenants integer[], of_currency character, of_year integer, of_month integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(d.sellers - 1), 0)::bigint
    from (select count(distinct s.tenant_id) sellers
            from portal.current_sales_shared_orders x
            join portal.current_sales s on s.so = x.so and s.tenant_id = x.tenant_id and s.currency = x.currency
           where x.tenant_id = any (of_tenants) and x.currency = of_currency
             and (of_year is null or s.year = of_year) and (of_month is null or s.month = of_month)
           group by s.so) d
$function$
;
grant execute on portal.current_doubled_sales_orders(integer[],character,integer,integer) to portal_admin;
grant execute on portal.current_doubled_sales_orders(integer[],character,integer,integer) to portal_member;
grant execute on portal.current_doubled_sales_orders(integer[],character,integer,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_drop_empty_sales_sums(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  item_tenants int[]; gone_items int[]; customer_tenants int[]; gone_customers int[];
begin
  with gone as materialized (
    select distinct t as tenant_id, c.currency, c.year, c.month, c.item_id, c.customer_id
      from portal.current_sales_changes c, unnest(array[case when own then c.tenant_id end, case when everybody then 0 end]) t
     where c.xid = pg_current_xact_id() and c.lines < 0 and (t > 0 or t = 0 and everybody)
  ), items as (
    delete from portal.current_sales_item_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.item_id = g.item_id and t.lines = 0 returning t.tenant_id, t.item_id, t.period
  ), customers as (
    delete from portal.current_sales_customer_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.customer_id = g.customer_id and t.lines = 0 returning t.tenant_id, t.customer_id, t.period
  ), totals as (
    delete from portal.current_sales_totals t using gone g
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.month = g.month and t.year = g.year and t.lines = 0
  ), repeats as (
    delete from portal.current_sales_repeated_orders r using gone g, portal.periods_of(g.month) p
     where r.tenant_id = g.tenant_id and r.currency = g.currency and r.period = p.period and r.year in (0, g.year) and r.orders = 0
  )
  select i.tenants, i.ids, c.tenants, c.ids into item_tenants, gone_items, customer_tenants, gone_customers
    from (select array_agg(tenant_id) tenants, array_agg(item_id) ids from items where period = 17) i,
         (select array_agg(tenant_id) tenants, array_agg(customer_id) ids from customers where period = 17) c;

  if gone_items is not null then
    delete from portal.current_sales_items s using unnest(item_tenants, gone_items) g (tenant_id, item_id)
     where s.tenant_id = g.tenant_id and s.item_id = g.item_id and (s.tenant_id, s.item_id) not in (
       select t.tenant_id, t.item_id from portal.current_sales_item_totals t where t.tenant_id = any (item_tenants) and t.period = 17);
  end if;
  if gone_customers is not null then
    delete from portal.current_sales_customers s using unnest(customer_tenants, gone_customers) g (tenant_id, customer_id)
     where s.tenant_id = g.tenant_id and s.customer_id = g.customer_id and (s.tenant_id, s.customer_id) not in (
       select t.tenant_id, t.customer_id from portal.current_sales_customer_totals t where t.tenant_id = any (customer_tenants) and t.period = 17);
  end if;
end $function$
;
alter routine portal.current_drop_empty_sales_sums(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_find_sales_names(of_tenants integer[], search text, OUT items integer[], OUT customers integer[], OUT broad boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  pattern text := '%' || replace(replace(replace(portal.fold(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  all_items bigint;
  all_customers bigint;
begin
  if pattern is null or pattern = '%%' then return; end if;
  select count(*), coalesce(array_agg(distinct i.item_id) filter (where i.search_text like pattern), '{}')
    into all_items, items from portal.current_sales_items i where i.tenant_id = any (of_tenants);
  select count(*), coalesce(array_agg(distinct c.customer_id) filter (where c.search_text like pattern), '{}')
    into all_customers, customers from portal.current_sales_customers c where c.tenant_id = any (of_tenants);
  broad := 5 * cardinality(items) > all_items or 5 * cardinality(customers) > all_customers;
  if cardinality(of_tenants) = 1 and (cardinality(items) = all_items or cardinality(customers) = all_customers) then
    items := null;
    customers := null;
  end if;
end $function$
;
grant execute on portal.current_find_sales_names(integer[],text) to portal_admin;
grant execute on portal.current_find_sales_names(integer[],text) to portal_member;
grant execute on portal.current_find_sales_names(integer[],text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_found_customer_sales(of_tenants integer[], of_currency character, of_month integer, of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, item_id integer, year smallint, month smallint, lines integer, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_indexscan TO 'off'
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET seq_page_cost TO '0.1'
 SET random_page_cost TO '0.1'
 SET parallel_setup_cost TO '20'
 SET parallel_tuple_cost TO '0.001'
 SET min_parallel_table_scan_size TO '0'
 SET min_parallel_index_scan_size TO '0'
AS $function$
declare
  everybody boolean := of_tenants = '{0}';
  sellers int[];
begin
  if cardinality(of_customers) = 0 then return; end if;
  sellers := portal.current_selling_tenants(of_tenants);
  return query
  select case when everybody then 0 else s.tenant_id end, s.item_id, s.year, s.month, count(*)::int, portal.total(s.quantity),
         portal.total(s.amount_cents)
    from portal.current_sales s
   where s.tenant_id = any (sellers) and s.currency = of_currency and s.customer_id = any (of_customers)
     and s.item_id <> all (of_items) and (of_month is null or s.month = of_month) group by 1, 2, 3, 4;
  if everybody then
    return query
    select 0, u.item_id, u.year, u.month, count(*)::int, portal.total(u.quantity), portal.total(u.amount_cents)
      from portal.unassigned_current_sales u
     where u.currency = of_currency and u.customer_id = any (of_customers)
       and u.item_id <> all (of_items) and (of_month is null or u.month = of_month) group by 2, 3, 4;
  end if;
end $function$
;
grant execute on portal.current_found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_admin;
grant execute on portal.current_found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_member;
grant execute on portal.current_found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_lock_sales(of_tenant integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(1935764845, of_tenant)
$function$
;
grant execute on portal.current_lock_sales(integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_note_sales_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  wish text := coalesce(current_setting('portal.bulk', true), '');
  bulk boolean;
  lines bigint;
  noted boolean;
  done boolean;
begin
  if wish = '' and tg_op = 'INSERT' then
    insert into portal.current_sales_unsettled
      select pg_current_xact_id(), a.tenant_id, a.currency, a.year, a.month, a.item_id, a.customer_id, a.so, a.quantity, a.amount_cents
        from added a where not exists (select from added offset 1) on conflict do nothing;
    if found then return null; end if;
  end if;

  bulk := wish = 'always';
  if tg_op = 'TRUNCATE' then
    insert into portal.current_sales_pending values (-1, pg_current_xact_id(), 0) on conflict do nothing; -- everything
    noted := true;
  elsif wish = 'on' then
    lines := 0;
    if tg_op <> 'DELETE' then lines := (select count(*) from added); end if;
    if tg_op <> 'INSERT' then lines := lines + (select count(*) from removed); end if;
    bulk := 4 * lines > coalesce((select sum(t.lines) from portal.current_sales_totals t where t.tenant_id = 0), 0);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    if bulk then
      insert into portal.current_sales_pending select distinct a.tenant_id, pg_current_xact_id(), a.year from added a on conflict do nothing;
    else
      insert into portal.current_sales_changes
        select a.tenant_id, pg_current_xact_id(), a.currency, a.year, a.month, a.item_id, a.customer_id, a.so,
               1, a.quantity, a.amount_cents from added a;
    end if;
    noted := found;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    if bulk then
      insert into portal.current_sales_pending select distinct r.tenant_id, pg_current_xact_id(), r.year from removed r on conflict do nothing;
    else
      insert into portal.current_sales_changes
        select r.tenant_id, pg_current_xact_id(), r.currency, r.year, r.month, r.item_id, r.customer_id, r.so,
               -1, -r.quantity, -r.amount_cents from removed r;
    end if;
    noted := noted or found;
  end if;
  if noted then
    done := portal.current_note_single_sale() is null;
    insert into portal.current_sales_unsettled (xid) values (pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end $function$
;
alter routine portal.current_note_sales_changes() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_note_single_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with single as (
    delete from portal.current_sales_unsettled u where u.xid = pg_current_xact_id() and u.currency is not null returning *
  ), noted as (
    insert into portal.current_sales_changes
      select s.tenant_id, s.xid, s.currency, s.year, s.month, s.item_id, s.customer_id, s.so, 1, s.quantity, s.amount_cents from single s
  )
  insert into portal.current_sales_unsettled (xid) select s.xid from single s;
end $function$
;
alter routine portal.current_note_single_sale() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_rebuild_sales(of_tenants integer[] DEFAULT NULL::integer[], of_years integer[] DEFAULT NULL::integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
 SET work_mem TO '128MB'
AS $function$
declare
  of_tenant int;
  tenants int[] := of_tenants;
  years smallint[] := of_years;
  everything boolean := of_tenants is null;
begin
  perform portal.lock_display_rules(false);
  if everything then
    select array_agg(distinct r.tenant_id), array_agg(distinct r.year) filter (where r.year > 0) into tenants, years from (
      select t.tenant_id, t.year from portal.current_sales_totals t
      union select s.tenant_id, s.year from portal.current_sales s
      union select 0, u.year from portal.unassigned_current_sales u) r;
  end if;
  select array_agg(distinct t order by t) into tenants from unnest(tenants) t where t > 0;
  foreach of_tenant in array coalesce(tenants, '{}') loop
    perform portal.current_lock_sales(of_tenant), portal.refuse_unknown_tenant(of_tenant);
  end loop;
  if everything then -- sums that no line stands behind go too
    perform portal.current_lock_sales(0);
    delete from portal.current_sales_item_totals;
    delete from portal.current_sales_customer_totals;
    delete from portal.current_sales_totals;
    delete from portal.current_sales_repeated_orders;
  end if;

  perform portal.current_rebuild_sales_tenants(tenants, years);
  perform portal.current_rebuild_sales_totals(tenants);
  perform portal.current_lock_sales(0);
  perform portal.current_rebuild_sales_everybody(years);
  perform portal.current_rebuild_sales_totals('{0}');
  perform portal.current_rebuild_sales_names(tenants || 0);
  perform portal.touch_data('sales', coalesce(tenants, '{}'));
end $function$
;
alter routine portal.current_rebuild_sales(integer[],integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_rebuild_sales_everybody(of_years smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.current_sales_item_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.current_sales_item_totals
    select 0, x.currency, x.period, x.year, x.item_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.item_id, t.lines, t.quantity, t.amount_cents
              from portal.current_sales_item_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.item_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_current_sales u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.item_id, x.period, x.year, x.currency order by 3, 4, 5;
  delete from portal.current_sales_customer_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.current_sales_customer_totals
    select 0, x.currency, x.period, x.year, x.customer_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.customer_id, t.lines, t.quantity, t.amount_cents
              from portal.current_sales_customer_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.customer_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_current_sales u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.customer_id, x.period, x.year, x.currency order by 3, 4, 5;
end $function$
;
alter routine portal.current_rebuild_sales_everybody(smallint[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_rebuild_sales_names(of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.current_sales_items s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.current_sales_item_totals t where t.tenant_id = s.tenant_id and t.period = 17 and t.item_id = s.item_id);
  insert into portal.current_sales_items as s (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct t.tenant_id, t.item_id from portal.current_sales_item_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.item_names n on n.id = x.item_id order by 1, 2
    on conflict (tenant_id, item_id) do update set product = excluded.product where s.product <> excluded.product;
  delete from portal.current_sales_customers s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.current_sales_customer_totals t
     where t.tenant_id = s.tenant_id and t.period = 17 and t.customer_id = s.customer_id);
  insert into portal.current_sales_customers as s (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct t.tenant_id, t.customer_id from portal.current_sales_customer_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.customer_names n on n.id = x.customer_id order by 1, 2
    on conflict (tenant_id, customer_id) do update set customer = excluded.customer where s.customer <> excluded.customer;
end $function$
;
alter routine portal.current_rebuild_sales_names(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_rebuild_sales_tenants(of_tenants integer[], of_years smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.current_sales_item_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.item_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.current_sales s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.item_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.current_sales_item_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.item_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.item_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.item_id;

  delete from portal.current_sales_customer_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.customer_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.current_sales s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.customer_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.current_sales_customer_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.customer_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.customer_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.customer_id;
end $function$
;
alter routine portal.current_rebuild_sales_tenants(integer[],smallint[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_rebuild_sales_totals(of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.current_sales_totals t where t.tenant_id = any (of_tenants);
  delete from portal.current_sales_repeated_orders r where r.tenant_id = any (of_tenants);
  with counted as materialized (
    select o.* from portal.current_count_sales_orders(of_tenants) o
  ), repeats as (
    insert into portal.current_sales_repeated_orders (tenant_id, period, year, currency, orders)
      select o.tenant_id, o.period, o.year, o.currency, o.repeated from counted o where o.repeated > 0
  )
  insert into portal.current_sales_totals (tenant_id, currency, month, year, lines, quantity, amount_cents, orders)
    select m.tenant_id, m.currency, m.period, m.year, m.lines, m.quantity, m.amount_cents, coalesce(o.orders, 0)
      from (select c.tenant_id, c.currency, c.period, c.year, sum(c.lines) lines, portal.total(c.quantity) quantity,
                   portal.total(c.amount_cents) amount_cents
              from portal.current_sales_customer_totals c where c.tenant_id = any (of_tenants) and c.period <= 12 group by 1, 2, 3, 4) m
      left join counted o on o.tenant_id = m.tenant_id and o.currency = m.currency and o.period = m.period and o.year = m.year
     order by 1, 4, 3, 2;
  if 0 = any (of_tenants) then
    delete from portal.current_sales_shared_orders;
    insert into portal.current_sales_shared_orders
      select distinct s.tenant_id, s.currency, s.so
        from (select x.tenant_id, x.currency, x.so,
                     min(x.tenant_id) over w < max(x.tenant_id) over w shared
                from (select h.tenant_id, h.currency, h.so from portal.current_sales h group by 1, 2, 3
                      union all
                      select 0, u.currency, u.so from portal.unassigned_current_sales u group by 2, 3) x
               where x.so <> '' window w as (partition by x.so, x.currency)) s
       where s.shared order by 1, 2, 3;
  end if;
end $function$
;
alter routine portal.current_rebuild_sales_totals(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_sales_currencies(of_tenants integer[], home_currency character, asked character)
 RETURNS character[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select array_agg(c.currency order by c.currency = asked desc nulls last, c.currency = home_currency desc, c.lines desc, c.currency)
      from (select t.currency, sum(t.lines) lines from portal.current_sales_totals t where t.tenant_id = any (of_tenants) group by 1) c);
end $function$
;
grant execute on portal.current_sales_currencies(integer[],character,character) to portal_admin;
grant execute on portal.current_sales_currencies(integer[],character,character) to portal_member;
grant execute on portal.current_sales_currencies(integer[],character,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_sales_screen(of_tenants integer[], home_currency character, today date, search text DEFAULT NULL::text, of_year integer DEFAULT NULL::integer, of_month integer DEFAULT NULL::integer, of_currency character DEFAULT NULL::bpchar)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  of_period smallint := coalesce(of_month, 17);
  day_year int := extract(year from today);
  day_month int := extract(month from today);
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  through_month int := reported.through_month;
  first_month int := coalesce(of_month, 1);
  last_month int;
  currencies bpchar[] := portal.current_sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  searching boolean;
  found_items int[];
  found_customers int[];
  found_so text[];
  found_broadly boolean;
  found_orders bigint := 0;
begin
  last_month := least(coalesce(of_month, 12), through_month); -- no month is compared when it comes before the first
  if search is not null then
    select n.items, n.customers, n.orders, n.broad into found_items, found_customers, found_so, found_broadly
      from portal.find_current_sales(of_tenants, search) n;
  end if;
  searching := found_items is not null;
  if searching then
    found_orders := portal.found_current_sales_orders(of_tenants, shown, of_year, of_month, found_items, found_customers, found_so,
      found_broadly);
  elsif cardinality(of_tenants) > 1 then
    found_orders := - portal.current_doubled_sales_orders(of_tenants, shown, of_year, of_month);
  end if;

  return (
    with total as materialized (
      select t.month, t.year, sum(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents, sum(t.orders) orders
        from portal.current_sales_totals t where t.tenant_id = any (of_tenants) and t.currency = shown group by 1, 2
    ), found as materialized (
      select f.* from portal.found_current_sales(of_tenants, shown, of_month, found_items, found_customers, found_so) f where searching
    ), monthly as materialized ( -- of every year
      select t.year, t.month, t.lines, t.quantity, t.amount_cents from total t
       where not searching and t.month between first_month and coalesce(of_month, 12)
      union all
      select f.year, f.month, sum(f.lines), portal.total(f.quantity), portal.total(f.amount_cents) from found f group by 1, 2
    ), chosen as (
      select coalesce(sum(m.lines), 0) lines, coalesce(sum(m.quantity), 0) quantity, coalesce(sum(m.amount_cents), 0) amount_cents,
             found_orders + case when searching then 0 else
               coalesce((select sum(t.orders) from total t where (of_year is null or t.year = of_year) and (of_month is null or t.month = of_month)), 0)
               - coalesce((select sum(r.orders) from portal.current_sales_repeated_orders r where r.tenant_id = any (of_tenants)
                   and r.period = of_period and r.year = coalesce(of_year, 0) and r.currency = shown), 0) end orders
        from monthly m where of_year is null or m.year = of_year
    ), so_far as (
      select coalesce(portal.total(m.quantity) filter (where m.year < this_year), 0) q1, coalesce(portal.total(m.quantity) filter (where m.year = this_year), 0) q2,
             coalesce(portal.total(m.amount_cents) filter (where m.year < this_year), 0) a1,
             coalesce(portal.total(m.amount_cents) filter (where m.year = this_year), 0) a2
        from monthly m where m.year in (this_year - 1, this_year) and m.month <= last_month
    ), product as (
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents
        from (select r.tenant_id, r.item_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.item_id, r.quantity, r.amount_cents from portal.current_sales_item_totals r
                       where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period = of_period
                         and r.year between coalesce(of_year, 0) and coalesce(of_year, 9999)
                      union all
                      select f.tenant_id, f.item_id, f.quantity, f.amount_cents from found f where of_year is null or f.year = of_year) r
               group by r.item_id, r.tenant_id) i
        join portal.current_sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       group by 1 order by 3 desc, 1 limit 10
    ), compared as ( -- of both years, month by month the same; an item that has a code is a SKU
      select d.item_no code, d.product, portal.total(i.lines) lines, portal.total(i.q1) q1, portal.total(i.q2) q2, portal.total(i.a1) a1, portal.total(i.a2) a2
        from (select r.tenant_id, r.item_id, sum(r.lines) lines,
                     coalesce(portal.total(r.quantity) filter (where r.year < this_year), 0) q1,
                     coalesce(portal.total(r.quantity) filter (where r.year = this_year), 0) q2,
                     coalesce(portal.total(r.amount_cents) filter (where r.year < this_year), 0) a1,
                     coalesce(portal.total(r.amount_cents) filter (where r.year = this_year), 0) a2
                from (select r.tenant_id, r.item_id, r.year, r.lines, r.quantity, r.amount_cents from portal.current_sales_item_totals r
                       where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.year in (this_year - 1, this_year)
                         and r.period between first_month and last_month
                      union all
                      select f.tenant_id, f.item_id, f.year, f.lines, f.quantity, f.amount_cents from found f
                       where f.year in (this_year - 1, this_year) and f.month <= last_month) r
               group by r.item_id, r.tenant_id) i
        join portal.current_sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       where d.item_no <> '' group by 1, 2
    ), sku as ( -- shown by the name that most of its lines have
      select c.code, (array_agg(c.product order by c.product = 'Unknown Product', c.lines desc, c.product))[1] product,
             portal.total(c.q1) q1, portal.total(c.q2) q2, portal.total(c.a1) a1, portal.total(c.a2) a2
        from compared c group by 1 order by portal.total(c.a1) + portal.total(c.a2) desc, c.code collate "C" limit 15
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('revenue', portal.money_text(c.amount_cents), 'quantity', portal.units(c.quantity),
          'lines', c.lines, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0))) from chosen c),
      'ytd', (select json_build_object('years', json_build_array(this_year - 1, this_year), 'throughMonth', through_month,
          'quantity', json_build_object('previous', portal.units(s.q1), 'current', portal.units(s.q2), 'growth', portal.growth(s.q1, s.q2),
            'trend', portal.trend(s.q1, s.q2)),
          'revenue', json_build_object('previous', portal.money_text(s.a1), 'current', portal.money_text(s.a2),
            'growth', portal.growth(s.a1, s.a2), 'trend', portal.trend(s.a1, s.a2)),
          'months', (select json_agg(json_build_object('month', g.month,
              'previous', json_build_object('quantity', portal.units(coalesce(b.quantity, 0)), 'revenue', portal.money_text(coalesce(b.amount_cents, 0))),
              'current', case when g.month <= through_month or c.month is not null then json_build_object(
                'quantity', portal.units(coalesce(c.quantity, 0)), 'revenue', portal.money_text(coalesce(c.amount_cents, 0))) end) order by g.month)
            from generate_series(1, 12) g (month) left join monthly b on b.month = g.month and b.year = this_year - 1
            left join monthly c on c.month = g.month and c.year = this_year and (c.year, c.month) <= (day_year, day_month)),
          'laterLines', (select coalesce(sum(m.lines), 0) from monthly m
            where (m.year, m.month) > (day_year, day_month))) from so_far s),
      'months', (select json_agg(json_build_object('month', g.month, 'quantity', portal.units(coalesce(m.quantity, 0)),
          'revenue', portal.money_text(coalesce(m.amount_cents, 0))) order by g.month)
          from generate_series(1, 12) g (month) left join (
            select x.month, portal.total(x.quantity) quantity, portal.total(x.amount_cents) amount_cents from monthly x
             where of_year is null or x.year = of_year group by 1) m on m.month = g.month),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'revenue', portal.money_text(p.amount_cents)) order by p.amount_cents desc, p.product), '[]')
          from product p),
      'comparison', (select coalesce(json_agg(json_build_object('code', k.code, 'product', k.product,
          'previous', json_build_object('quantity', portal.units(k.q1), 'revenue', portal.money_text(k.a1)),
          'current', json_build_object('quantity', portal.units(k.q2), 'revenue', portal.money_text(k.a2)),
          'quantityGrowth', portal.growth(k.q1, k.q2), 'quantityTrend', portal.trend(k.q1, k.q2),
          'revenueGrowth', portal.growth(k.a1, k.a2), 'trend', portal.trend(k.a1, k.a2))
          order by k.a1 + k.a2 desc, k.code collate "C"), '[]') from sku k),
      'yearsAvailable', (select coalesce(json_agg(y.year order by y.year desc), '[]') from (select distinct t.year from total t) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'current-sales')
    ));
end $function$
;
grant execute on portal.current_sales_screen(integer[],character,date,text,integer,integer,character) to portal_admin;
grant execute on portal.current_sales_screen(integer[],character,date,text,integer,integer,character) to portal_member;
grant execute on portal.current_sales_screen(integer[],character,date,text,integer,integer,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_selling_tenants(of_tenants integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if of_tenants <> '{0}' then return of_tenants; end if;
  return (select array_agg(t.id) from portal.tenants t where exists (select from portal.current_sales_totals s where s.tenant_id = t.id));
end $function$
;
grant execute on portal.current_selling_tenants(integer[]) to portal_admin;
grant execute on portal.current_selling_tenants(integer[]) to portal_member;
grant execute on portal.current_selling_tenants(integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.current_settle_sales()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  of_tenant int;
  touched int[];
  writers int[];
  changes bigint;
  anew_tenants int[];
  anew_years int[];
  everything boolean;
  took_away boolean;
  at_once boolean;
  done boolean;
begin
  done := portal.current_note_single_sale() is null;
  if not exists (select from portal.current_sales_unsettled u where u.xid = pg_current_xact_id()) then return; end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sales are written in read committed transactions' using errcode = '25001';
  end if;
  select array_agg(p.tenant_id) filter (where p.year > 0), array_agg(p.year::int) filter (where p.year > 0),
         bool_or(p.tenant_id < 0)
    into anew_tenants, anew_years, everything
    from portal.current_sales_pending p where p.xid = pg_current_xact_id();
  done := portal.lock_display_rules(false) is null;

  if everything then
    perform portal.current_rebuild_sales();
  else
    select array_agg(c.tenant_id order by c.tenant_id), sum(c.changes), bool_or(c.gone) into touched, changes, took_away
      from (select x.tenant_id, count(*) changes, bool_or(x.lines < 0) gone
              from portal.current_sales_changes x where x.xid = pg_current_xact_id() group by 1) c;
    if touched is not null then
      writers := touched;
      if anew_tenants is not null then
        writers := array(select distinct t from unnest(touched || anew_tenants) t order by 1);
      end if;
      foreach of_tenant in array writers loop
        if of_tenant > 0 then
          done := portal.current_lock_sales(of_tenant) is null;
          done := portal.refuse_unknown_tenant(of_tenant) is null;
        end if;
      end loop;
      -- At once where that is short: an invoice is looked at once for both then. Otherwise the tenants' part first, so that
      -- tenant 0 is not kept waiting for it, nor this transaction for tenant 0.
      at_once := changes <= 500 or changes <= 20000 and portal.current_try_lock_sales(0);
      if not at_once then
        perform portal.current_add_sales_sums(true, false), portal.current_add_sales_orders(true, false);
        if took_away then perform portal.current_drop_empty_sales_sums(true, false); end if;
      end if;
      done := portal.current_lock_sales(0) is null;
      perform portal.current_add_sales_sums(at_once, true), portal.current_add_sales_orders(at_once, true);
      if took_away then perform portal.current_drop_empty_sales_sums(at_once, true); end if;
      done := portal.touch_data('sales', touched) is null;
    end if;
    if anew_tenants is not null then perform portal.current_rebuild_sales(anew_tenants, anew_years); end if;
  end if;
  delete from portal.current_sales_changes c where c.xid = pg_current_xact_id();
  delete from portal.current_sales_pending p where p.xid = pg_current_xact_id();
end $function$
;
alter routine portal.current_settle_sales() owner to portal_keeper;
grant execute on portal.current_settle_sales() to portal_ingest;

CREATE OR REPLACE FUNCTION portal.current_settle_sales_at_commit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare done boolean;
begin
  done := portal.current_settle_sales() is null; -- assigned, not performed: a query would be set up
  delete from portal.current_sales_unsettled u where u.xid = new.xid;
  return null;
end $function$
;
alter routine portal.current_settle_sales_at_commit() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_try_lock_sales(of_tenant integer)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select pg_try_advisory_xact_lock(1935764845, of_tenant)
$function$
;
grant execute on portal.current_try_lock_sales(integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.current_verify_sales(OUT sums text, OUT tenant_id integer, OUT currency text, OUT year integer, OUT wrong_keys bigint, OUT lines_expected numeric, OUT lines_found numeric, OUT amount_cents_expected numeric, OUT amount_cents_found numeric)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
 SET work_mem TO '128MB'
AS $function$
  with line as not materialized (
    select s.tenant_id, s.currency, s.year, s.month, s.item_id, s.customer_id, s.quantity, s.amount_cents from portal.current_sales s
    union all
    select 0, u.currency, u.year, u.month, u.item_id, u.customer_id, u.quantity, u.amount_cents from portal.unassigned_current_sales u
  ), monthly as materialized ( -- per item, per customer and in all, of each tenant and of tenant 0
    select m.sums, t.tenant_id, m.currency, m.year, m.month, m.id, sum(m.lines)::int lines, sum(m.quantity)::bigint quantity,
           sum(m.amount_cents)::bigint amount_cents
      from (select case when grouping(l.item_id) = 0 then 'items' when grouping(l.customer_id) = 0 then 'customers' else 'totals' end sums,
                   l.tenant_id, l.currency, l.year, l.month, coalesce(l.item_id, l.customer_id, 0) id, count(*)::int lines,
                   sum(l.quantity)::bigint quantity, sum(l.amount_cents)::bigint amount_cents
              from line l group by l.tenant_id, l.currency, l.year, l.month, grouping sets ((l.item_id), (l.customer_id), ())) m,
           lateral (select m.tenant_id union select 0) t
     group by 1, 2, 3, 4, 5, 6
  ), expected as (
    select m.sums, m.tenant_id, m.currency, m.year, p as period, m.id, m.lines, m.quantity, m.amount_cents, 0::bigint orders
      from monthly m, lateral (values (m.month), (17::smallint)) v (p) where m.sums <> 'totals'
    union all
    select m.sums, m.tenant_id, m.currency, m.year, m.month, 0, m.lines, m.quantity, m.amount_cents, 0 from monthly m where m.sums = 'totals'
    union all -- repeated orders are of periods that have no lines here
    select 'totals', o.tenant_id, o.currency, o.year, o.period, 0, 0, 0, 0, o.orders + o.repeated
      from portal.current_count_sales_orders((select array_agg(distinct m.tenant_id) from monthly m)) o
  ), found as (
    select 'items' sums, i.tenant_id, i.currency, i.year, i.period, i.item_id id, i.lines, i.quantity, i.amount_cents, 0 orders
      from portal.current_sales_item_totals i
    union all
    select 'customers', c.tenant_id, c.currency, c.year, c.period, c.customer_id, c.lines, c.quantity, c.amount_cents, 0
      from portal.current_sales_customer_totals c
    union all
    select 'totals', t.tenant_id, t.currency, t.year, t.month, 0, t.lines, t.quantity, t.amount_cents, t.orders
      from portal.current_sales_totals t
    union all
    select 'totals', r.tenant_id, r.currency, r.year, r.period, 0, null, 0, 0, r.orders
      from portal.current_sales_repeated_orders r
  ), compared as (
    select x.sums, x.tenant_id, x.currency, x.year, x.period, x.id,
           sum(x.sign * x.lines) lines, sum(x.sign * x.quantity)::bigint quantity, sum(x.sign * x.amount_cents)::bigint amount_cents,
           sum(x.sign * x.orders) orders,
           sum(x.lines) filter (where x.sign > 0) lines_expected, sum(x.lines) filter (where x.sign < 0) lines_found,
           sum(x.amount_cents) filter (where x.sign > 0) amount_expected, sum(x.amount_cents) filter (where x.sign < 0) amount_found
      from (select 1 sign, e.* from expected e union all select -1, f.* from found f) x
     group by 1, 2, 3, 4, 5, 6
  )
  select c.sums, c.tenant_id, c.currency::text, c.year::int, count(*), sum(c.lines_expected), sum(c.lines_found),
         sum(c.amount_expected), sum(c.amount_found)
    from compared c
   where c.lines <> 0 or c.quantity <> 0 or c.amount_cents <> 0 or c.orders <> 0 or c.lines_found = 0
   group by 1, 2, 3, 4
  union all
  select 'names', tenant_id, null::text, null::int, count(*), null::numeric, null::numeric, null::numeric, null::numeric
    from (select tenant_id, 1 kind, item_id, portal.display_product(i.item_no, i.item_name) shown
            from (select distinct t.tenant_id, t.item_id from portal.current_sales_item_totals t where t.period = 17) t
            join portal.item_names i on i.id = t.item_id
          union all
          select tenant_id, 2, customer_id, portal.display_customer(c.customer_name)
            from (select distinct t.tenant_id, t.customer_id from portal.current_sales_customer_totals t where t.period = 17) t
            join portal.customer_names c on c.id = t.customer_id) n
    full join (select i.tenant_id, 1 kind, i.item_id, i.product shown from portal.current_sales_items i
               union all select c.tenant_id, 2, c.customer_id, c.customer from portal.current_sales_customers c) f
   using (tenant_id, kind, item_id, shown)
   where n.shown is null or f.shown is null group by 2
  union all
  select 'shared invoices', tenant_id, currency::text, null, count(*), null, null, null, null
    from (select x.tenant_id, x.currency, x.so, true expected
            from (select l.tenant_id, l.currency, l.so, min(l.tenant_id) over w < max(l.tenant_id) over w shared
                    from (select s.tenant_id, s.currency, s.so from portal.current_sales s group by 1, 2, 3
                          union all
                          select 0, u.currency, u.so from portal.unassigned_current_sales u group by 2, 3) l
                   where l.so <> '' window w as (partition by l.so, l.currency)) x where x.shared) e
    full join (select s.tenant_id, s.currency, s.so, true present from portal.current_sales_shared_orders s) f
   using (tenant_id, currency, so)
   where expected is null or present is null group by 2, 3
   order by 1, 2, 3, 4
$function$
;
alter routine portal.current_verify_sales() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.customer_counted(client_code text, customer text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when customer = 'Unknown Client' then null when client_code <> '' then client_code else E'\n' || customer end
$function$
;
grant execute on portal.customer_counted(text,text) to portal_admin;
grant execute on portal.customer_counted(text,text) to portal_member;
grant execute on portal.customer_counted(text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.data_state(of_tenants integer[], topics text[], today date)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select coalesce(string_agg(v.tenant_id || v.topic || v.version, ' ' order by v.tenant_id, v.topic), '')
            from portal.data_versions v where v.tenant_id = any (of_tenants) and v.topic = any (topics))
    || ' ' || (select coalesce(string_agg(f.kind || extract(epoch from f.last_batch_at), ' ' order by f.kind), '') from portal.feeds f
             where (portal.ingest_kind(f.kind)).topic = any (topics))
    || ' ' || coalesce((select m.year || '-' || m.month from portal.newest_sales_month(today) m where 'sales' = any (topics)), '');
end $function$
;
grant execute on portal.data_state(integer[],text[],date) to portal_admin;
grant execute on portal.data_state(integer[],text[],date) to portal_keeper;
grant execute on portal.data_state(integer[],text[],date) to portal_member;
grant execute on portal.data_state(integer[],text[],date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.delete_role(of_key text, OUT outcome text, OUT before jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key for update; -- whoever is given it just now waits
  if role.key is null then return; end if;
  if role.shipped is not null then outcome := 'shipped'; return; end if;
  if (select h.members + h.others > 0 from portal.role_holders(of_key) h) then outcome := 'in_use'; return; end if;
  delete from portal.roles r where r.key = of_key;
  outcome := 'done'; before := jsonb_build_object('name', role.name, 'permissions', to_jsonb(role.permissions));
end $function$
;
grant execute on portal.delete_role(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.detach_from_document_request(of_request bigint, of_file bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  r portal.document_requests;
  name text;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.state <> 'open' then return '{"closed": true}'; end if;
  delete from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id and f.id = of_file
    returning f.file_name into name;
  if name is null then return null; end if;
  return jsonb_build_object('tenant', r.tenant_id, 'name', name);
end $function$
;
alter routine portal.detach_from_document_request(bigint,bigint) owner to portal_keeper;
grant execute on portal.detach_from_document_request(bigint,bigint) to portal_admin;
grant execute on portal.detach_from_document_request(bigint,bigint) to portal_member;
grant execute on portal.detach_from_document_request(bigint,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.display_customer(customer_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select coalesce((select a.display_name from portal.customer_aliases a where a.variant = portal.trim_name(customer_name)),
                  nullif(portal.trim_name(customer_name), ''), 'Unknown Client')
$function$
;
alter routine portal.display_customer(text) owner to portal_keeper;
grant execute on portal.display_customer(text) to portal_admin;
grant execute on portal.display_customer(text) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.display_product(item_no text, item_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select coalesce((
    select r.display_name
      from (select portal.trim_name(item_no) code, portal.trim_name(item_name) name offset 0) i, portal.product_rules r
     where case r.field when 'code' then portal.fits_rule(r, i.code, lower(i.code)) else portal.fits_rule(r, i.name, lower(i.name)) end
     order by r.position limit 1), nullif(portal.trim_name(item_name), ''), 'Unknown Product')
$function$
;
alter routine portal.display_product(text,text) owner to portal_keeper;
grant execute on portal.display_product(text,text) to portal_admin;
grant execute on portal.display_product(text,text) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.display_rules()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'productRules', (select coalesce(jsonb_agg(jsonb_build_object('field', r.field, 'kind', r.kind, 'wanted', r.wanted, 'digits', r.digits,
      'ignoreCase', r.ignore_case, 'displayName', r.display_name) order by r.position), '[]') from portal.product_rules r),
    'aliases', (select coalesce(jsonb_agg(jsonb_build_object('variant', a.variant, 'displayName', a.display_name)
      order by a.display_name collate portal.natural_order, a.variant collate portal.natural_order), '[]') from portal.customer_aliases a))
$function$
;
grant execute on portal.display_rules() to portal_admin;
grant execute on portal.display_rules() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.document_acts(of_document integer, acts text[], OUT at timestamp with time zone, OUT act text, OUT tenant_id integer, OUT actor text, OUT before jsonb, OUT after jsonb)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query
    select a.at, a.action, a.tenant_id, a.actor, a.old, a.new from portal.audit_log a
     where a.object_id = of_document::text and a.object_type = 'document' and a.action = any (acts)
       and (auth.is_admin() or a.tenant_id = 0 or a.tenant_id = any (seen))
       and exists (select from portal.documents d where d.id = of_document and (auth.is_admin() or d.tenant_ids is null or d.tenant_ids && seen))
     order by a.at desc;
end $function$
;
alter routine portal.document_acts(integer,text[]) owner to portal_keeper;
grant execute on portal.document_acts(integer,text[]) to portal_admin;
grant execute on portal.document_acts(integer,text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.document_people(ids text[], OUT user_id text, OUT name text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query
    select p.user_id, p.name from portal.profiles p
     where p.user_id = any (ids)
       and (auth.is_admin() or p.global_admin or exists (select from portal.staff s where s.user_id = p.user_id)
         or exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = any (seen)));
end $function$
;
grant execute on portal.document_people(text[]) to portal_admin;
grant execute on portal.document_people(text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.document_request_file_scan(of_tenant integer, of_file bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.state from portal.document_request_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$function$
;
alter routine portal.document_request_file_scan(integer,bigint) owner to portal_keeper;
grant execute on portal.document_request_file_scan(integer,bigint) to portal_admin;
grant execute on portal.document_request_file_scan(integer,bigint) to portal_member;
grant execute on portal.document_request_file_scan(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.document_request_rules(OUT act text, OUT from_state text[], OUT to_state text, OUT by_client boolean)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  values
    ('send', array['open'], 'sent', true),
    ('return', array['sent'], 'open', false),
    ('accept', array['sent'], 'accepted', false),
    ('withdraw', array['open', 'sent'], 'withdrawn', false)
$function$
;
grant execute on portal.document_request_rules() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.document_standing(status text, expires_on date, type text, category text, lot_source smallint, lot_nos text[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when s = 'available' and (type = 'coa' or category = 'certificate')
                and portal.all_held(lot_source, lot_nos)
              then 'held' else s end
    from portal.document_status(status, expires_on) s
$function$
;
grant execute on portal.document_standing(text,date,text,text,smallint,text[]) to portal_admin;
grant execute on portal.document_standing(text,date,text,text,smallint,text[]) to portal_member;
grant execute on portal.document_standing(text,date,text,text,smallint,text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.document_status(status text, expires_on date)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select portal.document_status(status, expires_on, portal.today())
$function$
;
grant execute on portal.document_status(text,date) to portal_admin;
grant execute on portal.document_status(text,date) to portal_keeper;
grant execute on portal.document_status(text,date) to portal_member;
grant execute on portal.document_status(text,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.document_status(status text, expires_on date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when status = 'available' and expires_on < today then 'expired' else status end
$function$
;
grant execute on portal.document_status(text,date,date) to portal_admin;
grant execute on portal.document_status(text,date,date) to portal_keeper;
grant execute on portal.document_status(text,date,date) to portal_member;
grant execute on portal.document_status(text,date,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.documents_of_lot(of_source smallint, of_lot text)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return query
    select d.id from portal.documents d
     where d.lot_nos <> '{}' and d.lot_nos @> array[of_lot] and d.lot_source = of_source
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id));
end $function$
;
alter routine portal.documents_of_lot(smallint,text) owner to portal_keeper;
grant execute on portal.documents_of_lot(smallint,text) to portal_admin;
grant execute on portal.documents_of_lot(smallint,text) to portal_member;
grant execute on portal.documents_of_lot(smallint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.doubled_quarter_orders(of_tenants integer[], of_currency character, of_year integer)
 RETURNS TABLE(quarter integer, orders bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if cardinality(of_tenants) < 2 then return; end if;
  return query
  select coalesce(d.q, 0), sum(d.sellers - 1)::bigint
    from (select (s.month + 2) / 3 q, count(distinct s.tenant_id) sellers
            from portal.sales_shared_invoices x
            join portal.sales_history s on s.invoice_no = x.invoice_no and s.tenant_id = x.tenant_id and s.currency = x.currency
           where x.tenant_id = any (of_tenants) and x.currency = of_currency and (of_year is null or s.year = of_year)
           group by grouping sets ((s.invoice_no), (s.invoice_no, (s.month + 2) / 3))) d
   group by 1;
end $function$
;
grant execute on portal.doubled_quarter_orders(integer[],character,integer) to portal_admin;
grant execute on portal.doubled_quarter_orders(integer[],character,integer) to portal_member;
grant execute on portal.doubled_quarter_orders(integer[],character,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.doubled_sales_orders(of_tenants integer[], of_currency character, of_year integer, of_month integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(d.sellers - 1), 0)::bigint
    from (select count(distinct s.tenant_id) sellers
            from portal.sales_shared_invoices x
            join portal.sales_history s on s.invoice_no = x.invoice_no and s.tenant_id = x.tenant_id and s.currency = x.currency
           where x.tenant_id = any (of_tenants) and x.currency = of_currency
             and (of_year is null or s.year = of_year) and (of_month is null or s.month = of_month)
           group by s.invoice_no) d
$function$
;
grant execute on portal.doubled_sales_orders(integer[],character,integer,integer) to portal_admin;
grant execute on portal.doubled_sales_orders(integer[],character,integer,integer) to portal_member;
grant execute on portal.doubled_sales_orders(integer[],character,integer,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.draft_lines(lines jsonb, sign integer, in_currency text, OUT line_no integer, OUT item_no text, OUT description text, OUT quantity numeric, OUT unit text, OUT unit_price numeric, OUT cents bigint)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select n::int, nullif(l ->> 'itemNo', ''), l ->> 'description', sign * (l ->> 'quantity')::numeric, nullif(l ->> 'unit', ''),
         (l ->> 'unitPrice')::numeric, sign * portal.round_cents((l ->> 'quantity')::numeric * (l ->> 'unitPrice')::numeric * 100, in_currency)
    from jsonb_array_elements(lines) with ordinality e (l, n)
$function$
;
grant execute on portal.draft_lines(jsonb,integer,text) to portal_admin;
grant execute on portal.draft_lines(jsonb,integer,text) to portal_keeper;
grant execute on portal.draft_lines(jsonb,integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.draft_total(lines jsonb, taxes jsonb, sign integer, in_currency text, OUT subtotal bigint, OUT total bigint)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.cents, s.cents + t.cents
    from (select coalesce(sum(l.cents), 0)::bigint as cents from portal.draft_lines(lines, sign, in_currency) l) s,
         (select coalesce(sum(sign * portal.round_cents((x ->> 'amount')::numeric * 100, in_currency)), 0)::bigint as cents from jsonb_array_elements(taxes) x) t
$function$
;
grant execute on portal.draft_total(jsonb,jsonb,integer,text) to portal_admin;
grant execute on portal.draft_total(jsonb,jsonb,integer,text) to portal_keeper;
grant execute on portal.draft_total(jsonb,jsonb,integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.drop_empty_sales_sums(own boolean, everybody boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  item_tenants int[]; gone_items int[]; customer_tenants int[]; gone_customers int[];
begin
  with gone as materialized (
    select distinct t as tenant_id, c.currency, c.year, c.month, c.item_id, c.customer_id
      from portal.sales_changes c, unnest(array[case when own then c.tenant_id end, case when everybody then 0 end]) t
     where c.xid = pg_current_xact_id() and c.lines < 0 and (t > 0 or t = 0 and everybody)
  ), items as (
    delete from portal.sales_item_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.item_id = g.item_id and t.lines = 0 returning t.tenant_id, t.item_id, t.period
  ), customers as (
    delete from portal.sales_customer_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.customer_id = g.customer_id and t.lines = 0 returning t.tenant_id, t.customer_id, t.period
  ), totals as (
    delete from portal.sales_totals t using gone g
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.month = g.month and t.year = g.year and t.lines = 0
  ), repeats as (
    delete from portal.sales_repeated_orders r using gone g, portal.periods_of(g.month) p
     where r.tenant_id = g.tenant_id and r.currency = g.currency and r.period = p.period and r.year in (0, g.year) and r.orders = 0
  )
  select i.tenants, i.ids, c.tenants, c.ids into item_tenants, gone_items, customer_tenants, gone_customers
    from (select array_agg(tenant_id) tenants, array_agg(item_id) ids from items where period = 17) i,
         (select array_agg(tenant_id) tenants, array_agg(customer_id) ids from customers where period = 17) c;

  if gone_items is not null then
    delete from portal.sales_items s using unnest(item_tenants, gone_items) g (tenant_id, item_id)
     where s.tenant_id = g.tenant_id and s.item_id = g.item_id and (s.tenant_id, s.item_id) not in (
       select t.tenant_id, t.item_id from portal.sales_item_totals t where t.tenant_id = any (item_tenants) and t.period = 17);
  end if;
  if gone_customers is not null then
    delete from portal.sales_customers s using unnest(customer_tenants, gone_customers) g (tenant_id, customer_id)
     where s.tenant_id = g.tenant_id and s.customer_id = g.customer_id and (s.tenant_id, s.customer_id) not in (
       select t.tenant_id, t.customer_id from portal.sales_customer_totals t where t.tenant_id = any (customer_tenants) and t.period = 17);
  end if;
end $function$
;
alter routine portal.drop_empty_sales_sums(boolean,boolean) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.drop_pending_order(of_tenant integer, of_order bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare of_key text;
begin
  delete from portal.orders o where o.tenant_id = of_tenant and o.id = of_order and o.source_id = portal.portal_source()
  returning o.source_key into of_key;
  delete from portal.order_lines l where l.tenant_id = of_tenant and l.source_id = portal.portal_source() and l.order_key = of_key;
end $function$
;
alter routine portal.drop_pending_order(integer,bigint) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.drop_price(of_tenant integer, of_product bigint, of_id bigint, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  k record;
  old portal.prices%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  select * into k from portal.kept_product(of_tenant, of_product);
  select * into old from portal.prices p where p.tenant_id = of_tenant and p.id = of_id and p.item_no = k.item_no for update;
  if old.id is null then return null; end if;
  if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
  if old.version <> known_version then return '{"stale": true}'; end if;
  delete from portal.prices p where p.tenant_id = of_tenant and p.id = of_id;
  return jsonb_build_object('before', portal.price_facts(old));
end $function$
;
alter routine portal.drop_price(integer,bigint,bigint,integer) owner to portal_keeper;
grant execute on portal.drop_price(integer,bigint,bigint,integer) to portal_admin;
grant execute on portal.drop_price(integer,bigint,bigint,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.drop_shipment(of_tenant integer, of_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare key text;
begin
  perform portal.hold_shipments(of_tenant);
  delete from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0 returning s.source_key into key;
  delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = key;
  delete from portal.shipment_events e where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key;
  perform portal.moved_shipments(of_tenant);
end $function$
;
alter routine portal.drop_shipment(integer,bigint) owner to portal_keeper;
grant execute on portal.drop_shipment(integer,bigint) to portal_admin;
grant execute on portal.drop_shipment(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.emit(of_tenant integer, of_topic text, of_module text, needs text, for_user text, about text, details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  allowed boolean := case auth.context_kind()
      when 'admin' then true
      when 'member' then of_tenant = auth.tenant() or (of_tenant = 0 and for_user = auth.actor())
      when 'staff' then of_tenant = any (auth.staff_tenants()) or of_tenant = 0
      when 'none' then of_tenant = 0 and for_user = auth.actor()
      else false end;
begin
  if not coalesce(allowed, false) then
    raise exception 'event of another tenant' using errcode = '42501';
  end if;
  insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id, payload)
    values (of_tenant, of_topic, of_module, needs, for_user, about, coalesce(details, '{}'));
end $function$
;
alter routine portal.emit(integer,text,text,text,text,text,jsonb) owner to portal_keeper;
grant execute on portal.emit(integer,text,text,text,text,text,jsonb) to portal_admin;
grant execute on portal.emit(integer,text,text,text,text,text,jsonb) to portal_member;
grant execute on portal.emit(integer,text,text,text,text,text,jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.end_own_session(of_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  delete from auth.sessions s where s.user_id = auth.actor() and s.id = of_id;
  return found;
end $function$
;
grant execute on portal.end_own_session(text) to portal_admin;
grant execute on portal.end_own_session(text) to portal_member;
grant execute on portal.end_own_session(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.end_sessions(of_user text, of_id text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare ended int;
begin
  perform auth.require_context('admin');
  delete from auth.sessions s where s.user_id = of_user and (of_id is null or s.id = of_id) and s.id <> auth.session_id();
  get diagnostics ended = row_count;
  return ended;
end $function$
;
grant execute on portal.end_sessions(text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.erase_person(of_user text, known_as text, OUT outcome text, OUT values_erased integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who portal.profiles%rowtype;
  named text[] := array[lower(known_as)];
begin
  perform auth.require_context('admin');
  of_user := coalesce(of_user, (select u.id from auth.users u where u.email = lower(known_as)));
  if of_user is not null then
    select p.* into who from portal.profiles p where p.user_id = of_user for update;
    if who.user_id is null or exists (select from auth.temporary_access x where x.user_id = who.user_id) then return; end if;
    if who.email is distinct from lower(known_as) then outcome := 'other_address'; return; end if;
    if who.deactivated_at is null then outcome := 'still_active'; return; end if;
  end if;
  named := named || who.user_id || portal.addresses_said_of(who.user_id);
  delete from auth.mails m where m.user_id = who.user_id or m.to_email = any (named);
  delete from auth.invitations i where i.email = any (named);
  delete from auth.users u where u.id in (select x.user_id from auth.temporary_access x where x.email = any (named)) or u.id = who.user_id;
  delete from portal.demo_requests d where d.user_id = who.user_id or lower(d.person_email) = any (named);
  values_erased := portal.erase_values_of(named);
  if who.user_id is null and values_erased = 0 then return; end if;
  outcome := 'done';
end $function$
;
grant execute on portal.erase_person(text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.erase_values_of(named text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare erased int;
begin
  update portal.audit_sealed s set value = null, salt = null, about = '{}' where s.about && named;
  get diagnostics erased = row_count;
  return erased;
end $function$
;
alter routine portal.erase_values_of(text[]) owner to portal_keeper;
grant execute on portal.erase_values_of(text[]) to portal_owner;

CREATE OR REPLACE FUNCTION portal.feed_states(OUT kind text, OUT topic text, OUT module text, OUT last_batch_at timestamp with time zone, OUT expected_seconds integer)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select f.kind, k.topic, k.module, f.last_batch_at,
         case when e.kind is null then 93600 else e.expected_seconds end
    from portal.feeds f cross join portal.ingest_kind(f.kind) k left join portal.feed_expectations e on e.kind = f.kind
   order by f.kind
$function$
;
grant execute on portal.feed_states() to portal_admin;
grant execute on portal.feed_states() to portal_keeper;
grant execute on portal.feed_states() to portal_member;
grant execute on portal.feed_states() to portal_staff;

CREATE OR REPLACE FUNCTION portal.file_of_request_is(of_request bigint, of_file bigint, of_document integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare r portal.document_requests;
begin
  perform auth.require_context('staff', 'admin');
  r := portal.hold_document_request(of_request);
  update portal.document_request_files f set document_id = of_document
   where f.tenant_id = r.tenant_id and f.request_id = r.id and f.id = of_file
     and exists (select from portal.documents d where d.id = of_document and d.tenant_ids = array[r.tenant_id]);
end $function$
;
alter routine portal.file_of_request_is(bigint,bigint,integer) owner to portal_keeper;
grant execute on portal.file_of_request_is(bigint,bigint,integer) to portal_admin;
grant execute on portal.file_of_request_is(bigint,bigint,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_conversations(term text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if seen is null and not auth.is_admin() then return; end if;
  return query
    select c.id from portal.conversations c where (seen is null or c.tenant_id = any (seen)) and c.search_text like pattern
    union
    select m.conversation_id from portal.conversation_messages m where (seen is null or m.tenant_id = any (seen)) and m.search_text like pattern;
end $function$
;
alter routine portal.find_conversations(text) owner to portal_keeper;
grant execute on portal.find_conversations(text) to portal_admin;
grant execute on portal.find_conversations(text) to portal_member;
grant execute on portal.find_conversations(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_current_sales(of_tenants integer[], search text, OUT items integer[], OUT customers integer[], OUT orders text[], OUT broad boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  select n.items, n.customers, n.broad into find_current_sales.items, find_current_sales.customers, find_current_sales.broad
    from portal.current_find_sales_names(of_tenants, search) n;
  if items is not null then orders := portal.find_current_sales_orders(of_tenants, search); end if;
end $function$
;
grant execute on portal.find_current_sales(integer[],text) to portal_admin;
grant execute on portal.find_current_sales(integer[],text) to portal_member;
grant execute on portal.find_current_sales(integer[],text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_current_sales_orders(of_tenants integer[], search text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(btrim(search));
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() and of_tenants = '{0}' then
    return (select coalesce(array_agg(distinct o.so), '{}') from portal.current_sales_orders o where o.search_text like pattern);
  end if;
  return (select coalesce(array_agg(distinct o.so), '{}') from portal.current_sales_orders o
           where o.tenant_id = any (of_tenants) and (auth.is_admin() or o.tenant_id = any (seen)) and o.search_text like pattern);
end $function$
;
alter routine portal.find_current_sales_orders(integer[],text) owner to portal_keeper;
grant execute on portal.find_current_sales_orders(integer[],text) to portal_admin;
grant execute on portal.find_current_sales_orders(integer[],text) to portal_member;
grant execute on portal.find_current_sales_orders(integer[],text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_in_documents(search text, among integer[], OUT document_id integer, OUT version integer, OUT page integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  wanted tsquery := portal.page_query(search);
  seen int[] := auth.seen_tenants();
  all_seen boolean := auth.is_admin();
begin
  return query
    select v.document_id, v.no, min(p.page)
      from portal.document_pages p
      join portal.document_versions v on v.checksum = p.checksum
      join portal.documents d on d.id = v.document_id and d.current_version = v.no
     where p.words @@ wanted and (among is null or d.id = any (among)) and d.status = 'available'
       and (all_seen or exists (select from portal.document_access a where a.document_id = d.id and a.tenant_id = any (seen)))
     group by v.document_id, v.no;
end $function$
;
alter routine portal.find_in_documents(text,integer[]) owner to portal_keeper;
grant execute on portal.find_in_documents(text,integer[]) to portal_admin;
grant execute on portal.find_in_documents(text,integer[]) to portal_member;
grant execute on portal.find_in_documents(text,integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_lot_sources()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from portal.documents d where d.lot_source is null and d.lot_nos <> '{}') then return null; end if;
  execute format('update portal.documents d set lot_source = null where d.lot_source is null and d.lot_nos <> ''{}''
    and d.lot_nos && (select array_agg(distinct c.%I) from came c)', case when tg_table_name = 'lots' then 'lot_no' else 'lot' end);
  return null;
end $function$
;
alter routine portal.find_lot_sources() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.find_lots(term text, of_state text)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
  today date := portal.today();
begin
  if seen is null and not auth.is_admin() then return; end if;
  if term is null then
    return query select x.id from portal.lots x
     where (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
       and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id));
  else
    return query
      select x.id from portal.lots x
       where lower(x.search_text) like pattern and (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
         and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id))
      union
      select x.id from portal.products p join portal.lots x on x.source_id = p.source_id and x.item_no = p.item_no
       where lower(p.search_text) like pattern and (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
         and (seen is null or exists (select from portal.product_access a where a.tenant_id = any (seen) and a.product_id = p.id))
         and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id));
  end if;
end $function$
;
alter routine portal.find_lots(text,text) owner to portal_keeper;
grant execute on portal.find_lots(text,text) to portal_admin;
grant execute on portal.find_lots(text,text) to portal_member;
grant execute on portal.find_lots(text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_products(term text, most integer, OUT id bigint, OUT item_no text, OUT name text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query select p.id, p.item_no, p.name from portal.products p
    where p.active and portal.contains_folded(p.search_text, term) and portal.may_offer(p.id, seen)
    order by p.item_no collate portal.natural_order, p.id limit most;
end $function$
;
alter routine portal.find_products(text,integer) owner to portal_keeper;
grant execute on portal.find_products(text,integer) to portal_admin;
grant execute on portal.find_products(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.find_sales_names(of_tenants integer[], search text, OUT items integer[], OUT customers integer[], OUT broad boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  pattern text := '%' || replace(replace(replace(portal.fold(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  all_items bigint;
  all_customers bigint;
begin
  if pattern is null or pattern = '%%' then return; end if;
  select count(*), coalesce(array_agg(distinct i.item_id) filter (where i.search_text like pattern), '{}')
    into all_items, items from portal.sales_items i where i.tenant_id = any (of_tenants);
  select count(*), coalesce(array_agg(distinct c.customer_id) filter (where c.search_text like pattern), '{}')
    into all_customers, customers from portal.sales_customers c where c.tenant_id = any (of_tenants);
  broad := 5 * cardinality(items) > all_items or 5 * cardinality(customers) > all_customers;
  if cardinality(of_tenants) = 1 and (cardinality(items) = all_items or cardinality(customers) = all_customers) then
    items := null;
    customers := null;
  end if;
end $function$
;
grant execute on portal.find_sales_names(integer[],text) to portal_admin;
grant execute on portal.find_sales_names(integer[],text) to portal_member;
grant execute on portal.find_sales_names(integer[],text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.first_invoices(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.invoices', 'x.search_text', 'invoice_date', 'desc', portal.search_pattern(term), most);
end $function$
;
alter routine portal.first_invoices(text,integer) owner to portal_keeper;
grant execute on portal.first_invoices(text,integer) to portal_admin;
grant execute on portal.first_invoices(text,integer) to portal_member;
grant execute on portal.first_invoices(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.first_orders(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.orders', 'x.search_text', 'ord_no', 'collate portal.natural_order desc nulls last',
    portal.search_pattern(term), most, ' union all select 0, u.id, u.ord_no from portal.unassigned_orders u where auth.is_admin() and u.search_text like $1');
end $function$
;
alter routine portal.first_orders(text,integer) owner to portal_keeper;
grant execute on portal.first_orders(text,integer) to portal_admin;
grant execute on portal.first_orders(text,integer) to portal_member;
grant execute on portal.first_orders(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.first_shipments(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.shipments', 'x.search_text', 'estimated_on', 'desc nulls last', portal.search_pattern(term), most);
end $function$
;
alter routine portal.first_shipments(text,integer) owner to portal_keeper;
grant execute on portal.first_shipments(text,integer) to portal_admin;
grant execute on portal.first_shipments(text,integer) to portal_member;
grant execute on portal.first_shipments(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.fits_rule(r portal.product_rules, txt text, lowered text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case r.kind
    when 'contains' then strpos(case when r.ignore_case then lowered else txt end, case when r.ignore_case then lower(r.wanted) else r.wanted end) > 0
    when 'equals' then case when r.ignore_case then lowered = lower(r.wanted) else txt = r.wanted end
    else length(txt) = length(r.wanted) + r.digits and translate(right(txt, r.digits), '0123456789', '') = ''
      and case when r.ignore_case then left(lowered, length(r.wanted)) = lower(r.wanted) else left(txt, length(r.wanted)) = r.wanted end
  end
$function$
;
grant execute on portal.fits_rule(portal.product_rules,text,text) to portal_admin;
grant execute on portal.fits_rule(portal.product_rules,text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.fold(txt text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select regexp_replace(normalize(lower(txt collate "default"), NFKD), '[\u0300-\u036f]', '', 'g')
$function$
;
grant execute on portal.fold(text) to portal_admin;
grant execute on portal.fold(text) to portal_ingest;
grant execute on portal.fold(text) to portal_keeper;
grant execute on portal.fold(text) to portal_member;
grant execute on portal.fold(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.follow_lot_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from portal.documents d where d.audience = 'lots') then return null; end if;
  execute format($move$
    update portal.documents d set audience = d.audience from (%s) m
     where d.audience = 'lots' and d.lot_nos <> '{}' and d.lot_source = m.source_id and d.lot_nos && m.numbers $move$,
    'select n.source_id, array_agg(distinct n.lot_no) as numbers from (' || case
      when tg_table_name = 'lots' then 'select r.source_id, r.lot_no from removed r'
      when tg_op = 'DELETE' then 'select x.source_id, x.lot_no from removed r join portal.lots x on x.id = r.lot_id'
      else 'select x.source_id, x.lot_no from added a join portal.lots x on x.id = a.lot_id' end || ') n group by n.source_id');
  return null;
end $function$
;
alter routine portal.follow_lot_access() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.follow_lots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into portal.lot_access (tenant_id, lot_id)
  select distinct l.tenant_id, x.id from came x
   cross join lateral (select o.tenant_id from portal.order_lines o where o.source_id = x.source_id and o.lot = x.lot_no offset 0) l
  on conflict do nothing;
  return null;
end $function$
;
alter routine portal.follow_lots() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.follow_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if tg_op <> 'DELETE' then
    insert into portal.product_access (tenant_id, product_id)
    select distinct n.tenant_id, p.id from came n
     cross join lateral (select x.id from portal.products x where x.source_id = n.source_id and x.item_no = n.item_no offset 0) p
    on conflict (tenant_id, product_id) do update set by_lines = true where not product_access.by_lines;
    insert into portal.lot_access (tenant_id, lot_id)
    select distinct n.tenant_id, x.id from came n
     cross join lateral (select l.id from portal.lots l where l.lot_no = n.lot and l.source_id + 0 = n.source_id offset 0) x
    on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    -- What staff offer stays without a line.
    with left_alone as (
      select o.tenant_id, p.id
        from (select distinct o.tenant_id, o.source_id, o.item_no from gone o where o.item_no is not null) o
       cross join lateral (select x.id from portal.products x where x.source_id = o.source_id and x.item_no = o.item_no offset 0) p
       where not exists (select from portal.order_lines l
         where l.source_id = o.source_id and l.item_no = o.item_no and l.tenant_id = o.tenant_id)
    ), kept as (
      update portal.product_access a set by_lines = false from left_alone x
       where a.tenant_id = x.tenant_id and a.product_id = x.id and a.offered
    )
    delete from portal.product_access a using left_alone x
     where a.tenant_id = x.tenant_id and a.product_id = x.id and a.offered is not true;
    delete from portal.lot_access a
     using (select distinct o.tenant_id, o.source_id, o.lot from gone o where o.lot is not null) o
     cross join lateral (select l.id from portal.lots l where l.lot_no = o.lot and l.source_id + 0 = o.source_id offset 0) x
     where a.tenant_id = o.tenant_id and a.lot_id = x.id
       and not exists (select from portal.order_lines l
         where l.source_id = o.source_id and l.lot = o.lot and l.tenant_id = o.tenant_id);
  end if;
  return null;
end $function$
;
alter routine portal.follow_order_lines() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.follow_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from portal.documents d where d.audience = 'order') then return null; end if;
  if tg_op in ('INSERT', 'UPDATE') then
    update portal.documents d set audience = d.audience from added a
     where d.audience = 'order' and d.order_source = a.source_id and d.order_key = a.source_key
       and not coalesce(a.tenant_id = any (d.tenant_ids), false);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    update portal.documents d set audience = d.audience from removed r
     where d.audience = 'order' and d.order_source = r.source_id and d.order_key = r.source_key
       and not exists (select from portal.orders o where o.tenant_id = r.tenant_id and o.source_id = r.source_id and o.source_key = r.source_key);
  end if;
  return null;
end $function$
;
alter routine portal.follow_orders() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.follow_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into portal.product_access (tenant_id, product_id)
  select distinct l.tenant_id, p.id from came p
   cross join lateral (select o.tenant_id from portal.order_lines o where o.source_id = p.source_id and o.item_no = p.item_no offset 0) l
  on conflict (tenant_id, product_id) do update set by_lines = true where not product_access.by_lines;
  return null;
end $function$
;
alter routine portal.follow_products() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.found_current_sales(of_tenants integer[], of_currency character, of_month integer, of_items integer[], of_customers integer[], of_orders text[])
 RETURNS TABLE(tenant_id integer, item_id integer, year smallint, month smallint, lines integer, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET jit TO 'off'
AS $function$
declare
  everybody boolean := of_tenants = '{0}';
begin
  return query
  select r.tenant_id, r.item_id, r.year, r.period, r.lines, r.quantity, r.amount_cents
    from portal.current_sales_item_totals r
   where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.period between coalesce(of_month, 1) and coalesce(of_month, 12)
     and r.item_id + 0 = any (of_items);
  return query select c.* from portal.current_found_customer_sales(of_tenants, of_currency, of_month, of_items, of_customers) c;
  if cardinality(of_orders) = 0 then return; end if;
  return query
  select case when everybody then 0 else s.tenant_id end, s.item_id, s.year, s.month, count(*)::int, portal.total(s.quantity),
         portal.total(s.amount_cents)
    from portal.current_sales s
   where s.so = any (of_orders) and (everybody or s.tenant_id = any (of_tenants)) and s.currency = of_currency
     and s.customer_id <> all (of_customers) and s.item_id <> all (of_items) and (of_month is null or s.month = of_month)
   group by 1, 2, 3, 4;
  if not everybody then return; end if;
  return query
  select 0, u.item_id, u.year, u.month, count(*)::int, portal.total(u.quantity), portal.total(u.amount_cents)
    from portal.unassigned_current_sales u
   where u.so = any (of_orders) and u.currency = of_currency and u.customer_id <> all (of_customers) and u.item_id <> all (of_items)
     and (of_month is null or u.month = of_month) group by 2, 3, 4;
end $function$
;
grant execute on portal.found_current_sales(integer[],character,integer,integer[],integer[],text[]) to portal_admin;
grant execute on portal.found_current_sales(integer[],character,integer,integer[],integer[],text[]) to portal_member;
grant execute on portal.found_current_sales(integer[],character,integer,integer[],integer[],text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_current_sales_orders(of_tenants integer[], of_currency character, of_year integer, of_month integer, of_items integer[], of_customers integer[], of_orders text[], broad boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
begin
  if of_tenants <> '{0}' then
    return (select count(*) from portal.found_current_so(of_tenants, of_currency, of_year, of_month, of_items, of_customers, of_orders, broad));
  end if;
  return (select count(*) from (
    select o.so from portal.found_current_so(portal.current_selling_tenants(of_tenants), of_currency, of_year, of_month, of_items,
      of_customers, of_orders, broad) o
    union
    select u.so from portal.unassigned_current_sales u
     where u.currency = of_currency and u.so <> ''
       and (u.item_id = any (of_items) or u.customer_id = any (of_customers) or u.so = any (of_orders))
       and u.year between first_year and last_year and (of_month is null or u.month = of_month)) d);
end $function$
;
grant execute on portal.found_current_sales_orders(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_admin;
grant execute on portal.found_current_sales_orders(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_member;
grant execute on portal.found_current_sales_orders(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_current_so(of_tenants integer[], of_currency character, of_year integer, of_month integer, of_items integer[], of_customers integer[], of_orders text[], one_pass boolean)
 RETURNS TABLE(so text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET jit TO 'off'
AS $function$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  first_month int := coalesce(of_month, 1);
  last_month int := coalesce(of_month, 12);
begin
  return query
  select s.so
    from (select t.tenant_id, t.year, t.month from portal.current_sales_totals t
           where t.tenant_id = any (of_tenants) and t.currency = of_currency and t.year between first_year and last_year
             and t.month between first_month and last_month) m
    join portal.current_sales s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
   where s.currency = of_currency and s.so <> ''
     and (s.item_id = any (of_items) or one_pass and (s.customer_id = any (of_customers) or s.so = any (of_orders)))
  union
  select s.so from portal.current_sales s
   where not one_pass and s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.currency = of_currency and s.so <> ''
     and s.year between first_year and last_year and s.month between first_month and last_month
  union
  select s.so from portal.current_sales s
   where not one_pass and s.so = any (of_orders) and s.tenant_id = any (of_tenants) and s.currency = of_currency
     and s.year between first_year and last_year and s.month between first_month and last_month;
end $function$
;
grant execute on portal.found_current_so(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_admin;
grant execute on portal.found_current_so(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_member;
grant execute on portal.found_current_so(integer[],character,integer,integer,integer[],integer[],text[],boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_customer_sales(of_tenants integer[], of_currency character, of_month integer, of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, item_id integer, year smallint, month smallint, lines integer, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_indexscan TO 'off'
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET seq_page_cost TO '0.1'
 SET random_page_cost TO '0.1'
 SET parallel_setup_cost TO '20'
 SET parallel_tuple_cost TO '0.001'
 SET min_parallel_table_scan_size TO '0'
 SET min_parallel_index_scan_size TO '0'
AS $function$
declare
  everybody boolean := of_tenants = '{0}';
  sellers int[];
begin
  if cardinality(of_customers) = 0 then return; end if;
  sellers := portal.selling_tenants(of_tenants);
  return query
  select case when everybody then 0 else s.tenant_id end, s.item_id, s.year, s.month, count(*)::int, portal.total(s.quantity),
         portal.total(s.amount_cents)
    from portal.sales_history s
   where s.tenant_id = any (sellers) and s.currency = of_currency and s.customer_id = any (of_customers)
     and s.item_id <> all (of_items) and (of_month is null or s.month = of_month) group by 1, 2, 3, 4;
  if everybody then
    return query
    select 0, u.item_id, u.year, u.month, count(*)::int, portal.total(u.quantity), portal.total(u.amount_cents)
      from portal.unassigned_sales_history u
     where u.currency = of_currency and u.customer_id = any (of_customers)
       and u.item_id <> all (of_items) and (of_month is null or u.month = of_month) group by 2, 3, 4;
  end if;
end $function$
;
grant execute on portal.found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_admin;
grant execute on portal.found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_member;
grant execute on portal.found_customer_sales(integer[],character,integer,integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_invoices(of_tenants integer[], of_currency character, first_year integer, last_year integer, of_month integer, of_items integer[], of_customers integer[], one_pass boolean)
 RETURNS TABLE(invoice_no text)
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
AS $function$
  select s.invoice_no from portal.sales_history s
   where one_pass and s.tenant_id = any (of_tenants) and s.year between first_year and last_year
     and (of_month is null or s.month = of_month) and (s.item_id = any (of_items) or s.customer_id = any (of_customers))
     and s.currency = of_currency and s.invoice_no <> ''
  union all
  select s.invoice_no
    from (select t.tenant_id, t.year, t.month from portal.sales_totals t
           where t.tenant_id = any (of_tenants) and t.currency = of_currency and t.year between first_year and last_year
             and t.month between coalesce(of_month, 1) and coalesce(of_month, 12)) m
    join portal.sales_history s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
   where not one_pass and s.item_id = any (of_items) and s.currency = of_currency and s.invoice_no <> ''
  union all
  select s.invoice_no from portal.sales_history s
   where not one_pass and s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.currency = of_currency
     and s.invoice_no <> '' and s.year between first_year and last_year and (of_month is null or s.month = of_month)
$function$
;
grant execute on portal.found_invoices(integer[],character,integer,integer,integer,integer[],integer[],boolean) to portal_admin;
grant execute on portal.found_invoices(integer[],character,integer,integer,integer,integer[],integer[],boolean) to portal_member;
grant execute on portal.found_invoices(integer[],character,integer,integer,integer,integer[],integer[],boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_item_customers(of_tenants integer[], of_currency character, first_year integer, last_year integer, of_months smallint[], of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, customer_id integer, lines bigint, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET jit TO 'off'
 SET work_mem TO '64MB'
AS $function$
declare
  everybody boolean := of_tenants = '{0}';
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if cardinality(of_items) = 0 then return; end if;
  return query
  select case when everybody then 0 else s.tenant_id end, s.customer_id, count(*), portal.total(s.quantity), portal.total(s.amount_cents)
    from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, '{}') s
   where s.customer_id <> all (of_customers) group by 1, 2;
  if everybody then
    return query
    select 0, u.customer_id, count(*), portal.total(u.quantity), portal.total(u.amount_cents)
      from portal.unassigned_sales_history u
     where u.currency = of_currency and u.year between first_year and last_year and u.month = any (of_months)
       and u.item_id = any (of_items) and u.customer_id <> all (of_customers) group by 2;
  end if;
end $function$
;
grant execute on portal.found_item_customers(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_admin;
grant execute on portal.found_item_customers(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_member;
grant execute on portal.found_item_customers(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_lines_in_months(of_tenants integer[], of_currency character, first_year integer, last_year integer, of_months smallint[], of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, month smallint, customer_id integer, invoice_no text, found_item boolean, found_customer boolean, quantity bigint, amount_cents bigint)
 LANGUAGE sql
 STABLE PARALLEL RESTRICTED
AS $function$
  select s.tenant_id, s.month, s.customer_id, s.invoice_no, true, s.customer_id = any (of_customers), s.quantity, s.amount_cents
    from portal.sales_history s
   where s.tenant_id = any (of_tenants) and s.item_id = any (of_items)
     and s.currency = of_currency and s.year between first_year and last_year and s.month = any (of_months)
  union all
  select s.tenant_id, s.month, s.customer_id, s.invoice_no, false, true, s.quantity, s.amount_cents
    from portal.sales_history s
   where s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.item_id <> all (of_items)
     and s.currency = of_currency and s.year between first_year and last_year and s.month = any (of_months)
$function$
;
grant execute on portal.found_lines_in_months(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_admin;
grant execute on portal.found_lines_in_months(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_member;
grant execute on portal.found_lines_in_months(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_quarter_orders(of_tenants integer[], of_currency character, first_year integer, last_year integer, of_months smallint[], of_items integer[], of_customers integer[])
 RETURNS TABLE(quarter integer, orders bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET jit TO 'off'
 SET work_mem TO '64MB'
AS $function$
declare
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if of_tenants = '{0}' then
    return query
    select coalesce(d.q, 0), count(distinct d.invoice_no) from (
      select (s.month + 2) / 3 q, s.invoice_no
        from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, of_customers) s
       where s.invoice_no <> '' group by 1, 2
      union all
      select (u.month + 2) / 3, u.invoice_no from portal.unassigned_sales_history u
       where u.currency = of_currency and u.year between first_year and last_year and u.month = any (of_months)
         and (u.item_id = any (of_items) or u.customer_id = any (of_customers)) and u.invoice_no <> '' group by 1, 2) d
     group by grouping sets ((), (d.q));
  else
    return query
    select coalesce(d.q, 0), count(distinct d.invoice_no) from (
      select (s.month + 2) / 3 q, s.invoice_no
        from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, of_customers) s
       where s.invoice_no <> '' group by 1, 2) d
     group by grouping sets ((), (d.q));
  end if;
end $function$
;
grant execute on portal.found_quarter_orders(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_admin;
grant execute on portal.found_quarter_orders(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_member;
grant execute on portal.found_quarter_orders(integer[],character,integer,integer,smallint[],integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_sales(of_tenants integer[], of_currency character, of_year integer, of_month integer, of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, item_id integer, year smallint, month smallint, lines integer, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET jit TO 'off'
AS $function$
begin
  return query
  with other as materialized (
    select o.* from portal.found_customer_sales(of_tenants, of_currency, of_month, of_items, of_customers) o
  )
  select r.tenant_id, r.item_id, r.year, null::smallint, r.lines, r.quantity, r.amount_cents
    from portal.sales_item_totals r
   where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.period = coalesce(of_month, 17) and r.item_id + 0 = any (of_items)
  union all
  select o.tenant_id, o.item_id, o.year, null, sum(o.lines)::int, portal.total(o.quantity), portal.total(o.amount_cents)
    from other o group by 1, 2, 3
  union all
  select null, null, null, m.month, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
    from (select r.period as month, r.lines, r.quantity, r.amount_cents
            from portal.sales_item_totals r
           where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.item_id + 0 = any (of_items)
             and r.period between coalesce(of_month, 1) and coalesce(of_month, 12) and (of_year is null or r.year = of_year)
          union all
          select o.month, o.lines, o.quantity, o.amount_cents from other o where of_year is null or o.year = of_year) m
   group by 4;
end $function$
;
grant execute on portal.found_sales(integer[],character,integer,integer,integer[],integer[]) to portal_admin;
grant execute on portal.found_sales(integer[],character,integer,integer,integer[],integer[]) to portal_member;
grant execute on portal.found_sales(integer[],character,integer,integer,integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_sales_between(of_tenants integer[], of_currency character, first_month integer, last_month integer, of_items integer[], of_customers integer[])
 RETURNS TABLE(tenant_id integer, item_id integer, customer_id integer, lines bigint, quantity bigint, amount_cents bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
begin
  if of_tenants = '{0}' then
    return query
    select 0, s.item_id, s.customer_id, count(*), portal.total(s.quantity), portal.total(s.amount_cents)
      from portal.all_sales_history s
     where s.currency = of_currency and s.year between first_month / 12 and last_month / 12
       and s.year * 12 + s.month - 1 between first_month and last_month
       and (s.item_id = any (of_items) or s.customer_id = any (of_customers)) group by 2, 3;
  else
    return query
    select s.tenant_id, s.item_id, s.customer_id, count(*), portal.total(s.quantity), portal.total(s.amount_cents)
      from portal.sales_history s
     where s.tenant_id = any (of_tenants) and s.currency = of_currency and s.year between first_month / 12 and last_month / 12
       and s.year * 12 + s.month - 1 between first_month and last_month
       and (s.item_id = any (of_items) or s.customer_id = any (of_customers)) group by 1, 2, 3;
  end if;
end $function$
;
grant execute on portal.found_sales_between(integer[],character,integer,integer,integer[],integer[]) to portal_admin;
grant execute on portal.found_sales_between(integer[],character,integer,integer,integer[],integer[]) to portal_member;
grant execute on portal.found_sales_between(integer[],character,integer,integer,integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.found_sales_orders(of_tenants integer[], of_currency character, of_year integer, of_month integer, of_items integer[], of_customers integer[], broad boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET seq_page_cost TO '0.1'
 SET random_page_cost TO '0.2'
 SET parallel_setup_cost TO '20'
 SET parallel_tuple_cost TO '0.001'
 SET min_parallel_table_scan_size TO '0'
 SET min_parallel_index_scan_size TO '0'
AS $function$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if of_tenants = '{0}' then
    return (select count(*) from (
      select o.invoice_no
        from portal.found_invoices(sellers, of_currency, first_year, last_year, of_month, of_items, of_customers, broad) o
      union
      select u.invoice_no from portal.unassigned_sales_history u
       where u.currency = of_currency and (u.item_id = any (of_items) or u.customer_id = any (of_customers)) and u.invoice_no <> ''
         and u.year between first_year and last_year and (of_month is null or u.month = of_month)) d);
  end if;
  return (select count(*) from (
    select o.invoice_no
      from portal.found_invoices(sellers, of_currency, first_year, last_year, of_month, of_items, of_customers, broad) o
     group by 1) d);
end $function$
;
grant execute on portal.found_sales_orders(integer[],character,integer,integer,integer[],integer[],boolean) to portal_admin;
grant execute on portal.found_sales_orders(integer[],character,integer,integer,integer[],integer[],boolean) to portal_member;
grant execute on portal.found_sales_orders(integer[],character,integer,integer,integer[],integer[],boolean) to portal_staff;

CREATE OR REPLACE FUNCTION portal.give_way_to_upstream()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare n bigint;
begin
  select count(*) into n from portal.shipments s join added a on a.tenant_id = s.tenant_id and a.source_key = s.source_key and a.source_id <> 0
   where s.source_id = 0;
  if n = 0 then return null; end if;
  with gone as (
    delete from portal.shipments s using added a
     where s.source_id = 0 and a.source_id <> 0 and a.tenant_id = s.tenant_id and a.source_key = s.source_key
    returning s.tenant_id, s.source_key, s.id,
      (select array_agg(distinct e.kind) from portal.shipment_events e
        where e.tenant_id = s.tenant_id and e.source_id = 0 and e.shipment_key = s.source_key) as told),
  lines as (
    delete from portal.shipment_lines l using gone g where l.tenant_id = g.tenant_id and l.source_id = 0 and l.shipment_key = g.source_key),
  events as (
    delete from portal.shipment_events e using gone g where e.tenant_id = g.tenant_id and e.source_id = 0 and e.shipment_key = g.source_key)
  update portal.shipments s set entered_id = g.id, told_events = g.told from gone g, added a
   where a.tenant_id = g.tenant_id and a.source_key = g.source_key and a.source_id <> 0 and s.tenant_id = a.tenant_id and s.id = a.id;
  return null;
end $function$
;
alter routine portal.give_way_to_upstream() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.growth(before numeric, now numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(portal.change(before, now), 0.0) $function$
;
grant execute on portal.growth(numeric,numeric) to portal_admin;
grant execute on portal.growth(numeric,numeric) to portal_member;
grant execute on portal.growth(numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.guard_purchase_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_side text := case auth.context_kind() when 'member' then 'client' when 'staff' then 'staff' when 'admin' then 'staff' end;
begin
  if new.state <> old.state and session_user = 'portal_app' and not exists (
      select from portal.purchase_order_moves() m where m.side = of_side and m.from_state = old.state and m.to_state = new.state) then
    raise exception 'a purchase order does not go from % to % by %', old.state, new.state, of_side using errcode = '23514';
  end if;
  if old.state <> 'draft' and (new.po_no, new.currency, new.ship_to, new.note, new.number, new.submitted_at, new.by_staff)
      is distinct from (old.po_no, old.currency, old.ship_to, old.note, old.number, old.submitted_at, old.by_staff) then
    raise exception 'a submitted purchase order is not changed' using errcode = '23514';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION portal.guard_purchase_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_side text := case auth.context_kind() when 'member' then 'client' else 'staff' end;
  now_in text;
begin
  select p.state into now_in from portal.purchase_orders p
   where p.tenant_id = coalesce(new.tenant_id, old.tenant_id) and p.id = coalesce(new.purchase_order_id, old.purchase_order_id);
  -- Gone with their purchase order: that one was asked. Or nothing changed.
  if now_in is null and tg_op = 'DELETE' or tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  -- A line without a price gets one with the acceptance; it is the only thing that changes.
  if now_in = 'submitted' and of_side = 'staff' and tg_op = 'UPDATE' and old.unit_price is null and to_jsonb(new) - '{unit_price,price_per,amount_cents}'::text[]
      = to_jsonb(old) - '{unit_price,price_per,amount_cents}'::text[] then
    return null;
  end if;
  if now_in = 'draft' or tg_op = 'UPDATE' and new.item_no = old.item_no and (now_in = 'countered' and of_side = 'client' or now_in = 'accepted' and of_side = 'staff') then
    return null;
  end if;
  raise exception 'lines of a submitted purchase order are not changed' using errcode = '23514';
end $function$
;

CREATE OR REPLACE FUNCTION portal.hear_of_payment(of_reference text, of_provider text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update portal.card_payments c
     set hints = c.hints + 1, due_at = clock_timestamp(), provider_id = coalesce(c.provider_id, of_provider)
    from portal.payment_orders o
   where o.tenant_id = c.tenant_id and o.id = c.order_id
     and case when of_reference is null then c.provider_id = of_provider
              else o.reference = of_reference and (c.provider_id is null or of_provider is null or c.provider_id = of_provider) end
$function$
;
alter routine portal.hear_of_payment(text,text) owner to portal_keeper;
grant execute on portal.hear_of_payment(text,text) to portal_owner;

CREATE OR REPLACE FUNCTION portal.held_lots(OUT source_id smallint, OUT lot_no text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return query
    select x.source_id, x.lot_no from portal.lots x
     where portal.is_held(x.state)
       and (everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id limit 1));
end $function$
;
alter routine portal.held_lots() owner to portal_keeper;
grant execute on portal.held_lots() to portal_admin;
grant execute on portal.held_lots() to portal_member;
grant execute on portal.held_lots() to portal_staff;

CREATE OR REPLACE FUNCTION portal.hold_conversation(of_conversation bigint)
 RETURNS portal.conversations
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  c portal.conversations;
begin
  select * into c from portal.conversations x where x.id = of_conversation and (seen is null or x.tenant_id = any (seen)) for update;
  return c;
end $function$
;
grant execute on portal.hold_conversation(bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.hold_document_request(of_request bigint)
 RETURNS portal.document_requests
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  r portal.document_requests;
begin
  select * into r from portal.document_requests x where x.id = of_request and (seen is null or x.tenant_id = any (seen)) for update;
  return r;
end $function$
;
grant execute on portal.hold_document_request(bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.hold_document_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- What a version is, it is from its beginning: another file is another version.
  if (new.document_id, new.no, new.file_name, new.file_key, new.format, new.size, new.checksum, new.uploaded_at)
      is distinct from (old.document_id, old.no, old.file_name, old.file_key, old.format, old.size, old.checksum, old.uploaded_at)
    or new.note is distinct from old.note
    -- An account that is removed leaves what it uploaded.
    or new.uploaded_by is distinct from old.uploaded_by and new.uploaded_by is not null
  then raise exception 'the file of a version is never changed' using errcode = '42501'; end if;
  if old.released_at is not null and new.released_at is distinct from old.released_at
  then raise exception 'the day of a release is never changed' using errcode = '42501'; end if;
  -- No way back: what upstream took back, upstream may offer again.
  if new.status <> old.status and (new.status = 'draft'
      or old.status = 'superseded' and new.status <> 'withdrawn'
      or old.status = 'withdrawn' and (new.status <> 'available' or old.taken_back_at is null))
  then raise exception 'a version that was % does not become %', old.status, new.status using errcode = '42501'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION portal.hold_issue(of_issue bigint)
 RETURNS portal.issues
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  i portal.issues;
begin
  select * into i from portal.issues x where x.id = of_issue and (seen is null or x.tenant_id = any (seen)) for update;
  return i;
end $function$
;
grant execute on portal.hold_issue(bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.hold_shipments(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'shipment of another tenant' using errcode = '42501';
  end if;
  perform from portal.tenants t where t.id = of_tenant for update;
end $function$
;
grant execute on portal.hold_shipments(integer) to portal_admin;
grant execute on portal.hold_shipments(integer) to portal_keeper;
grant execute on portal.hold_shipments(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.ingest_join(alias text, of_table text, condition text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when current_setting('enable_nestloop')::boolean
    then format('join lateral (select %1$s.* from portal.%2$I %1$s where %3$s offset 0) %1$s on true', alias, of_table, condition)
    else format('join portal.%2$I %1$s on %3$s', alias, of_table, condition) end
$function$
;
grant execute on portal.ingest_join(text,text,text) to portal_ingest;
grant execute on portal.ingest_join(text,text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.ingest_kind(of_kind text, OUT staged text, OUT target text, OUT ids text, OUT key_column text, OUT columns text[], OUT own_currency boolean, OUT stamped boolean, OUT topic text, OUT family integer, OUT waiting text, OUT module text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.staged, k.target, k.ids, k.key_column, string_to_array(k.columns, ' '), k.own_currency, k.stamped, k.topic, k.family,
         coalesce(k.waiting, 'unassigned_' || k.target), coalesce(k.module, k.topic)
    from (values
      ('customers', 'staged_customers', 'customers', 'customer_ids', 'client_code',
       'client_name language currency address', false, true, 'customers', 1, null, null),
      ('orders', 'staged_orders', 'orders', 'order_ids', 'source_key',
       'primary_no ord_no po_no f_no client_code client_name ref ord_stat montant_total amount_cents currency bl_t cts_t bb_t pbl '
       'pcts pbb order_date requested_date promised_date ship_to upstream_updated_at', true, true, 'orders', 2, null, null),
      ('order-lines', 'staged_order_lines', 'order_lines', 'order_line_ids', 'source_key',
       'order_key line_no item_no item_name qty_ordered qty_shipped unit unit_price lot upstream_updated_at',
       false, true, 'orders', 2, null, null),
      -- One family with the lines that open them to a tenant.
      ('products', 'staged_products', 'products', 'product_ids', 'item_no',
       'name name_fr name_de name_es category class unit minimum_quantity lead_weeks_from lead_weeks_to active upstream_updated_at',
       false, true, 'products', 2, 'products', 'product'),
      ('lots', 'staged_lots', 'lots', 'lot_ids', 'lot_no',
       'item_no manufactured_on expires_on state quantity unit upstream_updated_at', false, true, 'lots', 2, 'lots', 'qaqc'),
      ('lot-results', 'staged_lot_results', 'lot_results', 'lot_result_ids', 'source_key',
       'lot_no test method specification min_value max_value result result_value unit verdict tested_on upstream_updated_at',
       false, true, 'lots', 2, 'lot_results', 'qaqc'),
      ('sales-history', 'staged_sales_history', 'sales_history', 'sales_history_ids', 'source_key',
       'year month currency item_id customer_id quantity amount_cents invoice_no invoice_date unit_price tax_code amt_2_cents '
       'quantity_text amount_text upstream_updated_at', true, false, 'sales', 3, null, null),
      ('current-sales', 'staged_current_sales', 'current_sales', 'current_sales_ids', 'source_key',
       'year month currency item_id customer_id quantity amount_cents so unit unit_price lot quantity_text amount_text '
       'upstream_updated_at', true, false, 'sales', 4, null, null),
      ('invoices', 'staged_invoices', 'invoices', 'invoice_ids', 'source_key',
       'invoice_no client_code client_name ord_no po_no invoice_date due_date terms currency subtotal_cents taxes total_cents '
       'upstream_updated_at', true, true, 'invoices', 5, null, 'finance'),
      ('invoice-lines', 'staged_invoice_lines', 'invoice_lines', 'invoice_line_ids', 'source_key',
       'invoice_key line_no item_no description quantity unit unit_price amount_cents upstream_updated_at',
       false, true, 'invoices', 5, null, 'finance'),
      ('payments', 'staged_payments', 'payments', 'payment_ids', 'source_key',
       'payment_no line_no kind client_code client_name invoice_no payment_date method reference currency amount_cents '
       'upstream_updated_at', true, true, 'invoices', 5, null, 'finance'),
      ('price-list', 'staged_price_list', 'prices', 'price_ids', 'source_key',
       'client_code client_name item_no unit_price currency unit valid_from valid_to upstream_updated_at',
       true, true, 'prices', 8, null, 'product'),
      ('shipments', 'staged_shipments', 'shipments', 'shipment_ids', 'source_key',
       'tracking_no carrier carrier_link order_key primary_no ord_no po_no client_code client_name order_date processed_date '
       'shipped_date estimated_on delivered_date date_texts ship_to weight upstream_updated_at', false, true, 'tracking', 7, null, 'orders'),
      ('shipment-events', 'staged_shipment_events', 'shipment_events', 'shipment_event_ids', 'source_key',
       'shipment_key happened_at kind place note upstream_updated_at', false, true, 'tracking', 7, null, 'orders'),
      ('shipment-lines', 'staged_shipment_lines', 'shipment_lines', 'shipment_line_ids', 'source_key',
       'shipment_key line_no order_line_no item_no item_name lot quantity unit order_key primary_no ord_no po_no upstream_updated_at',
       false, true, 'tracking', 7, null, 'orders')
    ) k (kind, staged, target, ids, key_column, columns, own_currency, stamped, topic, family, waiting, module)
   where k.kind = of_kind
$function$
;
grant execute on portal.ingest_kind(text) to portal_admin;
grant execute on portal.ingest_kind(text) to portal_ingest;
grant execute on portal.ingest_kind(text) to portal_keeper;
grant execute on portal.ingest_kind(text) to portal_member;
grant execute on portal.ingest_kind(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.ingest_scope(of_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when of_kind in ('sales-history', 'current-sales') then '($4::date is null or (d.year, d.month) >= (extract(year from $4::date), extract(month from $4::date))
      and (d.year, d.month) < (extract(year from $5::date), extract(month from $5::date)))'
    when of_kind = 'orders' then '($4::date is null or coalesce(d.order_date >= $4::date and d.order_date < $5::date, false))'
    when of_kind = 'invoices' then '($4::date is null or d.invoice_date >= $4::date and d.invoice_date < $5::date)'
    when of_kind = 'payments' then '($4::date is null or d.payment_date >= $4::date and d.payment_date < $5::date)'
    when of_kind = 'shipments' then '($4::date is null or coalesce(d.shipped_date >= $4::date and d.shipped_date < $5::date, false))'
    else '($4::date is null)' end
$function$
;
grant execute on portal.ingest_scope(text) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.invite_member(of_tenant integer, address text, of_role text, token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text;
  asker_name text;
  tenant portal.tenants%rowtype;
begin
  perform auth.managed_tenant(of_tenant);
  select u.id into who from auth.users u where u.email = address;
  if exists (select from portal.members m where m.tenant_id = of_tenant and m.user_id = who) then return 'member'; end if;
  select * into tenant from portal.tenants t where t.id = of_tenant;
  select p.name into asker_name from portal.profiles p where p.user_id = auth.actor();
  insert into auth.invitations as i (tenant_id, email, role, token_hash, invited_by, ends_at)
    values (of_tenant, address, of_role, sha256(convert_to(token, 'utf8')), auth.actor(), now() + interval '7 days')
  on conflict (tenant_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, created_at = now(), ends_at = excluded.ends_at;
  -- The link that it takes the place of is void; so is what was kept of it.
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'invitation' and (m.details ->> 'tenantId')::int = of_tenant;
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at)
    values (address, who, 'invitation', coalesce((select p.language from portal.profiles p where p.user_id = who), portal.language_of_tenant(of_tenant),
        (select i.language from portal.installation i)),
      jsonb_build_object('tenant', tenant.name, 'by', coalesce(asker_name, ''), 'tenantId', of_tenant::text), token, now() + interval '7 days');
  return 'invited';
end $function$
;
grant execute on portal.invite_member(integer,text,text,text) to portal_admin;
grant execute on portal.invite_member(integer,text,text,text) to portal_member;
grant execute on portal.invite_member(integer,text,text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.invite_own(address text, of_access jsonb, token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := (select u.id from auth.users u where u.email = address);
  asker_name text := (select p.name from portal.profiles p where p.user_id = auth.actor());
begin
  perform auth.require_context('admin');
  if exists (select from portal.staff s where s.user_id = who) or exists (select from portal.profiles p where p.user_id = who and p.global_admin) then
    return 'member';
  end if;
  insert into auth.invitations as i (email, access, token_hash, invited_by, ends_at)
    values (address, of_access, sha256(convert_to(token, 'utf8')), auth.actor(), now() + interval '7 days')
  on conflict (email) where tenant_id is null do update set access = excluded.access, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, created_at = now(), ends_at = excluded.ends_at;
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'own_invitation';
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at)
    values (address, who, 'own_invitation', auth.language_of(who), jsonb_build_object('by', coalesce(asker_name, '')), token, now() + interval '7 days');
  return 'invited';
end $function$
;
grant execute on portal.invite_own(text,jsonb,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.invoice_state(balance_cents bigint, invoice_date date, ages_from date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when balance_cents <= 0 then 'paid' when invoice_date > today then 'upcoming' when ages_from < today then 'overdue'
              else 'pending' end
$function$
;
grant execute on portal.invoice_state(bigint,date,date,date) to portal_admin;
grant execute on portal.invoice_state(bigint,date,date,date) to portal_member;
grant execute on portal.invoice_state(bigint,date,date,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.is_held(lot_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lot_state in ('on_hold', 'quarantine', 'rejected')
$function$
;
grant execute on portal.is_held(text) to portal_admin;
grant execute on portal.is_held(text) to portal_keeper;
grant execute on portal.is_held(text) to portal_member;
grant execute on portal.is_held(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.is_one_customer(of_tenants integer[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return cardinality(of_tenants) = 1 and of_tenants <> '{0}' and (
    select case count(distinct c.client_code) filter (where c.client_code <> '')
             when 0 then count(distinct c.customer) <= 1 else count(distinct c.client_code) filter (where c.client_code <> '') = 1 end
      from portal.sales_customers c where c.tenant_id = any (of_tenants));
end $function$
;
grant execute on portal.is_one_customer(integer[]) to portal_admin;
grant execute on portal.is_one_customer(integer[]) to portal_member;
grant execute on portal.is_one_customer(integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.is_signed(of_document integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('staff', 'admin');
  return exists (select from portal.document_acknowledgements a join portal.documents d on d.id = a.document_id
                  where a.document_id = of_document and portal.may_end_document(d.tenant_ids));
end $function$
;
alter routine portal.is_signed(integer) owner to portal_keeper;
grant execute on portal.is_signed(integer) to portal_admin;
grant execute on portal.is_signed(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.issue_file_scan(of_tenant integer, of_file bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.state from portal.issue_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$function$
;
alter routine portal.issue_file_scan(integer,bigint) owner to portal_keeper;
grant execute on portal.issue_file_scan(integer,bigint) to portal_admin;
grant execute on portal.issue_file_scan(integer,bigint) to portal_member;
grant execute on portal.issue_file_scan(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.issue_handlers(of_tenant integer, OUT user_id text, OUT name text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and of_tenant <> all (seen) then return; end if;
  return query select h.user_id, h.name from auth.handlers_of(of_tenant, 'issues.manage') h;
end $function$
;
grant execute on portal.issue_handlers(integer) to portal_admin;
grant execute on portal.issue_handlers(integer) to portal_keeper;
grant execute on portal.issue_handlers(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.issue_invoice(of_draft bigint, of_version integer, OUT tenant integer, OUT invoice bigint, OUT number text, OUT refused text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  d portal.invoice_drafts;
  sign int;
  sums record;
  credited portal.invoices;
  taken bigint;
  n int;
begin
  select * into d from portal.invoice_drafts x
   where x.id = of_draft and (auth.is_admin() or x.tenant_id = any (case when auth.is_staff() then auth.staff_tenants() end)) for update;
  if d.id is null or d.version <> of_version then return; end if;
  tenant := d.tenant_id;
  if exists (select from portal.invoices i where i.tenant_id = tenant and i.source_id <> 0) then
    refused := 'from_upstream';
    return next;
    return;
  end if;
  -- One after the other: the number, and what is open of the invoice that is credited.
  insert into portal.invoice_numbers as k (tenant_id, last) values (d.tenant_id, 1)
    on conflict (tenant_id) do update set last = k.last + 1 returning k.last into n;
  sign := case d.kind when 'credit_note' then -1 else 1 end;
  sums := portal.draft_total(d.lines, d.taxes, sign, d.currency);
  number := 'P-' || lpad(n::text, 6, '0');
  insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, ord_no, po_no, invoice_date, due_date, terms, currency,
      subtotal_cents, taxes, total_cents)
    values (d.tenant_id, 0, number, number, d.ord_no, d.po_no, d.invoice_date, d.due_date, d.terms, d.currency, sums.subtotal,
      (select coalesce(jsonb_agg(jsonb_build_object('name', x ->> 'name', 'cents', sign * portal.round_cents((x ->> 'amount')::numeric * 100, d.currency)) order by o), '[]')
         from jsonb_array_elements(d.taxes) with ordinality e (x, o)), sums.total)
    returning id into invoice;
  insert into portal.invoice_lines (tenant_id, source_id, source_key, invoice_key, line_no, item_no, description, quantity, unit, unit_price, amount_cents)
  select d.tenant_id, 0, number || chr(31) || l.line_no, number, l.line_no::text, l.item_no, l.description, l.quantity, l.unit, l.unit_price, l.cents
    from portal.draft_lines(d.lines, sign, d.currency) l;
  if d.credits_no is not null then
    select * into credited from portal.invoices i
     where i.tenant_id = d.tenant_id and i.source_id = 0 and i.source_key = d.credits_no and i.currency = d.currency for update;
    taken := least(credited.balance_cents, -sums.total);
    if taken > 0 then
      insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, payment_date, reference, currency, amount_cents)
      values (d.tenant_id, 0, number || chr(31) || '1', number, '1', 'credit', d.credits_no, d.invoice_date, number, d.currency, taken),
             (d.tenant_id, 0, number || chr(31) || '2', number, '2', 'credit', number, d.invoice_date, d.credits_no, d.currency, -taken);
    end if;
  end if;
  delete from portal.invoice_drafts x where x.tenant_id = d.tenant_id and x.id = d.id;
  perform portal.moved_invoices(d.tenant_id);
  return next;
end $function$
;
alter routine portal.issue_invoice(bigint,integer) owner to portal_keeper;
grant execute on portal.issue_invoice(bigint,integer) to portal_admin;
grant execute on portal.issue_invoice(bigint,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.issue_people(of_tenant integer, of_issue bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('tenant', i.tenant_id, 'no', i.no, 'title', i.title, 'version', i.version, 'assigned', i.assigned_to,
      'clients', (select coalesce(jsonb_agg(distinct e.author), '[]') from portal.issue_entries e
                   where e.tenant_id = i.tenant_id and e.issue_id = i.id and not e.by_staff))
    from portal.issues i where i.tenant_id = of_tenant and i.id = of_issue
$function$
;
grant execute on portal.issue_people(integer,bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.issue_promise(of_priority text, responded boolean)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case of_priority when 'high' then case when responded then 1020 else 240 end
                          when 'medium' then case when responded then 2550 else 510 end
                          else case when responded then 5100 else 1020 end end
$function$
;
grant execute on portal.issue_promise(text,boolean) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.issue_rules(OUT act text, OUT from_status text[], OUT to_status text, OUT from_replacement text[], OUT to_replacement text, OUT by_client boolean)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  values
    ('start', array['open'], 'in_progress', null::text[], null, false),
    ('resolve', array['in_progress'], 'resolved', null, null, false),
    ('close', array['open', 'in_progress', 'resolved'], 'closed', null, null, true),
    ('reopen', array['resolved', 'closed'], 'open', null, null, true),
    ('escalate', array['open', 'in_progress'], null, null, null, true),
    ('request_replacement', array['open', 'in_progress', 'resolved'], null, array['none', 'declined'], 'requested', true),
    ('accept_replacement', array['open', 'in_progress', 'resolved'], null, array['requested'], 'accepted', false),
    ('decline_replacement', array['open', 'in_progress', 'resolved'], null, array['requested'], 'declined', false)
$function$
;
grant execute on portal.issue_rules() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.issue_temporary(address text, of_tenant integer, of_role text, until timestamp with time zone, most_uses integer, of_hash bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  who text := 'temporary-' || gen_random_uuid();
  issued int;
begin
  perform auth.require_context('admin');
  -- An address that nobody can type: it signs in by its code alone.
  insert into auth.users (id, name, email) values (who, address, who || '@temporary.invalid');
  insert into portal.profiles (user_id, name, email) values (who, address, address);
  insert into auth.temporary_access (user_id, tenant_id, role, email, code_hash, uses, issued_by, ends_at)
    values (who, of_tenant, of_role, address, of_hash, most_uses, auth.actor(), until) returning id into issued;
  return issued;
end $function$
;
grant execute on portal.issue_temporary(text,integer,text,timestamp with time zone,integer,bytea) to portal_admin;

CREATE OR REPLACE FUNCTION portal.keep_card_payment(of_tenant integer, of_order bigint, of_hints integer, status text, of_provider text, of_url text, of_reason text, of_returned bigint, today date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  o portal.payment_orders;
  c portal.card_payments;
  was portal.card_payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  select * into c from portal.card_payments x where x.tenant_id = of_tenant and x.order_id = of_order for update;
  -- Of another payment than the one that is known.
  if c.order_id is null or c.provider_id <> of_provider then return; end if;
  was := c;
  c.provider_id := coalesce(c.provider_id, of_provider);
  if status = 'collected' then
    c.stage := 'done';
    c.reason := null;
    if of_returned <> c.returned_cents then
      c.returned_cents := of_returned;
      c.returned_on := today;
    end if;
  elsif c.stage <> 'done' and status in ('declined', 'cancelled') then
    c.stage := 'done';
    c.reason := case when status = 'declined' then of_reason when o.created_at < clock_timestamp() - interval '1 hour' then 'lapsed' else 'cancelled' end;
  elsif c.stage <> 'done' and status = 'action' then
    c.stage := 'action';
    c.action_url := of_url;
  elsif c.stage = 'action' and status = 'processing' then
    c.stage := 'asking';
  end if;
  if c.stage = 'done' then c.action_url := null; end if;
  -- Asked again ever more seldom, but within ten minutes; for good once it is done and nothing was heard meanwhile.
  c.due_at := case when c.hints <> of_hints then clock_timestamp()
    when c.stage <> 'done' then clock_timestamp() + least(greatest((clock_timestamp() - o.created_at) / 5, interval '1 second'), interval '10 minutes') end;
  update portal.card_payments x set stage = c.stage, provider_id = c.provider_id, action_url = c.action_url, reason = c.reason,
      returned_cents = c.returned_cents, returned_on = c.returned_on, due_at = c.due_at
   where x.tenant_id = of_tenant and x.order_id = of_order;
  if (c.stage, c.action_url, c.returned_cents) is not distinct from (was.stage, was.action_url, was.returned_cents)
     and (status <> 'collected' or o.received_on is not null) then return; end if;

  if status = 'collected' and o.received_on is null then
    update portal.payment_orders x set received_on = today, cancelled_at = null where x.tenant_id = of_tenant and x.id = of_order;
  elsif c.stage = 'done' and was.stage <> 'done' and status <> 'collected' then
    update portal.payment_orders x set cancelled_at = clock_timestamp() where x.tenant_id = of_tenant and x.id = of_order;
  end if;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  if status = 'collected' and o.received_on is null then
    perform portal.tell_of_card_payment(o, 'received', jsonb_build_object('state', 'pending'), jsonb_build_object('state', 'received', 'receivedOn', today));
  elsif c.stage = 'done' and was.stage <> 'done' and status <> 'collected' then
    perform portal.tell_of_card_payment(o, case c.reason when 'cancelled' then 'cancelled' else 'declined' end,
      jsonb_build_object('state', 'pending'), jsonb_build_object('state', case c.reason when 'cancelled' then 'cancelled' else 'declined' end, 'reason', c.reason));
  end if;
  if c.returned_cents <> was.returned_cents then
    perform portal.tell_of_card_payment(o, 'returned', jsonb_build_object('returned', was.returned_cents), jsonb_build_object('returned', c.returned_cents));
  end if;
end $function$
;
alter routine portal.keep_card_payment(integer,bigint,integer,text,text,text,text,bigint,date) owner to portal_keeper;
grant execute on portal.keep_card_payment(integer,bigint,integer,text,text,text,text,bigint,date) to portal_owner;

CREATE OR REPLACE FUNCTION portal.keep_payment_method(of_customer text, of_token text, of_brand text, of_last4 text, of_year integer, of_month integer, of_holder text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_tenant int := portal.own_tenant();
  kept bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_methods ' || of_tenant, 0));
  select m.id into kept from portal.payment_methods m where m.tenant_id = of_tenant and m.token = of_token;
  if found then return kept; end if;
  if (select count(*) from portal.payment_methods m where m.tenant_id = of_tenant and m.removed_at is null) >= 20 then return null; end if;
  insert into portal.payment_methods (tenant_id, customer, token, brand, last4, exp_year, exp_month, holder, created_by)
    values (of_tenant, of_customer, of_token, of_brand, of_last4, of_year, of_month, of_holder, auth.actor())
    returning id into kept;
  return kept;
end $function$
;
alter routine portal.keep_payment_method(text,text,text,text,integer,integer,text) owner to portal_keeper;
grant execute on portal.keep_payment_method(text,text,text,text,integer,integer,text) to portal_member;

CREATE OR REPLACE FUNCTION portal.keep_price(of_tenant integer, of_product bigint, of_id bigint, amount numeric, in_unit text, first_day date, last_day date, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  k record;
  old portal.prices%rowtype;
  made portal.prices%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  select * into k from portal.kept_product(of_tenant, of_product);
  if k.product_id is null then return null; end if;
  -- One after the other in a tenant: what overlaps is seen.
  perform pg_advisory_xact_lock(hashtextextended('prices ' || of_tenant, 0));
  if of_id is not null then
    select * into old from portal.prices p where p.tenant_id = of_tenant and p.id = of_id and p.item_no = k.item_no for update;
    if old.id is null then return null; end if;
    if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
    if old.version <> known_version then return '{"stale": true}'; end if;
  end if;
  if exists (select from portal.prices p where p.tenant_id = of_tenant and p.item_no = k.item_no and p.currency = k.currency
      and p.source_id = k.source_id and p.source_id <> portal.portal_source()
      and daterange(p.valid_from, p.valid_to, '[]') && daterange(first_day, last_day, '[]')) then
    return '{"refused": "upstream"}';
  end if;
  if exists (select from portal.prices p where p.tenant_id = of_tenant and p.source_id = portal.portal_source() and p.item_no = k.item_no
      and p.currency = k.currency and p.valid_from = first_day and p.id is distinct from of_id) then
    return '{"refused": "same_day"}';
  end if;
  if of_id is null then
    insert into portal.prices (tenant_id, source_id, source_key, item_no, unit_price, currency, unit, valid_from, valid_to)
      values (of_tenant, portal.portal_source(), concat_ws(chr(31), k.item_no, k.currency, first_day), k.item_no, amount, k.currency, in_unit,
        first_day, last_day) returning * into made;
  else
    update portal.prices p set source_key = concat_ws(chr(31), k.item_no, k.currency, first_day), unit_price = amount, currency = k.currency,
      unit = in_unit, valid_from = first_day, valid_to = last_day, version = p.version + 1, updated_at = clock_timestamp()
     where p.tenant_id = of_tenant and p.id = of_id returning * into made;
  end if;
  return jsonb_build_object('id', made.id, 'version', made.version, 'after', portal.price_facts(made),
    'before', case when of_id is null then '{}' else portal.price_facts(old) end);
end $function$
;
alter routine portal.keep_price(integer,bigint,bigint,numeric,text,date,date,integer) owner to portal_keeper;
grant execute on portal.keep_price(integer,bigint,bigint,numeric,text,date,date,integer) to portal_admin;
grant execute on portal.keep_price(integer,bigint,bigint,numeric,text,date,date,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.keep_product(of_tenant integer, of_id bigint, facts jsonb, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  old portal.products%rowtype;
  made portal.products%rowtype;
begin
  perform auth.require_context('staff', 'admin');
  perform from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen));
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('products kept here', 0));
  if of_id is null then
    if exists (select from portal.products p where p.item_no = facts ->> 'itemNo') then return '{"refused": "taken"}'; end if;
    insert into portal.products (source_id, item_no, name, name_fr, name_de, name_es, category, class, unit, minimum_quantity, lead_weeks_from,
        lead_weeks_to, active)
      values (portal.portal_source(), facts ->> 'itemNo', facts ->> 'name', facts ->> 'nameFr', facts ->> 'nameDe', facts ->> 'nameEs',
        facts ->> 'category', facts ->> 'class', facts ->> 'unit', (facts ->> 'minimumQuantity')::numeric, (facts ->> 'weeksFrom')::smallint,
        (facts ->> 'weeksTo')::smallint, (facts ->> 'active')::boolean) returning * into made;
    insert into portal.product_access (tenant_id, product_id, by_lines, offered, version) values (of_tenant, made.id, false, true, 1);
  else
    select p.* into old from portal.products p join portal.product_access a on a.product_id = p.id and a.tenant_id = of_tenant
     where p.id = of_id for update of p;
    if old.id is null then return null; end if;
    if old.source_id <> portal.portal_source() then return '{"refused": "upstream"}'; end if;
    if seen is not null and exists (select from portal.product_access a where a.product_id = of_id and not a.tenant_id = any (seen)) then
      return '{"refused": "shared"}';
    end if;
    if old.version <> known_version then return '{"stale": true}'; end if;
    -- Its number is what orders and prices know it by: it stays.
    update portal.products p set name = facts ->> 'name', name_fr = facts ->> 'nameFr', name_de = facts ->> 'nameDe', name_es = facts ->> 'nameEs',
      category = facts ->> 'category', class = facts ->> 'class', unit = facts ->> 'unit', minimum_quantity = (facts ->> 'minimumQuantity')::numeric,
      lead_weeks_from = (facts ->> 'weeksFrom')::smallint, lead_weeks_to = (facts ->> 'weeksTo')::smallint, active = (facts ->> 'active')::boolean,
      version = p.version + 1, updated_at = clock_timestamp()
     where p.id = of_id returning * into made;
  end if;
  return jsonb_build_object('id', made.id, 'version', made.version,
    'before', case when of_id is null then '{}'::jsonb else to_jsonb(old) - '{search_text,created_at,updated_at,upstream_updated_at}'::text[] end,
    'after', to_jsonb(made) - '{search_text,created_at,updated_at,upstream_updated_at}'::text[]);
end $function$
;
alter routine portal.keep_product(integer,bigint,jsonb,integer) owner to portal_keeper;
grant execute on portal.keep_product(integer,bigint,jsonb,integer) to portal_admin;
grant execute on portal.keep_product(integer,bigint,jsonb,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.keep_shipped()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if session_user <> 'portal_app' then
    if tg_op = 'INSERT' then
      new.shipped := new.permissions;
    elsif old.shipped is not null and new.permissions <> old.permissions then
      new.shipped := array(select p from unnest(old.shipped) p where p = any (new.permissions) or p <> all (old.permissions))
        || array(select p from unnest(new.permissions) p where p <> all (old.permissions) and p <> all (old.shipped));
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION portal.kept_product(of_tenant integer, of_product bigint, OUT product_id bigint, OUT source_id smallint, OUT item_no text, OUT currency text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query select p.id, p.source_id, p.item_no, t.currency::text
    from portal.product_access a join portal.products p on p.id = a.product_id join portal.tenants t on t.id = a.tenant_id
   where a.tenant_id = of_tenant and a.product_id = of_product and (seen is null or a.tenant_id = any (seen));
end $function$
;
alter routine portal.kept_product(integer,bigint) owner to portal_keeper;
grant execute on portal.kept_product(integer,bigint) to portal_admin;
grant execute on portal.kept_product(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.known_document_file(content bytea)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('staff', 'admin');
  perform pg_advisory_xact_lock(7001004, hashtext(encode(content, 'hex')));
  return (select v.file_key from portal.document_versions v where v.checksum = content order by v.uploaded_at desc limit 1);
end $function$
;
alter routine portal.known_document_file(bytea) owner to portal_keeper;
grant execute on portal.known_document_file(bytea) to portal_admin;
grant execute on portal.known_document_file(bytea) to portal_staff;

CREATE OR REPLACE FUNCTION portal.land_document(of_source smallint, doc jsonb, file jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_key text := doc ->> 'no';
  at_ timestamptz := (doc ->> 'updatedAt')::timestamptz;
  row_ portal.upstream_rows%rowtype;
  known boolean;
  of_document int;
  newest portal.document_versions%rowtype;
  content bytea := decode(file ->> 'checksum', 'hex');
  hash uuid;
  tenants int[];
  before int[] := '{}';
  of_order text;
  orders_found int;
  offered int;
begin
  if not auth.ingests_all() then raise exception 'the library is not for this key' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(7001005, of_source);
  select * into row_ from portal.upstream_rows r where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
  known := row_.key is not null;
  if known then
    of_document := row_.row_id;
    -- Removed by hand, once it was kept long enough.
    if not exists (select from portal.documents d where d.id = of_document) then
      delete from portal.upstream_rows r where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
      known := false;
    end if;
  end if;
  if known and row_.upstream_updated_at > at_ then return jsonb_build_object('act', 'stale', 'id', of_document); end if;

  if doc ->> 'op' = 'delete' then
    if not known or row_.deleted then return jsonb_build_object('act', 'unchanged'); end if;
    update portal.document_versions v set release_when_clean = false, taken_back_at = now()
     where v.document_id = of_document and v.release_when_clean;
    update portal.document_versions v set status = 'withdrawn', taken_back_at = now() where v.document_id = of_document and v.status = 'available';
    update portal.documents d set status = 'withdrawn', withdrawn_reason = doc ->> 'reason', withdrawn_at = now(), version = d.version + 1,
        updated_at = now() where d.id = of_document and d.status = 'available';
    if found then
      perform portal.announce_document(of_document, '{}');
      perform portal.tell_readers(of_document);
    end if;
    update portal.upstream_rows r set deleted = true, upstream_updated_at = coalesce(at_, r.upstream_updated_at)
     where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
    return jsonb_build_object('act', 'delete', 'id', of_document);
  end if;

  if known then
    select d.tenant_ids into before from portal.documents d where d.id = of_document for update;
    -- What people added to it is theirs, and no measure of what upstream sends.
    select * into newest from portal.document_versions v where v.document_id = of_document and v.uploaded_by is null
     order by v.no desc limit 1;
  end if;
  if content is null and newest.no is null then return jsonb_build_object('field', 'file', 'code', 'required'); end if;
  hash := md5((doc - 'updatedAt' - 'note')::text || encode(coalesce(content, newest.checksum), 'hex'))::uuid;
  if known and not row_.deleted and row_.content_hash = hash then
    update portal.upstream_rows r set upstream_updated_at = coalesce(at_, r.upstream_updated_at)
     where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
    return jsonb_build_object('act', 'unchanged', 'id', of_document);
  end if;

  tenants := case doc ->> 'audience' when 'all' then null
    when 'clients' then array(select t.id from portal.tenants t where to_jsonb(t.id) <@ (doc -> 'tenants') order by 1) else '{}'::int[] end;
  if doc ->> 'audience' = 'order' then
    select count(distinct o.source_key), min(o.source_key) into orders_found, of_order from portal.orders o
     where o.source_id = of_source and doc ->> 'order' in (o.ord_no, o.primary_no);
    if orders_found <> 1 then
      return jsonb_build_object('field', 'Ord No', 'code', case orders_found when 0 then 'unknown_order' else 'ambiguous_order' end);
    end if;
  end if;

  if not known then
    insert into portal.documents (title, shelves, category, type, lot_nos, lot_source, audience, tenant_ids, order_source, order_key)
    values (doc ->> 'title', array(select jsonb_array_elements_text(doc -> 'shelves')), doc ->> 'category', doc ->> 'type',
      array(select jsonb_array_elements_text(doc -> 'lots')), of_source,
      case doc ->> 'audience' when 'clients' then 'tenants' else doc ->> 'audience' end, tenants,
      case doc ->> 'audience' when 'order' then of_source end, case doc ->> 'audience' when 'order' then of_order end)
    returning id into of_document;
  end if;
  update portal.documents d set title = doc ->> 'title', number = of_key, description = doc ->> 'description',
      shelves = array(select jsonb_array_elements_text(doc -> 'shelves')), category = doc ->> 'category', type = doc ->> 'type',
      product_code = doc ->> 'productCode', product_name = doc ->> 'productName', product_line = doc ->> 'productLine',
      language = doc ->> 'language', effective_on = (doc ->> 'effectiveOn')::date, expires_on = (doc ->> 'expiresOn')::date,
      lot_nos = array(select jsonb_array_elements_text(doc -> 'lots')), lot_source = of_source,
      audience = case doc ->> 'audience' when 'clients' then 'tenants' else doc ->> 'audience' end, tenant_ids = tenants,
      order_source = case doc ->> 'audience' when 'order' then of_source end,
      order_key = case doc ->> 'audience' when 'order' then of_order end,
      version = d.version + 1, updated_at = now()
   where d.id = of_document;
  if content is not null and content is distinct from newest.checksum then
    insert into portal.document_versions (document_id, no, file_name, file_key, format, size, checksum, note)
    values (of_document, (select coalesce(max(v.no), 0) + 1 from portal.document_versions v where v.document_id = of_document),
      file ->> 'name', file ->> 'key', file ->> 'format', (file ->> 'size')::bigint, content, doc ->> 'note')
    returning * into newest;
    offered := newest.no;
    if (file ->> 'scans')::boolean then perform portal.queue_scan(content); end if;
  elsif row_.deleted then
    select v.no into offered from portal.document_versions v join portal.documents d on d.id = v.document_id
     where v.document_id = of_document and v.no >= coalesce(d.current_version, 0) and v.taken_back_at is not null
       and (v.status = 'draft' or v.status = 'withdrawn' and v.taken_back_at = d.withdrawn_at)
     order by v.no desc limit 1;
  end if;
  -- What people hold back, a draft of theirs or a version that they withdrew, stays so: upstream offers what it sent or took back.
  if offered is not null then
    if exists (select from portal.document_versions v join portal.document_scans s on s.checksum = v.checksum
        where v.document_id = of_document and v.no = offered and s.state <> 'clean') then
      update portal.document_versions v set release_when_clean = true, taken_back_at = null
       where v.document_id = of_document and v.no = offered;
    else perform portal.offer_document(of_document, offered);
    end if;
  end if;
  perform portal.announce_document(of_document, coalesce(before, '{}'));
  insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, upstream_updated_at)
    values (of_source, 'documents', of_key, 0, of_document, hash, at_)
  on conflict (source_id, kind, key) do update set content_hash = excluded.content_hash, deleted = false,
    upstream_updated_at = coalesce(excluded.upstream_updated_at, upstream_rows.upstream_updated_at);
  return jsonb_build_object('act', case when known then 'update' else 'insert' end, 'id', of_document, 'version', newest.no, 'kept', newest.file_key);
end $function$
;
alter routine portal.land_document(smallint,jsonb,jsonb) owner to portal_keeper;
grant execute on portal.land_document(smallint,jsonb,jsonb) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.language_of_tenant(of_tenant integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end) from portal.tenants t where t.id = of_tenant
$function$
;

CREATE OR REPLACE FUNCTION portal.learn_sizes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  of_table regclass;
begin
  -- One at a time: the others find nothing left to do.
  if not pg_try_advisory_xact_lock(hashtext('portal.learn_sizes')) then return; end if;
  for of_table in
    select c.oid from pg_class c
     where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and pg_relation_size(c.oid) > 4 * 8192 and (c.reltuples < 0 or pg_relation_size(c.oid) > 8 * 8192 * c.relpages::bigint)
  loop
    execute format('analyze %s', of_table);
  end loop;
end $function$
;
grant execute on portal.learn_sizes() to portal_ingest;
grant execute on portal.learn_sizes() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.left_ownerless(of_key text, held text[])
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select min(m.tenant_id) from portal.members m
   where m.role = of_key and 'members.manage' <> all (held) and m.user_id in (select portal.owners_of(m.tenant_id))
     and not exists (select from portal.owners_of(m.tenant_id) o join portal.members x on x.tenant_id = m.tenant_id and x.user_id = o where x.role <> of_key)
$function$
;

CREATE OR REPLACE FUNCTION portal.line_amount(quantity numeric, unit_price numeric, price_per numeric)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (div(((((200)::numeric * quantity) * unit_price) + price_per), ((2)::numeric * price_per)))::bigint
;
grant execute on portal.line_amount(numeric,numeric,numeric) to portal_admin;
grant execute on portal.line_amount(numeric,numeric,numeric) to portal_ingest;
grant execute on portal.line_amount(numeric,numeric,numeric) to portal_keeper;
grant execute on portal.line_amount(numeric,numeric,numeric) to portal_member;
grant execute on portal.line_amount(numeric,numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.lines_of(of_kind text, OUT kind text, OUT lines text, OUT target text, OUT parent_key text)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select k.* from (values ('orders', 'order-lines', 'order_lines', 'order_key'),
                          ('invoices', 'invoice-lines', 'invoice_lines', 'invoice_key'),
                          ('shipments', 'shipment-events', 'shipment_events', 'shipment_key'),
                          ('shipments', 'shipment-lines', 'shipment_lines', 'shipment_key')) k (kind, lines, target, parent_key)
   where of_kind in (k.kind, k.lines)
$function$
;
grant execute on portal.lines_of(text) to portal_ingest;
grant execute on portal.lines_of(text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.link_purchase_order(of_tenant integer, of_id bigint, to_order bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  pending bigint;
  status text := (select nullif(btrim(o.ord_stat), '') from portal.orders o where o.tenant_id = of_tenant and o.id = to_order);
begin
  select case when p.order_state <> 'linked' then p.order_id end into pending
    from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = of_id for update;
  if pending is not null then
    update portal.order_changes h set field = 'status', old_value = 'Pending', new_value = status
     where h.tenant_id = of_tenant and h.order_id = to_order and h.field = 'created';
    update portal.order_changes h set order_id = to_order where h.tenant_id = of_tenant and h.order_id = pending;
    perform portal.drop_pending_order(of_tenant, pending);
  end if;
  update portal.purchase_orders p set order_id = to_order, order_state = 'linked' where p.tenant_id = of_tenant and p.id = of_id;
  insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, by_staff, details)
    values (of_tenant, of_id, 'entered', 'accepted', true, jsonb_build_object('orderId', to_order));
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    values (of_tenant, 'purchase-orders', 'orders', 'purchase_orders.read', of_id::text, '{"name": "purchase_order.entered"}');
end $function$
;
alter routine portal.link_purchase_order(integer,bigint,bigint) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.list_invitations(of_tenant integer, term text, OUT id integer, OUT email text, OUT role text, OUT invited_by text, OUT created_at timestamp with time zone, OUT ends_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.managed_tenant(of_tenant);
  return query select i.id, i.email, i.role, p.name, i.created_at, i.ends_at
    from auth.invitations i left join portal.profiles p on p.user_id = i.invited_by
   where i.tenant_id = of_tenant
     and (term is null or portal.contains_folded(portal.fold(concat_ws(chr(10), i.email, p.name)), term));
end $function$
;
grant execute on portal.list_invitations(integer,text) to portal_admin;
grant execute on portal.list_invitations(integer,text) to portal_member;
grant execute on portal.list_invitations(integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.list_mails(of_search text, of_state text, OUT id integer, OUT to_email text, OUT kind text, OUT language text, OUT details jsonb, OUT state text, OUT attempts integer, OUT problem text, OUT created_at timestamp with time zone, OUT sent_at timestamp with time zone, OUT has_secret boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query
    with shown as (
      select m.*, case when m.state = 'waiting' and m.ends_at <= now() then 'expired' else m.state end as state_now from auth.mails m
       where m.state <> 'void' and (of_search is null or portal.contains_folded(portal.fold(m.to_email), of_search))
    )
    select s.id, s.to_email, s.kind, s.language, s.details, s.state_now, s.attempts, s.problem, s.created_at, s.sent_at,
           s.secret is not null and s.state = 'waiting' and s.ends_at > now()
      from shown s where of_state is null or s.state_now = of_state;
end $function$
;
grant execute on portal.list_mails(text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.list_members(of_tenant integer, term text, OUT user_id text, OUT name text, OUT email text, OUT role text, OUT since timestamp with time zone, OUT last_seen timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.managed_tenant(of_tenant);
  return query select m.user_id, p.name, p.email, m.role, m.created_at,
      greatest((select max(s.last_active_at) from auth.sessions s where s.user_id = m.user_id and s.tenant_id = of_tenant),
               (select max(d.last_seen_at) from auth.devices d where d.user_id = m.user_id))
    from portal.members m join portal.profiles p on p.user_id = m.user_id
   where m.tenant_id = of_tenant
     and (term is null or portal.contains_folded(portal.fold(p.name), term) or portal.contains_folded(portal.fold(p.email), term));
end $function$
;
grant execute on portal.list_members(integer,text) to portal_admin;
grant execute on portal.list_members(integer,text) to portal_member;
grant execute on portal.list_members(integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.list_temporary(before_id integer, most integer, of_search text, OUT id integer, OUT email text, OUT tenant_id integer, OUT tenant text, OUT role text, OUT uses integer, OUT used integer, OUT issued_by text, OUT created_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT last_used_at timestamp with time zone, OUT revoked_at timestamp with time zone, OUT sessions integer, OUT total integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query
    with chosen as (
      select x.*, t.name as tenant_name, p.name as issuer
        from auth.temporary_access x join portal.tenants t on t.id = x.tenant_id left join portal.profiles p on p.user_id = x.issued_by
       where of_search is null or portal.contains_folded(portal.fold(x.email || chr(10) || t.name || chr(10) || coalesce(p.name, '')), of_search)
    )
    select x.id, x.email, x.tenant_id, x.tenant_name, x.role, x.uses, x.used, x.issuer, x.created_at, x.ends_at, x.last_used_at, x.revoked_at,
      (select count(*)::int from auth.sessions s where s.user_id = x.user_id and s.expires_at > clock_timestamp()),
      (select count(*)::int from chosen)
    from chosen x where before_id is null or x.id < before_id order by x.id desc limit most;
end $function$
;
grant execute on portal.list_temporary(integer,integer,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.list_viewings(of_tenant integer, before_id integer, most integer, of_search text, OUT id integer, OUT name text, OUT role text, OUT reason text, OUT began_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT ended_at timestamp with time zone, OUT total integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.managed_tenant(of_tenant);
  return query
    with chosen as (
      select v.*, p.name as person from auth.viewings v left join portal.profiles p on p.user_id = v.user_id
       where v.tenant_id = of_tenant
         and (of_search is null or portal.contains_folded(portal.fold(concat_ws(chr(10), p.name, v.role, v.reason)), of_search))
    )
    select c.id, c.person, c.role, c.reason, c.began_at, c.ends_at, coalesce(c.ended_at, case when c.ends_at <= now() then c.ends_at end),
      (select count(*)::int from chosen)
    from chosen c where before_id is null or c.id < before_id order by c.id desc limit most;
end $function$
;
grant execute on portal.list_viewings(integer,integer,integer,text) to portal_admin;
grant execute on portal.list_viewings(integer,integer,integer,text) to portal_member;
grant execute on portal.list_viewings(integer,integer,integer,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.lock_client(of_source integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  perform portal.lock_ingest(s.source, f.kind)
     from (select n.id as source from auth.ingest_source_names() n where of_source is null or n.id = of_source) s,
          (values (1, 'customers'), (2, 'orders'), (3, 'sales-history'), (4, 'current-sales'), (5, 'invoices'), (7, 'shipments'), (8, 'price-list')) f (family, kind)
    order by s.source, f.family;
end $function$
;
alter routine portal.lock_client(integer) owner to portal_keeper;
grant execute on portal.lock_client(integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.lock_display_rules(for_change boolean)
 RETURNS void
 LANGUAGE sql
AS $function$
  select case when for_change then pg_advisory_xact_lock(1935764844, -1) else pg_advisory_xact_lock_shared(1935764844, -1) end
$function$
;
grant execute on portal.lock_display_rules(boolean) to portal_admin;
grant execute on portal.lock_display_rules(boolean) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.lock_ingest(of_source integer, of_kind text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(1768842092, of_source * 100 + k.family) from portal.ingest_kind(of_kind) k
$function$
;
grant execute on portal.lock_ingest(integer,text) to portal_ingest;
grant execute on portal.lock_ingest(integer,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.lock_sales(of_tenant integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(1935764844, of_tenant)
$function$
;
grant execute on portal.lock_sales(integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.locked_until(of_account text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return (select max(a.locked_until) from auth.attempts a where a.account = of_account and a.locked_until > clock_timestamp());
end $function$
;
grant execute on portal.locked_until(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.look_again(tokens text[], topics text[], days date[], OUT at integer, OUT asker auth.asker, OUT state text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  token text;
begin
  at := 0;
  foreach token in array tokens loop
    at := at + 1;
    asker := auth.asker_of(token);
    continue when asker.session_id is null or cardinality(asker.tenant_ids) is distinct from 1;
    state := portal.data_state(asker.tenant_ids, string_to_array(topics[at], ','), days[at]);
    return next;
  end loop;
end $function$
;
alter routine portal.look_again(text[],text[],date[]) owner to portal_keeper;
grant execute on portal.look_again(text[],text[],date[]) to portal_app;

CREATE OR REPLACE FUNCTION portal.lost_audit_positions(positions jsonb, OUT tenant_id integer, OUT seq bigint)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.tenant_id, p.seq from jsonb_to_recordset(positions) p (tenant_id int, seq bigint, hash text)
    left join portal.audit_log a on a.tenant_id = p.tenant_id and a.seq = p.seq
   where encode(a.hash, 'hex') is distinct from p.hash and (session_user <> 'portal_app' or auth.is_admin()) order by p.tenant_id
$function$
;
alter routine portal.lost_audit_positions(jsonb) owner to portal_keeper;
grant execute on portal.lost_audit_positions(jsonb) to portal_admin;

CREATE OR REPLACE FUNCTION portal.lot_address(of_lot bigint, lot_no text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when exists (select from portal.lots o where o.lot_no = $2 and o.id <> $1) then 'id:' || $1 else $2 end
$function$
;
grant execute on portal.lot_address(bigint,text) to portal_admin;
grant execute on portal.lot_address(bigint,text) to portal_member;
grant execute on portal.lot_address(bigint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.lot_state(state text, expires_on date)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select portal.lot_state(state, expires_on, portal.today())
$function$
;
grant execute on portal.lot_state(text,date) to portal_admin;
grant execute on portal.lot_state(text,date) to portal_member;
grant execute on portal.lot_state(text,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.lot_state(state text, expires_on date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when state = 'released' and expires_on < today then 'expired' else state end
$function$
;
grant execute on portal.lot_state(text,date,date) to portal_admin;
grant execute on portal.lot_state(text,date,date) to portal_keeper;
grant execute on portal.lot_state(text,date,date) to portal_member;
grant execute on portal.lot_state(text,date,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.mail_patience(of_kind text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case of_kind when 'conversation_message' then interval '2 minutes' else interval '0' end
$function$
;

CREATE OR REPLACE FUNCTION portal.mark_payment(of_tenant integer, of_order bigint, of_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  by_staff boolean := auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end);
  o portal.payment_orders;
begin
  if not coalesce(case when of_day is null then auth.context_kind() = 'member' and not auth.is_viewing() and auth.tenant() = of_tenant
                       else by_staff end, false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  if o.received_on is not null or o.met or (of_day is null and o.cancelled_at is not null) then return false; end if;
  if exists (select from portal.card_payments c where c.tenant_id = of_tenant and c.order_id = of_order) then
    update portal.card_payments c set cancels = true, due_at = clock_timestamp()
     where c.tenant_id = of_tenant and c.order_id = of_order and c.stage = 'action' and not c.cancels and of_day is null;
    if found then perform portal.moved_invoices(of_tenant); end if;
    return found;
  end if;
  update portal.payment_orders x set received_on = of_day, cancelled_at = case when of_day is null then clock_timestamp() end
   where x.tenant_id = of_tenant and x.id = of_order;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  return true;
end $function$
;
alter routine portal.mark_payment(integer,bigint,date) owner to portal_keeper;
grant execute on portal.mark_payment(integer,bigint,date) to portal_admin;
grant execute on portal.mark_payment(integer,bigint,date) to portal_member;
grant execute on portal.mark_payment(integer,bigint,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.may_end_document(of_tenants integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select auth.is_admin() or coalesce(of_tenants <@ auth.staff_tenants(), false)
    or portal.works_for_all() and coalesce(of_tenants && auth.staff_tenants(), true)
$function$
;
grant execute on portal.may_end_document(integer[]) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.may_offer(of_product bigint, seen integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select seen is null or not exists (select from portal.product_access a where a.product_id = of_product)
    or exists (select from portal.product_access a where a.product_id = of_product and a.tenant_id = any (seen))
$function$
;
grant execute on portal.may_offer(bigint,integer[]) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.meet_payment_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  o record;
  touched bigint[];
begin
  execute format($sql$
    with said as (
      select distinct r.tenant_id, c.code
        from (%s) r cross join lateral (values (portal.order_reference(r.reference, r.payment_no)), (portal.bank_key(r.reference)),
          (portal.bank_key(r.payment_no))) c (code)
       where r.source_id <> 0 and c.code is not null)
    select array_agg(x.id) from (
      select o.id from said s join portal.payment_orders o on o.tenant_id = s.tenant_id and o.reference = s.code
      union
      select o.id from said s join portal.payment_orders o on o.tenant_id = s.tenant_id and o.bank_key = s.code) x
  $sql$, case tg_op
    when 'INSERT' then 'select a.tenant_id, a.source_id, a.reference, a.payment_no from added a'
    when 'DELETE' then 'select d.tenant_id, d.source_id, d.reference, d.payment_no from removed d'
    else 'select a.tenant_id, a.source_id, a.reference, a.payment_no from added a
          union all select d.tenant_id, d.source_id, d.reference, d.payment_no from removed d' end) into touched;
  if touched is null then return null; end if;
  for o in select x.tenant_id, x.id from portal.payment_orders x where x.id = any (touched) order by x.tenant_id, x.id for update loop
    perform portal.settle_payment_order(o.tenant_id, o.id);
  end loop;
  return null;
end $function$
;
alter routine portal.meet_payment_orders() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.module_of_shelves(shelves text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when shelves = '{}' then null when shelves <@ '{legal}' then 'legal' when shelves <@ '{product,fact-sheet}' then 'product'
              when shelves <@ '{qa,qc}' then 'qaqc' end
$function$
;
grant execute on portal.module_of_shelves(text[]) to portal_admin;
grant execute on portal.module_of_shelves(text[]) to portal_keeper;
grant execute on portal.module_of_shelves(text[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.money_text(cents numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select round(cents / 100, 2)::text $function$
;
grant execute on portal.money_text(numeric) to portal_admin;
grant execute on portal.money_text(numeric) to portal_keeper;
grant execute on portal.money_text(numeric) to portal_member;
grant execute on portal.money_text(numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.move_client(of_source integer, of_code text, of_name text, from_tenant integer, to_tenant integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
declare
  k record;
  of_batch bigint;
  noted bigint;
  moved jsonb := '{}';
  topics text[] := '{}';
  of_client constant text := 'case when $2 is null then d.client_code is null and d.client_name = $3 else d.client_code = $2 end';
  of_customers constant text := 'd.customer_id = any (array(select n.id from portal.customer_names n
    where case when $2 is null then n.client_code = '''' and n.customer_name = $3 else n.client_code = $2 end))';
  other_currency boolean := exists (select from portal.tenants t, portal.installation i
    where t.id in (from_tenant, to_tenant) and t.currency <> i.currency);
begin
  perform auth.require_context('admin');
  if (from_tenant = 0) = (to_tenant = 0) then raise exception 'from or to the unassigned rows'; end if;
  set local portal.bulk = 'on';
  for k in
    select s.source, kind.name, kind.client, (portal.ingest_kind(kind.name)).*
      from (select n.id as source from auth.ingest_source_names() n where of_source is null or n.id = of_source) s,
           (values ('customers', 'd.client_code = $2'),
                   ('orders', of_client), ('invoices', of_client), ('payments', of_client), ('price-list', of_client), ('shipments', of_client),
                   ('sales-history', of_customers), ('current-sales', of_customers)) kind (name, client)
     order by s.source, kind.name
  loop
    of_batch := - nextval('portal.client_move_ids');
    execute format('insert into portal.ingest_plan (batch, key, act, from_tenant, to_tenant, row_id, content_hash)
        select $5, d.%I, ''move'', $4, $6, d.id, %s from portal.%I d where d.source_id = $1 and %s%s',
      k.key_column,
      -- Of a row that came before it was kept whether its currency is its own, the next time that upstream sends it counts as a
      -- change where the company's is another one than the installation's, and sets it right.
      case when k.own_currency and other_currency
        then 'case when d.currency_given is null then ''00000000-0000-0000-0000-000000000000''::uuid end' else 'null' end, case when from_tenant = 0 then 'unassigned_' else '' end || k.target,
      case when from_tenant > 0 then 'd.tenant_id = $4 and ' end, k.client)
      using k.source, of_code, of_name, from_tenant, of_batch, to_tenant;
    get diagnostics noted = row_count;
    continue when noted = 0;
    perform portal.carry_ingested(k.target, from_tenant = 0, 'where p.batch = $1 and '
      || case when from_tenant > 0 then 'd.tenant_id = p.from_tenant and d.id = p.row_id' else 'd.id = any (array[p.row_id])' end,
      of_batch, k.source::smallint);
    if k.name in ('orders', 'invoices', 'shipments') then perform portal.carry_lines(of_batch, k.name, k.source::smallint); end if;
    update portal.upstream_rows u set tenant_id = p.to_tenant, content_hash = coalesce(p.content_hash, u.content_hash)
      from portal.ingest_plan p
     where p.batch = of_batch and u.source_id = (select k.source) and u.kind = (select k.name) and u.key = p.key; -- as in portal.carry_lines
    delete from portal.ingest_plan p where p.batch = of_batch;
    moved := moved || jsonb_build_object(k.name, coalesce((moved ->> k.name)::bigint, 0) + noted);
    topics := array_append(topics, k.topic);
  end loop;
  perform portal.learn_sizes(); -- what follows, and who looks at the client, has tables that were empty a moment ago
  -- In the order of everybody's locks: display rules, sums of a tenant, those of all, versions. The second dataset's sums come
  -- before the first touches a version, which whoever settles the second may wait for.
  perform portal.lock_display_rules(false);
  perform portal.current_lock_sales(greatest(from_tenant, to_tenant)), portal.current_lock_sales(0);
  perform portal.settle_sales(), portal.current_settle_sales();
  perform portal.touch_data(t, array[from_tenant, to_tenant]) from (select distinct unnest(topics) t order by 1) x;
  perform portal.announce_data(t, array[from_tenant, to_tenant])
     from (select distinct unnest(topics) t order by 1) x where t <> 'customers';
  return moved;
end $function$
;
alter routine portal.move_client(integer,text,text,integer,integer) owner to portal_keeper;
grant execute on portal.move_client(integer,text,text,integer,integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.moved_invoices(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'invoices'), (of_tenant, 'invoices')
    on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, 'finance', 'invoices.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = 'invoices' and v.tenant_id in (0, of_tenant) order by v.tenant_id;
end $function$
;
alter routine portal.moved_invoices(integer) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.moved_shipments(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'tracking'), (of_tenant, 'tracking')
    on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, 'orders', 'tracking.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = 'tracking' and v.tenant_id in (0, of_tenant) order by v.tenant_id;
end $function$
;
alter routine portal.moved_shipments(integer) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.needs_no_notice(of_user text, of_tenant integer, of_kind text, of_facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select of_kind = 'conversation_message' and (
    exists (select from portal.conversation_reads r where r.tenant_id = of_tenant and r.conversation_id = (of_facts ->> 'id')::bigint
      and r.user_id = of_user and r.up_to >= (of_facts ->> 'no')::int)
    or exists (select from portal.notices n where n.user_id = of_user and n.tenant_id = of_tenant and n.read_at is null
      and n.kind = of_kind and n.facts -> 'id' = of_facts -> 'id'))
$function$
;

CREATE OR REPLACE FUNCTION portal.newest_found(seen integer[], pattern text, most integer, about bigint, place text, newest_first text, fits text, many text, wherever text, looked_at integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  everything boolean;
  theirs text := 'select * from ' || place;
  found int;
  few boolean;
begin
  if about > 1000 then
    everything := not exists (select from portal.tenants t where t.id <> all (seen));
    -- One by one the index of each is read in its order; of more than 20 the index of all, where theirs lie close enough.
    if not everything and cardinality(seen) between 1 and 20 then
      select string_agg(format('%s where tenant_id = %s', theirs, one), ' union all ') into theirs from unnest(seen) one;
    end if;
    return query execute format(
      'select x.tenant_id, x.id from (select * from (%s) y order by %s limit $3) x where x.tenant_id = any ($2) and (%s) order by %2$s limit $4',
      theirs, newest_first, fits) using pattern, seen, looked_at, most;
    get diagnostics found = row_count;
    if found >= most then return; end if;
    if about > 20000 and not everything then
      execute format('select not exists (select from %s where tenant_id = any ($1) offset 20000)', many) into few using seen;
      if few then many := format('(select * from %s where tenant_id = any ($2) offset 0)', many); end if;
    end if;
  end if;
  return query execute format('with x as materialized (%1$s) select x.tenant_id, x.id from x order by %2$s limit $3',
    format(wherever, many), newest_first) using pattern, seen, most;
end $function$
;
alter routine portal.newest_found(integer[],text,integer,bigint,text,text,text,text,text,integer) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.newest_sales_month(until date, OUT year smallint, OUT month smallint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  until_year int := extract(year from until);
  until_month int := extract(month from until);
begin
  select m.year, m.month into newest_sales_month.year, newest_sales_month.month from (
    (select t.year, t.month from portal.sales_totals t
      where t.tenant_id = 0 and (t.year, t.month) <= (until_year, until_month) order by t.year desc, t.month desc limit 1)
    union all
    (select t.year, t.month from portal.current_sales_totals t
      where t.tenant_id = 0 and (t.year, t.month) <= (until_year, until_month) order by t.year desc, t.month desc limit 1)) m
   order by m.year desc, m.month desc limit 1;
end $function$
;
alter routine portal.newest_sales_month(date) owner to portal_keeper;
grant execute on portal.newest_sales_month(date) to portal_admin;
grant execute on portal.newest_sales_month(date) to portal_member;
grant execute on portal.newest_sales_month(date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.newest_with(place regclass, held text, sorted text, downwards text, pattern text, most integer, also text DEFAULT ''::text, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), pattern, most, portal.about_fitting(place, held, pattern),
    place::text, format('%I %s, id desc', sorted, downwards), format('%s like $1', held), place::text,
    format('select x.tenant_id, x.id, x.%I from %%s x where x.tenant_id = any ($2) and %s like $1', sorted, held) || also, 3000);
end $function$
;
alter routine portal.newest_with(regclass,text,text,text,text,integer,text) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.next_purchase_order_number(of_tenant integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.purchase_settings as s (tenant_id, last_number) values (of_tenant, 1)
  on conflict (tenant_id) do update set last_number = s.last_number + 1 returning s.last_number
$function$
;
grant execute on portal.next_purchase_order_number(integer) to portal_admin;
grant execute on portal.next_purchase_order_number(integer) to portal_member;
grant execute on portal.next_purchase_order_number(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.note_current_sales_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into portal.current_sales_orders (tenant_id, so)
    select x.tenant_id, x.so from (select distinct a.tenant_id, a.so from added a where a.so <> '') x
     where (select true from portal.current_sales_orders o where o.tenant_id = x.tenant_id and o.so = x.so limit 1) is null;
  return null;
end $function$
;
alter routine portal.note_current_sales_orders() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.note_on_conversation(of_conversation bigint, said text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  c portal.conversations;
  note bigint;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  insert into portal.conversation_notes (tenant_id, conversation_id, kind, text, author, author_name)
    values (c.tenant_id, c.id, 'note', said, auth.actor(), auth.name_of(auth.actor())) returning id into note;
  return portal.conversation_people(c) || jsonb_build_object('note', note);
end $function$
;
alter routine portal.note_on_conversation(bigint,text) owner to portal_keeper;
grant execute on portal.note_on_conversation(bigint,text) to portal_admin;
grant execute on portal.note_on_conversation(bigint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.note_on_issue(of_issue bigint, said text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i portal.issues;
  note bigint;
begin
  perform auth.require_context('staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  insert into portal.issue_notes (tenant_id, issue_id, kind, text, author, author_name)
    values (i.tenant_id, i.id, 'note', said, auth.actor(), auth.name_of(auth.actor())) returning id into note;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('note', note);
end $function$
;
alter routine portal.note_on_issue(bigint,text) owner to portal_keeper;
grant execute on portal.note_on_issue(bigint,text) to portal_admin;
grant execute on portal.note_on_issue(bigint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.note_order_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  noted timestamptz := clock_timestamp(); -- one for all changes of a statement
  assigned boolean := tg_table_name = 'orders';
  history text := case when assigned then 'order_changes' else 'unassigned_order_changes' end;
  moved bigint;
  held constant text := 'order_id, id, line_no, field, old_value, new_value, recorded_at, upstream_updated_at';
begin
  if tg_op = 'INSERT' then
    -- A row that is only carried keeps the time at which it was first here.
    if assigned then
      insert into portal.order_changes (tenant_id, order_id, field, new_value, recorded_at, upstream_updated_at)
      select a.tenant_id, a.id, 'created', nullif(btrim(a.ord_stat), ''), noted, a.upstream_updated_at from added a
       where a.created_at = now() order by a.id;
    else
      insert into portal.unassigned_order_changes (order_id, field, new_value, recorded_at, upstream_updated_at)
      select a.id, 'created', nullif(btrim(a.ord_stat), ''), noted, a.upstream_updated_at from added a
       where a.created_at = now() order by a.id;
    end if;
    return null;
  end if;

  if tg_op = 'DELETE' then
    if assigned then
      execute format('with gone as (
          delete from portal.order_changes h using removed r where h.tenant_id = r.tenant_id and h.order_id = r.id returning h.*)
        insert into portal.unassigned_order_changes (%1$s)
          select %1$s from gone g where (select true from portal.unassigned_orders u where u.id = g.order_id)', held); -- looked up, not joined
    else
      execute format('with gone as (
          delete from portal.unassigned_order_changes h using removed r where h.order_id = r.id returning h.*)
        insert into portal.order_changes (tenant_id, %1$s)
          select o.tenant_id, g.%2$s from gone g cross join lateral (
            select x.tenant_id from portal.orders x where x.id = g.order_id offset 0) o', -- looked up, not joined
        held, replace(held, ', ', ', g.'));
    end if;
    return null;
  end if;

  if assigned then
    -- Executed, so that it is planned for as many rows as there are; counted, because a search for the first would be
    -- planned to meet one soon.
    execute 'select count(*) from added a join removed r on r.id = a.id where r.tenant_id <> a.tenant_id' into moved;
    if moved > 0 then
      execute 'update portal.order_changes h set tenant_id = a.tenant_id from added a join removed r on r.id = a.id
        where r.tenant_id <> a.tenant_id and h.tenant_id = r.tenant_id and h.order_id = r.id';
    end if;
  end if;
  -- What reads the same is no change: letter case and stray blanks, another spelling of the same amount.
  execute format($sql$
    insert into portal.%I (%s order_id, field, old_value, new_value, recorded_at, upstream_updated_at)
    select %s a.id, c.field, c.old, c.new, $1, nullif(a.upstream_updated_at, r.upstream_updated_at)
      from added a join removed r on r.id = a.id
     cross join lateral (select (r.amount_cents, r.montant_total, r.currency) is distinct from
                                (a.amount_cents, a.montant_total, a.currency)) m (moved)
     cross join lateral (values
       (1, 'status', nullif(btrim(r.ord_stat), ''), nullif(btrim(a.ord_stat), '')),
       (2, 'blT', nullif(btrim(r.bl_t), ''), nullif(btrim(a.bl_t), '')),
       (3, 'ctsT', nullif(btrim(r.cts_t), ''), nullif(btrim(a.cts_t), '')),
       (4, 'bbT', nullif(btrim(r.bb_t), ''), nullif(btrim(a.bb_t), '')),
       (5, 'pbl', nullif(btrim(r.pbl), ''), nullif(btrim(a.pbl), '')),
       (6, 'pcts', nullif(btrim(r.pcts), ''), nullif(btrim(a.pcts), '')),
       (7, 'pbb', nullif(btrim(r.pbb), ''), nullif(btrim(a.pbb), '')),
       (8, 'promisedDate', r.promised_date::text, a.promised_date::text),
       (9, 'requestedDate', r.requested_date::text, a.requested_date::text),
       (10, 'orderDate', r.order_date::text, a.order_date::text),
       (11, 'amount', case when m.moved then portal.amount_reads(r.montant_total, r.amount_cents, r.currency) end,
                      case when m.moved then portal.amount_reads(a.montant_total, a.amount_cents, a.currency) end)
     ) c (place, field, old, new)
     where lower(c.old) is distinct from lower(c.new)
     order by a.id, c.place
  $sql$, history, case when assigned then 'tenant_id,' end, case when assigned then 'a.tenant_id,' end) using noted;
  return null;
end $function$
;
alter routine portal.note_order_changes() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.note_order_line_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  assigned boolean := tg_table_name = 'order_lines';
begin
  execute format($sql$
    insert into portal.%1$I (%2$s order_id, line_no, field, old_value, new_value, recorded_at, upstream_updated_at)
    select %3$s o.id, a.line_no, c.field, trim_scale(c.old)::text, trim_scale(c.new)::text, $1, nullif(a.upstream_updated_at, r.upstream_updated_at)
      from added a
      join removed r on r.id = a.id and (r.qty_ordered, r.qty_shipped) is distinct from (a.qty_ordered, a.qty_shipped)
      join portal.%4$I o on %5$s o.source_id = a.source_id and o.source_key = a.order_key
     cross join lateral (values (1, 'qtyOrdered', r.qty_ordered, a.qty_ordered),
                                (2, 'qtyShipped', r.qty_shipped, a.qty_shipped)) c (place, field, old, new)
     where c.old is distinct from c.new
     order by o.id, a.id, c.place
  $sql$, case when assigned then 'order_changes' else 'unassigned_order_changes' end, case when assigned then 'tenant_id,' end,
    case when assigned then 'o.tenant_id,' end, case when assigned then 'orders' else 'unassigned_orders' end,
    case when assigned then 'o.tenant_id = a.tenant_id and' end) using clock_timestamp();
  return null;
end $function$
;
alter routine portal.note_order_line_changes() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.note_replacement_order(of_issue bigint, of_order text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare i portal.issues;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  perform portal.add_issue_entry(i, 'order_replacement', of_order);
  return portal.issue_people(i.tenant_id, i.id);
end $function$
;
alter routine portal.note_replacement_order(bigint,text) owner to portal_keeper;
grant execute on portal.note_replacement_order(bigint,text) to portal_admin;
grant execute on portal.note_replacement_order(bigint,text) to portal_member;
grant execute on portal.note_replacement_order(bigint,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.note_sales_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  wish text := coalesce(current_setting('portal.bulk', true), '');
  bulk boolean;
  lines bigint;
  noted boolean;
  done boolean;
begin
  if wish = '' and tg_op = 'INSERT' then
    insert into portal.sales_unsettled
      select pg_current_xact_id(), a.tenant_id, a.currency, a.year, a.month, a.item_id, a.customer_id, a.invoice_no, a.quantity, a.amount_cents
        from added a where not exists (select from added offset 1) on conflict do nothing;
    if found then return null; end if;
  end if;

  bulk := wish = 'always';
  if tg_op = 'TRUNCATE' then
    insert into portal.sales_pending values (-1, pg_current_xact_id(), 0) on conflict do nothing; -- everything
    noted := true;
  elsif wish = 'on' then
    lines := 0;
    if tg_op <> 'DELETE' then lines := (select count(*) from added); end if;
    if tg_op <> 'INSERT' then lines := lines + (select count(*) from removed); end if;
    bulk := 4 * lines > coalesce((select sum(t.lines) from portal.sales_totals t where t.tenant_id = 0), 0);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    if bulk then
      insert into portal.sales_pending select distinct a.tenant_id, pg_current_xact_id(), a.year from added a on conflict do nothing;
    else
      insert into portal.sales_changes
        select a.tenant_id, pg_current_xact_id(), a.currency, a.year, a.month, a.item_id, a.customer_id, a.invoice_no,
               1, a.quantity, a.amount_cents from added a;
    end if;
    noted := found;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    if bulk then
      insert into portal.sales_pending select distinct r.tenant_id, pg_current_xact_id(), r.year from removed r on conflict do nothing;
    else
      insert into portal.sales_changes
        select r.tenant_id, pg_current_xact_id(), r.currency, r.year, r.month, r.item_id, r.customer_id, r.invoice_no,
               -1, -r.quantity, -r.amount_cents from removed r;
    end if;
    noted := noted or found;
  end if;
  if noted then
    done := portal.note_single_sale() is null;
    insert into portal.sales_unsettled (xid) values (pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end $function$
;
alter routine portal.note_sales_changes() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.note_single_sale()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with single as (
    delete from portal.sales_unsettled u where u.xid = pg_current_xact_id() and u.currency is not null returning *
  ), noted as (
    insert into portal.sales_changes
      select s.tenant_id, s.xid, s.currency, s.year, s.month, s.item_id, s.customer_id, s.invoice_no, 1, s.quantity, s.amount_cents from single s
  )
  insert into portal.sales_unsettled (xid) select s.xid from single s;
end $function$
;
alter routine portal.note_single_sale() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.notice_patience(of_kind text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case of_kind when 'conversation_message' then interval '5 seconds' else interval '0' end
$function$
;

CREATE OR REPLACE FUNCTION portal.number_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added text := 'select a.tenant_id, a.source_id, a.shipment_key as key from added a where coalesce(a.order_key, a.po_no) is not null';
  told text;
  n bigint;
begin
  told := case tg_op
    when 'INSERT' then added
    when 'DELETE' then replace(added, 'from added', 'from removed')
    else added || ' union all ' || replace(added, 'from added', 'from removed') end;
  execute format('select count(*) from (%s) c', told) into n;
  if n = 0 then return null; end if;
  execute format($sql$
    update portal.shipments s set line_numbers = l.numbers
      from (select distinct c.tenant_id, c.source_id, c.key from (%s) c) c
     cross join lateral (
       select string_agg(distinct x.number, chr(10)) as numbers
         from portal.shipment_lines l cross join lateral (values (l.ord_no), (l.primary_no), (l.po_no)) x (number)
        where l.tenant_id = c.tenant_id and l.source_id = c.source_id and l.shipment_key = c.key) l
     where s.tenant_id = c.tenant_id and s.source_id = c.source_id and s.source_key = c.key
       and s.line_numbers is distinct from l.numbers
  $sql$, told);
  return null;
end $function$
;
alter routine portal.number_shipments() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.offer_clean_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare v record;
begin
  for v in select x.document_id, x.no from portal.document_versions x join portal.documents d on d.id = x.document_id
      where x.checksum = new.checksum and x.release_when_clean and x.no >= coalesce(d.current_version, 0)
      order by x.document_id, x.no for update of d loop
    perform portal.offer_document(v.document_id, v.no);
  end loop;
  return null;
end $function$
;
alter routine portal.offer_clean_documents() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.offer_document(of_document integer, of_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update portal.document_versions v set status = 'superseded'
   where v.document_id = of_document and v.no <> of_version and v.status = 'available';
  update portal.document_versions v set status = 'available', released_at = coalesce(v.released_at, clock_timestamp()), release_when_clean = false,
      taken_back_at = null
   where v.document_id = of_document and v.no = of_version;
  update portal.documents d set status = 'available', current_version = of_version, withdrawn_reason = null, withdrawn_at = null,
      version = d.version + 1, updated_at = now() where d.id = of_document;
  perform portal.announce_document(of_document, '{}');
end $function$
;
alter routine portal.offer_document(integer,integer) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.offer_product(of_tenant integer, of_product bigint, choice boolean, smallest numeric, weeks_from integer, weeks_to integer, known_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  a portal.product_access%rowtype;
  before jsonb;
begin
  perform auth.require_context('staff', 'admin');
  perform from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen));
  if not found then return null; end if;
  perform from portal.products p where p.id = of_product and portal.may_offer(p.id, seen);
  if not found then return null; end if;
  select * into a from portal.product_access x where x.tenant_id = of_tenant and x.product_id = of_product for update;
  if coalesce(a.version, 0) <> known_version then return '{"stale": true}'; end if;
  before := jsonb_build_object('offered', a.offered, 'minimum_quantity', a.minimum_quantity, 'lead_weeks_from', a.lead_weeks_from,
    'lead_weeks_to', a.lead_weeks_to);
  if choice is not true and not coalesce(a.by_lines, false) then
    delete from portal.product_access x where x.tenant_id = of_tenant and x.product_id = of_product;
  else
    insert into portal.product_access as x (tenant_id, product_id, by_lines, offered, minimum_quantity, lead_weeks_from, lead_weeks_to, version)
      values (of_tenant, of_product, false, choice, smallest, weeks_from, weeks_to, 1)
    on conflict (tenant_id, product_id) do update set offered = choice, minimum_quantity = smallest, lead_weeks_from = weeks_from,
      lead_weeks_to = weeks_to, version = x.version + 1;
  end if;
  return jsonb_build_object('version', coalesce(a.version, 0) + 1, 'before', before, 'after', jsonb_build_object('offered', choice,
    'minimum_quantity', smallest, 'lead_weeks_from', weeks_from, 'lead_weeks_to', weeks_to));
end $function$
;
alter routine portal.offer_product(integer,bigint,boolean,numeric,integer,integer,integer) owner to portal_keeper;
grant execute on portal.offer_product(integer,bigint,boolean,numeric,integer,integer,integer) to portal_admin;
grant execute on portal.offer_product(integer,bigint,boolean,numeric,integer,integer,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.open_conversation(of_tenant integer, of_subject text, said text, of_key uuid, of_order bigint, of_issue bigint, summary text, of_links jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  before portal.conversation_messages;
  o portal.orders;
  c portal.conversations;
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || auth.actor() || of_key, 0));
  select * into before from portal.sent_before(of_key);
  if found then
    if before.tenant_id <> of_tenant or before.no <> 1 then return '{"mismatch": true}'; end if;
    select * into c from portal.conversations x where x.tenant_id = of_tenant and x.id = before.conversation_id;
    return portal.conversation_people(c) || '{"again": true}';
  end if;
  if of_order is not null then
    select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = of_order;
    if not found then return '{"unknown": "orderId"}'; end if;
    c.order_source := o.source_id; c.order_key := o.source_key; c.order_no := coalesce(o.ord_no, o.primary_no, o.po_no);
  end if;
  if of_issue is not null then
    select i.id, i.no into c.issue_id, c.issue_no from portal.issues i where i.tenant_id = of_tenant and i.id = of_issue;
    if not found then return '{"unknown": "issueId"}'; end if;
  end if;
  insert into portal.conversations (tenant_id, subject, order_source, order_key, order_no, issue_id, issue_no, opened_by, opened_name, by_staff)
    values (of_tenant, of_subject, c.order_source, c.order_key, c.order_no, c.issue_id, c.issue_no, auth.actor(), auth.name_of(auth.actor()),
      auth.context_kind() <> 'member')
    returning * into c;
  if summary is not null then c := portal.add_message(c, 'summary', summary, of_key, of_links); end if;
  if said is not null then
    c := portal.add_message(c, 'message', said, case when summary is null then of_key else gen_random_uuid() end);
  end if;
  return portal.conversation_people(c);
end $function$
;
alter routine portal.open_conversation(integer,text,text,uuid,bigint,bigint,text,jsonb) owner to portal_keeper;
grant execute on portal.open_conversation(integer,text,text,uuid,bigint,bigint,text,jsonb) to portal_admin;
grant execute on portal.open_conversation(integer,text,text,uuid,bigint,bigint,text,jsonb) to portal_member;
grant execute on portal.open_conversation(integer,text,text,uuid,bigint,bigint,text,jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.open_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from portal.document_access a where a.document_id = new.id and new.tenant_ids is not null and a.tenant_id <> all (new.tenant_ids);
  insert into portal.document_access (tenant_id, document_id)
  select t.id, new.id from portal.tenants t where new.tenant_ids is null or t.id = any (new.tenant_ids)
  on conflict do nothing;
  return null;
end $function$
;
alter routine portal.open_document() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.open_invitations(term text, OUT id integer, OUT email text, OUT tenant text, OUT role text, OUT administrator boolean, OUT invited_by text, OUT created_at timestamp with time zone, OUT ends_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query select i.id, i.email, t.name, coalesce(i.role, i.access -> 'staff' ->> 'role'),
      coalesce((i.access -> 'administrator')::boolean, false), p.name, i.created_at, i.ends_at
    from auth.invitations i left join portal.tenants t on t.id = i.tenant_id left join portal.profiles p on p.user_id = i.invited_by
   where term is null or portal.contains_folded(portal.fold(concat_ws(chr(10), i.email, t.name, p.name)), term);
end $function$
;
grant execute on portal.open_invitations(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.open_library()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.document_access (tenant_id, document_id)
  select new.id, d.id from portal.documents d where d.tenant_ids is null;
  return null;
end $function$
;
alter routine portal.open_library() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.order_reference(reference text, payment_no text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select substring(upper(coalesce(reference, '') || ' ' || payment_no) from 'PAY-[0-9A-F]{10}')
$function$
;
grant execute on portal.order_reference(text,text) to portal_ingest;
grant execute on portal.order_reference(text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.orders_by_po_no(of_no text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare seen int[] := portal.seen_one_by_one();
begin
  -- Found first, then ordered: else the planner walks through all orders, the newest first, until some have the number.
  return query
    with hits as materialized (
      select o.tenant_id, o.id, o.ord_no from portal.orders o
       where o.tenant_id = any (seen) and o.po_no is not null and lower(btrim(o.po_no)) = lower(btrim(of_no)))
    select h.tenant_id, h.id from hits h order by h.ord_no collate portal.natural_order desc nulls last, h.id desc limit most;
end $function$
;
alter routine portal.orders_by_po_no(text,integer) owner to portal_keeper;
grant execute on portal.orders_by_po_no(text,integer) to portal_admin;
grant execute on portal.orders_by_po_no(text,integer) to portal_member;
grant execute on portal.orders_by_po_no(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.outbox_position(OUT xid xid8, OUT id bigint, OUT pruned_xid xid8, OUT pruned_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(o.xid, p.xid), coalesce(o.id, p.id), p.xid, p.id
    from portal.outbox_pruned p
    left join lateral (select o.xid, o.id from portal.outbox o
      where o.xid < pg_snapshot_xmin(pg_current_snapshot()) order by o.xid desc, o.id desc limit 1) o on true
$function$
;
alter routine portal.outbox_position() owner to portal_keeper;
grant execute on portal.outbox_position() to portal_events;

CREATE OR REPLACE FUNCTION portal.own_acts(OUT at timestamp with time zone, OUT tenant_id integer, OUT action text, OUT object_type text, OUT object_id text, OUT before jsonb, OUT after jsonb)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select a.at, a.tenant_id, a.action, a.object_type, a.object_id,
      case when a.object_type in ('profile', 'view', 'session') then portal.unsealed(a.tenant_id, a.seq, a.old) end,
      case when a.object_type in ('profile', 'view', 'session') then portal.unsealed(a.tenant_id, a.seq, a.new) end
    from portal.audit_log a where a.actor = auth.actor() order by a.at, a.tenant_id, a.seq;
end $function$
;
alter routine portal.own_acts() owner to portal_keeper;
grant execute on portal.own_acts() to portal_admin;
grant execute on portal.own_acts() to portal_member;
grant execute on portal.own_acts() to portal_staff;

CREATE OR REPLACE FUNCTION portal.own_email_change(OUT email text, OUT old_confirmed boolean, OUT new_confirmed boolean, OUT ends_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select c.new_email, c.old_hash is null, c.new_hash is null, c.ends_at from auth.email_changes c
   where c.user_id = auth.actor() and c.ends_at > clock_timestamp();
end $function$
;
grant execute on portal.own_email_change() to portal_admin;
grant execute on portal.own_email_change() to portal_member;
grant execute on portal.own_email_change() to portal_staff;

CREATE OR REPLACE FUNCTION portal.own_second_factor(OUT enrolled_at timestamp with time zone, OUT app_at timestamp with time zone, OUT passkeys jsonb, OUT sms jsonb, OUT codes_left integer, OUT tenant_requires boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare who text := auth.actor();
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  select f.enrolled_at, f.app_at into enrolled_at, app_at from auth.second_factors f where f.user_id = who;
  select coalesce(jsonb_agg(jsonb_build_object('id', encode(k.id, 'hex'), 'name', k.name, 'since', k.created_at, 'lastUsed', k.last_used_at)
    order by k.created_at, k.id), '[]') into passkeys from auth.passkeys k where k.user_id = who;
  select jsonb_build_object('number', auth.masked(n.number), 'since', n.created_at, 'lastUsed', n.last_used_at) into sms
    from auth.sms_numbers n where n.user_id = who;
  select count(*) into codes_left from auth.recovery_codes c where c.user_id = who and c.used_at is null;
  select r.tenant_requires into tenant_requires from auth.factor_rules(who) r;
end $function$
;
grant execute on portal.own_second_factor() to portal_admin;
grant execute on portal.own_second_factor() to portal_member;
grant execute on portal.own_second_factor() to portal_staff;

CREATE OR REPLACE FUNCTION portal.own_sessions(OUT id text, OUT user_agent text, OUT address text, OUT created_at timestamp with time zone, OUT last_active_at timestamp with time zone, OUT is_current boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.last_active_at, s.id = auth.session_id()
    from auth.sessions s where s.user_id = auth.actor() and s.expires_at > clock_timestamp()
   order by (s.id = auth.session_id()) desc, s.last_active_at desc, s.id limit 200;
end $function$
;
grant execute on portal.own_sessions() to portal_admin;
grant execute on portal.own_sessions() to portal_member;
grant execute on portal.own_sessions() to portal_staff;

CREATE OR REPLACE FUNCTION portal.own_sign_in(OUT devices jsonb, OUT email_change jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  select coalesce(jsonb_agg(jsonb_build_object('lastSeenAt', d.last_seen_at, 'trustedUntil', d.trusted_until) order by d.last_seen_at), '[]')
    into devices from auth.devices d where d.user_id = auth.actor();
  select jsonb_build_object('email', c.new_email, 'endsAt', c.ends_at) into email_change
    from auth.email_changes c where c.user_id = auth.actor() and c.ends_at > clock_timestamp();
end $function$
;
grant execute on portal.own_sign_in() to portal_admin;
grant execute on portal.own_sign_in() to portal_member;
grant execute on portal.own_sign_in() to portal_staff;

CREATE OR REPLACE FUNCTION portal.own_tenant()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if auth.context_kind() is distinct from 'member' or auth.is_viewing() then raise exception 'not a member' using errcode = '42501'; end if;
  return auth.tenant();
end $function$
;
grant execute on portal.own_tenant() to portal_keeper;

CREATE OR REPLACE FUNCTION portal.own_words(OUT at timestamp with time zone, OUT tenant_id integer, OUT kind text, OUT about bigint, OUT text text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare me text := auth.actor();
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query
    select m.at, m.tenant_id, 'message', m.conversation_id, m.text from portal.conversation_messages m where m.author = me and m.kind = 'message'
    union all
    select n.at, n.tenant_id, 'conversation note', n.conversation_id, n.text from portal.conversation_notes n where n.author = me and n.kind = 'note'
    union all
    select i.reported_at, i.tenant_id, 'issue', i.id, i.title || chr(10) || i.description from portal.issues i where i.reporter = me
    union all
    select e.at, e.tenant_id, 'issue comment', e.issue_id, e.text from portal.issue_entries e where e.author = me and e.text is not null
    union all
    select n.at, n.tenant_id, 'issue note', n.issue_id, n.text from portal.issue_notes n where n.author = me and n.kind = 'note'
    union all
    select p.created_at, p.tenant_id, 'purchase order', p.id, p.note from portal.purchase_orders p where p.created_by = me and p.note is not null
    union all
    select e.at, e.tenant_id, 'purchase order note', e.purchase_order_id, e.note from portal.purchase_order_events e
     where e.actor = me and e.note is not null
    union all
    select a.at, a.tenant_id, 'document request', a.request_id, a.note from portal.document_request_acts a where a.author = me and a.note is not null
    order by 1, 2, 3, 4;
end $function$
;
alter routine portal.own_words() owner to portal_keeper;
grant execute on portal.own_words() to portal_admin;
grant execute on portal.own_words() to portal_member;
grant execute on portal.own_words() to portal_staff;

CREATE OR REPLACE FUNCTION portal.owners_of(of_tenant integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.user_id from portal.members m join portal.roles r on r.key = m.role and 'members.manage' = any (r.permissions)
    join portal.profiles p on p.user_id = m.user_id and p.deactivated_at is null
   where m.tenant_id = of_tenant
$function$
;

CREATE OR REPLACE FUNCTION portal.pack_shipment(of_tenant integer, of_key text, lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = of_key;
  insert into portal.shipment_lines (tenant_id, source_id, source_key, shipment_key, line_no, order_line_no, item_no, item_name, lot, quantity, unit,
      order_key, primary_no, ord_no, po_no)
  select of_tenant, 0, of_key || chr(31) || n, of_key, n::text, l ->> 'orderLineNo', l ->> 'itemNo', l ->> 'itemName', l ->> 'lot',
         (l ->> 'quantity')::numeric, l ->> 'unit', o.source_key, o.primary_no, o.ord_no, o.po_no
    from jsonb_array_elements(lines) with ordinality e (l, n)
    left join portal.orders o on o.tenant_id = of_tenant and o.id = (l ->> 'orderId')::bigint;
end $function$
;
alter routine portal.pack_shipment(integer,text,jsonb) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.page_query(txt text)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  word text;
  asked tsquery;
  one tsquery;
begin
  for word in select w from regexp_split_to_table(portal.fold(txt), '[^[:alnum:]]+') w where w <> '' limit 12 loop
    one := to_tsquery('simple', '''' || word || ''':*') || plainto_tsquery('english', word) || plainto_tsquery('french', word);
    asked := case when asked is null then one else asked && one end;
  end loop;
  return asked;
end $function$
;
grant execute on portal.page_query(text) to portal_admin;
grant execute on portal.page_query(text) to portal_keeper;
grant execute on portal.page_query(text) to portal_member;
grant execute on portal.page_query(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.payable(of_tenant integer, of_invoice bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.balance_cents - coalesce((select sum(t.amount_cents) from portal.payment_parts t
      join portal.payment_orders o on o.tenant_id = t.tenant_id and o.id = t.order_id
     where t.tenant_id = i.tenant_id and t.invoice_id = i.id and o.cancelled_at is null and o.received_on is null and not o.met), 0)::bigint
    from portal.invoices i where i.tenant_id = of_tenant and i.id = of_invoice and (auth.is_admin() or i.tenant_id = any (auth.seen_tenants()))
$function$
;
alter routine portal.payable(integer,bigint) owner to portal_keeper;
grant execute on portal.payable(integer,bigint) to portal_admin;
grant execute on portal.payable(integer,bigint) to portal_member;
grant execute on portal.payable(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.payments_by_number(of_no text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  seen int[] := portal.seen_one_by_one();
  key text := portal.bank_key(of_no);
begin
  return query
    (select p.tenant_id, p.id from portal.payments p
      where p.tenant_id = any (seen) and p.source_id <> 0 and portal.bank_key(p.payment_no) = key limit most)
    union all
    (select p.tenant_id, p.id from portal.payments p
      where p.tenant_id = any (seen) and p.source_id <> 0 and p.reference is not null and portal.bank_key(p.reference) = key limit most);
end $function$
;
alter routine portal.payments_by_number(text,integer) owner to portal_keeper;
grant execute on portal.payments_by_number(text,integer) to portal_admin;
grant execute on portal.payments_by_number(text,integer) to portal_member;
grant execute on portal.payments_by_number(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.people(search text, of_state text, of_role text, of_tenant integer, just text, OUT user_id text, OUT name text, OUT email text, OUT administrator boolean, OUT staff_role text, OUT tenants jsonb, OUT deactivated_at timestamp with time zone, OUT last_sign_in timestamp with time zone, OUT since timestamp with time zone, OUT second_factor boolean, OUT staff_tenants jsonb)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query select p.user_id, p.name, p.email, p.global_admin, s.role,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name collate portal.natural_order)
                  from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = p.user_id), '[]'),
      p.deactivated_at, (select max(d.last_seen_at) from auth.devices d where d.user_id = p.user_id), p.created_at,
      exists (select from auth.second_factors f where f.user_id = p.user_id and f.enrolled_at is not null),
      case when not s.all_tenants then
        coalesce((select jsonb_agg(t.name order by t.name collate portal.natural_order)
                    from portal.staff_tenants a join portal.tenants t on t.id = a.tenant_id where a.user_id = p.user_id), '[]') end
    from portal.profiles p left join portal.staff s on s.user_id = p.user_id
   where (just is null or p.user_id = just)
     and not exists (select from auth.temporary_access x where x.user_id = p.user_id) -- nobody's account
     and (search is null or portal.fold(p.name) like portal.fold(search) or portal.fold(p.email) like portal.fold(search))
     and (of_state is null or (p.deactivated_at is not null) = (of_state = 'deactivated'))
     and (of_role is null or case when of_role = 'global_admin' then p.global_admin
            else s.role = of_role or exists (select from portal.members m where m.user_id = p.user_id and m.role = of_role) end)
     and (of_tenant is null or exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = of_tenant)
       or exists (select from portal.staff_tenants a where a.user_id = p.user_id and a.tenant_id = of_tenant and not s.all_tenants));
end $function$
;
grant execute on portal.people(text,text,text,integer,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.periods_of(month smallint)
 RETURNS TABLE(period smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 3
AS $function$
  select v.period from (values (month), ((13 + (month - 1) / 3)::smallint), (17::smallint)) v (period)
$function$
;
grant execute on portal.periods_of(smallint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.place_payment(of_tenant integer, of_wish text, parts jsonb, OUT of_order bigint, OUT of_reference text, OUT refused text, OUT about text, OUT open_cents bigint, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  i record;
  of_currency text;
begin
  -- One after the other within a tenant.
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select o.id, o.reference into of_order, of_reference from portal.payment_orders o where o.tenant_id = of_tenant and o.wish = of_wish;
  known := found;
  if known then return; end if;
  for i in
    select p.id, p.cents, p.n, v.id as found, v.invoice_no, v.currency, portal.payable(of_tenant, v.id) as payable
      from (select (x ->> 'id')::bigint as id, (x ->> 'cents')::bigint as cents, n from jsonb_array_elements(parts) with ordinality e (x, n)) p
      left join portal.invoices v on v.tenant_id = of_tenant and v.id = p.id order by p.n
  loop
    about := coalesce(i.invoice_no, i.id::text);
    if i.found is null then refused := 'unknown_invoice'; return; end if;
    if of_currency <> i.currency then refused := 'one_currency'; return; end if;
    of_currency := i.currency;
    open_cents := greatest(i.payable, 0);
    if i.cents > i.payable then refused := 'pays_too_much'; return; end if;
  end loop;
  of_reference := 'PAY-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
  insert into portal.payment_orders (tenant_id, reference, wish, currency, amount_cents, created_by)
    values (of_tenant, of_reference, of_wish, of_currency, (select sum((x ->> 'cents')::bigint) from jsonb_array_elements(parts) x), auth.actor())
    returning id into of_order;
  insert into portal.payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
  select of_tenant, of_order, p.n, v.id, v.source_id, v.source_key, v.invoice_no, p.cents
    from (select (x ->> 'id')::bigint as id, (x ->> 'cents')::bigint as cents, n from jsonb_array_elements(parts) with ordinality e (x, n)) p
    join portal.invoices v on v.tenant_id = of_tenant and v.id = p.id;
end $function$
;
alter routine portal.place_payment(integer,text,jsonb) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.place_purchase_order(of_tenant integer, of_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  p portal.purchase_orders%rowtype;
  made bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  select * into p from portal.purchase_orders x
   where x.tenant_id = of_tenant and x.id = of_id and (seen is null or x.tenant_id = any (seen)) for update;
  if p.state = 'cancelled' and p.order_state in ('pending', 'ambiguous') then
    perform portal.drop_pending_order(of_tenant, p.order_id);
    update portal.purchase_orders x set order_id = null, order_state = null where x.tenant_id = of_tenant and x.id = of_id;
    perform portal.tell_orders(of_tenant);
  elsif p.state = 'accepted' and p.order_state is distinct from 'linked' then
    if p.order_id is not null then perform portal.drop_pending_order(of_tenant, p.order_id); end if;
    insert into portal.orders (tenant_id, source_id, source_key, po_no, client_name, ord_stat, amount_cents, currency, order_date,
        requested_date, ship_to)
      select p.tenant_id, portal.portal_source(), 'PO ' || p.id, p.po_no, t.name, 'Pending', p.total_cents, p.currency, current_date,
             p.requested_date, p.ship_to from portal.tenants t where t.id = p.tenant_id
    returning id into made;
    insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, unit, unit_price)
      select l.tenant_id, portal.portal_source(), 'PO ' || p.id || '-' || l.line_no, 'PO ' || p.id, l.line_no, l.item_no, l.item_name,
             l.quantity, l.unit, round(l.unit_price / l.price_per, 6)
        from portal.purchase_order_lines l where l.tenant_id = p.tenant_id and l.purchase_order_id = p.id;
    update portal.purchase_orders x set order_id = made, order_state = 'pending' where x.tenant_id = of_tenant and x.id = of_id;
    perform portal.settle_purchase_order(of_tenant, of_id);
    perform portal.tell_orders(of_tenant);
  end if;
end $function$
;
alter routine portal.place_purchase_order(integer,bigint) owner to portal_keeper;
grant execute on portal.place_purchase_order(integer,bigint) to portal_admin;
grant execute on portal.place_purchase_order(integer,bigint) to portal_member;
grant execute on portal.place_purchase_order(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.place_purchase_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare w record;
begin
  for w in
    select distinct p.tenant_id, p.id from added a
      join portal.purchase_orders p on p.tenant_id = a.tenant_id and p.po_key = lower(btrim(a.po_no))
     where a.source_id <> portal.portal_source() and p.po_key <> '' and p.state = 'accepted' and p.order_state <> 'linked'
     order by 1, 2
  loop
    perform portal.settle_purchase_order(w.tenant_id, w.id);
  end loop;
  return null;
end $function$
;
alter routine portal.place_purchase_orders() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.plan_ingest(of_batch bigint, of_kind text, of_source smallint, scope_from date, scope_until date, OUT act text, OUT rows bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'on'
AS $function$
declare
  k record;
  bound int := auth.ingest_tenant();
  l record; -- of a kind of lines: whose
  clients text;
begin
  -- What is looked up for each row is looked up by its key in small tables, too: a client is asked for ten thousand times.
  if current_setting('enable_nestloop')::boolean then set local enable_seqscan = off; end if;
  select * into l from portal.lines_of(of_kind) x where x.lines = of_kind;
  select * into k from portal.ingest_kind(of_kind);
  -- A client's code decides alone; only without one does an exact name stand in. Lines go where their order or
  -- invoice is, and wait while there is none. What is the manufacturer's stays without a tenant; a key that is bound to one has no
  -- say in it.
  clients := case when k.target = k.waiting then ''
    when l.kind is not null then 'left ' || portal.ingest_join('o', 'upstream_rows',
      format('o.source_id = $2 and o.kind = %L and o.key = d.%I and not o.deleted', l.kind, l.parent_key))
    else 'left ' || portal.ingest_join('c', 'upstream_clients', 'c.source_id = $2 and c.client_code = d.client_code') || '
          left ' || portal.ingest_join('n', 'upstream_client_names', 'd.client_code is null and n.client_name = d.client_name') end;
  return query execute format($sql$
    with staged as (
      select d.row_no, d.key, d.is_delete, d.content_hash, d.upstream_updated_at as at,
             coalesce(%1$s::int, 0) as to_tenant, %2$s as in_scope
        from portal.%3$I d %4$s
       where d.batch = $1
    ), known as (
      select s.*, u.tenant_id as from_tenant, u.row_id, u.content_hash as old_hash, u.upstream_updated_at as old_at,
             coalesce(u.deleted, true) as absent,
             case when $6 is not null and case when s.is_delete then u.tenant_id is distinct from $6
                                               else s.to_tenant <> $6 or u.tenant_id <> $6 and not u.deleted end then 'unknown_client'
                  when not s.is_delete and not s.in_scope then 'outside_scope' end as fault
        from staged s left %6$s
    ), timed as (
      select k.*, coalesce(k.at >= greatest(k.old_at, max(k.at) filter (where k.fault is null) over earlier), true) as fresh
        from known k
      window earlier as (partition by k.key order by k.row_no rows between unbounded preceding and 1 preceding)
    ), last as (
      select t.*, max(t.row_no) filter (where t.fault is null and t.fresh) over (partition by t.key) as last_row,
             greatest(t.old_at, max(t.at) filter (where t.fault is null and t.fresh) over (partition by t.key)) as updated_at
        from timed t
    ), judged as (
      select l.*, case
          when l.fault is not null then l.fault
          when not l.fresh then 'stale'
          when l.row_no <> l.last_row then 'unchanged'
          when l.is_delete and l.absent then 'forgotten'
          when l.is_delete then 'delete'
          when l.absent then 'insert'
          when l.from_tenant <> l.to_tenant then 'move'
          when l.old_hash <> l.content_hash then 'update'
          when l.updated_at is distinct from l.old_at then 'seen'
          else 'unchanged' end as act
        from last l
    ), noted as (
      insert into portal.ingest_plan (batch, row_no, key, act, from_tenant, to_tenant, row_id, updated_at, content_hash)
      select $1, j.row_no, j.key, j.act, j.from_tenant, j.to_tenant, coalesce(j.row_id, nextval('portal.%5$s')), j.updated_at, j.content_hash
        from judged j where j.act not in ('unchanged', 'stale')
    )
    select j.act, count(*) from judged j group by 1
  $sql$, case when k.target = k.waiting then 'null' when l.kind is not null then 'o.tenant_id' else 'case when d.client_code is null then n.tenant_id else c.tenant_id end' end,
    portal.ingest_scope(of_kind), k.staged, clients, k.ids,
    portal.ingest_join('u', 'upstream_rows', 'u.source_id = $2 and u.kind = $3 and u.key = s.key'))
    using of_batch, of_source, of_kind, scope_from, scope_until, bound;
end $function$
;
grant execute on portal.plan_ingest(bigint,text,smallint,date,date) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.plan_replacement(of_batch bigint, of_kind text, of_source smallint, scope_from date, scope_until date, OUT stored bigint, OUT going bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
declare
  k record;
  bound int := auth.ingest_tenant();
begin
  select * into k from portal.ingest_kind(of_kind);
  execute format($sql$
    with held (tenant_id, id, key) as (
      %5$s
      select 0, d.id, d.%1$I as key from portal.%2$I d where d.source_id = $2 and $6 is null and %3$s
    ), gone as (
      insert into portal.ingest_plan (batch, key, act, from_tenant, row_id)
      select $1, h.key, 'delete', h.tenant_id, h.id from held h
       where not exists (select from portal.%4$I s where s.batch = $1 and s.key = h.key collate "C")
         and not exists (select from portal.ingest_plan p where p.batch = $1 and p.act = 'unread' and p.key = h.key collate "C")
      returning 1
    )
    select (select count(*) from held), (select count(*) from gone)
  $sql$, k.key_column, k.waiting, portal.ingest_scope(of_kind), k.staged,
    case when k.target <> k.waiting then format('select d.tenant_id, d.id, d.%I as key from portal.%I d
      where d.source_id = $2 and ($6 is null or d.tenant_id = $6) and %s union all', k.key_column, k.target, portal.ingest_scope(of_kind)) end)
    into stored, going using of_batch, of_source, of_kind, scope_from, scope_until, bound;
end $function$
;
grant execute on portal.plan_replacement(bigint,text,smallint,date,date) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.portal_source()
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select 0::smallint $function$
;
grant execute on portal.portal_source() to portal_admin;
grant execute on portal.portal_source() to portal_keeper;
grant execute on portal.portal_source() to portal_member;
grant execute on portal.portal_source() to portal_staff;

CREATE OR REPLACE FUNCTION portal.preview_display_rules(rules jsonb, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET work_mem TO '64MB'
AS $function$
declare
  wanted portal.product_rules[] := (select array_agg(r) from portal.read_product_rules(rules) r);
begin
  return (
    with alias as materialized (
      select a.variant, a."displayName" as shown from jsonb_to_recordset(rules -> 'aliases') a (variant text, "displayName" text)
    ), named as materialized (
      select 'product' kind, i.item_id id, i.product was, portal.shown_product(wanted, i.item_no, i.item_name) becomes
        from (select s.item_id, s.item_no, s.item_name, s.product from portal.sales_items s where s.tenant_id = 0
              union
              select s.item_id, s.item_no, s.item_name, s.product from portal.current_sales_items s where s.tenant_id = 0) i
      union all
      select 'customer', c.customer_id, c.customer, coalesce(a.shown, nullif(portal.trim_name(c.customer_name), ''), 'Unknown Client')
        from (select s.customer_id, s.customer_name, s.customer from portal.sales_customers s where s.tenant_id = 0
              union
              select s.customer_id, s.customer_name, s.customer from portal.current_sales_customers s where s.tenant_id = 0) c
        left join alias a on a.variant = portal.trim_name(c.customer_name)
    ), involved as materialized ( -- the names that lose or win something, with everything that they stand for
      select n.* from named n
       where (n.kind, n.was) in (select m.kind, x from named m, unnest(array[m.was, m.becomes]) x where m.was <> m.becomes)
          or (n.kind, n.becomes) in (select m.kind, x from named m, unnest(array[m.was, m.becomes]) x where m.was <> m.becomes)
    ), summed as materialized ( -- of both datasets, which are never added up together
      select 'history' dataset, n.kind, n.was, n.becomes, n.id, t.currency, sum(t.lines) lines, sum(t.quantity) quantity, sum(t.amount_cents) cents
        from involved n join portal.sales_item_totals t on n.kind = 'product' and t.tenant_id = 0 and t.period = 17 and t.item_id = n.id
       group by 2, 3, 4, 5, 6
      union all
      select 'history', n.kind, n.was, n.becomes, n.id, t.currency, sum(t.lines), sum(t.quantity), sum(t.amount_cents)
        from involved n join portal.sales_customer_totals t on n.kind = 'customer' and t.tenant_id = 0 and t.period = 17 and t.customer_id = n.id
       group by 2, 3, 4, 5, 6
      union all
      select 'current', n.kind, n.was, n.becomes, n.id, t.currency, sum(t.lines), sum(t.quantity), sum(t.amount_cents)
        from involved n join portal.current_sales_item_totals t on n.kind = 'product' and t.tenant_id = 0 and t.period = 17 and t.item_id = n.id
       group by 2, 3, 4, 5, 6
      union all
      select 'current', n.kind, n.was, n.becomes, n.id, t.currency, sum(t.lines), sum(t.quantity), sum(t.amount_cents)
        from involved n join portal.current_sales_customer_totals t on n.kind = 'customer' and t.tenant_id = 0 and t.period = 17 and t.customer_id = n.id
       group by 2, 3, 4, 5, 6
    ), renamed as materialized (
      select s.kind, s.was, s.becomes, count(distinct s.id) names, sum(s.lines) lines
        from summed s where s.was <> s.becomes group by 1, 2, 3
    ), moved as (
      select s.dataset, s.kind, v.name, s.currency, sum(s.lines) filter (where v.now) lines_was, sum(s.lines) filter (where not v.now) lines_becomes,
             sum(s.quantity) filter (where v.now) quantity_was, sum(s.quantity) filter (where not v.now) quantity_becomes,
             sum(s.cents) filter (where v.now) cents_was, sum(s.cents) filter (where not v.now) cents_becomes
        from summed s, lateral (values (s.was, true), (s.becomes, false)) v (name, now)
       group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'productNames', coalesce((select sum(r.names) from renamed r where r.kind = 'product'), 0),
      'customerNames', coalesce((select sum(r.names) from renamed r where r.kind = 'customer'), 0),
      'productLines', coalesce((select sum(r.lines) from renamed r where r.kind = 'product'), 0),
      'customerLines', coalesce((select sum(r.lines) from renamed r where r.kind = 'customer'), 0),
      'renamedTotal', (select count(*) from renamed),
      'renamed', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'from', r.was, 'to', r.becomes, 'names', r.names, 'lines', r.lines)
          order by r.lines desc, r.kind, r.was, r.becomes), '[]')
        from (select * from renamed r order by r.lines desc, r.kind, r.was, r.becomes limit most) r),
      'sumsTotal', (select count(*) from moved),
      'sums', (select coalesce(jsonb_agg(jsonb_build_object('dataset', m.dataset, 'kind', m.kind, 'name', m.name, 'currency', m.currency,
          'before', jsonb_build_object('lines', coalesce(m.lines_was, 0), 'quantity', portal.units(coalesce(m.quantity_was, 0)),
            'amount', portal.money_text(coalesce(m.cents_was, 0))),
          'after', jsonb_build_object('lines', coalesce(m.lines_becomes, 0), 'quantity', portal.units(coalesce(m.quantity_becomes, 0)),
            'amount', portal.money_text(coalesce(m.cents_becomes, 0))))
          order by greatest(m.lines_was, m.lines_becomes) desc, m.kind, m.name, m.dataset desc, m.currency), '[]')
        from (select * from moved m order by greatest(m.lines_was, m.lines_becomes) desc, m.kind, m.name, m.dataset desc, m.currency limit most) m)));
end $function$
;
grant execute on portal.preview_display_rules(jsonb,integer) to portal_admin;
grant execute on portal.preview_display_rules(jsonb,integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.price_facts(p portal.prices)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('item', p.item_no, 'price', p.unit_price, 'unit', p.unit, 'currency', p.currency, 'valid_from', p.valid_from,
    'valid_to', p.valid_to)
$function$
;
grant execute on portal.price_facts(portal.prices) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.price_on(of_tenant integer, of_source smallint, of_item text, in_currency text, on_day date, OUT unit_price numeric, OUT unit text, OUT valid_to date)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.unit_price, p.unit, p.valid_to from portal.prices p
   where p.tenant_id = of_tenant and p.source_id in (of_source, 0) and p.item_no = of_item and p.currency = in_currency
     and p.valid_from <= on_day and coalesce(p.valid_to >= on_day, true)
   order by p.source_id = 0, p.valid_from desc, p.id desc limit 1
$function$
;
grant execute on portal.price_on(integer,smallint,text,text,date) to portal_admin;
grant execute on portal.price_on(integer,smallint,text,text,date) to portal_keeper;
grant execute on portal.price_on(integer,smallint,text,text,date) to portal_member;
grant execute on portal.price_on(integer,smallint,text,text,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.prune_outbox(keep interval, most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  newest bigint := (select o.id from portal.outbox o order by o.xid desc, o.id desc limit 1);
  gone bigint := 0;
  last record;
begin
  -- Of two servers that sweep at once one waits, and then finds nothing.
  perform from portal.outbox_pruned for update;
  loop
    with oldest as (
      select o.tenant_id, o.xid, o.id from (select * from portal.outbox x order by x.xid, x.id limit 5000) o
       where o.created_at < now() - keep or o.id <= newest - most
    ), deleted as (
      delete from portal.outbox o using oldest d where o.tenant_id = d.tenant_id and o.xid = d.xid and o.id = d.id returning o.xid, o.id
    )
    select count(*) over () as n, d.xid, d.id into last from deleted d order by d.xid desc, d.id desc limit 1;
    exit when last.n is null;
    update portal.outbox_pruned p set xid = last.xid, id = last.id where (p.xid, p.id) < (last.xid, last.id);
    gone := gone + last.n;
    exit when gone >= 500000;
  end loop;
  return gone;
end $function$
;
alter routine portal.prune_outbox(interval,bigint) owner to portal_keeper;
grant execute on portal.prune_outbox(interval,bigint) to portal_events;

CREATE OR REPLACE FUNCTION portal.purchase_order_candidates(of_tenant integer, of_id bigint, OUT order_id bigint, OUT ord_no text, OUT primary_no text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select o.id, o.ord_no, o.primary_no from portal.purchase_orders p
    join portal.orders o on o.tenant_id = p.tenant_id and lower(btrim(o.po_no)) = p.po_key and o.source_id <> portal.portal_source()
     and o.created_at >= p.submitted_at
   where p.tenant_id = of_tenant and p.id = of_id and p.po_key <> ''
     and not exists (select from portal.purchase_orders x where x.tenant_id = p.tenant_id and x.order_id = o.id and x.id <> p.id)
   order by o.id limit 50
$function$
;
grant execute on portal.purchase_order_candidates(integer,bigint) to portal_admin;
grant execute on portal.purchase_order_candidates(integer,bigint) to portal_keeper;
grant execute on portal.purchase_order_candidates(integer,bigint) to portal_member;
grant execute on portal.purchase_order_candidates(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.purchase_order_file_scan(of_tenant integer, of_file bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.state from portal.purchase_order_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$function$
;
alter routine portal.purchase_order_file_scan(integer,bigint) owner to portal_keeper;
grant execute on portal.purchase_order_file_scan(integer,bigint) to portal_admin;
grant execute on portal.purchase_order_file_scan(integer,bigint) to portal_member;
grant execute on portal.purchase_order_file_scan(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.purchase_order_moves(OUT side text, OUT from_state text, OUT to_state text)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  values ('client', 'draft', 'awaiting_approval'), ('client', 'draft', 'submitted'),
         ('staff', 'draft', 'awaiting_approval'), ('staff', 'draft', 'submitted'),
         ('client', 'awaiting_approval', 'submitted'), ('client', 'awaiting_approval', 'rejected'),
         ('client', 'awaiting_approval', 'cancelled'), ('client', 'submitted', 'cancelled'), ('client', 'countered', 'cancelled'),
         ('client', 'countered', 'accepted'), ('client', 'countered', 'submitted'),
         ('staff', 'submitted', 'accepted'), ('staff', 'submitted', 'rejected'), ('staff', 'submitted', 'countered'),
         ('staff', 'accepted', 'cancelled')
$function$
;
grant execute on portal.purchase_order_moves() to portal_admin;
grant execute on portal.purchase_order_moves() to portal_ingest;
grant execute on portal.purchase_order_moves() to portal_keeper;
grant execute on portal.purchase_order_moves() to portal_member;
grant execute on portal.purchase_order_moves() to portal_staff;

CREATE OR REPLACE FUNCTION portal.purchase_order_people(of_tenant integer, of_id bigint, OUT user_id text, OUT name text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select e.actor, auth.name_of(e.actor)
    from (select distinct x.actor from portal.purchase_order_events x
           where x.tenant_id = of_tenant and x.purchase_order_id = of_id and x.actor is not null
             and not (x.by_staff and auth.context_kind() = 'member')) e
   where auth.is_admin() or of_tenant = any (auth.seen_tenants())
$function$
;
alter routine portal.purchase_order_people(integer,bigint) owner to portal_keeper;
grant execute on portal.purchase_order_people(integer,bigint) to portal_admin;
grant execute on portal.purchase_order_people(integer,bigint) to portal_member;
grant execute on portal.purchase_order_people(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.queue_scan(content bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.document_scans as s (checksum) values (content)
  on conflict (checksum) do update set state = 'pending', attempts = 0, leased_until = null, asked_at = now() where s.state = 'failed'
$function$
;
grant execute on portal.queue_scan(bytea) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.read_conversation(of_conversation bigint, so_far integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  staff boolean := auth.context_kind() <> 'member';
  c portal.conversations;
  up int;
  moved boolean;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  up := least(so_far, c.last_no);
  moved := up > case when staff then c.staff_read else c.client_read end;
  insert into portal.conversation_reads as r (tenant_id, conversation_id, user_id, up_to) values (c.tenant_id, c.id, auth.actor(), up)
    on conflict (tenant_id, conversation_id, user_id) do update set up_to = greatest(r.up_to, excluded.up_to), at = now();
  if moved then
    update portal.conversations x set staff_read = case when staff then up else x.staff_read end,
        client_read = case when staff then x.client_read else up end
     where x.tenant_id = c.tenant_id and x.id = c.id;
  end if;
  return jsonb_build_object('tenant', c.tenant_id, 'upTo', up, 'moved', moved,
    'bell', auth.see_conversation_notices(c.tenant_id, c.id));
end $function$
;
alter routine portal.read_conversation(bigint,integer) owner to portal_keeper;
grant execute on portal.read_conversation(bigint,integer) to portal_admin;
grant execute on portal.read_conversation(bigint,integer) to portal_member;
grant execute on portal.read_conversation(bigint,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.read_outbox(after_xid xid8, after_id bigint, most integer, of_tenants integer[] DEFAULT NULL::integer[], OUT horizon xid8, OUT running boolean, OUT xid xid8, OUT id bigint, OUT tenant_id integer, OUT topic text, OUT module text, OUT permission text, OUT audience text, OUT object_id text, OUT payload jsonb, OUT created_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  floor xid8 := pg_snapshot_xmin(pg_current_snapshot());
  busy boolean := pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot());
begin
  if of_tenants is null then
    return query select floor, busy, o.xid, o.id, o.tenant_id, o.topic, o.module, o.permission, o.audience, o.object_id, o.payload, o.created_at
      from portal.outbox o where (o.xid, o.id) > (after_xid, after_id) and o.xid < floor order by o.xid, o.id limit most;
  else
    return query select floor, busy, e.*
      from unnest(of_tenants) t, lateral (
        select o.xid, o.id, o.tenant_id, o.topic, o.module, o.permission, o.audience, o.object_id, o.payload, o.created_at from portal.outbox o
         where o.tenant_id = t and (o.xid, o.id) > (after_xid, after_id) and o.xid < floor order by o.xid, o.id limit most) e
      order by e.xid, e.id limit most;
  end if;
  if not found then horizon := floor; running := busy; return next; end if;
end $function$
;
alter routine portal.read_outbox(xid8,bigint,integer,integer[]) owner to portal_keeper;
grant execute on portal.read_outbox(xid8,bigint,integer,integer[]) to portal_events;

CREATE OR REPLACE FUNCTION portal.read_product_rules(rules jsonb)
 RETURNS SETOF portal.product_rules
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r.position::int, r.rule ->> 'field', r.rule ->> 'kind', r.rule ->> 'wanted', (r.rule ->> 'digits')::smallint,
         (r.rule ->> 'ignoreCase')::boolean, r.rule ->> 'displayName'
    from jsonb_array_elements(rules -> 'productRules') with ordinality r (rule, position)
$function$
;
grant execute on portal.read_product_rules(jsonb) to portal_admin;
grant execute on portal.read_product_rules(jsonb) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.rebuild_sales(of_tenants integer[] DEFAULT NULL::integer[], of_years integer[] DEFAULT NULL::integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
 SET work_mem TO '128MB'
AS $function$
declare
  of_tenant int;
  tenants int[] := of_tenants;
  years smallint[] := of_years;
  everything boolean := of_tenants is null;
begin
  perform portal.lock_display_rules(false);
  if everything then
    select array_agg(distinct r.tenant_id), array_agg(distinct r.year) filter (where r.year > 0) into tenants, years from (
      select t.tenant_id, t.year from portal.sales_totals t
      union select s.tenant_id, s.year from portal.sales_history s
      union select 0, u.year from portal.unassigned_sales_history u) r;
  end if;
  select array_agg(distinct t order by t) into tenants from unnest(tenants) t where t > 0;
  foreach of_tenant in array coalesce(tenants, '{}') loop
    perform portal.lock_sales(of_tenant), portal.refuse_unknown_tenant(of_tenant);
  end loop;
  if everything then -- sums that no line stands behind go too
    perform portal.lock_sales(0);
    delete from portal.sales_item_totals;
    delete from portal.sales_customer_totals;
    delete from portal.sales_totals;
    delete from portal.sales_repeated_orders;
  end if;

  perform portal.rebuild_sales_tenants(tenants, years);
  perform portal.rebuild_sales_totals(tenants);
  perform portal.lock_sales(0);
  perform portal.rebuild_sales_everybody(years);
  perform portal.rebuild_sales_totals('{0}');
  perform portal.rebuild_sales_names(tenants || 0);
  perform portal.touch_data('sales', coalesce(tenants, '{}'));
end $function$
;
alter routine portal.rebuild_sales(integer[],integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.rebuild_sales_everybody(of_years smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.sales_item_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.sales_item_totals
    select 0, x.currency, x.period, x.year, x.item_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.item_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_item_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.item_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_sales_history u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.item_id, x.period, x.year, x.currency order by 3, 4, 5;
  delete from portal.sales_customer_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.sales_customer_totals
    select 0, x.currency, x.period, x.year, x.customer_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.customer_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_customer_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.customer_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_sales_history u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.customer_id, x.period, x.year, x.currency order by 3, 4, 5;
end $function$
;
alter routine portal.rebuild_sales_everybody(smallint[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.rebuild_sales_names(of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.sales_items s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.sales_item_totals t where t.tenant_id = s.tenant_id and t.period = 17 and t.item_id = s.item_id);
  insert into portal.sales_items as s (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct t.tenant_id, t.item_id from portal.sales_item_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.item_names n on n.id = x.item_id order by 1, 2
    on conflict (tenant_id, item_id) do update set product = excluded.product where s.product <> excluded.product;
  delete from portal.sales_customers s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.sales_customer_totals t
     where t.tenant_id = s.tenant_id and t.period = 17 and t.customer_id = s.customer_id);
  insert into portal.sales_customers as s (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct t.tenant_id, t.customer_id from portal.sales_customer_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.customer_names n on n.id = x.customer_id order by 1, 2
    on conflict (tenant_id, customer_id) do update set customer = excluded.customer where s.customer <> excluded.customer;
end $function$
;
alter routine portal.rebuild_sales_names(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.rebuild_sales_tenants(of_tenants integer[], of_years smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.sales_item_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.item_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.item_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.sales_item_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.item_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.item_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.item_id;

  delete from portal.sales_customer_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.customer_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.customer_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.sales_customer_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.customer_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.customer_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.customer_id;
end $function$
;
alter routine portal.rebuild_sales_tenants(integer[],smallint[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.rebuild_sales_totals(of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  delete from portal.sales_totals t where t.tenant_id = any (of_tenants);
  delete from portal.sales_repeated_orders r where r.tenant_id = any (of_tenants);
  with counted as materialized (
    select o.* from portal.count_sales_orders(of_tenants) o
  ), repeats as (
    insert into portal.sales_repeated_orders (tenant_id, period, year, currency, orders)
      select o.tenant_id, o.period, o.year, o.currency, o.repeated from counted o where o.repeated > 0
  )
  insert into portal.sales_totals (tenant_id, currency, month, year, lines, quantity, amount_cents, orders)
    select m.tenant_id, m.currency, m.period, m.year, m.lines, m.quantity, m.amount_cents, coalesce(o.orders, 0)
      from (select c.tenant_id, c.currency, c.period, c.year, sum(c.lines) lines, portal.total(c.quantity) quantity,
                   portal.total(c.amount_cents) amount_cents
              from portal.sales_customer_totals c where c.tenant_id = any (of_tenants) and c.period <= 12 group by 1, 2, 3, 4) m
      left join counted o on o.tenant_id = m.tenant_id and o.currency = m.currency and o.period = m.period and o.year = m.year
     order by 1, 4, 3, 2;
  if 0 = any (of_tenants) then
    delete from portal.sales_shared_invoices;
    insert into portal.sales_shared_invoices
      select distinct s.tenant_id, s.currency, s.invoice_no
        from (select x.tenant_id, x.currency, x.invoice_no,
                     min(x.tenant_id) over w < max(x.tenant_id) over w shared
                from (select h.tenant_id, h.currency, h.invoice_no from portal.sales_history h group by 1, 2, 3
                      union all
                      select 0, u.currency, u.invoice_no from portal.unassigned_sales_history u group by 2, 3) x
               where x.invoice_no <> '' window w as (partition by x.invoice_no, x.currency)) s
       where s.shared order by 1, 2, 3;
  end if;
end $function$
;
alter routine portal.rebuild_sales_totals(integer[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.receivables(of_tenant integer, today date, OUT currency text, OUT under30 bigint, OUT under60 bigint, OUT over60 bigint, OUT credit bigint, OUT invoices bigint, OUT open_invoices bigint, OUT overdue bigint, OUT overdue_invoices bigint)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with billed as (
    select i.tenant_id, i.currency, count(*) as n, count(*) filter (where i.balance_cents > 0) as open_n,
           count(*) filter (where i.balance_cents > 0 and i.ages_from < today) as late_n,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and i.ages_from < today), 0) as late,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from < 30), 0) as young,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from between 30 and 60), 0) as middle,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0 and today - i.ages_from > 60), 0) as old,
           coalesce(sum(i.balance_cents) filter (where i.balance_cents > 0), 0) as owed, sum(i.total_cents) as total
      from portal.invoices i where of_tenant is null or i.tenant_id = of_tenant group by 1, 2
  ), paid as (
    select p.tenant_id, p.currency, sum(p.amount_cents) as cents
      from portal.payments p where of_tenant is null or p.tenant_id = of_tenant group by 1, 2
  ), client as (
    select coalesce(b.currency, p.currency) as currency, coalesce(b.n, 0) as n, coalesce(b.open_n, 0) as open_n,
           coalesce(b.late_n, 0) as late_n, coalesce(b.late, 0) as late,
           coalesce(b.young, 0) as young, coalesce(b.middle, 0) as middle, coalesce(b.old, 0) as old,
           -- What is owed on invoices beyond what is owed in all.
           coalesce(b.owed, 0) - coalesce(b.total, 0) + coalesce(p.cents, 0) as credit
      from billed b full join paid p on p.tenant_id = b.tenant_id and p.currency = b.currency
  ), aged as (
    select c.*, greatest(c.old - greatest(c.credit, 0), 0) as old_left,
           greatest(c.middle - greatest(c.credit - c.old, 0), 0) as middle_left from client c
  )
  select a.currency, sum(a.young + a.middle + a.old - a.credit - a.middle_left - a.old_left)::bigint, sum(a.middle_left)::bigint,
         sum(a.old_left)::bigint, sum(a.credit)::bigint, sum(a.n)::bigint, sum(a.open_n)::bigint, sum(a.late)::bigint, sum(a.late_n)::bigint
    from aged a group by a.currency order by a.currency
$function$
;
grant execute on portal.receivables(integer,date) to portal_admin;
grant execute on portal.receivables(integer,date) to portal_member;
grant execute on portal.receivables(integer,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.record_document_request(r portal.document_requests, of_act text, said text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.document_request_acts (tenant_id, request_id, act, note, author, author_name, by_staff)
    values (r.tenant_id, r.id, of_act, said, auth.actor(), auth.name_of(auth.actor()), auth.context_kind() <> 'member')
$function$
;
grant execute on portal.record_document_request(portal.document_requests,text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.record_payment(of_tenant integer, of_wish text, of_day date, said text, parts jsonb, OUT of_reference text, OUT refused text, OUT about text, OUT open_cents bigint, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  placed record;
  key text := portal.bank_key(said);
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  placed := portal.place_payment(of_tenant, of_wish, parts);
  of_reference := placed.of_reference;
  refused := placed.refused;
  about := placed.about;
  open_cents := placed.open_cents;
  known := placed.known;
  if known or refused is not null then return; end if;
  if exists (select from portal.payment_orders o join portal.payment_orders n on n.tenant_id = o.tenant_id and n.currency = o.currency
              where o.tenant_id = of_tenant and o.bank_key = key and o.cancelled_at is null and n.id = placed.of_order) then
    refused := 'recorded';
  elsif exists (select from portal.payments p join portal.payment_orders n on n.tenant_id = p.tenant_id and n.currency = p.currency
              where p.tenant_id = of_tenant and p.source_id <> 0 and p.kind = 'payment' and n.id = placed.of_order
                and (portal.bank_key(p.reference) = key or portal.bank_key(p.payment_no) = key)) then
    refused := 'from_upstream';
  end if;
  -- The order that was placed goes with the transaction of whoever is refused.
  if refused is not null then return; end if;
  update portal.payment_orders o set recorded = true, bank_reference = said, received_on = of_day
   where o.tenant_id = of_tenant and o.id = placed.of_order;
  perform portal.settle_payment_order(of_tenant, placed.of_order);
  perform portal.moved_invoices(of_tenant);
end $function$
;
alter routine portal.record_payment(integer,text,date,text,jsonb) owner to portal_keeper;
grant execute on portal.record_payment(integer,text,date,text,jsonb) to portal_admin;
grant execute on portal.record_payment(integer,text,date,text,jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'the audit trail is only ever appended to' using errcode = '42501';
end $function$
;

CREATE OR REPLACE FUNCTION portal.refuse_sealed_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and (new = old or new.value is null and (new.digest, new.tenant_id, new.seq) = (old.digest, old.tenant_id, old.seq)) then
    return new;
  end if;
  raise exception 'what the audit trail says is erased, or not changed at all' using errcode = '42501';
end $function$
;

CREATE OR REPLACE FUNCTION portal.refuse_unknown_tenant(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from portal.tenants t where t.id = of_tenant) then
    raise exception 'sales of tenant %, which does not exist', of_tenant using errcode = '23503';
  end if;
end $function$
;
grant execute on portal.refuse_unknown_tenant(integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.register_ingested(of_batch bigint, of_kind text, of_source smallint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare has record;
begin
  -- Each statement is planned anew, so only those are executed that find something to do.
  select bool_or(p.from_tenant is null and p.act in ('insert', 'forgotten')) as news,
         bool_or(p.from_tenant is not null and p.row_no is not null) as known,
         bool_or(p.row_no is null and p.act = 'delete') as dropped
    into has from portal.ingest_plan p where p.batch = of_batch;
  if has.news then
    execute 'insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, upstream_updated_at, deleted)
      select $2, $3, p.key, case p.act when ''insert'' then p.to_tenant else coalesce(auth.ingest_tenant(), 0) end, p.row_id,
             coalesce(p.content_hash, ''00000000-0000-0000-0000-000000000000''), p.updated_at, p.act = ''forgotten''
        from portal.ingest_plan p
       where p.batch = $1 and p.from_tenant is null and p.act in (''insert'', ''forgotten'') order by p.key'
      using of_batch, of_source, of_kind;
  end if;
  if has.known then
    execute 'update portal.upstream_rows u set
        tenant_id = case when p.act in (''insert'', ''update'', ''move'') then p.to_tenant else u.tenant_id end,
        content_hash = coalesce(p.content_hash, u.content_hash),
        upstream_updated_at = p.updated_at,
        deleted = p.act in (''delete'', ''forgotten'')
      from portal.ingest_plan p
     where p.batch = $1 and p.row_no is not null and p.from_tenant is not null
       and p.act in (''insert'', ''update'', ''move'', ''delete'', ''seen'', ''forgotten'')
       and u.source_id = (select $2) and u.kind = (select $3) and u.key = p.key' -- as in portal.carry_lines
      using of_batch, of_source, of_kind;
  end if;
  -- What replacing took away is forgotten.
  if has.dropped then
    -- By their keys, not joined: without statistics, as soon after a first load, each would be compared with all.
    delete from portal.upstream_rows u where u.source_id = of_source and u.kind = of_kind and u.key = any (array(
      select p.key from portal.ingest_plan p where p.batch = of_batch and p.row_no is null and p.act = 'delete'));
  end if;
end $function$
;
grant execute on portal.register_ingested(bigint,text,smallint) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.remind_of_expiry(on_day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare told int;
begin
  with due as (
    insert into portal.document_reminders (document_id, expires_on, threshold)
    select d.id, d.expires_on, case when d.expires_on < on_day then 0 when d.expires_on <= on_day + 7 then 7
                                    when d.expires_on <= on_day + 30 then 30 else 60 end
      from portal.documents d
     where d.status = 'available' and d.expires_on between on_day - 60 and on_day + 60
     order by d.id
    on conflict do nothing
    returning document_id, expires_on, threshold
  ), said as (
    insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    select a.tenant_id, case when u.threshold = 0 then 'document.expired' else 'document.expiring' end,
           portal.module_of_shelves(d.shelves), 'documents.read', d.id::text, jsonb_build_object('threshold', u.threshold, 'expiresOn', u.expires_on)
      from due u join portal.documents d on d.id = u.document_id join portal.document_access a on a.document_id = d.id
     order by a.tenant_id, d.id
  ), heard as (
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
    select a.tenant_id, case when u.threshold = 0 then 'document_expired' else 'document_expiring' end, 'documents',
           portal.module_of_shelves(d.shelves), 'documents.read', jsonb_build_object('id', d.id, 'title', d.title, 'date', u.expires_on)
      from due u join portal.documents d on d.id = u.document_id join portal.document_access a on a.document_id = d.id
     order by a.tenant_id, d.id
  ), looked_after as (
    insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_people, facts)
    select 0, case when u.threshold = 0 then 'document_expired' else 'document_expiring' end, 'documents', 'documents.write', false,
           portal.staff_of(d.tenant_ids), jsonb_build_object('id', d.id, 'title', d.title, 'date', u.expires_on, 'console', true)
      from due u join portal.documents d on d.id = u.document_id order by d.id
  )
  select count(*)::int into told from due;
  return told;
end $function$
;
alter routine portal.remind_of_expiry(date) owner to portal_keeper;
grant execute on portal.remind_of_expiry(date) to portal_owner;

CREATE OR REPLACE FUNCTION portal.remind_of_requests(today date)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with due as (
    update portal.document_requests r set reminded_at = now() where r.state = 'open' and r.reminded_at is null and r.due_on <= today + 3
    returning r.*
  ), told as (
    insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
    select d.tenant_id, 'document_request_due', 'documents', 'document_requests.write', true, false,
           jsonb_build_object('id', d.id, 'title', d.title, 'due', d.due_on)
      from due d order by d.id returning 1
  )
  select count(*)::int from told
$function$
;
alter routine portal.remind_of_requests(date) owner to portal_keeper;
grant execute on portal.remind_of_requests(date) to portal_owner;

CREATE OR REPLACE FUNCTION portal.removable_from(d portal.documents)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when d.current_version is null then current_date
    when d.status = 'withdrawn' then (d.withdrawn_at::date + make_interval(years => portal.retention_years(d.retention)))::date
    when d.expires_on < current_date then (d.expires_on + make_interval(years => portal.retention_years(d.retention)))::date end
$function$
;
grant execute on portal.removable_from(portal.documents) to portal_admin;
grant execute on portal.removable_from(portal.documents) to portal_keeper;
grant execute on portal.removable_from(portal.documents) to portal_staff;

CREATE OR REPLACE FUNCTION portal.remove_document(of_document integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare d portal.documents;
begin
  perform auth.require_context('staff', 'admin');
  select * into d from portal.documents x where x.id = of_document for update;
  if d.id is null or not portal.may_end_document(d.tenant_ids) then return 'absent'; end if;
  if d.hold_reason is not null then return 'held'; end if;
  if exists (select from portal.document_acknowledgements a where a.document_id = of_document) then return 'signed'; end if;
  if coalesce(portal.removable_from(d), 'infinity') > current_date then return 'kept'; end if;
  delete from portal.documents x where x.id = of_document;
  return null;
end $function$
;
alter routine portal.remove_document(integer) owner to portal_keeper;
grant execute on portal.remove_document(integer) to portal_admin;
grant execute on portal.remove_document(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.remove_payment_method(of_method bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update portal.payment_methods m set token = null, holder = null, is_default = false, removed_at = clock_timestamp()
   where m.tenant_id = portal.own_tenant() and m.id = of_method and m.removed_at is null;
  return found;
end $function$
;
alter routine portal.remove_payment_method(bigint) owner to portal_keeper;
grant execute on portal.remove_payment_method(bigint) to portal_member;

CREATE OR REPLACE FUNCTION portal.report_issue(of_tenant integer, of_type text, of_priority text, of_title text, said text, of_order bigint, of_item text, of_lot text, of_invoice bigint, of_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  staff boolean := auth.context_kind() <> 'member';
  o portal.orders;
  v portal.invoices;
  i portal.issues;
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  if of_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('issue ' || auth.actor() || of_key, 0));
    select * into i from portal.issues x where x.tenant_id = of_tenant and x.reporter = auth.actor() and x.key = of_key;
    if found then return jsonb_build_object('id', i.id, 'no', i.no, 'again', true); end if;
  end if;
  if of_order is not null then
    select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = of_order;
    if not found then return '{"unknown": "orderId"}'; end if;
    i.order_source := o.source_id; i.order_key := o.source_key; i.order_no := coalesce(o.ord_no, o.primary_no, o.po_no);
  end if;
  if of_item is not null then
    select p.item_no, p.name into i.item_no, i.item_name from portal.products p
      join portal.product_access a on a.product_id = p.id and a.tenant_id = of_tenant where p.item_no = of_item limit 1;
    if not found then
      select l.item_no, l.item_name into i.item_no, i.item_name from portal.order_lines l
       where l.tenant_id = of_tenant and l.source_id = i.order_source and l.order_key = i.order_key and l.item_no = of_item limit 1;
    end if;
    if i.item_no is null then return '{"unknown": "itemNo"}'; end if;
  end if;
  if of_lot is not null then
    if not exists (select from portal.lots l join portal.lot_access a on a.lot_id = l.id and a.tenant_id = of_tenant where l.lot_no = of_lot)
       and not exists (select from portal.order_lines l
         where l.tenant_id = of_tenant and l.source_id = i.order_source and l.order_key = i.order_key and l.lot = of_lot) then
      return '{"unknown": "lotNo"}';
    end if;
    i.lot_no := of_lot;
  end if;
  if of_invoice is not null then
    select * into v from portal.invoices x where x.tenant_id = of_tenant and x.id = of_invoice;
    if not found then return '{"unknown": "invoiceId"}'; end if;
    i.invoice_source := v.source_id; i.invoice_key := v.source_key; i.invoice_no := v.invoice_no;
  end if;
  -- One after the other in each tenant, so that no number is left out or given twice.
  perform pg_advisory_xact_lock(hashtext('portal.issues'), of_tenant);
  select coalesce(max(x.no), 0) + 1 into i.no from portal.issues x where x.tenant_id = of_tenant;
  i.tenant_id := of_tenant; i.priority := of_priority; i.status := 'open'; i.clock_from := now();
  -- Nobody waits for a response to what the staff report themselves.
  if staff then i.first_response_at := now(); end if;
  i := portal.with_clock(i);
  insert into portal.issues (tenant_id, no, type, priority, title, description, order_source, order_key, order_no, item_no, item_name, lot_no,
      invoice_source, invoice_key, invoice_no, reporter, reporter_name, by_staff, first_response_at, due_at, warn_at, waiting_for, key)
    values (of_tenant, i.no, of_type, of_priority, of_title, said, i.order_source, i.order_key, i.order_no, i.item_no, i.item_name, i.lot_no,
      i.invoice_source, i.invoice_key, i.invoice_no, auth.actor(), auth.name_of(auth.actor()), staff, i.first_response_at, i.due_at, i.warn_at, 'staff', of_key)
    returning id into i.id;
  insert into portal.issue_entries (tenant_id, issue_id, kind, author, author_name, by_staff)
    values (of_tenant, i.id, 'report', auth.actor(), auth.name_of(auth.actor()), staff);
  return jsonb_build_object('id', i.id, 'no', i.no, 'order', i.order_no, 'item', i.item_no, 'lot', i.lot_no, 'invoice', i.invoice_no);
end $function$
;
alter routine portal.report_issue(integer,text,text,text,text,bigint,text,text,bigint,uuid) owner to portal_keeper;
grant execute on portal.report_issue(integer,text,text,text,text,bigint,text,text,bigint,uuid) to portal_admin;
grant execute on portal.report_issue(integer,text,text,text,text,bigint,text,text,bigint,uuid) to portal_member;
grant execute on portal.report_issue(integer,text,text,text,text,bigint,text,text,bigint,uuid) to portal_staff;

CREATE OR REPLACE FUNCTION portal.reporting_period(until date, OUT current_year integer, OUT through_month integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  newest record := portal.newest_sales_month(until);
  newest_month int;
begin
  current_year := coalesce(newest.year, extract(year from until)::int);
  newest_month := coalesce(newest.month, extract(month from until)::int);
  through_month := newest_month
    - (until < (make_date(current_year, newest_month, 1) + interval '1 month' - interval '1 day')::date
       and not exists (select from portal.sales_calendar c where c.year = current_year and c.month = newest_month))::int;
end $function$
;
grant execute on portal.reporting_period(date) to portal_admin;
grant execute on portal.reporting_period(date) to portal_member;
grant execute on portal.reporting_period(date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.reset_factor(of_user text, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare address text;
begin
  perform auth.require_context('admin');
  select u.email into address from auth.users u where u.id = of_user;
  if address is null then return null; end if;
  if not auth.forget_factor(of_user) then return false; end if;
  delete from auth.sessions s where s.user_id = of_user;
  perform auth.write_to_address(address, 'factor_reset', jsonb_build_object('reason', why,
    'by', (select p.name from portal.profiles p where p.user_id = auth.actor())), null, interval '7 days');
  return true;
end $function$
;
grant execute on portal.reset_factor(text,text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.reset_role(of_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare role portal.roles%rowtype;
begin
  perform auth.require_context('admin');
  select * into role from portal.roles r where r.key = of_key and r.shipped is not null for update;
  if role.key is null then return null; end if;
  if portal.left_ownerless(of_key, role.shipped) is not null then return '{"lastOwner": true}'; end if;
  update portal.roles r set permissions = r.shipped, named = false where r.key = of_key;
  return jsonb_build_object('before', jsonb_build_object('name', case when role.named then role.name end, 'permissions', role.permissions),
    'after', jsonb_build_object('name', null, 'permissions', role.shipped));
end $function$
;
grant execute on portal.reset_role(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.resolve_sales_customers(client_codes text[], customer_names text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform auth.require_context('ingest');
  insert into portal.customer_names (client_code, customer_name)
    select distinct coalesce(g.client_code, ''), coalesce(g.customer_name, '')
      from unnest(client_codes, customer_names) g (client_code, customer_name)
     where (select true from portal.customer_names n
             where n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, '')) is null
     order by 1, 2
    on conflict do nothing;
  return (select array_agg((select n.id from portal.customer_names n
                             where n.client_code = coalesce(g.client_code, '') and n.customer_name = coalesce(g.customer_name, '')) order by g.at)
            from unnest(client_codes, customer_names) with ordinality g (client_code, customer_name, at));
end $function$
;
alter routine portal.resolve_sales_customers(text[],text[]) owner to portal_keeper;
grant execute on portal.resolve_sales_customers(text[],text[]) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.resolve_sales_items(item_nos text[], item_names text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform auth.require_context('ingest');
  insert into portal.item_names (item_no, item_name)
    select distinct coalesce(g.item_no, ''), coalesce(g.item_name, '') from unnest(item_nos, item_names) g (item_no, item_name)
     where (select true from portal.item_names n
             where n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, '')) is null
     order by 1, 2
    on conflict do nothing;
  return (select array_agg((select n.id from portal.item_names n
                             where n.item_no = coalesce(g.item_no, '') and n.item_name = coalesce(g.item_name, '')) order by g.at)
            from unnest(item_nos, item_names) with ordinality g (item_no, item_name, at));
end $function$
;
alter routine portal.resolve_sales_items(text[],text[]) owner to portal_keeper;
grant execute on portal.resolve_sales_items(text[],text[]) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.retention_years(class text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case class when 'short' then 1 when 'standard' then 7 when 'long' then 10 end
$function$
;
grant execute on portal.retention_years(text) to portal_admin;
grant execute on portal.retention_years(text) to portal_keeper;
grant execute on portal.retention_years(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.returned_parts(o portal.payment_orders, is_met boolean, back bigint, OUT part text, OUT invoice text, OUT settles smallint, OUT cents bigint)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select 'R' || t.no, case when t.named then t.invoice_key end, case when t.named then nullif(t.source_id, 0) end, -t.taken
    from (select x.no, x.invoice_key, x.source_id,
                 least(x.amount_cents, back - coalesce(sum(x.amount_cents) over (order by x.no desc rows between unbounded preceding and 1 preceding), 0)) as taken,
                 not is_met or exists (select from portal.payments u
                   where u.tenant_id = o.tenant_id and portal.order_reference(u.reference, u.payment_no) = o.reference
                     and u.source_id = x.source_id and u.source_id <> 0 and u.invoice_no = x.invoice_key and u.currency = o.currency and u.amount_cents > 0) as named
            from portal.payment_parts x where x.tenant_id = o.tenant_id and x.order_id = o.id) t
   where t.taken > 0
$function$
;
grant execute on portal.returned_parts(portal.payment_orders,boolean,bigint) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.reveal_mail(of_id integer, OUT kind text, OUT secret text, OUT to_email text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare found_mail auth.mails%rowtype;
begin
  perform auth.require_context('admin');
  select * into found_mail from auth.mails m
   where m.id = of_id and m.state = 'waiting' and m.secret is not null and m.ends_at > clock_timestamp() for update;
  if found_mail.id is null then return; end if;
  perform auth.write_to_address(found_mail.to_email, 'mail_revealed',
    jsonb_build_object('by', (select p.name from portal.profiles p where p.user_id = auth.actor())), null, interval '7 days');
  kind := found_mail.kind; secret := found_mail.secret; to_email := found_mail.to_email;
  return next;
end $function$
;
grant execute on portal.reveal_mail(integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.revoke_temporary(of_id integer, OUT tenant_id integer, OUT email text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare who text;
begin
  perform auth.require_context('admin');
  update auth.temporary_access x set revoked_at = clock_timestamp() where x.id = of_id and x.revoked_at is null
  returning x.user_id, x.tenant_id, x.email into who, revoke_temporary.tenant_id, revoke_temporary.email;
  delete from auth.sessions s where s.user_id = who;
end $function$
;
grant execute on portal.revoke_temporary(integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.role_holders(of_key text, OUT members integer, OUT others integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  members := (select count(*) from portal.members m where m.role = of_key) + (select count(*) from portal.staff s where s.role = of_key);
  others := (select count(*) from auth.invitations i where i.role = of_key or i.access -> 'staff' ->> 'role' = of_key)
    + (select count(*) from auth.temporary_access x where x.role = of_key) + (select count(*) from auth.sessions s where s.view_role = of_key);
end $function$
;
grant execute on portal.role_holders(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.round_cents(cents numeric, currency text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ -- without a path of its own, so that it is part of the statement
  select case when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
              then (round(cents / 100) * 100)::bigint else round(cents)::bigint end
$function$
;
grant execute on portal.round_cents(numeric,text) to portal_admin;
grant execute on portal.round_cents(numeric,text) to portal_ingest;
grant execute on portal.round_cents(numeric,text) to portal_keeper;
grant execute on portal.round_cents(numeric,text) to portal_member;
grant execute on portal.round_cents(numeric,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_analytics(of_tenants integer[], home_currency character, today date, search text DEFAULT NULL::text, of_year integer DEFAULT NULL::integer, of_quarter integer DEFAULT NULL::integer, of_currency character DEFAULT NULL::bpchar)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  of_months smallint[] := case when of_quarter is null then '{1,2,3,4,5,6,7,8,9,10,11,12}'
    else array[3 * of_quarter - 2, 3 * of_quarter - 1, 3 * of_quarter] end;
  -- Sums of items and customers have no quarters: their three months, or the whole year.
  of_periods smallint[] := case when of_quarter is null then '{17}' else of_months end;
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  until_month int := extract(year from today) * 12 + extract(month from today);
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  one_customer boolean := portal.is_one_customer(of_tenants);
  searching boolean;
  found_items int[];
  found_customers int[];
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  through_month int := reported.through_month;
  grown_year int;
  grown_through int;
begin
  if search is not null then
    select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, search) n;
  end if;
  searching := found_items is not null;
  grown_year := coalesce(of_year, this_year);
  grown_through := case when grown_year < this_year then 12 when grown_year = this_year then through_month else 0 end;

  return (
    with other as materialized (
      select o.* from portal.found_customer_sales(of_tenants, shown, null, found_items, found_customers) o where searching
    ), monthly as materialized (
      select m.year, m.month, m.month = any (of_months) and (of_year is null or m.year = of_year) chosen,
             sum(m.lines) lines, portal.total(m.quantity) quantity, portal.total(m.amount_cents) amount_cents
        from (select t.year, t.month, t.lines, t.quantity, t.amount_cents
                from portal.sales_totals t where not searching and t.tenant_id = any (of_tenants) and t.currency = shown
              union all
              select r.year, r.period, r.lines, r.quantity, r.amount_cents
                from portal.sales_item_totals r
               where searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12
                 and r.item_id + 0 = any (found_items)
              union all
              select o.year, o.month, o.lines, o.quantity, o.amount_cents from other o) m
       group by 1, 2
    ), counted as materialized ( -- distinct invoices: of each quarter; quarter 5 has all of the filter's
      select coalesce((t.month + 2) / 3, 5) as quarter, sum(t.orders) orders
        from portal.sales_totals t
       where not searching and t.tenant_id = any (of_tenants) and t.currency = shown and (of_year is null or t.year = of_year)
       group by grouping sets ((), ((t.month + 2) / 3))
      union all
      select r.period - 12, - sum(r.orders)
        from portal.sales_repeated_orders r
       where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period > 12 and r.year = coalesce(of_year, 0) group by 1
      union all
      select case d.quarter when 0 then 5 else d.quarter end, - d.orders
        from portal.doubled_quarter_orders(of_tenants, shown, of_year) d where not searching
      union all
      select case f.quarter when 0 then 5 else f.quarter end, f.orders
        from portal.found_quarter_orders(of_tenants, shown, first_year, last_year, of_months, found_items, found_customers) f
       where searching
    ), orders as materialized (
      select c.quarter, sum(c.orders) orders from counted c where of_quarter is null or c.quarter = of_quarter group by 1
    ), product as materialized (
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents
        from (select r.tenant_id, r.item_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.item_id, r.quantity, r.amount_cents
                        from portal.sales_item_totals r
                       where r.tenant_id = any (of_tenants) and r.currency = shown and r.period = any (of_periods)
                         and r.year between first_year and last_year and (not searching or r.item_id + 0 = any (found_items))
                      union all
                      select o.tenant_id, o.item_id, o.quantity, o.amount_cents from other o
                       where o.month = any (of_months) and o.year between first_year and last_year) r
               group by r.item_id, r.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       group by 1
    ), buyer as materialized (
      select d.client_code, d.customer, i.quantity, i.amount_cents
        from (select r.tenant_id, r.customer_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.customer_id, r.quantity, r.amount_cents
                        from portal.sales_customer_totals r
                       where r.tenant_id = any (of_tenants) and r.currency = shown and r.period = any (of_periods)
                         and r.year between first_year and last_year and (not searching or r.customer_id + 0 = any (found_customers))
                      union all
                      select f.tenant_id, f.customer_id, f.quantity, f.amount_cents
                        from portal.found_item_customers(of_tenants, shown, first_year, last_year, of_months, found_items, found_customers) f
                       where searching) r
               group by r.customer_id, r.tenant_id) i
        join portal.sales_customers d on d.tenant_id = i.tenant_id and d.customer_id = i.customer_id and d.tenant_id = any (of_tenants)
    ), customer as materialized (
      select b.customer, portal.total(b.quantity) quantity, portal.total(b.amount_cents) amount_cents from buyer b group by 1
    ), chosen as (
      select coalesce(sum(m.lines), 0) lines, coalesce(sum(m.quantity), 0) quantity, coalesce(sum(m.amount_cents), 0) amount_cents,
             coalesce((select o.orders from orders o where o.quarter = coalesce(of_quarter, 5)), 0) orders,
             (select case when one_customer then least(count(c.counted), 1) else count(c.counted) end
                from (select distinct portal.customer_counted(b.client_code, b.customer) counted from buyer b) c) customers,
             (select count(*) from product) products
        from monthly m where m.chosen
    ), grown as materialized ( -- the months that are compared, of both years
      select (m.month + 2) / 3 quarter, m.year = grown_year now, m.quantity, m.amount_cents
        from monthly m
       where m.year in (grown_year, grown_year - 1) and m.month = any (of_months) and m.month <= grown_through
    ), growth as (
      select g.quarter, portal.against(
               coalesce(portal.total(b.quantity) filter (where not b.now), 0), coalesce(portal.total(b.quantity) filter (where b.now), 0),
               coalesce(portal.total(b.amount_cents) filter (where not b.now), 0), coalesce(portal.total(b.amount_cents) filter (where b.now), 0)) against
        from generate_series(0, 4) g (quarter) left join grown b on g.quarter in (0, b.quarter) group by 1
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('quantity', portal.units(c.quantity), 'revenue', portal.money_text(c.amount_cents),
          'lines', c.lines, 'customers', c.customers, 'products', c.products, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0)),
          'ordersPerCustomer', round(coalesce(c.orders::numeric / nullif(c.customers, 0), 0), 2),
          'quantityGrowth', g.against -> 'quantity' -> 'growth', 'revenueGrowth', g.against -> 'revenue' -> 'growth')
          from chosen c, growth g where g.quarter = 0),
      'comparison', (select json_build_object('years', json_build_array(grown_year - 1, grown_year),
          'months', (select coalesce(json_agg(m), '[]') from unnest(of_months) m where m <= grown_through),
          'quantity', g.against -> 'quantity', 'revenue', g.against -> 'revenue') from growth g where g.quarter = 0),
      'quarters', (select json_agg(json_build_object('quarter', g.quarter, 'quantity', portal.units(coalesce(q.quantity, 0)),
          'amount', portal.money_text(coalesce(q.amount_cents, 0)), 'lines', coalesce(q.lines, 0), 'orders', coalesce(o.orders, 0),
          'comparison', case when 3 * g.quarter - 2 = any (of_months) and 3 * g.quarter - 2 <= grown_through then g.against end) order by g.quarter)
          from growth g left join orders o on o.quarter = g.quarter
          left join (select (m.month + 2) / 3 quarter, sum(m.lines) lines, portal.total(m.quantity) quantity, portal.total(m.amount_cents) amount_cents
                       from monthly m where m.chosen group by 1) q on q.quarter = g.quarter
         where g.quarter > 0),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'amount', portal.money_text(p.amount_cents)) order by p.amount_cents desc, p.product), '[]')
          from (select * from product p order by p.amount_cents desc, p.product limit 10) p),
      'topCustomers', (select coalesce(json_agg(json_build_object('key', c.customer, 'customer', c.customer,
          'quantity', portal.units(c.quantity), 'amount', portal.money_text(c.amount_cents)) order by c.amount_cents desc, c.customer), '[]')
          from (select * from customer c where not one_customer order by c.amount_cents desc, c.customer limit 10) c),
      'topMonths', case when one_customer then (select coalesce(json_agg(json_build_object('year', m.year, 'month', m.month,
          'quantity', portal.units(m.quantity), 'amount', portal.money_text(m.amount_cents)) order by m.amount_cents desc, m.year, m.month), '[]')
          from (select * from monthly m where m.chosen order by m.amount_cents desc, m.year, m.month limit 10) m) end,
      'months', (select coalesce(json_agg(json_build_object('year', m.year, 'month', m.month, 'quantity', portal.units(m.quantity),
          'amount', portal.money_text(m.amount_cents)) order by m.year, m.month), '[]') from monthly m),
      'calendar', json_build_object('currentYear', this_year, 'throughMonth', through_month),
      'laterLines', (select coalesce(sum(m.lines), 0) from monthly m where m.chosen and m.year * 12 + m.month > until_month),
      'yearsAvailable', (select coalesce(json_agg(y order by y desc), '[]') from (
          select distinct t.year y from portal.sales_totals t where t.tenant_id = any (of_tenants) and t.currency = shown) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $function$
;
grant execute on portal.sales_analytics(integer[],character,date,text,integer,integer,character) to portal_admin;
grant execute on portal.sales_analytics(integer[],character,date,text,integer,integer,character) to portal_member;
grant execute on portal.sales_analytics(integer[],character,date,text,integer,integer,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_comparison(of_tenants integer[], home_currency character, search text, of_currency character, first_month integer, last_month integer, first_before integer, last_before integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  one_customer boolean := portal.is_one_customer(of_tenants);
  found_items int[];
  found_customers int[];
  searching boolean;
begin
  select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, search) n;
  searching := found_items is not null;
  return (
    with side (now, first, last) as (values (true, first_month, last_month), (false, first_before, last_before)
    ), found as materialized (
      select p.now, f.* from side p, lateral portal.found_sales_between(of_tenants, shown, p.first, p.last, found_items, found_customers) f
       where searching
    ), item as materialized (
      select r.now, d.product as name, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
        from (select p.now, r.tenant_id, r.item_id, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from side p join portal.sales_item_totals r on r.year between p.first / 12 and p.last / 12
                 and r.year * 12 + r.period - 1 between p.first and p.last
               where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 group by 1, 2, 3
              union all
              select f.now, f.tenant_id, f.item_id, f.lines, f.quantity, f.amount_cents from found f) r
        join portal.sales_items d on d.tenant_id = r.tenant_id and d.item_id = r.item_id group by 1, 2
    ), buyer as materialized (
      select r.now, d.client_code, d.customer as name, r.lines, r.quantity, r.amount_cents
        from (select p.now, r.tenant_id, r.customer_id, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from side p join portal.sales_customer_totals r on r.year between p.first / 12 and p.last / 12
                 and r.year * 12 + r.period - 1 between p.first and p.last
               where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 group by 1, 2, 3
              union all
              select f.now, f.tenant_id, f.customer_id, f.lines, f.quantity, f.amount_cents from found f) r
        join portal.sales_customers d on d.tenant_id = r.tenant_id and d.customer_id = r.customer_id
    ), customer as materialized (
      select b.now, b.name, sum(b.lines) lines, portal.total(b.quantity) quantity, portal.total(b.amount_cents) amount_cents
        from buyer b group by 1, 2
    ), total as (
      select p.now, coalesce(sum(i.lines), 0) lines, coalesce(sum(i.quantity), 0) quantity, coalesce(sum(i.amount_cents), 0) amount_cents,
             count(i.name) products,
             (select case when one_customer then least(count(c.counted), 1) else count(c.counted) end
                from (select distinct portal.customer_counted(b.client_code, b.name) counted from buyer b where b.now = p.now) c) customers,
             portal.sales_orders_between(of_tenants, shown, p.first, p.last, found_items, found_customers) orders
        from side p left join item i on i.now = p.now group by p.now, p.first, p.last
    ), ranked as materialized (
      select n.list, n.name, n.q1, n.q2, n.a1, n.a2, row_number() over (partition by n.list order by greatest(n.a1, n.a2) desc, n.name) place
        from (select x.list, x.name, coalesce(portal.total(x.quantity) filter (where not x.now), 0) q1, coalesce(portal.total(x.quantity) filter (where x.now), 0) q2,
                     coalesce(portal.total(x.amount_cents) filter (where not x.now), 0) a1, coalesce(portal.total(x.amount_cents) filter (where x.now), 0) a2
                from (select 'products' list, i.* from item i union all select 'customers', c.* from customer c where not one_customer) x
               group by 1, 2) n
    ), list as (
      select l.list,
             coalesce(json_agg(json_build_object('key', r.name, 'name', r.name, 'figures', portal.against(r.q1, r.q2, r.a1, r.a2)) order by r.place)
               filter (where r.place <= 20), '[]') shown,
             count(r.name) filter (where r.place > 20) others,
             portal.against(coalesce(portal.total(r.q1) filter (where r.place > 20), 0), coalesce(portal.total(r.q2) filter (where r.place > 20), 0),
               coalesce(portal.total(r.a1) filter (where r.place > 20), 0), coalesce(portal.total(r.a2) filter (where r.place > 20), 0)) rest
        from (values ('products'), ('customers')) l (list) left join ranked r on r.list = l.list group by 1
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('figures', portal.against(b.quantity, n.quantity, b.amount_cents, n.amount_cents),
          'lines', portal.beside(b.lines, n.lines, 1), 'orders', portal.beside(b.orders, n.orders, 1),
          'customers', portal.beside(b.customers, n.customers, 1), 'products', portal.beside(b.products, n.products, 1))
          from total n, total b where n.now and not b.now),
      'products', (select json_build_object('items', l.shown, 'others', l.others, 'rest', l.rest) from list l where l.list = 'products'),
      'customers', case when not one_customer then
          (select json_build_object('items', l.shown, 'others', l.others, 'rest', l.rest) from list l where l.list = 'customers') end
    ));
end $function$
;
grant execute on portal.sales_comparison(integer[],character,text,character,integer,integer,integer,integer) to portal_admin;
grant execute on portal.sales_comparison(integer[],character,text,character,integer,integer,integer,integer) to portal_member;
grant execute on portal.sales_comparison(integer[],character,text,character,integer,integer,integer,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_currencies(of_tenants integer[], home_currency character, asked character)
 RETURNS character[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select array_agg(c.currency order by c.currency = asked desc nulls last, c.currency = home_currency desc, c.lines desc, c.currency)
      from (select t.currency, sum(t.lines) lines from portal.sales_totals t where t.tenant_id = any (of_tenants) group by 1) c);
end $function$
;
grant execute on portal.sales_currencies(integer[],character,character) to portal_admin;
grant execute on portal.sales_currencies(integer[],character,character) to portal_member;
grant execute on portal.sales_currencies(integer[],character,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_history_screen(of_tenants integer[], home_currency character, today date, search text DEFAULT NULL::text, of_year integer DEFAULT NULL::integer, of_month integer DEFAULT NULL::integer, of_currency character DEFAULT NULL::bpchar)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  of_period smallint := coalesce(of_month, 17);
  first_year int := coalesce((portal.newest_sales_month(today)).year, extract(year from today)::int) - 6;
  before int := first_year - 1;
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  searching boolean;
  found_items int[];
  found_customers int[];
  found_broadly boolean;
  found_orders bigint := 0;
  -- Of the products; "or" would have all years read, of which the most are left out then.
  oldest int := case when of_year is null then 0 else least(of_year, first_year) end;
  newest int := case when of_year is null then 9999 else greatest(of_year, first_year + 5) end;
begin
  if search is not null then
    select n.items, n.customers, n.broad into found_items, found_customers, found_broadly
      from portal.find_sales_names(of_tenants, search) n;
  end if;
  searching := found_items is not null;
  if searching then
    found_orders := portal.found_sales_orders(of_tenants, shown, of_year, of_month, found_items, found_customers, found_broadly);
  elsif cardinality(of_tenants) > 1 then
    found_orders := - portal.doubled_sales_orders(of_tenants, shown, of_year, of_month);
  end if;

  return (
    with total as materialized (
      select t.month, t.year, sum(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents,
             sum(t.orders) orders
        from portal.sales_totals t where t.tenant_id = any (of_tenants) and t.currency = shown group by 1, 2
    ), found as materialized (
      select f.* from portal.found_sales(of_tenants, shown, of_year, of_month, found_items, found_customers) f where searching
    ), yearly as materialized (
      select t.year, portal.total(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents
        from total t where not searching and (of_month is null or t.month = of_month) group by 1
      union all
      select f.year, sum(f.lines), portal.total(f.quantity), portal.total(f.amount_cents) from found f where f.month is null group by 1
    ), monthly as (
      select t.month, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents from total t
       where not searching and (of_year is null or t.year = of_year) and (of_month is null or t.month = of_month) group by 1
      union all
      select f.month, f.quantity, f.amount_cents from found f where f.month is not null
    ), chosen as (
      select coalesce(sum(y.lines), 0) lines, coalesce(sum(y.quantity), 0) quantity, coalesce(sum(y.amount_cents), 0) amount_cents,
             found_orders + case when searching then 0 else
               coalesce((select sum(t.orders) from total t where (of_year is null or t.year = of_year) and (of_month is null or t.month = of_month)), 0)
               - coalesce((select sum(r.orders) from portal.sales_repeated_orders r where r.tenant_id = any (of_tenants)
                   and r.period = of_period and r.year = coalesce(of_year, 0) and r.currency = shown), 0) end orders
        from yearly y where of_year is null or y.year = of_year
    ), product as materialized ( -- with the years of the evolution, so that they are read once; null: no line then
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents,
             portal.total(i.y1) y1, portal.total(i.y2) y2, portal.total(i.y3) y3, portal.total(i.y4) y4, portal.total(i.y5) y5,
             portal.total(i.y6) y6
        from (select i.tenant_id, i.item_id,
                     portal.total(i.quantity) filter (where i.chosen) quantity,
                     portal.total(i.amount_cents) filter (where i.chosen) amount_cents,
                     portal.total(i.quantity) filter (where i.nth = 1) y1,
                     portal.total(i.quantity) filter (where i.nth = 2) y2,
                     portal.total(i.quantity) filter (where i.nth = 3) y3,
                     portal.total(i.quantity) filter (where i.nth = 4) y4,
                     portal.total(i.quantity) filter (where i.nth = 5) y5,
                     portal.total(i.quantity) filter (where i.nth = 6) y6
                from (select r.tenant_id, r.item_id, r.quantity, r.amount_cents, r.year - before as nth, coalesce(r.year = of_year, true) chosen
                        from portal.sales_item_totals r
                       where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period = of_period
                         and r.year between oldest and newest
                      union all
                      select f.tenant_id, f.item_id, f.quantity, f.amount_cents, f.year - before, coalesce(f.year = of_year, true)
                        from found f where f.month is null) i
               group by i.item_id, i.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       group by 1
    ), evolution as (
      select p.product, p.y1 + p.y2 + p.y3 + p.y4 + p.y5 + p.y6 total, p.y1, p.y2, p.y3, p.y4, p.y5, p.y6
        from (select p.product, coalesce(p.y1, 0) y1, coalesce(p.y2, 0) y2, coalesce(p.y3, 0) y3, coalesce(p.y4, 0) y4,
                     coalesce(p.y5, 0) y5, coalesce(p.y6, 0) y6
                from product p where coalesce(p.y1, p.y2, p.y3, p.y4, p.y5, p.y6) is not null) p
       order by 2 desc, 1 limit 20
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('quantity', portal.units(c.quantity), 'amount', portal.money_text(c.amount_cents),
          'lines', c.lines, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0))) from chosen c),
      'years', (select coalesce(json_agg(json_build_object('year', y.year, 'quantity', portal.units(y.quantity),
          'amount', portal.money_text(y.amount_cents)) order by y.year), '[]') from yearly y),
      'months', (select json_agg(json_build_object('month', g.month, 'quantity', portal.units(coalesce(m.quantity, 0)),
          'amount', portal.money_text(coalesce(m.amount_cents, 0))) order by g.month)
          from generate_series(1, 12) g (month) left join monthly m on m.month = g.month),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'amount', portal.money_text(p.amount_cents)) order by p.quantity desc, p.product), '[]')
          from (select * from product p where p.quantity is not null order by p.quantity desc, p.product limit 10) p),
      'evolution', json_build_object(
          'years', (select json_agg(y) from generate_series(first_year, first_year + 5) y),
          'products', (select coalesce(json_agg(json_build_object('key', e.product, 'product', e.product,
              'quantities', json_build_array(portal.units(e.y1), portal.units(e.y2), portal.units(e.y3), portal.units(e.y4),
                portal.units(e.y5), portal.units(e.y6)),
              'changes', json_build_array(null, portal.change(e.y1, e.y2), portal.change(e.y2, e.y3), portal.change(e.y3, e.y4),
                portal.change(e.y4, e.y5), portal.change(e.y5, e.y6)),
              'total', portal.units(e.total)) order by e.total desc, e.product), '[]') from evolution e)),
      'yearsAvailable', (select coalesce(json_agg(y.year order by y.year desc), '[]') from (select distinct t.year from total t) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $function$
;
grant execute on portal.sales_history_screen(integer[],character,date,text,integer,integer,character) to portal_admin;
grant execute on portal.sales_history_screen(integer[],character,date,text,integer,integer,character) to portal_member;
grant execute on portal.sales_history_screen(integer[],character,date,text,integer,integer,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_orders_between(of_tenants integer[], of_currency character, first_month integer, last_month integer, of_items integer[], of_customers integer[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
declare
  sellers int[] := portal.selling_tenants(of_tenants);
  first_year int := first_month / 12;
  last_year int := last_month / 12;
  kept_period int := case when first_month > last_month or first_year <> last_year then null
    when first_month = last_month then first_month % 12 + 1
    when last_month - first_month = 2 and first_month % 3 = 0 then 13 + first_month % 12 / 3
    when last_month - first_month = 11 then 17 end;
begin
  if kept_period is not null and of_items is null and cardinality(of_tenants) = 1 then
    return coalesce((select sum(t.orders) from portal.sales_totals t where t.tenant_id = of_tenants[1] and t.currency = of_currency
        and t.year = first_year and t.month between first_month % 12 + 1 and last_month % 12 + 1), 0)
      - coalesce((select r.orders from portal.sales_repeated_orders r where r.tenant_id = of_tenants[1] and r.currency = of_currency
        and r.period = kept_period and r.year = first_year), 0);
  end if;
  if of_tenants = '{0}' then
    return (select count(*) from (
      select s.invoice_no
        from (select t.tenant_id, t.year, t.month from portal.sales_totals t
               where t.tenant_id = any (sellers) and t.currency = of_currency
                 and t.year * 12 + t.month - 1 between first_month and last_month) m
        join portal.sales_history s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
       where s.currency = of_currency and s.invoice_no <> ''
         and (of_items is null or s.item_id = any (of_items) or s.customer_id = any (of_customers))
      union
      select u.invoice_no from portal.unassigned_sales_history u
       where u.currency = of_currency and u.invoice_no <> '' and u.year between first_year and last_year
         and u.year * 12 + u.month - 1 between first_month and last_month
         and (of_items is null or u.item_id = any (of_items) or u.customer_id = any (of_customers))) d);
  end if;
  return (select count(distinct s.invoice_no)
    from (select t.tenant_id, t.year, t.month from portal.sales_totals t
           where t.tenant_id = any (sellers) and t.currency = of_currency
             and t.year * 12 + t.month - 1 between first_month and last_month) m
    join portal.sales_history s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
   where s.currency = of_currency and s.invoice_no <> ''
     and (of_items is null or s.item_id = any (of_items) or s.customer_id = any (of_customers)));
end $function$
;
grant execute on portal.sales_orders_between(integer[],character,integer,integer,integer[],integer[]) to portal_admin;
grant execute on portal.sales_orders_between(integer[],character,integer,integer,integer[],integer[]) to portal_member;
grant execute on portal.sales_orders_between(integer[],character,integer,integer,integer[],integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_to_date(of_tenants integer[], home_currency character, today date, of_currency character DEFAULT NULL::bpchar)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1], home_currency);
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  last_month int := reported.through_month;
begin
  return (
    with history as (
      select t.currency, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents, sum(t.lines) lines
        from portal.sales_totals t where t.tenant_id = any (of_tenants) group by 1
    ), monthly as materialized (
      select t.year, t.month, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents
        from portal.sales_totals t
       where t.tenant_id = any (of_tenants) and t.currency = shown and t.year in (this_year - 1, this_year)
         and (t.year, t.month) <= (extract(year from today)::int, extract(month from today)::int) group by 1, 2
    ), so_far as (
      select coalesce(portal.total(m.quantity) filter (where m.year < this_year), 0) q1, coalesce(portal.total(m.quantity) filter (where m.year = this_year), 0) q2,
             coalesce(portal.total(m.amount_cents) filter (where m.year < this_year), 0) a1,
             coalesce(portal.total(m.amount_cents) filter (where m.year = this_year), 0) a2
        from monthly m where m.month <= last_month
    )
    select json_build_object(
      'currency', shown,
      'quantity', portal.units(coalesce(h.quantity, 0)), 'amount', portal.money_text(coalesce(h.amount_cents, 0)),
      'lines', coalesce(h.lines, 0),
      'others', (select coalesce(json_agg(json_build_object('currency', o.currency, 'quantity', portal.units(o.quantity),
          'amount', portal.money_text(o.amount_cents)) order by o.currency), '[]') from history o where o.currency <> shown),
      'years', json_build_array(this_year - 1, this_year), 'throughMonth', last_month,
      'toDate', json_build_object(
        'quantity', json_build_object('previous', portal.units(s.q1), 'current', portal.units(s.q2), 'growth', portal.growth(s.q1, s.q2),
          'trend', portal.trend(s.q1, s.q2)),
        'revenue', json_build_object('previous', portal.money_text(s.a1), 'current', portal.money_text(s.a2),
          'growth', portal.growth(s.a1, s.a2), 'trend', portal.trend(s.a1, s.a2))),
      'months', (select json_agg(json_build_object('month', g.month,
          'previous', json_build_object('quantity', portal.units(coalesce(b.quantity, 0)), 'amount', portal.money_text(coalesce(b.amount_cents, 0))),
          'current', case when g.month <= last_month or c.quantity is not null then json_build_object(
            'quantity', portal.units(coalesce(c.quantity, 0)), 'amount', portal.money_text(coalesce(c.amount_cents, 0))) end) order by g.month)
        from generate_series(1, 12) g (month)
        left join monthly b on b.month = g.month and b.year = this_year - 1 left join monthly c on c.month = g.month and c.year = this_year),
      'laterLines', (select coalesce(sum(t.lines), 0) from portal.sales_totals t
        where t.tenant_id = any (of_tenants) and t.currency = shown
          and (t.year, t.month) > (extract(year from today)::int, extract(month from today)::int)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ) from so_far s left join history h on h.currency = shown);
end $function$
;
grant execute on portal.sales_to_date(integer[],character,date,character) to portal_admin;
grant execute on portal.sales_to_date(integer[],character,date,character) to portal_member;
grant execute on portal.sales_to_date(integer[],character,date,character) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sales_trend(of_tenants integer[], home_currency character, today date, search text DEFAULT NULL::text, of_currency character DEFAULT NULL::bpchar, of_product text DEFAULT NULL::text, of_customer text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  found_items int[];
  found_customers int[];
  items int[] := coalesce((select array_agg(i.item_id) from portal.sales_items i
    where i.tenant_id = any (of_tenants) and i.product = of_product), '{}');
  customers int[] := coalesce((select array_agg(c.customer_id) from portal.sales_customers c
    where c.tenant_id = any (of_tenants) and c.customer = of_customer), '{}');
  months json;
begin
  select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, search) n;
  if found_items is null and of_customer is null then
    months := (select json_agg(json_build_object('year', m.year, 'month', m.period, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.period)
      from (select r.year, r.period, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
              from portal.sales_item_totals r
             where r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 and r.item_id = any (items) group by 1, 2) m);
  elsif found_items is null and of_product is null then
    months := (select json_agg(json_build_object('year', m.year, 'month', m.period, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.period)
      from (select r.year, r.period, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
              from portal.sales_customer_totals r
             where r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 and r.customer_id = any (customers) group by 1, 2) m);
  elsif of_tenants = '{0}' then
    months := (select json_agg(json_build_object('year', m.year, 'month', m.month, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.month)
      from (select s.year, s.month, portal.total(s.quantity) quantity, portal.total(s.amount_cents) amount_cents
              from portal.all_sales_history s
             where s.currency = shown and (of_product is null or s.item_id = any (items)) and (of_customer is null or s.customer_id = any (customers))
               and (found_items is null or s.item_id = any (found_items) or s.customer_id = any (found_customers)) group by 1, 2) m);
  else
    months := (select json_agg(json_build_object('year', m.year, 'month', m.month, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.month)
      from (select s.year, s.month, portal.total(s.quantity) quantity, portal.total(s.amount_cents) amount_cents
              from portal.sales_history s
             where s.tenant_id = any (of_tenants) and s.currency = shown
               and (of_product is null or s.item_id = any (items)) and (of_customer is null or s.customer_id = any (customers))
               and (found_items is null or s.item_id = any (found_items) or s.customer_id = any (found_customers)) group by 1, 2) m);
  end if;
  return (select json_build_object('currency', shown, 'months', coalesce(months, '[]'),
      'calendar', json_build_object('currentYear', p.current_year, 'throughMonth', p.through_month))
    from portal.reporting_period(today) p);
end $function$
;
grant execute on portal.sales_trend(integer[],character,date,text,character,text,text) to portal_admin;
grant execute on portal.sales_trend(integer[],character,date,text,character,text,text) to portal_member;
grant execute on portal.sales_trend(integer[],character,date,text,character,text,text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.says_who(act text, field text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select act = 'profile.changed' or field in ('email', 'invited') or (act like 'second\_factor.%' and field in ('name', 'number'))
$function$
;
grant execute on portal.says_who(text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.scan_purchase_order_file(of_tenant integer, of_file bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('member', 'staff', 'admin');
  perform portal.queue_scan(f.checksum) from portal.purchase_order_files f
   where f.tenant_id = of_tenant and f.id = of_file and (seen is null or f.tenant_id = any (seen));
end $function$
;
alter routine portal.scan_purchase_order_file(integer,bigint) owner to portal_keeper;
grant execute on portal.scan_purchase_order_file(integer,bigint) to portal_admin;
grant execute on portal.scan_purchase_order_file(integer,bigint) to portal_member;
grant execute on portal.scan_purchase_order_file(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.seal_value(link portal.audit_log, said jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  salt bytea := uuid_send(gen_random_uuid());
  digest bytea := sha256(salt || convert_to(said::text, 'utf8'));
begin
  if jsonb_typeof(said) = 'null' then return said; end if;
  insert into portal.audit_sealed values (digest, link.tenant_id, link.seq,
    array_remove(array[case when link.object_type in ('user', 'profile', 'member') then link.object_id end,
                       case when said #>> '{}' like '%@%' then lower(said #>> '{}') end], null), salt, said);
  return jsonb_build_object('sealed', encode(digest, 'hex'));
end $function$
;
grant execute on portal.seal_value(portal.audit_log,jsonb) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.sealed(link portal.audit_log, part jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare field record;
begin
  if jsonb_typeof(part) is distinct from 'object' then return part; end if;
  for field in select e.key, e.value from jsonb_each(part) e where portal.says_who(link.action, e.key) loop
    part := jsonb_set(part, array[field.key], case when jsonb_typeof(field.value) = 'array'
      then coalesce((select jsonb_agg(portal.seal_value(link, x) order by n) from jsonb_array_elements(field.value) with ordinality l (x, n)), '[]')
      else portal.seal_value(link, field.value) end);
  end loop;
  return part;
end $function$
;
grant execute on portal.sealed(portal.audit_log,jsonb) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.search_conversations(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pattern text := portal.search_pattern(term);
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), pattern, most,
    greatest(portal.about_fitting('portal.conversation_messages', 'x.search_text', pattern),
      portal.about_fitting('portal.conversations', 'x.search_text', pattern)),
    'portal.conversations', 'last_at desc, id desc',
    'x.search_text like $1 or (select true from portal.conversation_messages m
       where m.tenant_id = x.tenant_id and m.conversation_id = x.id and m.search_text like $1 limit 1)', 'portal.conversation_messages',
    'select c.tenant_id, c.id, c.last_at from portal.conversations c where (c.tenant_id, c.id) in (
       select x.tenant_id, x.id from portal.conversations x where x.tenant_id = any ($2) and x.search_text like $1
       union select m.tenant_id, m.conversation_id from %s m where m.tenant_id = any ($2) and m.search_text like $1)', 300);
end $function$
;
alter routine portal.search_conversations(text,integer) owner to portal_keeper;
grant execute on portal.search_conversations(text,integer) to portal_admin;
grant execute on portal.search_conversations(text,integer) to portal_member;
grant execute on portal.search_conversations(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_document_requests(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.document_requests', 'lower(x.search_text)', 'changed_at', 'desc', lower(portal.search_pattern(term)), most);
end $function$
;
alter routine portal.search_document_requests(text,integer) owner to portal_keeper;
grant execute on portal.search_document_requests(text,integer) to portal_admin;
grant execute on portal.search_document_requests(text,integer) to portal_member;
grant execute on portal.search_document_requests(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_documents(term text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
  named int[];
  found int;
begin
  named := array(
    select d.id from portal.documents d
     where (lower(d.number) = lower(term) or lower(d.title) = lower(term)) and d.status <> 'draft'
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id))
     order by lower(d.number) is distinct from lower(term), d.updated_at desc, d.id desc limit most);
  return query select unnest(named);
  if portal.about_fitting('portal.documents', 'lower(x.search_text)', pattern) <= 1000 then
    return query
      with hits as materialized (
        select d.id, d.updated_at from portal.documents d where d.status <> 'draft' and lower(d.search_text) like pattern and d.id <> all (named))
      select h.id from hits h
       where everything or (select true from portal.document_access a where a.tenant_id = any (seen) and a.document_id = h.id limit 1)
       order by h.updated_at desc, h.id desc limit most;
    return;
  end if;
  return query
    select h.id from (select d.id, d.status, d.search_text, d.updated_at from portal.documents d order by d.updated_at desc, d.id desc limit 3000) h
     where h.status <> 'draft' and lower(h.search_text) like pattern and h.id <> all (named)
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = h.id))
     order by h.updated_at desc, h.id desc limit most;
  get diagnostics found = row_count;
  if found >= most then return; end if;
  return query
    with hits as materialized (
      select d.id, d.updated_at from portal.documents d where d.status <> 'draft' and lower(d.search_text) like pattern and d.id <> all (named)
         and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id)))
    select h.id from hits h order by h.updated_at desc, h.id desc limit most;
end $function$
;
alter routine portal.search_documents(text,integer) owner to portal_keeper;
grant execute on portal.search_documents(text,integer) to portal_admin;
grant execute on portal.search_documents(text,integer) to portal_member;
grant execute on portal.search_documents(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_in_documents(search text, most integer, OUT document_id integer, OUT page integer)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  wanted tsquery := portal.page_query(search);
  seen int[] := auth.seen_tenants();
  all_seen boolean := auth.is_admin();
begin
  if wanted is null then return; end if;
  return query
    with found as (
      select v.document_id, p.page from portal.document_pages p
        join portal.document_versions v on v.checksum = p.checksum
        join portal.documents d on d.id = v.document_id and d.current_version = v.no
       where p.words @@ wanted and d.status = 'available'
         and (all_seen or exists (select from portal.document_access a where a.document_id = d.id and a.tenant_id = any (seen)))
       limit most)
    select f.document_id, min(f.page) from found f group by f.document_id;
end $function$
;
alter routine portal.search_in_documents(text,integer) owner to portal_keeper;
grant execute on portal.search_in_documents(text,integer) to portal_admin;
grant execute on portal.search_in_documents(text,integer) to portal_member;
grant execute on portal.search_in_documents(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_invoices(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select i.tenant_id, i.id from portal.invoices i where i.search_text like pattern limit most;
  else
    return query select i.tenant_id, i.id from portal.invoices i where i.tenant_id = any (seen) and i.search_text like pattern limit most;
  end if;
end $function$
;
alter routine portal.search_invoices(text,integer) owner to portal_keeper;
grant execute on portal.search_invoices(text,integer) to portal_admin;
grant execute on portal.search_invoices(text,integer) to portal_member;
grant execute on portal.search_invoices(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_issues(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.issues', 'lower(x.search_text)', 'last_at', 'desc', lower(portal.search_pattern(term)), most);
end $function$
;
alter routine portal.search_issues(text,integer) owner to portal_keeper;
grant execute on portal.search_issues(text,integer) to portal_admin;
grant execute on portal.search_issues(text,integer) to portal_member;
grant execute on portal.search_issues(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_lots(term text, most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
  found int;
begin
  if portal.about_fitting('portal.lots', 'lower(x.search_text)', pattern) <= 1000 then
    return query
      with hits as materialized (select x.id, x.manufactured_on from portal.lots x where lower(x.search_text) like pattern)
      select h.id from hits h
       where everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = h.id limit 1)
       order by h.manufactured_on desc nulls last, h.id desc limit most;
    return;
  end if;
  return query
    select h.id from (select x.id, x.manufactured_on, x.search_text from portal.lots x order by x.manufactured_on desc nulls last, x.id desc limit 3000) h
     where lower(h.search_text) like pattern
       and (everything or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = h.id))
     order by h.manufactured_on desc nulls last, h.id desc limit most;
  get diagnostics found = row_count;
  if found >= most then return; end if;
  return query
    with hits as materialized (
      select x.id, x.manufactured_on from portal.lots x where lower(x.search_text) like pattern
         and (everything or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id)))
    select h.id from hits h order by h.manufactured_on desc nulls last, h.id desc limit most;
end $function$
;
alter routine portal.search_lots(text,integer) owner to portal_keeper;
grant execute on portal.search_lots(text,integer) to portal_admin;
grant execute on portal.search_lots(text,integer) to portal_member;
grant execute on portal.search_lots(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_orders(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select o.tenant_id, o.id from portal.orders o where o.search_text like pattern
      union all select 0, u.id from portal.unassigned_orders u where u.search_text like pattern limit most;
  else
    return query select o.tenant_id, o.id from portal.orders o where o.tenant_id = any (seen) and o.search_text like pattern limit most;
  end if;
end $function$
;
alter routine portal.search_orders(text,integer) owner to portal_keeper;
grant execute on portal.search_orders(text,integer) to portal_admin;
grant execute on portal.search_orders(text,integer) to portal_member;
grant execute on portal.search_orders(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_pattern(term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '%' || replace(replace(replace(portal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$
;
grant execute on portal.search_pattern(text) to portal_admin;
grant execute on portal.search_pattern(text) to portal_keeper;
grant execute on portal.search_pattern(text) to portal_member;
grant execute on portal.search_pattern(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_payment_orders(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pattern text := portal.search_pattern(term);
begin
  return query select * from portal.newest_found(portal.seen_one_by_one(), pattern, most, portal.about_fitting('portal.payment_orders', 'x.search_text', pattern),
    'portal.payment_orders', 'id desc', 'x.search_text like $1', 'portal.payment_orders',
    'select x.tenant_id, x.id from %s x where x.tenant_id = any ($2) and x.search_text like $1', 3000);
end $function$
;
alter routine portal.search_payment_orders(text,integer) owner to portal_keeper;
grant execute on portal.search_payment_orders(text,integer) to portal_admin;
grant execute on portal.search_payment_orders(text,integer) to portal_member;
grant execute on portal.search_payment_orders(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_payments(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.payments', 'x.search_text', 'payment_date', 'desc', portal.search_pattern(term), most);
end $function$
;
alter routine portal.search_payments(text,integer) owner to portal_keeper;
grant execute on portal.search_payments(text,integer) to portal_admin;
grant execute on portal.search_payments(text,integer) to portal_member;
grant execute on portal.search_payments(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_people(term text, most integer, OUT user_id text, OUT name text, OUT email text)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare pattern text := lower(portal.search_pattern(term));
begin
  perform auth.require_context('admin');
  return query select p.user_id, p.name, p.email from portal.profiles p
   where (lower(portal.fold(p.name)) like pattern or lower(portal.fold(p.email)) like pattern)
     and not exists (select from auth.temporary_access x where x.user_id = p.user_id) -- nobody's account
   order by p.email <> lower(btrim(term)), p.name collate portal.natural_order, p.user_id limit most;
end $function$
;
grant execute on portal.search_people(text,integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.search_purchase_orders(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from portal.newest_with('portal.purchase_orders', 'x.search_text', 'dated_at', 'desc', portal.search_pattern(term), most);
end $function$
;
alter routine portal.search_purchase_orders(text,integer) owner to portal_keeper;
grant execute on portal.search_purchase_orders(text,integer) to portal_admin;
grant execute on portal.search_purchase_orders(text,integer) to portal_member;
grant execute on portal.search_purchase_orders(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.search_shipments(term text, most integer, OUT tenant_id integer, OUT id bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select s.tenant_id, s.id from portal.shipments s where s.search_text like pattern limit most;
  else
    return query select s.tenant_id, s.id from portal.shipments s where s.tenant_id = any (seen) and s.search_text like pattern limit most;
  end if;
end $function$
;
alter routine portal.search_shipments(text,integer) owner to portal_keeper;
grant execute on portal.search_shipments(text,integer) to portal_admin;
grant execute on portal.search_shipments(text,integer) to portal_member;
grant execute on portal.search_shipments(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.seed_purchase_orders(of_tenant integer, of_buyer text, of_staff text, as_of date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  o record;
  a record;
  made bigint;
  count int := 0;
begin
  if session_user = 'portal_app' then raise exception 'not for the server' using errcode = '42501'; end if;
  if exists (select from portal.purchase_orders p where p.tenant_id = of_tenant) then return 0; end if;
  insert into portal.purchase_settings (tenant_id, addresses)
  select of_tenant, jsonb_build_array(jsonb_build_object('label', c.client_name, 'address', c.address))
    from portal.customers c where c.tenant_id = of_tenant and c.address is not null order by c.client_code limit 1
  on conflict do nothing;
  -- Accepted, and entered since.
  for o in
    select newest.* from (select x.* from (
      select distinct on (r.po_no) r.id, r.po_no, r.currency, r.ship_to, r.requested_date, r.source_id, r.source_key, r.order_date
        from portal.orders r where r.tenant_id = of_tenant and r.po_no is not null and r.order_date between as_of - 300 and as_of - 20
       order by r.po_no, r.id) x
     order by x.order_date desc, x.id desc limit 14
  ) newest order by newest.order_date, newest.id
  loop
    insert into portal.purchase_orders (tenant_id, state, po_no, currency, requested_date, ship_to, created_by, created_at)
      values (of_tenant, 'draft', o.po_no, o.currency, o.requested_date, o.ship_to, of_buyer, o.order_date - 9) returning id into made;
    insert into portal.purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, unit_price)
      select of_tenant, made, row_number() over (order by l.id), p.id, p.item_no, p.name, l.qty_ordered, p.unit, l.unit_price
        from portal.order_lines l join portal.products p on p.source_id = l.source_id and p.item_no = l.item_no
       where l.tenant_id = of_tenant and l.source_id = o.source_id and l.order_key = o.source_key and l.qty_ordered > 0;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      values (of_tenant, made, 'draft', 'draft', of_buyer, false, o.order_date - 9), (of_tenant, made, 'submit', 'submitted', of_buyer, false, o.order_date - 8),
             (of_tenant, made, 'accept', 'accepted', of_staff, true, o.order_date - 2), (of_tenant, made, 'entered', 'accepted', null, true, o.order_date);
    count := count + 1;
    update portal.purchase_orders p set state = 'accepted', submitted_at = o.order_date - 8, decided_at = o.order_date - 2, number = count,
      order_id = o.id, order_state = 'linked', feed_version = 3, acknowledged_version = 3, acknowledged_at = o.order_date - 1, version = 3
     where p.tenant_id = of_tenant and p.id = made;
  end loop;
  -- One in every other state, of what the catalogue offers.
  for a in
    select x.state, x.days, x.act, x.by_staff, x.note, s.place from (values
      ('rejected', 75, 'reject', true, 'We cannot hold this formula at the temperature asked for.'), ('cancelled', 48, 'withdraw', false, null),
      ('countered', 12, 'counter', true, 'The filling line is free three weeks later.'), ('awaiting_approval', 3, null, false, null),
      ('submitted', 2, null, false, null), ('submitted', 1, null, true, null), ('draft', 0, null, false, null)) x (state, days, act, by_staff, note)
      cross join lateral (select x.days % 5 as place) s
  loop
    insert into portal.purchase_orders (tenant_id, state, po_no, currency, requested_date, created_by, created_at, by_staff)
      select of_tenant, 'draft', 'W-' || (7100 + a.days), t.currency, as_of + 150 - a.days, case when a.by_staff and a.act is null then of_staff else of_buyer end,
             as_of - a.days, a.by_staff and a.act is null from portal.tenants t where t.id = of_tenant returning id into made;
    insert into portal.purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, lead_weeks_from,
        lead_weeks_to, unit_price)
      select of_tenant, made, row_number() over (order by c.id), c.id, c.item_no, c.name,
             case c.class when 'blend' then 150 when 'bulk_capsule' then 200 else 6000 end, c.unit,
             case c.class when 'blend' then 6 when 'bulk_capsule' then 8 else 12 end, case c.class when 'blend' then 8 when 'bulk_capsule' then 12 else 16 end,
             (select x.unit_price from portal.tenants t, portal.price_on(of_tenant, c.source_id, c.item_no, t.currency, as_of) x where t.id = of_tenant)
        from (select p.* from portal.product_access y join portal.products p on p.id = y.product_id
               where y.tenant_id = of_tenant and p.active and p.class is not null order by p.id offset a.place * 2 limit 2) c;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      select of_tenant, made, 'draft', 'draft', p.created_by, p.by_staff, p.created_at from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = made;
    continue when a.state = 'draft';
    count := count + 1;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, at)
      select of_tenant, made, 'submit', case a.state when 'awaiting_approval' then a.state else 'submitted' end, p.created_by, p.by_staff, p.created_at + interval '20 minutes'
        from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = made;
    if a.act is not null then
      insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, actor, by_staff, note, at)
        values (of_tenant, made, a.act, a.state, case when a.by_staff then of_staff else of_buyer end, a.by_staff, a.note, as_of - a.days + 1);
    end if;
    update portal.purchase_orders p set state = a.state, submitted_at = as_of - a.days + interval '20 minutes', number = count, version = 3,
      decided_at = case when a.state in ('rejected', 'cancelled') then as_of - a.days + 1 end,
      proposal = case a.state when 'countered' then jsonb_build_object('kind', 'counter', 'note', a.note, 'quantities', '[]'::jsonb,
        'requestedDate', p.requested_date + 21, 'at', to_char(as_of - a.days + 1, 'YYYY-MM-DD"T"00:00:00.000"Z"')) end
     where p.tenant_id = of_tenant and p.id = made;
  end loop;
  update portal.purchase_orders p set line_count = s.n, total_cents = s.cents, unpriced_lines = s.unpriced
    from (select l.purchase_order_id as id, count(*) as n, coalesce(sum(l.amount_cents), 0) as cents, count(*) filter (where l.unit_price is null) as unpriced
            from portal.purchase_order_lines l where l.tenant_id = of_tenant group by 1) s
   where p.tenant_id = of_tenant and p.id = s.id;
  update portal.purchase_settings s set last_number = count where s.tenant_id = of_tenant;
  insert into portal.purchase_settings (tenant_id, last_number) values (of_tenant, count) on conflict do nothing;
  return count;
end $function$
;
alter routine portal.seed_purchase_orders(integer,text,text,date) owner to portal_keeper;
grant execute on portal.seed_purchase_orders(integer,text,text,date) to portal_owner;

CREATE OR REPLACE FUNCTION portal.seen_one_by_one()
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
end $function$
;
alter routine portal.seen_one_by_one() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.selling_tenants(of_tenants integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if of_tenants <> '{0}' then return of_tenants; end if;
  return (select array_agg(t.id) from portal.tenants t where exists (select from portal.sales_totals s where s.tenant_id = t.id));
end $function$
;
grant execute on portal.selling_tenants(integer[]) to portal_admin;
grant execute on portal.selling_tenants(integer[]) to portal_member;
grant execute on portal.selling_tenants(integer[]) to portal_staff;

CREATE OR REPLACE FUNCTION portal.send_message(of_conversation bigint, said text, of_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  before portal.conversation_messages;
  c portal.conversations;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  select * into before from portal.sent_before(of_key);
  if found then
    if before.conversation_id <> c.id or before.text is distinct from said then return '{"mismatch": true}'; end if;
    return portal.conversation_people(c) || jsonb_build_object('no', before.no, 'again', true);
  end if;
  c := portal.add_message(c, 'message', said, of_key);
  return portal.conversation_people(c);
end $function$
;
alter routine portal.send_message(bigint,text,uuid) owner to portal_keeper;
grant execute on portal.send_message(bigint,text,uuid) to portal_admin;
grant execute on portal.send_message(bigint,text,uuid) to portal_member;
grant execute on portal.send_message(bigint,text,uuid) to portal_staff;

CREATE OR REPLACE FUNCTION portal.sent_before(of_key uuid)
 RETURNS SETOF portal.conversation_messages
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.* from portal.conversation_messages m
   where m.author = auth.actor() and m.key = of_key and (auth.seen_tenants() is null or m.tenant_id = any (auth.seen_tenants()))
$function$
;
grant execute on portal.sent_before(uuid) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.sessions_of(of_user text, OUT id text, OUT user_agent text, OUT address text, OUT created_at timestamp with time zone, OUT last_active_at timestamp with time zone, OUT is_current boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.last_active_at, s.id = auth.session_id()
    from auth.sessions s where s.user_id = of_user and s.expires_at > clock_timestamp()
   order by s.last_active_at desc, s.id limit 200;
end $function$
;
grant execute on portal.sessions_of(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.set_access(of_user text, known text, wanted jsonb, OUT outcome text, OUT about integer, OUT before jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  staff jsonb := nullif(wanted -> 'staff', 'null');
  assigned int[] := array(select x::int from jsonb_array_elements_text(case when jsonb_typeof(staff -> 'tenantIds') = 'array' then staff -> 'tenantIds' else '[]' end) x);
begin
  perform auth.require_context('admin');
  -- One change after the other: whoever is the last must not go together with the one before.
  perform from portal.installation i for update;
  perform from portal.profiles p where p.user_id = of_user for update;
  before := portal.access_of_person(of_user);
  if before is null then return; end if;
  if md5(before::text) <> known then outcome := 'stale'; return; end if;
  if exists (select from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int, role text)
              where not exists (select from portal.roles r where r.key = w.role and r.kind = 'tenant'))
     or staff is not null and not exists (select from portal.roles r where r.key = staff ->> 'role' and r.kind = 'staff') then
    outcome := 'unknown_role'; return;
  end if;
  if exists (select from (select w."tenantId" from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int) union all select unnest(assigned)) w (id)
              where not exists (select from portal.tenants t where t.id = w.id)) then
    outcome := 'unknown_tenant'; return;
  end if;
  if (before -> 'administrator')::boolean and not (wanted -> 'administrator')::boolean
     and not exists (select from portal.profiles p where p.global_admin and p.deactivated_at is null and p.user_id <> of_user) then
    outcome := 'last_administrator'; return;
  end if;

  update portal.profiles p set global_admin = (wanted -> 'administrator')::boolean where p.user_id = of_user;
  delete from portal.staff_tenants a where a.user_id = of_user;
  if staff is null then
    delete from portal.staff s where s.user_id = of_user;
  else
    insert into portal.staff as s (user_id, role, all_tenants) values (of_user, staff ->> 'role', jsonb_typeof(staff -> 'tenantIds') = 'null')
    on conflict (user_id) do update set role = excluded.role, all_tenants = excluded.all_tenants;
    insert into portal.staff_tenants (tenant_id, user_id) select distinct a, of_user from unnest(assigned) a;
  end if;
  delete from portal.members m where m.user_id = of_user
     and not exists (select from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int) where w."tenantId" = m.tenant_id);
  insert into portal.members as m (tenant_id, user_id, role)
  select distinct on (w."tenantId") w."tenantId", of_user, w.role from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int, role text)
  on conflict (tenant_id, user_id) do update set role = excluded.role where m.role <> excluded.role;
  update portal.profiles p set default_tenant_id = null where p.user_id = of_user
     and not exists (select from portal.members m where m.user_id = of_user and m.tenant_id = p.default_tenant_id);

  -- A tenant whose people nobody could manage any more, because of this.
  about := (select b."tenantId" from jsonb_to_recordset(before -> 'memberships') b ("tenantId" int, role text)
              join portal.roles r on r.key = b.role and 'members.manage' = any (r.permissions)
             where exists (select from portal.profiles p where p.user_id = of_user and p.deactivated_at is null)
               and not exists (select from portal.owners_of(b."tenantId")) limit 1);
  outcome := case when about is null then 'done' else 'last_owner' end; -- whoever asked rolls the latter back
end $function$
;
grant execute on portal.set_access(text,text,jsonb) to portal_admin;

CREATE OR REPLACE FUNCTION portal.set_deactivated(of_user text, off boolean, OUT outcome text, OUT was boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  perform from portal.installation i for update;
  select p.deactivated_at is not null into was from portal.profiles p where p.user_id = of_user for update;
  if was is null then return; end if;
  if off and not was and exists (select from portal.profiles p where p.user_id = of_user and p.global_admin)
     and not exists (select from portal.profiles p where p.global_admin and p.deactivated_at is null and p.user_id <> of_user) then
    outcome := 'last_administrator'; return;
  end if;
  -- As a change of a member does, so that two who are the last do not go together.
  perform from portal.tenants t where t.id in (select m.tenant_id from portal.members m where m.user_id = of_user) order by t.id for update;
  if off and not was and exists (select from portal.members m where m.user_id = of_user and of_user in (select portal.owners_of(m.tenant_id))
       and not exists (select from portal.owners_of(m.tenant_id) o where o <> of_user)) then
    outcome := 'last_owner'; return;
  end if;
  update portal.profiles p set deactivated_at = case when off then coalesce(p.deactivated_at, now()) end where p.user_id = of_user;
  if off then delete from auth.sessions s where s.user_id = of_user; end if;
  outcome := 'done';
end $function$
;
grant execute on portal.set_deactivated(text,boolean) to portal_admin;

CREATE OR REPLACE FUNCTION portal.settle_conversation(of_conversation bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  c portal.conversations;
  before text;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  before := c.waiting_for;
  if before is not null then
    insert into portal.conversation_notes (tenant_id, conversation_id, kind, author, author_name)
      values (c.tenant_id, c.id, 'settle', auth.actor(), auth.name_of(auth.actor()));
    update portal.conversations x set waiting_for = null, waiting_since = null where x.tenant_id = c.tenant_id and x.id = c.id;
  end if;
  return portal.conversation_people(c) || jsonb_build_object('before', before);
end $function$
;
alter routine portal.settle_conversation(bigint) owner to portal_keeper;
grant execute on portal.settle_conversation(bigint) to portal_admin;
grant execute on portal.settle_conversation(bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.settle_payment_order(of_tenant integer, of_order bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  o portal.payment_orders;
  c portal.card_payments;
  is_met boolean;
  back bigint;
begin
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order;
  select * into c from portal.card_payments x where x.tenant_id = of_tenant and x.order_id = of_order;
  select coalesce(sum(p.amount_cents) filter (where p.amount_cents > 0 or c.order_id is null), 0) >= o.amount_cents,
         case when o.received_on is null then 0
              else greatest(coalesce(c.returned_cents, 0) + coalesce(sum(p.amount_cents) filter (where p.amount_cents < 0), 0), 0) end
    into is_met, back
    from portal.payments p
   where p.tenant_id = o.tenant_id and (portal.order_reference(p.reference, p.payment_no) = o.reference
         or portal.bank_key(p.reference) = o.bank_key or portal.bank_key(p.payment_no) = o.bank_key)
     and p.source_id <> 0 and p.kind = 'payment' and p.currency = o.currency;
  delete from portal.payments p using portal.payment_parts t
   where t.tenant_id = o.tenant_id and t.order_id = o.id and p.tenant_id = o.tenant_id and p.source_id = 0
     and p.source_key = o.reference || chr(31) || t.no
     and (o.received_on is null or is_met or exists (select from portal.payments u
           where u.tenant_id = o.tenant_id and (portal.order_reference(u.reference, u.payment_no) = o.reference
               or portal.bank_key(u.reference) = o.bank_key or portal.bank_key(u.payment_no) = o.bank_key)
             and u.source_id = t.source_id and u.source_id <> 0 and u.invoice_no = t.invoice_key and u.currency = o.currency and u.amount_cents > 0));
  if o.received_on is not null and not is_met then
    insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, settles_source, payment_date,
        reference, currency, amount_cents)
    select o.tenant_id, 0, o.reference || chr(31) || t.no, o.reference, t.no::text, 'payment', t.invoice_key, nullif(t.source_id, 0),
           o.received_on, o.reference, o.currency, t.amount_cents
      from portal.payment_parts t
     where t.tenant_id = o.tenant_id and t.order_id = o.id and not exists (select from portal.payments u
           where u.tenant_id = o.tenant_id and (portal.order_reference(u.reference, u.payment_no) = o.reference
               or portal.bank_key(u.reference) = o.bank_key or portal.bank_key(u.payment_no) = o.bank_key)
             and u.source_id = t.source_id and u.source_id <> 0 and u.invoice_no = t.invoice_key and u.currency = o.currency and u.amount_cents > 0)
    on conflict (tenant_id, source_id, source_key) do nothing;
  end if;
  if c.order_id is not null then perform portal.settle_returned(o, is_met, back, c.returned_on); end if;
  if is_met <> o.met then
    update portal.payment_orders x set met = is_met where x.tenant_id = o.tenant_id and x.id = o.id;
  end if;
end $function$
;
alter routine portal.settle_payment_order(integer,bigint) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.settle_purchase_order(of_tenant integer, of_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found bigint[];
  alike bigint;
begin
  select array_agg(c.order_id) into found from portal.purchase_order_candidates(of_tenant, of_id) c;
  if found is null then return; end if;
  select count(*) into alike from portal.purchase_orders p join portal.purchase_orders me
      on me.tenant_id = of_tenant and me.id = of_id and p.tenant_id = me.tenant_id and p.po_key = me.po_key
   where p.state = 'accepted' and p.order_state is distinct from 'linked';
  if cardinality(found) = 1 and alike = 1 then
    perform portal.link_purchase_order(of_tenant, of_id, found[1]);
  else
    -- Once: the staff hear of it, and it stands in the timeline, until one of them says which it is.
    with told as (
      update portal.purchase_orders p set order_state = 'ambiguous'
       where p.tenant_id = of_tenant and p.id = of_id and p.order_state not in ('linked', 'ambiguous')
      returning p.id, p.po_no),
    noted as (
      insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, by_staff) select of_tenant, t.id, 'ambiguous', 'accepted', true from told t),
    sent as (
      insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
      select of_tenant, 'purchase-orders', 'orders', 'purchase_orders.read', t.id::text, '{"name": "purchase_order.ambiguous"}' from told t)
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, facts)
    select of_tenant, 'po_ambiguous', 'purchase_orders', 'orders', 'purchase_orders.manage', false, true, jsonb_build_object('id', t.id, 'order', t.po_no)
      from told t;
  end if;
end $function$
;
alter routine portal.settle_purchase_order(integer,bigint) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.settle_returned(o portal.payment_orders, is_met boolean, back bigint, on_day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from portal.payments p
   where p.tenant_id = o.tenant_id and p.source_id = 0 and starts_with(p.source_key, o.reference || chr(31) || 'R')
     and not exists (select from portal.returned_parts(o, is_met, back) r
       where p.line_no = r.part and p.amount_cents = r.cents and p.payment_date = on_day and p.invoice_no is not distinct from r.invoice);
  insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, settles_source, payment_date,
      reference, currency, amount_cents)
  select o.tenant_id, 0, o.reference || chr(31) || r.part, o.reference, r.part, 'payment', r.invoice, r.settles, on_day, o.reference, o.currency,
         r.cents
    from portal.returned_parts(o, is_met, back) r
  on conflict (tenant_id, source_id, source_key) do nothing;
end $function$
;
grant execute on portal.settle_returned(portal.payment_orders,boolean,bigint,date) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.settle_sales()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  of_tenant int;
  touched int[];
  writers int[];
  changes bigint;
  anew_tenants int[];
  anew_years int[];
  everything boolean;
  took_away boolean;
  at_once boolean;
  done boolean;
begin
  done := portal.note_single_sale() is null;
  if not exists (select from portal.sales_unsettled u where u.xid = pg_current_xact_id()) then return; end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sales are written in read committed transactions' using errcode = '25001';
  end if;
  select array_agg(p.tenant_id) filter (where p.year > 0), array_agg(p.year::int) filter (where p.year > 0),
         bool_or(p.tenant_id < 0)
    into anew_tenants, anew_years, everything
    from portal.sales_pending p where p.xid = pg_current_xact_id();
  done := portal.lock_display_rules(false) is null;

  if everything then
    perform portal.rebuild_sales();
  else
    select array_agg(c.tenant_id order by c.tenant_id), sum(c.changes), bool_or(c.gone) into touched, changes, took_away
      from (select x.tenant_id, count(*) changes, bool_or(x.lines < 0) gone
              from portal.sales_changes x where x.xid = pg_current_xact_id() group by 1) c;
    if touched is not null then
      writers := touched;
      if anew_tenants is not null then
        writers := array(select distinct t from unnest(touched || anew_tenants) t order by 1);
      end if;
      foreach of_tenant in array writers loop
        if of_tenant > 0 then
          done := portal.lock_sales(of_tenant) is null;
          done := portal.refuse_unknown_tenant(of_tenant) is null;
        end if;
      end loop;
      -- At once where that is short: an invoice is looked at once for both then. Otherwise the tenants' part first, so that
      -- tenant 0 is not kept waiting for it, nor this transaction for tenant 0.
      at_once := changes <= 500 or changes <= 20000 and portal.try_lock_sales(0);
      if not at_once then
        perform portal.add_sales_sums(true, false), portal.add_sales_orders(true, false);
        if took_away then perform portal.drop_empty_sales_sums(true, false); end if;
      end if;
      done := portal.lock_sales(0) is null;
      perform portal.add_sales_sums(at_once, true), portal.add_sales_orders(at_once, true);
      if took_away then perform portal.drop_empty_sales_sums(at_once, true); end if;
      done := portal.touch_data('sales', touched) is null;
    end if;
    if anew_tenants is not null then perform portal.rebuild_sales(anew_tenants, anew_years); end if;
  end if;
  delete from portal.sales_changes c where c.xid = pg_current_xact_id();
  delete from portal.sales_pending p where p.xid = pg_current_xact_id();
end $function$
;
alter routine portal.settle_sales() owner to portal_keeper;
grant execute on portal.settle_sales() to portal_ingest;

CREATE OR REPLACE FUNCTION portal.settle_sales_at_commit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare done boolean;
begin
  done := portal.settle_sales() is null; -- assigned, not performed: a query would be set up
  delete from portal.sales_unsettled u where u.xid = new.xid;
  return null;
end $function$
;
alter routine portal.settle_sales_at_commit() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.shown_product(rules portal.product_rules[], item_no text, item_name text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((
    select r.display_name
      from (select portal.trim_name(item_no) code, portal.trim_name(item_name) name offset 0) i, unnest(rules) r
     where case r.field when 'code' then portal.fits_rule(r, i.code, lower(i.code)) else portal.fits_rule(r, i.name, lower(i.name)) end
     order by r.position limit 1), nullif(portal.trim_name(item_name), ''), 'Unknown Product')
$function$
;
grant execute on portal.shown_product(portal.product_rules[],text,text) to portal_admin;
grant execute on portal.shown_product(portal.product_rules[],text,text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.source_of_lots(numbers text[])
 RETURNS smallint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when count(*) = 1 then min(s) end from portal.sources_of_lots(numbers) s
$function$
;
alter routine portal.source_of_lots(text[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.sources_of_lots(numbers text[])
 RETURNS SETOF smallint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with recursive sources (id) as (
    (select l.source_id from portal.order_lines l where l.lot is not null order by l.source_id limit 1)
    union all
    select (select l.source_id from portal.order_lines l where l.lot is not null and l.source_id > s.id order by l.source_id limit 1)
      from sources s where s.id is not null
  )
  select x.source_id from portal.lots x where x.lot_no = any (numbers)
  union
  select s.id from sources s
   where s.id is not null and exists (select from portal.order_lines l where l.source_id = s.id and l.lot = any (numbers))
$function$
;
alter routine portal.sources_of_lots(text[]) owner to portal_keeper;
grant execute on portal.sources_of_lots(text[]) to portal_owner;

CREATE OR REPLACE FUNCTION portal.staff_of(tenants integer[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array(
    select s.user_id from portal.staff s
     where s.all_tenants or tenants is null
        or exists (select from portal.staff_tenants a where a.user_id = s.user_id and a.tenant_id = any (tenants))
    union select p.user_id from portal.profiles p where p.global_admin)
$function$
;
grant execute on portal.staff_of(integer[]) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.statement(of_tenant integer, of_currency text, from_day date, to_day date, OUT tenant_id integer, OUT place integer, OUT id bigint, OUT day date, OUT kind text, OUT number text, OUT reference text, OUT due_date date, OUT cents bigint, OUT balance bigint)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with entry as materialized (
    select i.tenant_id, i.invoice_date as day, 1 as place, i.id, case when i.total_cents < 0 then 'credit_note' else 'invoice' end as kind,
           i.invoice_no as number, i.po_no as reference, i.due_date, i.total_cents as cents
      from portal.invoices i
     where (of_tenant is null or i.tenant_id = of_tenant) and i.currency = of_currency and i.invoice_date <= to_day
    union all
    select p.tenant_id, p.payment_date, 2, p.id, p.kind, p.payment_no, p.invoice_no, null, -p.amount_cents
      from portal.payments p
     where (of_tenant is null or p.tenant_id = of_tenant) and p.currency = of_currency and p.payment_date <= to_day
       -- What a credit note of the portal takes off its invoice is the credit note itself.
       and not (p.source_id = 0 and p.kind = 'credit')
  ), told as (
    select e.tenant_id, 0 as place, 0::bigint as id, from_day as day, 'opening' as kind, null::text as number, null::text as reference,
           null::date as due_date, coalesce(sum(e.cents) filter (where e.day < from_day), 0)::bigint as cents
      from entry e group by e.tenant_id
    union all
    select e.tenant_id, e.place, e.id, e.day, e.kind, e.number, e.reference, e.due_date, e.cents from entry e where e.day >= from_day
    union all
    select distinct e.tenant_id, 3, 0::bigint, to_day, 'closing', null, null, null::date, 0::bigint from entry e
  )
  -- The opening comes before, and the closing after, whatever else is of that day.
  select t.tenant_id, t.place, t.id, t.day, t.kind, t.number, t.reference, t.due_date, t.cents,
         sum(t.cents) over (partition by t.tenant_id order by t.place = 3, t.place > 0, t.day, t.place, t.id)::bigint
    from told t
$function$
;
grant execute on portal.statement(integer,text,date,date) to portal_admin;
grant execute on portal.statement(integer,text,date,date) to portal_member;
grant execute on portal.statement(integer,text,date,date) to portal_staff;

CREATE OR REPLACE FUNCTION portal.status_word(status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select lower(portal.fold(btrim(coalesce(status, ''), E' \t\r\n\u00A0\u2007\u202F\u3000')))
$function$
;
grant execute on portal.status_word(text) to portal_admin;
grant execute on portal.status_word(text) to portal_ingest;
grant execute on portal.status_word(text) to portal_keeper;
grant execute on portal.status_word(text) to portal_member;
grant execute on portal.status_word(text) to portal_staff;

CREATE OR REPLACE FUNCTION portal.support_hours(of_tenant integer, OUT zone text, OUT closes_at timestamp with time zone, OUT opens_at timestamp with time zone, OUT usual_minutes integer, OUT reply_by timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  zone := portal.business_zone();
  select n.closes_at, n.opens_at into closes_at, opens_at from portal.business_now(zone) n;
  select case when count(*) >= 3 then ceil(percentile_cont(0.75) within group (order by m.reply_minutes))::int end into usual_minutes
    from portal.conversation_messages m where m.tenant_id = of_tenant and m.reply_minutes is not null and m.at > now() - interval '90 days';
  if usual_minutes is not null then reply_by := portal.business_deadline(now(), usual_minutes, zone); end if;
end $function$
;
grant execute on portal.support_hours(integer) to portal_admin;
grant execute on portal.support_hours(integer) to portal_member;
grant execute on portal.support_hours(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.take_ingest_plan(of_batch bigint)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare tenants int[];
begin
  with taken as (
    delete from portal.ingest_plan p where p.batch = of_batch returning p.act, p.from_tenant, p.to_tenant
  )
  select coalesce(array_agg(distinct x.t), '{}') into tenants
    from (select distinct p.from_tenant, p.to_tenant from taken p where p.act in ('insert', 'update', 'move', 'delete')) p,
         unnest(array[p.from_tenant, p.to_tenant]) x (t)
   -- A deleted row that was another tenant's is new to a bound key.
   where x.t is not null and (auth.ingest_tenant() is null or x.t in (0, auth.ingest_tenant()));
  return tenants;
end $function$
;
grant execute on portal.take_ingest_plan(bigint) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.tell(of_tenant integer, of_kind text, of_subject text, of_module text, needs text, members boolean, staff boolean, people text[], of_facts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  allowed boolean := case auth.context_kind()
      when 'admin' then true
      when 'member' then of_tenant = auth.tenant()
      when 'staff' then of_tenant = any (auth.staff_tenants())
      else false end;
begin
  if not coalesce(allowed, false) then raise exception 'notice of another tenant' using errcode = '42501'; end if;
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, by_user, facts)
    values (of_tenant, of_kind, of_subject, of_module, needs, members, staff, people, auth.actor(), coalesce(of_facts, '{}'));
end $function$
;
alter routine portal.tell(integer,text,text,text,text,boolean,boolean,text[],jsonb) owner to portal_keeper;
grant execute on portal.tell(integer,text,text,text,text,boolean,boolean,text[],jsonb) to portal_admin;
grant execute on portal.tell(integer,text,text,text,text,boolean,boolean,text[],jsonb) to portal_member;
grant execute on portal.tell(integer,text,text,text,text,boolean,boolean,text[],jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.tell_certificates(of_source smallint, of_lots text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with ready as (
    select distinct on (w.tenant_id, w.lot_no) w.tenant_id, w.lot_no, d.id
      from portal.certificate_wishes w
      join portal.documents d on d.type = 'coa' and d.lot_source = w.source_id and d.lot_nos <> '{}' and d.lot_nos @> array[w.lot_no]
       and portal.document_status(d.status, d.expires_on) = 'available' and (d.tenant_ids is null or w.tenant_id = any (d.tenant_ids))
     where w.source_id = of_source and w.lot_no = any (of_lots)
       and not exists (select from portal.lots x where x.source_id = w.source_id and x.lot_no = w.lot_no and portal.is_held(x.state))
     order by w.tenant_id, w.lot_no, d.id desc
  ), fulfilled as (
    delete from portal.certificate_wishes w using ready r where w.tenant_id = r.tenant_id and w.source_id = of_source and w.lot_no = r.lot_no
    returning w.tenant_id, w.lot_no, w.user_id, r.id
  )
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_people, facts)
  select f.tenant_id, 'certificate_ready', 'documents', 'documents.read', array_agg(f.user_id),
         jsonb_build_object('id', f.id, 'lot', f.lot_no)
    from fulfilled f group by f.tenant_id, f.lot_no, f.id order by f.tenant_id, f.lot_no
$function$
;
alter routine portal.tell_certificates(smallint,text[]) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_card_payment(o portal.payment_orders, what text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    values (o.tenant_id, 'payment.' || what, 'finance', 'invoices.read', o.reference, jsonb_build_object('reference', o.reference));
  -- Of a refusal the payer hears; who took it back knows.
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, facts)
  select o.tenant_id, 'payment_' || what, 'finance', 'finance', 'invoices.read', true, what <> 'declined',
         case what when 'declined' then array[o.created_by] end,
         jsonb_build_object('payment', o.reference, 'currency', o.currency, 'cents', coalesce((after ->> 'returned')::bigint, o.amount_cents))
   where what <> 'cancelled';
  perform portal.append_audit(o.tenant_id, 'payment.' || what, 'payment', o.reference, before, after, null, 'payment provider');
end $function$
;
grant execute on portal.tell_of_card_payment(portal.payment_orders,text,jsonb,jsonb) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.type = 'coa' and new.status = 'available' and new.lot_nos <> '{}' then perform portal.tell_certificates(new.lot_source, new.lot_nos); end if;
  return null;
end $function$
;
alter routine portal.tell_of_certificate() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_infection(content bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
  select 0, 'document_infected', 'documents', 'documents.write', false, true, jsonb_build_object('id', d.id, 'title', d.title)
    from portal.documents d where exists (select from portal.document_versions v where v.document_id = d.id and v.checksum = content)
$function$
;
alter routine portal.tell_of_infection(bytea) owner to portal_keeper;
grant execute on portal.tell_of_infection(bytea) to portal_owner;

CREATE OR REPLACE FUNCTION portal.tell_of_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id, case when c.invoices > 1 then 'invoices_came' when i.total_cents < 0 then 'credit_came' else 'invoice_came' end,
         'finance', 'finance', 'invoices.read',
         case when c.invoices > 1 then jsonb_build_object('count', c.invoices)
              else jsonb_strip_nulls(jsonb_build_object('id', i.id, 'invoice', i.invoice_no, 'cents', i.total_cents, 'currency', i.currency, 'date', i.due_date)) end
    from (select a.tenant_id, count(*) as invoices, max(a.id) as id from added a
           where a.invoice_date > current_date - 14 and a.created_at = now() group by a.tenant_id) c
    join portal.invoices i on i.tenant_id = c.tenant_id and i.id = c.id
   order by c.tenant_id;
  return null;
end $function$
;
alter routine portal.tell_of_invoices() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id,
         case when c.orders > 1 then 'orders_changed' when c.status is not null then 'order_status' else 'order_promised' end,
         'orders', 'orders', 'orders.read',
         case when c.orders > 1 then jsonb_build_object('count', c.orders)
              else jsonb_strip_nulls(jsonb_build_object('id', o.id, 'order', coalesce(o.ord_no, o.primary_no, o.po_no), 'status', c.status, 'date', c.promised)) end
    from (select a.tenant_id, count(distinct a.order_id) as orders, max(a.order_id) as order_id,
                 max(a.new_value) filter (where a.field = 'status') as status,
                 max(a.new_value) filter (where a.field = 'promisedDate') as promised
            from added a
           where a.field in ('status', 'promisedDate') and a.new_value is not null and a.recorded_at >= transaction_timestamp()
           group by a.tenant_id) c
    join portal.orders o on o.tenant_id = c.tenant_id and o.id = c.order_id
   order by c.tenant_id;
  return null;
end $function$
;
alter routine portal.tell_of_orders() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, by_user, facts)
  select t, 'document_released', case when new.shelves <@ '{product,fact-sheet}' then 'products' else 'documents' end,
         portal.module_of_shelves(new.shelves), 'documents.read', auth.actor(), jsonb_build_object('id', new.id, 'title', new.title)
    from unnest(coalesce(new.tenant_ids, '{0}')) t order by t;
  return null;
end $function$
;
alter routine portal.tell_of_release() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_released_lots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  execute 'select portal.tell_certificates(f.source_id, f.numbers) from (
    select a.source_id, array_agg(a.lot_no) as numbers from added a join removed r on r.id = a.id
     where portal.is_held(r.state) and not portal.is_held(a.state) group by a.source_id) f';
  return null;
end $function$
;
alter routine portal.tell_of_released_lots() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_of_scan(content bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.outbox (tenant_id, topic, permission, object_id)
  select t, 'documents', case when d.tenant_ids = '{}' then 'unassigned.manage' else 'documents.write' end, d.id::text
    from portal.documents d cross join unnest(case when d.tenant_ids <> '{}' then d.tenant_ids else '{0}' end) t
   where exists (select from portal.document_versions v where v.document_id = d.id and v.checksum = content);
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select f.tenant_id, 'conversations', 'chat', 'conversations.read', f.conversation_id::text from portal.conversation_files f where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
  select f.tenant_id, 'purchase-orders', 'orders', 'purchase_orders.read', p.id::text,
         case when p.state = 'draft' and not p.by_staff then jsonb_build_object('to', 'members') else '{}' end
    from portal.purchase_order_files f join portal.purchase_orders p on p.tenant_id = f.tenant_id and p.id = f.purchase_order_id
   where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select f.tenant_id, 'issues', 'orders', 'issues.read', f.issue_id::text from portal.issue_files f where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, permission, object_id)
  select f.tenant_id, 'document-requests', 'documents.read', f.request_id::text from portal.document_request_files f where f.checksum = content
$function$
;
alter routine portal.tell_of_scan(bytea) owner to portal_keeper;
grant execute on portal.tell_of_scan(bytea) to portal_owner;

CREATE OR REPLACE FUNCTION portal.tell_of_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id, case when c.shipments > 1 then 'shipments_moved' else 'shipment_' || s.last_event end, 'orders', 'orders', 'tracking.read',
         case when c.shipments > 1 then jsonb_build_object('count', c.shipments)
              else jsonb_strip_nulls(jsonb_build_object('id', s.id, 'tracking', s.tracking_no, 'carrier', s.carrier, 'order', s.ord_no)) end
    from (select a.tenant_id, count(*) as shipments, max(a.id) as id
            from added a join removed r on r.id = a.id and r.tenant_id = a.tenant_id
           where a.last_event in ('in_transit', 'delivered', 'exception') and a.last_event is distinct from r.last_event
             and a.last_event_at > now() - interval '7 days'
             -- What staff had told of the shipment that this one took the place of is no news.
             and (a.last_event = any (a.told_events) and a.last_event_at <= a.created_at) is not true
           group by a.tenant_id) c
    join portal.shipments s on s.tenant_id = c.tenant_id and s.id = c.id
   order by c.tenant_id;
  return null;
end $function$
;
alter routine portal.tell_of_shipments() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_orders(of_tenant integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare v bigint;
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'orders'), (of_tenant, 'orders')
  on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select d.tenant_id, 'orders', 'orders', 'orders.read', jsonb_build_object('version', d.version), clock_timestamp()
    from portal.data_versions d where d.topic = 'orders' and d.tenant_id in (0, of_tenant) order by 1;
end $function$
;
alter routine portal.tell_orders(integer) owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_readers(of_document integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('staff', 'admin', 'ingest');
  with readers as (
    select a.tenant_id, a.actor, d.id, d.title, d.current_version, portal.module_of_shelves(d.shelves) as module
      from portal.documents d
      join (select distinct case when l.actor_kind = 'member' then l.tenant_id else 0 end as tenant_id, l.actor from portal.audit_log l
             where l.object_id = of_document::text and l.object_type = 'document' and l.action = 'document.downloaded') a on true
     where d.id = of_document and d.status = 'withdrawn' and a.actor <> auth.actor()
       and (auth.is_admin() or auth.ingests_all() or d.tenant_ids is null or d.tenant_ids && auth.seen_tenants())
  ), heard as (
    insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id, payload)
    select r.tenant_id, 'document.withdrawn', r.module, 'documents.read', r.actor, r.id::text, jsonb_build_object('version', r.current_version)
      from readers r order by r.tenant_id, r.actor
  )
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_people, by_user, facts)
  select r.tenant_id, 'document_withdrawn', 'documents', r.module, 'documents.read', array_agg(r.actor), auth.actor(),
         jsonb_build_object('id', r.id, 'title', r.title)
    from readers r group by r.tenant_id, r.id, r.title, r.module order by r.tenant_id;
end $function$
;
alter routine portal.tell_readers(integer) owner to portal_keeper;
grant execute on portal.tell_readers(integer) to portal_admin;
grant execute on portal.tell_readers(integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.tell_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_nestloop TO 'on'
AS $function$
declare
  of_events boolean := tg_table_name = 'shipment_events';
  added text := 'select a.tenant_id, a.source_id, a.' || case when of_events then 'shipment_key' else 'source_key' end || ' as key from added a';
  told text;
  n bigint;
begin
  told := case
    when of_events then case tg_op
      when 'INSERT' then added
      when 'DELETE' then replace(added, 'added', 'removed')
      else added || ' union all ' || replace(added, 'added', 'removed') end
    when tg_op = 'INSERT' then added || ' where a.last_event_at is not null'
    else added || ' join removed r on r.id = a.id where r.tenant_id <> a.tenant_id' end;
  -- Executed, so that it is planned for as many rows as there are. Counted first: an update of nothing would call this again.
  execute format('select count(*) from (%s) c', told) into n;
  if n = 0 then return null; end if;
  -- Of shipments that came a moment ago the planner knows nothing: many are found at once, or each would be compared with all.
  if n > 1000 then set local enable_nestloop = off; end if;
  execute format($sql$
    update portal.shipments s
       set placed_at = e.placed_at, processed_at = e.processed_at, in_transit_at = e.in_transit_at, delivered_at = e.delivered_at,
           last_event_at = e.last_at, last_event = e.last_kind
      from (select distinct c.tenant_id, c.source_id, c.key from (%s) c) c
     cross join lateral (
       select min(e.happened_at) filter (where e.kind = 'placed') as placed_at,
              min(e.happened_at) filter (where e.kind = 'processed') as processed_at,
              min(e.happened_at) filter (where e.kind in ('in_transit', 'exception', 'delivered')) as in_transit_at,
              min(e.happened_at) filter (where e.kind = 'delivered') as delivered_at,
              max(e.happened_at) as last_at, (array_agg(e.kind order by e.happened_at desc, e.id desc))[1] as last_kind
         from portal.shipment_events e
        where e.tenant_id = c.tenant_id and e.source_id = c.source_id and e.shipment_key = c.key) e
     where s.tenant_id = c.tenant_id and s.source_id = c.source_id and s.source_key = c.key
       and (s.placed_at, s.processed_at, s.in_transit_at, s.delivered_at, s.last_event_at, s.last_event)
           is distinct from (e.placed_at, e.processed_at, e.in_transit_at, e.delivered_at, e.last_at, e.last_kind)
  $sql$, told);
  return null;
end $function$
;
alter routine portal.tell_shipments() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.tell_typing(of_conversation bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen int[] := auth.seen_tenants();
  of_tenant int;
begin
  perform auth.require_context('member', 'staff', 'admin');
  select x.tenant_id into of_tenant from portal.conversations x where x.id = of_conversation and (seen is null or x.tenant_id = any (seen));
  if not found then return false; end if;
  perform pg_notify('typing', jsonb_build_object('tenantId', of_tenant, 'conversation', of_conversation, 'userId', auth.actor(),
    'side', case when auth.context_kind() = 'member' then 'client' else 'staff' end)::text);
  return true;
end $function$
;
alter routine portal.tell_typing(bigint) owner to portal_keeper;
grant execute on portal.tell_typing(bigint) to portal_admin;
grant execute on portal.tell_typing(bigint) to portal_member;
grant execute on portal.tell_typing(bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.timezone_of(of_user text, of_tenant integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(
    (select p.timezone from portal.profiles p where p.user_id = of_user),
    (select t.timezone from portal.tenants t where t.id = of_tenant),
    (select i.timezone from portal.installation i))
$function$
;
grant execute on portal.timezone_of(text,integer) to portal_admin;
grant execute on portal.timezone_of(text,integer) to portal_member;
grant execute on portal.timezone_of(text,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.today()
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (now() at time zone coalesce((select i.timezone from portal.installation i), 'UTC'))::date
$function$
;
grant execute on portal.today() to portal_admin;
grant execute on portal.today() to portal_keeper;
grant execute on portal.today() to portal_member;
grant execute on portal.today() to portal_staff;

create aggregate portal.total(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl);
grant execute on portal.total(bigint) to portal_admin;
grant execute on portal.total(bigint) to portal_keeper;
grant execute on portal.total(bigint) to portal_member;
grant execute on portal.total(bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.touch_data(of_topic text, of_tenants integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  done boolean := auth.require_context('ingest', 'admin') is null; -- assigned, not performed: a query would be set up
  received timestamptz := case when auth.is_ingest() then clock_timestamp() end; -- what administrators change came earlier
begin
  if auth.is_ingest() and not auth.ingests_all() and not of_tenants <@ array[0, auth.ingest_tenant()] then
    raise exception 'data of another tenant' using errcode = '42501';
  end if;
  insert into portal.data_versions as d (tenant_id, topic, received_at)
  select distinct t, of_topic, received from unnest(of_tenants || 0) t order by 1
  on conflict (tenant_id, topic) do update set version = d.version + 1, received_at = coalesce(excluded.received_at, d.received_at);
end $function$
;
alter routine portal.touch_data(text,integer[]) owner to portal_keeper;
grant execute on portal.touch_data(text,integer[]) to portal_admin;
grant execute on portal.touch_data(text,integer[]) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.trend(before numeric, now numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when before = 0 then case when now = 0 then 'stable' else 'new' end
    when 100 * (now - before) / before > 5 then 'growth' when 100 * (now - before) / before < -5 then 'decline' else 'stable' end
$function$
;
grant execute on portal.trend(numeric,numeric) to portal_admin;
grant execute on portal.trend(numeric,numeric) to portal_member;
grant execute on portal.trend(numeric,numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.trim_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select btrim(coalesce(name, ''), E' \t\n\r\f\x0B\u00a0\u2007\u202f\u3000\ufeff')
$function$
;
grant execute on portal.trim_name(text) to portal_admin;
grant execute on portal.trim_name(text) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.try_lock_sales(of_tenant integer)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select pg_try_advisory_xact_lock(1935764844, of_tenant)
$function$
;
grant execute on portal.try_lock_sales(integer) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.unassigned_clients(of_tenant integer, of_source integer, of_code text, of_name text, search text, most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
AS $function$
declare
  pattern text := '%' || replace(replace(replace(portal.fold(btrim(coalesce(search, ''))), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return (
    with piece as materialized (
      select p.* from portal.client_pieces(of_tenant, of_source, of_code, of_name) p
       where (of_code is null and of_name is null) or case when of_code is null then p.code is null and p.name = of_name else p.code = of_code end
    ), client as (
      select p.source_id, p.code, p.name, sum(p.n) n, min(p.first_date) first_date, max(p.last_date) last_date,
             (array_agg(distinct p.seen) filter (where p.seen is not null))[1:5] seen
        from piece p group by 1, 2, 3
      having pattern = '%%' or portal.fold(concat_ws(chr(10), p.code, p.name, string_agg(p.seen, chr(10)))) like pattern
    ), page as materialized (
      select * from client c order by c.n desc, c.code, c.name, c.source_id limit most
    ), sums as ( -- of the page alone, found by what can be hashed: each of its clients would be compared with all pieces otherwise
      select coalesce(x.source_id, 0) source_key, coalesce(x.code, '') code_key, coalesce(x.name, '') name_key,
             json_agg(json_build_object('kind', x.kind, 'currency', x.currency, 'rows', x.n,
               'quantity', portal.units(x.quantity), 'amount', portal.money_text(x.cents),
               'firstDate', x.first_date, 'lastDate', x.last_date) order by x.kind, x.currency) sums
        from (select p.source_id, p.code, p.name, p.kind, p.currency, sum(p.n) n, sum(p.quantity) quantity, sum(p.cents) cents,
                     min(p.first_date) first_date, max(p.last_date) last_date
                from piece p
               where (coalesce(p.source_id, 0), coalesce(p.code, ''), coalesce(p.name, '')) in (
                 select coalesce(c.source_id, 0), coalesce(c.code, ''), coalesce(c.name, '') from page c)
               group by 1, 2, 3, 4, 5) x
       group by 1, 2, 3
    )
    select json_build_object('total', (select count(*) from client), 'items', (
      select coalesce(json_agg(json_build_object(
        'sourceId', c.source_id, 'source', (select s.name from auth.ingest_source_names() s where s.id = c.source_id),
        'clientCode', c.code, 'clientName', c.name, 'names', coalesce(c.seen, '{}'), 'rows', c.n,
        'firstDate', c.first_date, 'lastDate', c.last_date,
        'belongsTo', (select json_build_object('id', t.id, 'name', t.name) from portal.tenants t where t.id = coalesce(
            (select k.tenant_id from portal.upstream_clients k where k.source_id = c.source_id and k.client_code = c.code),
            (select k.tenant_id from portal.upstream_client_names k where c.code is null and k.client_name = c.name))),
        'sums', u.sums)
        order by c.n desc, c.code, c.name, c.source_id), '[]')
        from page c left join sums u on (u.source_key, u.code_key, u.name_key) = (coalesce(c.source_id, 0), coalesce(c.code, ''), coalesce(c.name, '')))));
end $function$
;
grant execute on portal.unassigned_clients(integer,integer,text,text,text,integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.units(thousandths numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select trim_scale(thousandths / 1000) $function$
;
grant execute on portal.units(numeric) to portal_admin;
grant execute on portal.units(numeric) to portal_keeper;
grant execute on portal.units(numeric) to portal_member;
grant execute on portal.units(numeric) to portal_staff;

CREATE OR REPLACE FUNCTION portal.unlock_account(of_account text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare counters int;
begin
  perform auth.require_context('admin');
  delete from auth.attempts a where a.account = of_account;
  get diagnostics counters = row_count;
  return counters;
end $function$
;
grant execute on portal.unlock_account(text) to portal_admin;

CREATE OR REPLACE FUNCTION portal.unreceive_payment(of_tenant integer, of_order bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare o portal.payment_orders;
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  if o.received_on is null or o.met or exists (select from portal.card_payments c where c.tenant_id = of_tenant and c.order_id = of_order) then
    return false;
  end if;
  update portal.payment_orders x
     set received_on = null, bank_reference = null, cancelled_at = case when x.recorded then clock_timestamp() else x.cancelled_at end
   where x.tenant_id = of_tenant and x.id = of_order;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  return true;
end $function$
;
alter routine portal.unreceive_payment(integer,bigint) owner to portal_keeper;
grant execute on portal.unreceive_payment(integer,bigint) to portal_admin;
grant execute on portal.unreceive_payment(integer,bigint) to portal_staff;

CREATE OR REPLACE FUNCTION portal.unsealed(of_tenant integer, of_seq bigint, part jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare seal record;
begin
  if position('{"sealed": "' in part::text) = 0 then return part; end if;
  for seal in select encode(s.digest, 'hex') as name, s.value from portal.audit_sealed s where s.tenant_id = of_tenant and s.seq = of_seq loop
    part := replace(part::text, format('{"sealed": "%s"}', seal.name), coalesce(seal.value::text, '{"erased": true}'))::jsonb;
  end loop;
  return part;
end $function$
;
grant execute on portal.unsealed(integer,bigint,jsonb) to portal_admin;
grant execute on portal.unsealed(integer,bigint,jsonb) to portal_keeper;
grant execute on portal.unsealed(integer,bigint,jsonb) to portal_member;

CREATE OR REPLACE FUNCTION portal.upstream_document_file(content bytea)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not auth.ingests_all() then raise exception 'the library is not for this key' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(7001004, hashtext(encode(content, 'hex')));
  return (select v.file_key from portal.document_versions v where v.checksum = content order by v.uploaded_at desc limit 1);
end $function$
;
alter routine portal.upstream_document_file(bytea) owner to portal_keeper;
grant execute on portal.upstream_document_file(bytea) to portal_ingest;

CREATE OR REPLACE FUNCTION portal.verify_audit(OUT tenant_id integer, OUT seq bigint, OUT problem text)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with linked as (
    select a.tenant_id, a.seq, a.prev_hash, a.hash, portal.audit_hash(a) as right_hash,
           lag(a.hash, 1, '\x'::bytea) over w as before, lag(a.seq, 1, 0::bigint) over w as seq_before
      from portal.audit_log a window w as (partition by a.tenant_id order by a.seq)
  ), faults as (
    select l.tenant_id, l.seq, case when l.seq <> l.seq_before + 1 then 'a row is missing before this one'
        when l.prev_hash <> l.before then 'does not follow from the row before'
        when l.hash <> l.right_hash then 'was changed' end as problem from linked l
    union all
    select h.tenant_id, h.seq, 'the end of the chain is missing' from portal.audit_heads h
     where h.seq > 0 and not exists (select from portal.audit_log a where a.tenant_id = h.tenant_id and a.seq = h.seq and a.hash = h.hash)
    union all
    select l.tenant_id, l.seq, 'stands after the end of the chain' from linked l
      left join portal.audit_heads h on h.tenant_id = l.tenant_id where l.seq > coalesce(h.seq, 0)
    union all
    select b.tenant_id, b.seq, b.problem from portal.broken_seals() b
  )
  select distinct on (f.tenant_id) f.tenant_id, f.seq, f.problem from faults f
   where f.problem is not null and (session_user <> 'portal_app' or auth.is_admin())
   order by f.tenant_id, f.seq
$function$
;
alter routine portal.verify_audit() owner to portal_keeper;
grant execute on portal.verify_audit() to portal_admin;

CREATE OR REPLACE FUNCTION portal.verify_sales(OUT sums text, OUT tenant_id integer, OUT currency text, OUT year integer, OUT wrong_keys bigint, OUT lines_expected numeric, OUT lines_found numeric, OUT amount_cents_expected numeric, OUT amount_cents_found numeric)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
 SET work_mem TO '128MB'
AS $function$
  with line as not materialized (
    select s.tenant_id, s.currency, s.year, s.month, s.item_id, s.customer_id, s.quantity, s.amount_cents from portal.sales_history s
    union all
    select 0, u.currency, u.year, u.month, u.item_id, u.customer_id, u.quantity, u.amount_cents from portal.unassigned_sales_history u
  ), monthly as materialized ( -- per item, per customer and in all, of each tenant and of tenant 0
    select m.sums, t.tenant_id, m.currency, m.year, m.month, m.id, sum(m.lines)::int lines, sum(m.quantity)::bigint quantity,
           sum(m.amount_cents)::bigint amount_cents
      from (select case when grouping(l.item_id) = 0 then 'items' when grouping(l.customer_id) = 0 then 'customers' else 'totals' end sums,
                   l.tenant_id, l.currency, l.year, l.month, coalesce(l.item_id, l.customer_id, 0) id, count(*)::int lines,
                   sum(l.quantity)::bigint quantity, sum(l.amount_cents)::bigint amount_cents
              from line l group by l.tenant_id, l.currency, l.year, l.month, grouping sets ((l.item_id), (l.customer_id), ())) m,
           lateral (select m.tenant_id union select 0) t
     group by 1, 2, 3, 4, 5, 6
  ), expected as (
    select m.sums, m.tenant_id, m.currency, m.year, p as period, m.id, m.lines, m.quantity, m.amount_cents, 0::bigint orders
      from monthly m, lateral (values (m.month), (17::smallint)) v (p) where m.sums <> 'totals'
    union all
    select m.sums, m.tenant_id, m.currency, m.year, m.month, 0, m.lines, m.quantity, m.amount_cents, 0 from monthly m where m.sums = 'totals'
    union all -- repeated orders are of periods that have no lines here
    select 'totals', o.tenant_id, o.currency, o.year, o.period, 0, 0, 0, 0, o.orders + o.repeated
      from portal.count_sales_orders((select array_agg(distinct m.tenant_id) from monthly m)) o
  ), found as (
    select 'items' sums, i.tenant_id, i.currency, i.year, i.period, i.item_id id, i.lines, i.quantity, i.amount_cents, 0 orders
      from portal.sales_item_totals i
    union all
    select 'customers', c.tenant_id, c.currency, c.year, c.period, c.customer_id, c.lines, c.quantity, c.amount_cents, 0
      from portal.sales_customer_totals c
    union all
    select 'totals', t.tenant_id, t.currency, t.year, t.month, 0, t.lines, t.quantity, t.amount_cents, t.orders
      from portal.sales_totals t
    union all
    select 'totals', r.tenant_id, r.currency, r.year, r.period, 0, null, 0, 0, r.orders
      from portal.sales_repeated_orders r
  ), compared as (
    select x.sums, x.tenant_id, x.currency, x.year, x.period, x.id,
           sum(x.sign * x.lines) lines, sum(x.sign * x.quantity)::bigint quantity, sum(x.sign * x.amount_cents)::bigint amount_cents,
           sum(x.sign * x.orders) orders,
           sum(x.lines) filter (where x.sign > 0) lines_expected, sum(x.lines) filter (where x.sign < 0) lines_found,
           sum(x.amount_cents) filter (where x.sign > 0) amount_expected, sum(x.amount_cents) filter (where x.sign < 0) amount_found
      from (select 1 sign, e.* from expected e union all select -1, f.* from found f) x
     group by 1, 2, 3, 4, 5, 6
  )
  select c.sums, c.tenant_id, c.currency::text, c.year::int, count(*), sum(c.lines_expected), sum(c.lines_found),
         sum(c.amount_expected), sum(c.amount_found)
    from compared c
   where c.lines <> 0 or c.quantity <> 0 or c.amount_cents <> 0 or c.orders <> 0 or c.lines_found = 0
   group by 1, 2, 3, 4
  union all
  select 'names', tenant_id, null::text, null::int, count(*), null::numeric, null::numeric, null::numeric, null::numeric
    from (select tenant_id, 1 kind, item_id, portal.display_product(i.item_no, i.item_name) shown
            from (select distinct t.tenant_id, t.item_id from portal.sales_item_totals t where t.period = 17) t
            join portal.item_names i on i.id = t.item_id
          union all
          select tenant_id, 2, customer_id, portal.display_customer(c.customer_name)
            from (select distinct t.tenant_id, t.customer_id from portal.sales_customer_totals t where t.period = 17) t
            join portal.customer_names c on c.id = t.customer_id) n
    full join (select i.tenant_id, 1 kind, i.item_id, i.product shown from portal.sales_items i
               union all select c.tenant_id, 2, c.customer_id, c.customer from portal.sales_customers c) f
   using (tenant_id, kind, item_id, shown)
   where n.shown is null or f.shown is null group by 2
  union all
  select 'shared invoices', tenant_id, currency::text, null, count(*), null, null, null, null
    from (select x.tenant_id, x.currency, x.invoice_no, true expected
            from (select l.tenant_id, l.currency, l.invoice_no, min(l.tenant_id) over w < max(l.tenant_id) over w shared
                    from (select s.tenant_id, s.currency, s.invoice_no from portal.sales_history s group by 1, 2, 3
                          union all
                          select 0, u.currency, u.invoice_no from portal.unassigned_sales_history u group by 2, 3) l
                   where l.invoice_no <> '' window w as (partition by l.invoice_no, l.currency)) x where x.shared) e
    full join (select s.tenant_id, s.currency, s.invoice_no, true present from portal.sales_shared_invoices s) f
   using (tenant_id, currency, invoice_no)
   where expected is null or present is null group by 2, 3
   order by 1, 2, 3, 4
$function$
;
alter routine portal.verify_sales() owner to portal_keeper;

CREATE OR REPLACE FUNCTION portal.wake_holders(of_topic text, needs text, about text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.outbox (tenant_id, topic, permission, object_id) values (0, of_topic, needs, about)
$function$
;
alter routine portal.wake_holders(text,text,text) owner to portal_keeper;
grant execute on portal.wake_holders(text,text,text) to portal_owner;

CREATE OR REPLACE FUNCTION portal.wake_listeners()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from added) then perform pg_notify('outbox', ''); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION portal.wake_people(people text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into portal.outbox (tenant_id, topic, audience) select 0, 'notices', p from unnest(people) p
$function$
;
alter routine portal.wake_people(text[]) owner to portal_keeper;
grant execute on portal.wake_people(text[]) to portal_owner;

CREATE OR REPLACE FUNCTION portal.was_member(of_user text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from portal.audit_log a
                  where a.object_id = of_user and a.tenant_id = auth.tenant() and a.object_type = 'member')
$function$
;
alter routine portal.was_member(text) owner to portal_keeper;
grant execute on portal.was_member(text) to portal_owner;

CREATE OR REPLACE FUNCTION portal.watch_feeds(OUT kind text, OUT last_batch_at timestamp with time zone, OUT expected_seconds integer)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.kind, s.last_batch_at, s.expected_seconds from portal.feed_states() s
$function$
;
alter routine portal.watch_feeds() owner to portal_keeper;
grant execute on portal.watch_feeds() to portal_events;

CREATE OR REPLACE FUNCTION portal.watch_issues(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with due as (
    select x.tenant_id, x.id from portal.issues x where x.warned_at is null and x.due_at is not null and x.warn_at <= now()
     order by x.warn_at limit most for update skip locked
  ), warned as (
    update portal.issues x set warned_at = now() from due d where x.tenant_id = d.tenant_id and x.id = d.id returning x.*
  ), told as (
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, facts)
    select w.tenant_id, 'issue_due', 'conversations', 'orders', 'issues.manage', false, true,
           case when w.assigned_to is not null then array[w.assigned_to] end, jsonb_build_object('id', w.id, 'issue', w.no, 'subject', w.title)
      from warned w order by w.due_at returning 1
  )
  select count(*)::int from told
$function$
;
alter routine portal.watch_issues(integer) owner to portal_keeper;
grant execute on portal.watch_issues(integer) to portal_events;

CREATE OR REPLACE FUNCTION portal.with_clock(i portal.issues)
 RETURNS portal.issues
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  zone text := portal.business_zone();
  minutes int := portal.issue_promise(i.priority, i.first_response_at is not null);
begin
  i.warned_at := null;
  if i.status in ('resolved', 'closed') then
    i.due_at := null; i.warn_at := null;
  else
    i.due_at := portal.business_deadline(i.clock_from, minutes, zone);
    i.warn_at := portal.business_deadline(i.clock_from, minutes * 3 / 4, zone);
  end if;
  return i;
end $function$
;
grant execute on portal.with_clock(portal.issues) to portal_keeper;

CREATE OR REPLACE FUNCTION portal.withdraw_any_invitation(of_id integer, OUT address text, OUT tenant_id integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('admin');
  delete from auth.invitations i where i.id = of_id returning i.email, i.tenant_id into address, tenant_id;
  update auth.mails m set secret = null where m.to_email = address
     and (m.kind = 'invitation' and (m.details ->> 'tenantId')::int = withdraw_any_invitation.tenant_id
       or m.kind = 'own_invitation' and withdraw_any_invitation.tenant_id is null);
end $function$
;
grant execute on portal.withdraw_any_invitation(integer) to portal_admin;

CREATE OR REPLACE FUNCTION portal.withdraw_invitation(of_tenant integer, of_id integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare address text;
begin
  perform auth.managed_tenant(of_tenant);
  delete from auth.invitations i where i.tenant_id = of_tenant and i.id = of_id returning i.email into address;
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'invitation' and (m.details ->> 'tenantId')::int = of_tenant;
  return address;
end $function$
;
grant execute on portal.withdraw_invitation(integer,integer) to portal_admin;
grant execute on portal.withdraw_invitation(integer,integer) to portal_member;
grant execute on portal.withdraw_invitation(integer,integer) to portal_staff;

CREATE OR REPLACE FUNCTION portal.works_for_all()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform auth.require_context('staff', 'admin');
  return exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
    or exists (select from portal.staff s where s.user_id = auth.actor() and s.all_tenants);
end $function$
;
grant execute on portal.works_for_all() to portal_admin;
grant execute on portal.works_for_all() to portal_keeper;
grant execute on portal.works_for_all() to portal_staff;

CREATE OR REPLACE FUNCTION portal.write_shipment(of_tenant integer, of_id bigint, of_wish text, facts jsonb, lines jsonb, OUT id bigint, OUT refused text, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  key text := facts ->> 'source_key';
  before text;
  o portal.orders;
  other smallint;
begin
  known := false;
  perform portal.hold_shipments(of_tenant);
  select s.id into id from portal.shipments s where s.tenant_id = of_tenant and s.wish = of_wish;
  if found then
    known := true;
    return;
  end if;
  select s.source_id into other from portal.shipments s
   where s.tenant_id = of_tenant and s.source_key = key and s.id is distinct from of_id order by s.source_id desc limit 1;
  if found then
    refused := case other when 0 then 'entered' else 'from_upstream' end;
    return;
  end if;
  select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = (facts ->> 'order_id')::bigint;
  if of_id is null then
    insert into portal.shipments (tenant_id, source_id, source_key, wish, tracking_no, carrier)
      values (of_tenant, 0, key, of_wish, facts ->> 'tracking_no', facts ->> 'carrier') returning shipments.id into id;
  else
    id := of_id;
    select s.source_key into before from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0;
    if before is null then raise exception 'no shipment of the staff' using errcode = '42501'; end if;
    delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = before;
  end if;
  update portal.shipments s
     set source_key = key, tracking_no = facts ->> 'tracking_no', carrier = facts ->> 'carrier', carrier_link = facts ->> 'carrier_link',
         order_key = o.source_key, primary_no = o.primary_no, ord_no = o.ord_no, po_no = o.po_no, order_date = o.order_date,
         processed_date = (facts ->> 'processed_date')::date, shipped_date = (facts ->> 'shipped_date')::date,
         estimated_on = (facts ->> 'estimated_on')::date, delivered_date = (facts ->> 'delivered_date')::date,
         ship_to = facts ->> 'ship_to', weight = facts ->> 'weight', updated_at = now(),
         version = s.version + case when of_id is null then 0 else 1 end
   where s.tenant_id = of_tenant and s.id = write_shipment.id;
  -- What was told of it goes with its number.
  if before <> key then
    update portal.shipment_events e set shipment_key = key, source_key = key || substr(e.source_key, length(before) + 1)
     where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = before;
  end if;
  perform portal.pack_shipment(of_tenant, key, lines);
  perform portal.moved_shipments(of_tenant);
end $function$
;
alter routine portal.write_shipment(integer,bigint,text,jsonb,jsonb) owner to portal_keeper;
grant execute on portal.write_shipment(integer,bigint,text,jsonb,jsonb) to portal_admin;
grant execute on portal.write_shipment(integer,bigint,text,jsonb,jsonb) to portal_staff;

CREATE OR REPLACE FUNCTION portal.write_shipment_event(of_tenant integer, of_id bigint, of_event bigint, of_wish text, of_kind text, at timestamp with time zone, at_place text, says text, OUT id bigint, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare key text;
begin
  known := false;
  perform portal.hold_shipments(of_tenant);
  select s.source_key into key from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0 for update;
  if key is null then raise exception 'no shipment of the staff' using errcode = '42501'; end if;
  if of_event is null then
    select e.id into id from portal.shipment_events e
     where e.tenant_id = of_tenant and e.source_id = 0 and e.source_key = key || chr(31) || of_wish;
    if found then
      known := true;
      return;
    end if;
    insert into portal.shipment_events (tenant_id, source_id, source_key, shipment_key, happened_at, kind, place, note)
      values (of_tenant, 0, key || chr(31) || of_wish, key, at, of_kind, at_place, says) returning shipment_events.id into id;
  elsif of_kind is null then
    delete from portal.shipment_events e where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key and e.id = of_event
      returning e.id into id;
  else
    update portal.shipment_events e set happened_at = at, kind = of_kind, place = at_place, note = says, updated_at = now()
     where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key and e.id = of_event returning e.id into id;
  end if;
  if id is null then return; end if;
  update portal.shipments s set version = s.version + 1, updated_at = now() where s.tenant_id = of_tenant and s.id = of_id;
  perform portal.moved_shipments(of_tenant);
end $function$
;
alter routine portal.write_shipment_event(integer,bigint,bigint,text,text,timestamp with time zone,text,text) owner to portal_keeper;
grant execute on portal.write_shipment_event(integer,bigint,bigint,text,text,timestamp with time zone,text,text) to portal_admin;
grant execute on portal.write_shipment_event(integer,bigint,bigint,text,text,timestamp with time zone,text,text) to portal_staff;


-- legacy: schema
create schema legacy authorization portal_owner;
grant usage on schema legacy to portal_legacy;

-- legacy: views
create view legacy."GH Current Sales" with (security_invoker=true) as
 SELECT s.source_key AS id,
    s.so AS "SO",
    s.year AS "Year",
    s.month AS "Month",
    i.item_no AS "Code",
    i.item_name AS "Prod_Name",
    s.unit AS "Unit",
    trim_scale(s.quantity::numeric / 1000.0) AS "Qty Sent",
    s.unit_price AS "Unit Price",
    round(s.amount_cents::numeric / 100.0, 2) AS "Total",
    s.currency AS "Currency",
    s.lot AS "Lot",
    c.client_code AS "Account Number",
    c.customer_name AS "Customer"
   FROM portal.current_sales s
     JOIN portal.current_sales_items i ON i.tenant_id = s.tenant_id AND i.item_id = s.item_id
     JOIN portal.current_sales_customers c ON c.tenant_id = s.tenant_id AND c.customer_id = s.customer_id;
grant select on legacy."GH Current Sales" to portal_legacy;

create view legacy."GH Sales History" with (security_invoker=true) as
 SELECT s.source_key AS "Id",
    s.year AS "Year",
    s.month AS "Month",
    c.client_code AS "Client Code",
    c.customer_name AS "Customer Name",
    s.invoice_no AS "Invoice No",
    s.invoice_date AS "Invoice Date",
    trim_scale(s.quantity::numeric / 1000.0) AS "Qty Sold",
    i.item_no AS "Item No",
    i.item_name AS "Item Name",
    round(s.amount_cents::numeric / 100.0, 2) AS "Amount",
    s.unit_price AS "Unit Price",
    s.tax_code AS "Tax Code",
    round(s.amt_2_cents::numeric / 100.0, 2) AS "Amt_2"
   FROM portal.sales_history s
     JOIN portal.sales_items i ON i.tenant_id = s.tenant_id AND i.item_id = s.item_id
     JOIN portal.sales_customers c ON c.tenant_id = s.tenant_id AND c.customer_id = s.customer_id;
grant select on legacy."GH Sales History" to portal_legacy;

create view legacy."GH ordre" with (security_invoker=true) as
 SELECT primary_no AS "Primary",
    ord_no AS "Ord No",
    po_no AS "PO No",
    f_no AS "F No",
    client_name AS "Client Name",
    ref AS "Ref",
    ord_stat AS "Ord Stat",
    montant_total AS "Montant Total",
    bl_t AS "BL t",
    cts_t AS "CTS t",
    bb_t AS "BB t",
    pbl AS "PBL",
    pcts AS "PCTS",
    pbb AS "PBB"
   FROM portal.orders;
grant select on legacy."GH ordre" to portal_legacy;

