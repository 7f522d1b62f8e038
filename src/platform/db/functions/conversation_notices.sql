-- How long a notice of this kind waits before it is made: who has a conversation open reads the message meanwhile.
create or replace function portal.notice_patience(of_kind text) returns interval
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case of_kind when 'conversation_message' then interval '5 seconds' else interval '0' end
$$;

-- Which conversation, issue, document request or purchase order a notice is about; null: nothing that goes on.
create or replace function portal.thread_of(of_tenant int, of_kind text, of_facts jsonb) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select k.name || '-' || of_tenant || '-' || (of_facts ->> 'id')
    from (select case
            when of_kind like 'conversation\_%' then 'conversation'
            when of_kind like 'issue\_%' then 'issue'
            when of_kind in ('document_asked', 'document_sent', 'document_request_moved', 'document_request_due') then 'document_request'
            when of_kind like 'po\_%' then 'purchase_order' end as name) k
$$;

-- How long a mail at once waits for what else is said on the same thing: it is one mail then, and none
-- where all of it was read in the portal meanwhile.
create or replace function portal.mail_patience(of_kind text) returns interval
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when portal.thread_of(0, of_kind, '{"id": 0}') is null then interval '0' else interval '5 minutes' end
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
