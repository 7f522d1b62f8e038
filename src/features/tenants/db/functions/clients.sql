-- When somebody of each tenant signed in last, for administrators.
create or replace function auth.tenant_sign_ins(of_tenant int, out tenant_id int, out at timestamptz) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.tenant_id, max(greatest((select max(s.created_at) from auth.sessions s where s.user_id = m.user_id),
                                   (select max(d.last_seen_at) from auth.devices d where d.user_id = m.user_id)))
    from portal.members m
   where auth.is_admin() and (of_tenant is null or m.tenant_id = of_tenant)
   group by m.tenant_id
$$;

-- Every tenant, or one, with what there is of it; the asker's policies decide.
create or replace function portal.client_overview(of_tenant int,
  out id int, out name text, out language text, out currency text, out suspended_at timestamptz, out created_at timestamptz,
  out orders bigint, out people bigint, out last_sign_in timestamptz, out last_data timestamptz)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.id, t.name, t.language, t.currency, t.suspended_at, t.created_at, coalesce(o.n, 0), coalesce(m.n, 0), s.at, d.at
    from portal.tenants t
    left join (select x.tenant_id, count(*) as n from portal.orders x where of_tenant is null or x.tenant_id = of_tenant group by 1) o
      on o.tenant_id = t.id
    left join (select x.tenant_id, count(*) as n from portal.members x where of_tenant is null or x.tenant_id = of_tenant group by 1) m
      on m.tenant_id = t.id
    left join auth.tenant_sign_ins(of_tenant) s on s.tenant_id = t.id
    left join (select x.tenant_id, max(x.received_at) as at from portal.data_versions x group by 1) d on d.tenant_id = t.id
   where of_tenant is null or t.id = of_tenant
$$;

grant execute on function auth.tenant_sign_ins(int), portal.client_overview(int) to portal_admin;
