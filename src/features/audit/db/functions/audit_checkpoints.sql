-- Where every chain stands, to be signed by a key that the database does not hold (A10, D10).
create or replace function portal.audit_positions(out tenant_id int, out seq bigint, out hash text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.tenant_id, h.seq, encode(h.hash, 'hex') from portal.audit_heads h
   where h.seq > 0 and (not auth.is_server() or auth.is_admin()) order by h.tenant_id
$$;

-- Which of these signed positions the chains do not hold any more: rows that were there are gone, or are others.
create or replace function portal.lost_audit_positions(positions jsonb, out tenant_id int, out seq bigint) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.tenant_id, p.seq from jsonb_to_recordset(positions) p (tenant_id int, seq bigint, hash text)
    left join portal.audit_log a on a.tenant_id = p.tenant_id and a.seq = p.seq
   where encode(a.hash, 'hex') is distinct from p.hash and (not auth.is_server() or auth.is_admin()) order by p.tenant_id
$$;
alter function portal.audit_positions() owner to portal_keeper;
alter function portal.lost_audit_positions(jsonb) owner to portal_keeper;
grant execute on function portal.audit_positions(), portal.lost_audit_positions(jsonb) to portal_admin;
