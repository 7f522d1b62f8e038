-- How long a notice of this kind waits before it is made: who has a conversation open reads the message meanwhile.
create or replace function portal.notice_patience(of_kind text) returns interval
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case of_kind when 'conversation_message' then interval '5 seconds' else interval '0' end
$$;

-- And how much longer its mail: of what was said in a conversation there is one when nobody looks at the bell either.
create or replace function portal.mail_patience(of_kind text) returns interval
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case of_kind when 'conversation_message' then interval '2 minutes' else interval '0' end
$$;

-- Whether a person needs no notice of a message: it was read, or the bell speaks of the same conversation already.
create or replace function portal.needs_no_notice(of_user text, of_tenant int, of_kind text, of_facts jsonb) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select of_kind = 'conversation_message' and (
    exists (select from portal.conversation_reads r where r.tenant_id = of_tenant and r.conversation_id = (of_facts ->> 'id')::bigint
      and r.user_id = of_user and r.up_to >= (of_facts ->> 'no')::int)
    or exists (select from portal.notices n where n.user_id = of_user and n.tenant_id = of_tenant and n.read_at is null
      and n.kind = of_kind and n.facts -> 'id' = of_facts -> 'id'))
$$;

-- Whoever reads a conversation needs its notices no more; whether there were any.
create or replace function auth.see_conversation_notices(of_tenant int, of_conversation bigint) returns boolean
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with seen as (
    update portal.notices n set read_at = now() where n.user_id = auth.actor() and n.tenant_id = of_tenant and n.read_at is null
       and n.kind like 'conversation%' and n.facts -> 'id' = to_jsonb(of_conversation) returning 1
  )
  select exists (select from seen)
$$;
grant execute on function auth.see_conversation_notices(int, bigint) to portal_keeper;
