import { FOREIGN } from './world.ts'

/** Whose context an attack begins in; `raw`: none at all. `bound`: a key of upstream for the own tenant. */
export type Standing = 'raw' | 'member' | 'staff' | 'narrowed' | 'none' | 'bound'

export type Attack = {
  name: string
  as: Standing[]
  /** One transaction; the last statement is the one that must fail or find nothing. */
  steps: string[]
  /** SQL state of the refusal; 'nothing': it runs, and answers no row or only zeros. */
  outcome: string
}

const DENIED = '42501'
const EVERYBODY: Standing[] = ['raw', 'member', 'staff', 'narrowed', 'none', 'bound']
const PEOPLE: Standing[] = ['member', 'staff', 'narrowed', 'none']

/** The tenants' ids, and what the roles may read according to the catalogue. */
export type Target = { own: number; other: number; relations: Relation[] }
export type Relation = { name: string; tenant: boolean; readable: Record<string, boolean> }

const ROLES: Record<Standing, string> = {
  raw: 'portal_app',
  member: 'portal_member',
  staff: 'portal_staff',
  narrowed: 'portal_staff',
  none: 'portal_member',
  bound: 'portal_ingest',
}

// Upstream keys look up there whose a row is; nothing of it leaves but that a client is unknown.
const REGISTERS = ['portal.upstream_rows', 'portal.upstream_clients', 'portal.upstream_client_names']

