import { sql } from 'kysely'
import { EXCLUDED_TABLES } from '../backup/excluded-tables.ts'
import { OperatorError } from '../operator-error.ts'
import type { DatabaseLocation } from './location.ts'
import { withOwner } from './with-owner.ts'

/**
 * Every table of schema portal is of one kind. *Tenant* tables carry tenant_id and are not named here.
 * *Unassigned* rows have no tenant and are for administrators and upstream alone. *Registers* serve ingestion and are read by
 * it and by administrators. *Personal* tables belong to one person each. *Addressed* rows
 * are for the tenants that they name, or for all. *Manufacturer* tables are read by a tenant through its row in an access table
 * (`product_access`, `lot_access`), and so is the *library*, which the manufacturer's staff write. *Reference* tables are the same for everybody.
 */
const WITHOUT_TENANT = {
  unassigned: [
    'unassigned_customers',
    'unassigned_orders',
    'unassigned_order_changes',
    'unassigned_order_lines',
    'unassigned_invoices',
    'unassigned_invoice_lines',
    'unassigned_payments',
    'unassigned_prices',
    'unassigned_shipments',
    'unassigned_shipment_events',
    'unassigned_shipment_lines',
  ],
  register: [
    'ingest_batches',
    'ingest_plan',
    'rejected_rows',
    'source_settings',
    'source_readings',
    'import_mappings',
    'staged_customers',
    'staged_orders',
    'staged_order_lines',
    'staged_sales_history',
    'staged_current_sales',
    'staged_products',
    'staged_invoices',
    'staged_invoice_lines',
    'staged_payments',
    'staged_price_list',
    'staged_shipments',
    'staged_shipment_events',
    'staged_shipment_lines',
    'staged_lots',
    'staged_lot_results',
    'item_names',
    'customer_names',
    'outbox_pruned',
    'display_rule_changes',
    'client_assignments',
    'sales_checks',
    'sales_unsettled',
  ],
  personal: [
    'profiles',
    'staff',
    'tenants',
    'announcement_dismissals',
    'document_favourites',
    'notice_choices',
    'demo_requests',
    'voice_told',
  ],
  addressed: ['announcements'],
  manufacturer: ['products', 'lots', 'lot_results'],
  library: [
    'documents',
    'document_versions',
    'document_texts',
    'document_pages',
    'document_scans',
    'document_reminders',
  ],
  reference: [
    'installation',
    'roles',
    'modules',
    'feeds',
    'feed_expectations',
    'customer_aliases',
    'product_rules',
    'sales_calendar',
    'assistant_facts',
    'class_terms',
    'status_words',
    'closed_days',
    'tax_rates',
    'roadmap_phases',
    'claims',
    'schema_migrations',
  ],
}
/** Their keys do not begin with tenant_id, because the tenant is what they look up. */
const REGISTERS = ['upstream_rows', 'upstream_clients', 'upstream_client_names']
/** Their key begins with an order number, which several tenants may have lines of. */
const OF_ORDERS = ['sales_order_months']
const ACTING = ['portal_member', 'portal_staff', 'portal_admin', 'portal_ingest']
const LOGINS = ['portal_app', 'portal_auth', 'portal_events']
const ROLES = [
  ...ACTING,
  ...LOGINS,
  'portal_owner',
  'portal_keeper',
  'portal_tables',
  'portal_legacy',
  'portal_backup',
]
/** The logins of this installation, and the group whose rights each has. */
const OWN_LOGINS = sql`(select format('%s_%s', t.role, left(replace(s.installation::text, '-', ''), 12)) as login, t.of_group from auth.secret s,
  (values ('portal_app', 'portal_app'), ('portal_auth', 'portal_auth'), ('portal_events', 'portal_events'), ('portal_legacy', 'portal_tables')) t (role, of_group))`
