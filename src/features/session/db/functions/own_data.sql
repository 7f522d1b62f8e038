-- What the portal keeps of whoever asks, for their own copy of it. What they did is told in full; what it changed only where
-- that is their own: a company's data stays with the company.
create or replace function portal.own_acts(out at timestamptz, out tenant_id int, out action text, out object_type text, out object_id text,
  out before jsonb, out after jsonb) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select a.at, a.tenant_id, a.action, a.object_type, a.object_id,
      case when a.object_type in ('profile', 'view', 'session') then portal.unsealed(a.tenant_id, a.seq, a.old) end,
      case when a.object_type in ('profile', 'view', 'session') then portal.unsealed(a.tenant_id, a.seq, a.new) end
    from portal.audit_log a where a.actor = auth.actor() order by a.at, a.tenant_id, a.seq;
end $$;

-- What whoever asks has written in a company's affairs, in every company they ever worked for: their own words alone.
create or replace function portal.own_words(out at timestamptz, out tenant_id int, out kind text, out about bigint, out text text)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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
end $$;

-- The devices that one signed in from, and a change of address that is not confirmed yet.
create or replace function portal.own_sign_in(out devices jsonb, out email_change jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  select coalesce(jsonb_agg(jsonb_build_object('lastSeenAt', d.last_seen_at, 'trustedUntil', d.trusted_until) order by d.last_seen_at), '[]')
    into devices from auth.devices d where d.user_id = auth.actor();
  select jsonb_build_object('email', c.new_email, 'endsAt', c.ends_at) into email_change
    from auth.email_changes c where c.user_id = auth.actor() and c.ends_at > clock_timestamp();
end $$;

alter function portal.own_words() owner to portal_keeper;
alter function portal.own_acts() owner to portal_keeper;
grant execute on function portal.own_acts(), portal.own_words(), portal.own_sign_in() to portal_member, portal_staff, portal_admin;