/** `own` and `other` are tenant ids; foreign rows are everything but `own`. */
export function attacks({ own, other, relations }: Target): Attack[] {
  const orders = `select count(*) from portal.orders where tenant_id <> ${own}`
  const invented = [
    `set local portal.context = 'member|${other}|u|s'`,
    `set local portal.signature = 'invented'`,
  ]
  const list: Attack[] = []
  const add = (as: Standing[], outcome: string, ...attempts: (string | string[])[]) => {
    for (const attempt of attempts) {
      const steps = [attempt].flat()
      list.push({ name: steps.join('; ').replaceAll(/\s+/g, ' ').slice(0, 160), as, steps, outcome })
    }
  }

  // A context of one's own making.
  add(EVERYBODY, DENIED, [...invented, 'set local role portal_member', orders])
  add(EVERYBODY, DENIED, [
    `set local portal.context = 'admin|*|u|s'`,
    `set local portal.signature = ''`,
    'set local role portal_admin',
    orders,
  ])
  add(PEOPLE, DENIED, [`set local portal.context = 'member|${other}|u|s'`, orders])
  add(['member'], DENIED, [`set local portal.signature = ''`, orders], ['reset portal.signature', orders])
  add(EVERYBODY, 'nothing', [`set local portal.context = ''`, 'set local role portal_member', orders])
  add(
    EVERYBODY,
    DENIED,
    `select set_config('portal.context', 'member|${other}|u|s', true)`,
    `select count(*) from portal.tenants where set_config('role', 'portal_admin', true) is not null`,
    `with x as materialized (select set_config('portal.context', 'admin|*|u|s', true) c) select count(*) from x, portal.tenants`,
    `update pg_settings set setting = 'admin|*|u|s' where name = 'portal.context'`,
    `select auth.sign('member|${other}|u|s')`,
    `select * from auth.secret`,
    `select auth.open_import_context('main')`,
    `select auth.begin_import_context('main')`,
  )
  add(
    ['raw'],
    '28000',
    `select auth.begin_context('guess')`,
    `select auth.open_context('')`,
    `select auth.open_context(null)`,
  )
  add(['raw'], '28000', `select auth.begin_key_context('\\x00')`, 'select auth.open_key_context(null)')
  add(
    [...PEOPLE, 'bound'],
    DENIED,
    `select auth.begin_context('guess')`,
    `select auth.open_key_context('\\x00')`,
  )

  // Another role.
  for (const role of ['portal_member', 'portal_staff', 'portal_admin', 'portal_ingest']) {
    add(EVERYBODY, 'nothing', [`set local role ${role}`, orders])
    add(EVERYBODY, 'nothing', [
      `do $$ begin set local role ${role}; if (${orders}) > 0 then raise exception 'leak'; end if; end $$`,
    ])
  }
  for (const role of [
    'portal_owner',
    'portal_keeper',
    'portal_tables',
    'portal_legacy',
    'portal_backup',
    'portal_auth',
    'pg_read_all_data',
    'pg_write_all_data',
  ])
    add(['raw', 'member'], DENIED, `set local role ${role}`)
  add(
    ['raw', 'member'],
    DENIED,
    'set session authorization portal_owner',
    'grant portal_admin to portal_auth',
  )
  add(
    ['raw', 'member'],
    DENIED,
    'grant portal_owner to portal_app',
    'alter role portal_app superuser',
    'create role planted',
  )

  // Every table and view there is.
  for (const { name, tenant, readable } of relations) {
    for (const standing of EVERYBODY) {
      if (!readable[ROLES[standing]]) add([standing], DENIED, `select * from ${name}`)
      else if (tenant && !REGISTERS.includes(name))
        add([standing], 'nothing', `select count(*) from ${name} where tenant_id <> ${own}`)
    }
  }

  // Around the policies.
  add(PEOPLE, DENIED, ['set local row_security = off', 'select count(*) from portal.orders'])
  add(
    PEOPLE,
    'nothing',
    orders,
    `select count(*) from portal.orders where tenant_id = ${other} and 1 / (tenant_id - ${other}) = 1`,
    `select 1 / (case when client_name like '${FOREIGN}%' then 0 else 1 end) - 1 from portal.orders`,
    `select count(*) from portal.orders where ord_no like '${FOREIGN}%' or ord_no ~ '^zzforeign'`,
    `select count(*) from portal.order_lines l full join portal.orders o using (tenant_id) where tenant_id <> ${own}`,
    `select o from portal.orders o where tenant_id <> ${own} limit 1`,
    `select count(*) from portal.search_orders('${FOREIGN}', true, 1000)`,
    `select count(*) from portal.orders_of_products('${FOREIGN}', 1000)`,
    `select count(*) from portal.search_orders('', true, 1000) where tenant_id <> ${own}`,
    `select count(*) from portal.customers where tenant_id <> ${own}`,
    `select count(*) from portal.tenants where id <> ${own}`,
    `select count(*) from portal.profiles where user_id <> auth.actor()`,
    `select count(*) from pg_stats where schemaname = 'portal' and (most_common_vals::text like '%zz%' or histogram_bounds::text like '%zz%')`,
    `select count(*) from pg_stats_ext where schemaname = 'portal'`,
    `select count(*) from pg_stat_activity where query like '%${FOREIGN}%' and pid <> pg_backend_pid()`,
    `select (xpath('count(//row)', query_to_xml('${orders}', false, false, '')))[1]::text::int - 1`,
    `select (query_to_xml('table portal.orders', true, true, '')::text like '%${FOREIGN}%')::int`,
    `select (database_to_xml(true, true, '')::text like '%${FOREIGN}%')::int`,
  )
  add(EVERYBODY, DENIED, 'select * from pg_authid', 'select * from pg_shadow', 'select * from pg_statistic')
  add(
    EVERYBODY,
    DENIED,
    `copy (select 1) to program 'id'`,
    `copy (select 1) to '/tmp/lotline-planted'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    `select lo_export(1, '/tmp/lotline-planted')`,
    `select lo_create(0)`,
    `select lo_creat(-1)`,
    `select lo_from_bytea(0, 'planted')`,
    `select pg_advisory_lock(1)`,
    `select pg_try_advisory_lock(1, 2)`,
    `select pg_reload_conf()`,
    `select pg_create_logical_replication_slot('planted', 'pgoutput')`,
    `load 'auth_delay'`,
  )

  // The event reader's ways are its login's alone: nobody calls them, reads what it reads, or becomes it.
  add(
    EVERYBODY,
    DENIED,
    `select * from portal.read_outbox('0', 0, 10)`,
    `select * from portal.read_outbox('0', 0, 10, array[${other}])`,
    'select * from portal.outbox_position()',
    `select portal.prune_outbox('0 days', 0)`,
    `select * from auth.stream_access(array['s'])`,
    `select * from auth.access_of('u', ${other}, null)`,
    'select * from portal.outbox',
    'select * from portal.outbox_pruned',
    'set role portal_events',
    'set local role portal_events',
    'set session authorization portal_events',
  )

  // Writing.
  const order = (tenant: number | string) =>
    `insert into portal.orders (tenant_id, source_id, source_key, currency) values (${tenant}, 1, 'planted', 'CAD')`
  add(
    ['raw', ...PEOPLE],
    DENIED,
    order(own),
    order(other),
    `update portal.orders set tenant_id = ${other}`,
    'delete from portal.orders',
    'truncate portal.orders',
    'lock table portal.orders in access exclusive mode',
    `update portal.profiles set global_admin = true`,
    `update portal.profiles set default_tenant_id = ${other}`,
    `insert into portal.members select ${other}, auth.actor(), 'tenant_admin'`,
    `update portal.roles set permissions = '{orders.read,sales.read,tenants.read}'`,
    `update portal.tenants set suspended_at = null`,
    `delete from portal.audit_log`,
    `update portal.audit_log set actor = 'nobody'`,
    `insert into portal.outbox (tenant_id, topic) values (${other}, 'planted')`,
    `update portal.data_versions set version = 0`,
    `select portal.touch_data('orders', array[${other}])`,
    `delete from portal.sales_history`,
    `insert into portal.sales_sums values (${other}, 1, 0, 17, 2020, 0, 'CAD', 1, 1, 1, 1)`,
    `select portal.rebuild_sales()`,
    `select portal.settle_sales()`,
    `select * from portal.verify_sales()`,
    `select * from portal.verify_audit()`,
    `select portal.apply_display_rules()`,
    `select portal.display_customer('${FOREIGN} Pharmacy')`,
    `select portal.resolve_sales_items(array['planted'], array['planted'])`,
  )
  add(
    ['member', 'staff', 'narrowed'],
    'nothing',
    `update portal.profiles set language = 'es' where user_id <> auth.actor()`,
  )
  const event = (tenant: number) => `select portal.emit(${tenant}, 'planted', null, null, null, 'x', '{}')`
  const entry = (tenant: number | string, named = 'null') =>
    `select portal.append_audit(${tenant}, 'planted', 't', 'i', null, '{}', null, ${named})`
  add(EVERYBODY, DENIED, event(other), entry(other), entry(other, `'somebody'`), entry('null'))
  add(
    ['raw'],
    DENIED,
    ...['member', 'staff', 'admin', 'ingest'].map((role) => [
      `set local role portal_${role}`,
      entry(other, `'x'`),
    ]),
  )
  add(
    ['raw'],
    DENIED,
    ...['member', 'staff', 'admin', 'ingest'].map((role) => [
      `set local role portal_${role}`,
      entry(0, `'x'`),
    ]),
  )
  add(['none'], DENIED, entry(own), event(own))
  add(['member'], DENIED, event(0))
  add(['raw', 'member', 'none', 'bound'], DENIED, 'select count(*) from portal.sales_shared_orders')
  add(
    ['staff', 'narrowed'],
    'nothing',
    `select count(*) from portal.sales_shared_orders where tenant_id <> ${own}`,
  )

  // A key that is bound to one tenant.
  const line = `(tenant_id, source_id, source_key, order_key, line_no) values (${other}, 1, 'p', 'p', '1')`
  add(
    ['bound'],
    DENIED,
    order(other),
    order('900001'),
    `update portal.orders set tenant_id = ${other} where tenant_id = ${own}`,
    `${order(other)} on conflict (tenant_id, source_id, source_key) do update set ref = 'planted'`,
    `merge into portal.orders o using (select 1) s on o.tenant_id = ${other} when matched then delete
       when not matched then insert (tenant_id, source_id, source_key, currency) values (${other}, 1, 'planted', 'CAD')`,
    `insert into portal.order_lines ${line}`,
    `insert into portal.customers (tenant_id, source_id, client_code, client_name) values (${other}, 1, 'p', 'p')`,
    `insert into portal.outbox (tenant_id, topic) values (${other}, 'planted')`,
    `insert into portal.unassigned_orders (source_id, source_key, currency) values (1, 'p', 'CAD')`,
    `select portal.touch_data('orders', array[${other}])`,
    `select portal.touch_data('orders', array[${own}, ${other}])`,
    'select * from portal.members',
    'select * from portal.profiles',
    'select * from portal.audit_log',
    'update portal.tenants set suspended_at = null',
    `insert into portal.upstream_clients (source_id, client_code, tenant_id) values (1, 'planted', ${own})`,
  )
  add(
    ['bound'],
    'nothing',
    orders,
    `select count(*) from portal.tenants where id <> ${own}`,
    `select count(*) from portal.customers where tenant_id <> ${own}`,
    `select count(*) from portal.unassigned_orders`,
    `select count(*) from portal.unassigned_sales_history`,
    `delete from portal.orders where tenant_id <> ${own}`,
    `update portal.order_lines set item_no = 'planted' where tenant_id <> ${own}`,
    `delete from portal.sales_history where tenant_id <> ${own}`,
  )
  add(
    ['raw'],
    DENIED,
    ...['admin', 'ingest'].map((role) => [
      `set local role portal_${role}`,
      `select portal.touch_data('orders', array[${other}])`,
    ]),
  )
  add(['raw'], DENIED, [
    'set local role portal_ingest',
    `select portal.resolve_sales_items(array['p'], array['p'])`,
  ])
  add(['raw'], DENIED, [
    'set local role portal_ingest',
    `select portal.resolve_sales_customers(array['p'], array['p'])`,
  ])
  add(['raw'], DENIED, ['set local role portal_admin', 'select portal.apply_display_rules()'])
  add(['raw'], 'nothing', ['set local role portal_admin', 'select * from portal.verify_audit()'])
  add(['raw'], DENIED, ['set local role portal_admin', 'select * from portal.verify_sales()'])

  // Objects.
  add(
    EVERYBODY,
    DENIED,
    'create table portal.planted (a int)',
    'create table public.planted (a int)',
    'create temp table planted (a int)',
    'create schema planted',
    `create function portal.planted() returns int language sql as 'select 1'`,
    'create view portal.planted as select * from portal.orders',
    'create index planted on portal.orders (ord_no)',
    'create policy planted on portal.orders using (true)',
    'alter policy member on portal.orders using (true)',
    'drop policy member on portal.orders',
    'alter table portal.orders disable row level security',
    'alter table portal.orders no force row level security',
    'alter function auth.tenant() security invoker',
    `create or replace function auth.tenant() returns int language sql as 'select ${other}'`,
    'create trigger planted before insert on portal.orders for each row execute function portal.wake_listeners()',
    'create rule planted as on select to portal.orders do instead select 1',
    'create extension dblink',
    'create extension file_fdw',
    'create publication planted for table portal.orders',
    `create event trigger planted on ddl_command_start execute function portal.wake_listeners()`,
    'create statistics planted on ord_no, po_no from portal.orders',
    'alter default privileges for role portal_owner grant select on tables to public',
    'comment on table portal.orders is null',
    'reindex table portal.orders',
    'drop owned by portal_owner',
    'reassign owned by portal_owner to portal_app',
  )
  add([...PEOPLE, 'bound'], 'nothing', 'grant select on portal.orders to public') // a warning that nothing was granted
  return list
}
