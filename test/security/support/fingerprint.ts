import type { Superuser } from './superuser.ts'

// Counters of the sign-in service and the sessions that tests open change by themselves.
const VOLATILE = [
  'auth.rate_windows',
  'auth.sessions',
  'auth.retired_tokens',
  'auth.attempts',
  'auth.devices',
]

const OURS = `(r.rolname !~ '_[0-9a-f]{12}$' or has_database_privilege(r.oid, current_database(), 'connect'))`

/** Everything that an attack could change: the rows of every table, and the objects, roles and rights. */
export async function fingerprint(superuser: Superuser): Promise<Record<string, string>> {
  const tables = await superuser.rows<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
       and relnamespace::regnamespace::text in ('portal', 'auth', 'legacy', 'public', 'extensions') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !VOLATILE.includes(table.name)))
    found[name] = await superuser.value(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') from ${name} t`,
    )
  const catalogue: Record<string, string> = {
    relations: `select oid, relname, relowner, relacl, relkind, relrowsecurity, relforcerowsecurity, reloptions
      from pg_class where relnamespace::regnamespace::text not like 'pg_toast%'`,
    functions: 'select oid, proname, proowner, proacl, prosrc, prosecdef, proconfig from pg_proc',
    policies: 'select * from pg_policy',
    triggers: 'select oid, tgname, tgrelid, tgenabled from pg_trigger',
    // The logins of other test databases come and go.
    roles: `select * from pg_roles r where ${OURS}`,
    memberships: `select m.roleid, m.member from pg_auth_members m join pg_roles r on r.oid = m.member where ${OURS}`,
    settings: `select s.* from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole where r.oid is null or ${OURS}`,
    schemas: `select nspname, nspowner, nspacl from pg_namespace where nspname not like 'pg_t%'`,
    types: 'select oid, typname from pg_type',
    'large objects': 'select * from pg_largeobject_metadata',
  }
  for (const [name, query] of Object.entries(catalogue))
    found[name] = await superuser.value(
      `select coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') from (${query}) t`,
    )
  return found
}