/** What the event reader may call, and nobody else: the positions of every tenant's events. */
const OF_EVENTS = [
  'read_outbox',
  'outbox_position',
  'prune_outbox',
  'stream_access',
  'watch_feeds',
  'spread_notices',
  'mail_notices',
  'prune_notices',
  'watch_issues',
  'release_acceptances',
]

const PORTAL = sql`c.relnamespace = 'portal'::regnamespace`
const HAS_TENANT = sql`exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`
const named = (names: string[]) => sql`${names}::text[]`

/** What must hold of the database whatever a migration did (D4): each query answers the objects that break the rule. */
export const INVARIANTS: { rule: string; broken: ReturnType<typeof sql<{ object: string }>> }[] = [
  {
    rule: 'a tenant, unassigned, register or personal table has forced row-level security',
    broken: sql`select c.oid::regclass::text as object from pg_class c where ${PORTAL} and c.relkind in ('r', 'p')
      and c.relname <> all (${named(WITHOUT_TENANT.reference)}) and not (c.relrowsecurity and c.relforcerowsecurity)`,
  },
  {
    rule: 'a table without tenant_id is of a known kind, and none lies elsewhere, where no policy reaches',
    broken: sql`select c.oid::regclass::text as object from pg_class c where ${PORTAL} and c.relkind in ('r', 'p', 'f')
      and (c.relkind = 'f' or (not ${HAS_TENANT} and c.relname <> all (${named(Object.values(WITHOUT_TENANT).flat())})))`,
  },
  {
    rule: 'every policy of an acting role asks the signed context',
    broken: sql`select tablename || '.' || policyname as object from pg_policies where schemaname = 'portal'
      and (coalesce(qual, 'auth.') !~ 'auth[.]' or coalesce(with_check, 'auth.') !~ 'auth[.]')
      and roles && (${named([...ACTING, 'portal_app', 'public'])})::name[]`,
  },
  {
    rule: 'a policy that writes checks what it writes',
    broken: sql`select tablename || '.' || policyname as object from pg_policies where schemaname = 'portal'
      and cmd in ('ALL', 'INSERT', 'UPDATE') and with_check is null`,
  },
  {
    rule: 'every view runs with the rights of who asks, and no materialised view can be read',
    broken: sql`select c.oid::regclass::text as object from pg_class c
      where c.relnamespace in ('portal'::regnamespace, 'legacy'::regnamespace)
      and ((c.relkind = 'v' and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)) or c.relkind = 'm')`,
  },
  {
    rule: 'a SECURITY DEFINER function pins its search_path, is not for everybody and has no powers',
    broken: sql`select p.oid::regprocedure::text as object from pg_proc p
      where p.pronamespace in ('portal'::regnamespace, 'auth'::regnamespace, 'legacy'::regnamespace) and p.prosecdef
      and (coalesce(p.proconfig::text, '') !~ 'search_path' or has_function_privilege('public', p.oid, 'execute')
        or pg_get_userbyid(p.proowner) <> all (array['portal_owner', 'portal_keeper']))`,
  },
  {
    rule: 'the server logs in without powers, and becomes nothing but an acting role',
    broken: sql`select rolname::text as object from pg_roles where rolname::text = any (${named(ROLES)})
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication
          or (rolinherit and rolname::text = any (${named(LOGINS)})))
      union all select m.roleid::regrole::text from pg_auth_members m where m.member in ('portal_app'::regrole, 'portal_auth'::regrole)
        and m.roleid::regrole::text <> all (${named(ACTING)})
      union all select m.roleid::regrole::text from pg_auth_members m join pg_roles r on r.oid = m.member
        where r.rolname::text = any (${named([...ACTING, 'portal_events'])})`,
  },
  {
    rule: 'a login of this installation is its group and nothing more, may enter no other database of a portal, and nobody is it',
    broken: sql`select r.rolname::text as object from pg_roles r join ${OWN_LOGINS} o on o.login = r.rolname
        where r.rolsuper or r.rolbypassrls or r.rolcreatedb or r.rolcreaterole or r.rolreplication
          or exists (select from pg_auth_members m where m.member = r.oid and m.roleid::regrole::text <> o.of_group)
          or exists (select from pg_auth_members m join pg_roles u on u.oid = m.member where m.roleid = r.oid and u.rolname ~ '^portal_')
          or exists (select from pg_database d, aclexplode(d.datacl) a where d.datname <> current_database() and a.grantee = r.oid)`,
  },
  {
    rule: 'the event reader reads no table and calls its own functions only, which nobody else may, nor become it',
    broken: sql`select c.oid::regclass::text as object from pg_class c
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace in ('portal'::regnamespace, 'auth'::regnamespace, 'legacy'::regnamespace)
        and has_any_column_privilege('portal_events', c.oid, 'select, insert, update')
      union all select p.oid::regprocedure || ' for ' || r from pg_proc p, unnest(${named([...ACTING, ...LOGINS, 'portal_tables'])}) r
        where p.pronamespace in ('portal'::regnamespace, 'auth'::regnamespace, 'legacy'::regnamespace)
        and has_function_privilege(r, p.oid, 'execute') and not has_function_privilege('public', p.oid, 'execute')
        and (r = 'portal_events') <> (p.proname::text = any (${named(OF_EVENTS)}))
        and (r = 'portal_events' or p.proname::text = any (${named(OF_EVENTS)}))
      union all select m.member::regrole::text from pg_auth_members m
        where m.roleid = 'portal_events'::regrole and m.member::regrole::text = any (${named(ROLES)})`,
  },
  {
    rule: 'the server owns nothing and cannot truncate, alter or make anything',
    broken: sql`select c.oid::regclass::text as object from pg_class c where c.relnamespace in ('portal'::regnamespace, 'auth'::regnamespace)
        and (pg_get_userbyid(c.relowner) = any (${named([...ACTING, 'portal_app', 'portal_auth'])})
          or (c.relkind in ('r', 'p') and exists (select from unnest(${named([...ACTING, 'portal_app'])}) r, unnest(array['truncate', 'references', 'trigger']) p
            where has_table_privilege(r, c.oid, p))))
      union all select 'temporary tables' where has_database_privilege('portal_app', current_database(), 'temp')
      union all select n.nspname || ' schema' from pg_namespace n, unnest(${named([...ACTING, 'portal_app', 'portal_auth'])}) r
        where n.nspname in ('public', 'portal', 'auth', 'legacy') and has_schema_privilege(r, n.oid, 'create')`,
  },
  {
    rule: 'sign-in and data are apart: nobody who acts reads schema auth, and sign-in reads nothing else',
    broken: sql`select c.oid::regclass || ' for ' || r as object from pg_class c,
        unnest(${named([...ACTING, 'portal_app', 'portal_tables', 'portal_auth', 'public'])}) r
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and (c.relnamespace = 'auth'::regnamespace and r <> 'portal_auth'
          or c.relnamespace in ('portal'::regnamespace, 'legacy'::regnamespace) and r in ('portal_auth', 'public'))
        and has_any_column_privilege(r, c.oid, 'select, insert, update')`,
  },
  {
    rule: 'members and staff neither see what has no tenant, nor change what is the same for everybody',
    broken: sql`select c.oid::regclass || ' for ' || r as object from pg_class c, unnest(${named(ACTING)}) r
      where ${PORTAL} and (
        (r in ('portal_member', 'portal_staff') and c.relname = any (${named([...WITHOUT_TENANT.unassigned, ...WITHOUT_TENANT.register, ...REGISTERS])})
          and has_any_column_privilege(r, c.oid, 'select, insert, update'))
        or (r <> 'portal_admin' and c.relname = any (${named(WITHOUT_TENANT.reference)})
          and (has_any_column_privilege(r, c.oid, 'insert, update') or has_table_privilege(r, c.oid, 'delete'))))`,
  },
  {
    rule: 'who makes backups reads every table whole but those left out on purpose, changes and calls nothing, and is nobody who serves',
    broken: sql`with t as (
        select c.oid, c.relrowsecurity as guarded, c.relpersistence <> 'u' and format('%s.%s', n.nspname, c.relname) <> all (${named(Object.keys(EXCLUDED_TABLES))}) as kept
          from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('auth', 'portal') and c.relkind in ('r', 'p'))
      select t.oid::regclass::text as object from t where has_any_column_privilege('portal_backup', t.oid, 'select') <> t.kept
          or has_any_column_privilege('portal_backup', t.oid, 'insert, update, references') or has_table_privilege('portal_backup', t.oid, 'delete, truncate, trigger')
          or (t.kept and t.guarded and not exists (select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd = 'r'
            and p.polroles = array['portal_backup'::regrole::oid] and pg_get_expr(p.polqual, p.polrelid) = 'true'))
      union all select k.conrelid::regclass || '.' || k.conname from pg_constraint k join t on t.oid = k.conrelid join t f on f.oid = k.confrelid
        where k.contype = 'f' and t.kept and not f.kept
      union all select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('portal'::regnamespace, 'auth'::regnamespace, 'legacy'::regnamespace)
        and has_function_privilege('portal_backup', p.oid, 'execute') and not has_function_privilege('public', p.oid, 'execute')
      union all select m.member::regrole::text from pg_auth_members m
        where m.roleid = 'portal_backup'::regrole and m.member::regrole::text = any (${named(ROLES)})
      union all select rolname::text from pg_roles where rolname = 'portal_backup' and rolcanlogin`,
  },
  {
    rule: 'what is the manufacturer’s is read by a tenant and its staff only where the tenant has access to it, and never written',
    broken: sql`select tablename || '.' || policyname as object from pg_policies where schemaname = 'portal'
      and tablename = any (${named(WITHOUT_TENANT.manufacturer)}) and roles && ${named(['portal_member', 'portal_staff'])}::name[]
      and (cmd <> 'SELECT' or qual !~ '_access ')`,
  },
  {
    rule: 'a member reads what is in the library only where the tenant has access to it, and never writes it',
    broken: sql`select tablename || '.' || policyname as object from pg_policies where schemaname = 'portal'
      and tablename = any (${named(WITHOUT_TENANT.library)}) and 'portal_member' = any (roles)
      and (cmd <> 'SELECT' or qual !~ '_access ')`,
  },
  {
    rule: 'a unique index of a tenant table begins with tenant_id',
    broken: sql`select i.indexrelid::regclass::text as object from pg_index i join pg_class c on c.oid = i.indrelid
      where ${PORTAL} and i.indisunique and ${HAS_TENANT} and c.relname <> all (${named([...REGISTERS, ...OF_ORDERS, ...WITHOUT_TENANT.unassigned])})
      and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) <> 'tenant_id'`,
  },
  {
    rule: 'a foreign key between tenant tables carries tenant_id',
    broken: sql`select k.conrelid::regclass || '.' || k.conname as object from pg_constraint k where k.contype = 'f'
      and k.connamespace = 'portal'::regnamespace and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'tenant_id')
      and not exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where a.attname = 'tenant_id')`,
  },
  {
    rule: 'no role setting presets a context',
    broken: sql`select setrole::regrole::text as object from pg_db_role_setting where setconfig::text ~ 'portal[.]'`,
  },
]

/** @throws OperatorError naming the rule and the objects that break it; the server does not serve then */
export async function checkCatalogue(location: DatabaseLocation): Promise<void> {
  await withOwner(location, async (tx) => {
    for (const { rule, broken } of INVARIANTS) {
      const { rows } = await broken.execute(tx)
      if (rows.length === 0) continue
      throw new OperatorError(
        `The database breaks a rule of safety: ${rule}. Objects: ${rows.map((row) => row.object).join(', ')}.`,
      )
    }
  })
}
