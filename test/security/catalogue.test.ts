import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCatalogue, INVARIANTS } from '../../src/platform/server/database/catalogue.ts'
import { createTx } from '../../src/platform/server/database/tx.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { connectSuperuser, type Superuser } from './support/superuser.ts'

let database: TestDatabase
let superuser: Superuser
beforeAll(async () => {
  database = await createTestDatabase()
  superuser = await connectSuperuser(database.location)
  await superuser.query('begin')
})
afterAll(async () => {
  await superuser?.end()
  await database?.drop()
})

/** Words of the rule that must find it → what is planted → the object that it must name. */
const FAULTS: [rule: string, plant: string, object: string][] = [
  ['forced row-level', 'alter table orders no force row level security', 'orders'],
  ['forced row-level', 'alter table order_lines disable row level security', 'order_lines'],
  ['forced row-level', 'alter table profiles disable row level security', 'profiles'],
  ['forced row-level', 'create table planted (tenant_id int not null, id int)', 'planted'],
  ['known kind', 'create table planted (id int)', 'planted'],
  [
    'known kind',
    'create foreign data wrapper w; create server s foreign data wrapper w; create foreign table planted (tenant_id int) server s',
    'planted',
  ],
  [
    'signed context',
    'create policy planted on orders to portal_member using (true) with check (true)',
    'orders.planted',
  ],
  [
    'signed context',
    'create policy planted on orders for select to portal_staff using (tenant_id > 0)',
    'orders.planted',
  ],
  ['signed context', 'create policy planted on customers for insert with check (true)', 'customers.planted'],
  [
    'signed context',
    `create policy planted on orders for update to portal_ingest using (auth.ingests_all()) with check (1 = 1)`,
    'orders.planted',
  ],
  [
    'checks what it writes',
    'create policy planted on orders to portal_member using (tenant_id = (select auth.tenant()))',
    'orders.planted',
  ],
  ['who makes backups', 'revoke select on orders from portal_backup', 'orders'],
  ['who makes backups', 'grant select on auth.sessions to portal_backup', 'auth.sessions'],
  ['who makes backups', 'grant select (token) on auth.sessions to portal_backup', 'auth.sessions'],
  ['who makes backups', 'create table planted (tenant_id int not null, id int)', 'planted'],
  ['who makes backups', 'drop policy backup on orders', 'orders'],
  ['who makes backups', 'alter policy backup on orders using (tenant_id > 0)', 'orders'],
  ['who makes backups', 'alter policy backup on orders to portal_backup, portal_app', 'orders'],
  ['who makes backups', 'grant update (note) on purchase_orders to portal_backup', 'purchase_orders'],
  ['who makes backups', 'grant delete on orders to portal_backup', 'orders'],
  [
    'who makes backups',
    'alter table profiles add column device bytea; alter table auth.devices add unique (device_hash); alter table profiles add constraint planted foreign key (device) references auth.devices (device_hash)',
    'profiles.planted',
  ],
  [
    'who makes backups',
    'grant execute on function auth.begin_context(text) to portal_backup',
    'auth.begin_context(text)',
  ],
  ['who makes backups', 'grant portal_backup to portal_app', 'portal_app'],
  ['who makes backups', 'grant portal_backup to portal_owner', 'portal_owner'],
  ['who makes backups', 'alter role portal_backup login', 'portal_backup'],
  [
    'what is the manufacturer’s',
    'create policy planted on products for select to portal_member using (auth.tenant() is not null)',
    'products.planted',
  ],
  [
    'what is in the library',
    `create policy planted on documents for select to portal_member using (auth.tenant() is not null and status <> 'draft')`,
    'documents.planted',
  ],
  ['rights of who asks', 'create view planted as select * from orders', 'planted'],
  [
    'rights of who asks',
    'create view legacy.planted with (security_invoker = off) as select * from portal.orders',
    'legacy.planted',
  ],
  ['rights of who asks', 'create materialized view planted as select 1 as one', 'planted'],
  [
    'SECURITY DEFINER',
    `create function planted() returns int language sql security definer as 'select 1'; revoke execute on function planted() from public;
     alter function planted() owner to portal_keeper`,
    'planted()',
  ],
  [
    'SECURITY DEFINER',
    'grant execute on function portal.search_orders(text, boolean, int) to public',
    'search_orders(text,boolean,integer)',
  ],
  [
    'SECURITY DEFINER',
    `create function auth.planted() returns int language sql security definer set search_path = pg_catalog as 'select 1';
     revoke execute on function auth.planted() from public`,
    'auth.planted()',
  ],
  ['without powers', 'alter role portal_app bypassrls', 'portal_app'],
  ['without powers', 'alter role portal_member bypassrls', 'portal_member'],
  ['without powers', 'alter role portal_auth createrole', 'portal_auth'],
  ['without powers', 'alter role portal_app inherit', 'portal_app'],
  ['without powers', 'grant portal_owner to portal_app', 'portal_owner'],
  ['without powers', 'grant portal_keeper to portal_member', 'portal_keeper'],
  ['without powers', 'grant pg_read_all_data to portal_staff', 'pg_read_all_data'],
  ['nobody is it', 'alter role %APP% createdb', '%APP%'],
  ['nobody is it', 'grant portal_admin to %APP%', '%APP%'],
  ['nobody is it', 'grant %APP% to portal_keeper', '%APP%'],
  ['nobody is it', 'grant connect on database postgres to %APP%', '%APP%'],
  ['the event reader', 'grant select on outbox to portal_events', 'outbox'],
  ['the event reader', 'grant select (token) on auth.sessions to portal_events', 'auth.sessions'],
  [
    'the event reader',
    'grant execute on function auth.stream_access(text[]) to portal_app',
    'auth.stream_access(text[]) for portal_app',
  ],
  [
    'the event reader',
    'grant execute on function auth.begin_context(text) to portal_events',
    'auth.begin_context(text) for portal_events',
  ],
  ['the event reader', 'grant portal_events to portal_app', 'portal_app'],
  ['owns nothing', 'alter table orders owner to portal_app', 'orders'],
  ['owns nothing', 'grant truncate on orders to portal_ingest', 'orders'],
  ['owns nothing', 'grant create on schema portal to portal_member', 'portal schema'],
  ['apart', 'grant select on auth.sessions to portal_admin', 'auth.sessions for portal_admin'],
  ['apart', 'grant select (token) on auth.sessions to portal_app', 'auth.sessions for portal_app'],
  ['apart', 'grant select on orders to portal_auth', 'orders for portal_auth'],
  ['apart', 'grant select on customers to public', 'customers for public'],
  ['members and staff', 'grant update on roles to portal_member', 'roles for portal_member'],
  ['members and staff', 'grant insert on modules to portal_ingest', 'modules for portal_ingest'],
  [
    'members and staff',
    'grant select on unassigned_orders to portal_staff',
    'unassigned_orders for portal_staff',
  ],
  [
    'members and staff',
    'grant select on upstream_clients to portal_member',
    'upstream_clients for portal_member',
  ],
  ['begins with tenant_id', 'create unique index planted on orders (source_key)', 'planted'],
  ['begins with tenant_id', 'create unique index planted on orders (source_key, tenant_id)', 'planted'],
  [
    'carries tenant_id',
    `create unique index planted_key on orders (id);
     alter table order_lines add constraint planted foreign key (id) references orders (id)`,
    'order_lines.planted',
  ],
  ['presets a context', `alter role portal_app set portal.context = '1'`, 'portal_app'],
  ['presets a context', `alter database ${'%DATABASE%'} set portal.signature = '1'`, '-'],
]

const found = async ({ broken }: (typeof INVARIANTS)[number]): Promise<string[]> =>
  (await broken.execute(createTx(superuser))).rows.map((row) => row.object)

describe('the catalogue of the database', () => {
  it.each(INVARIANTS)('holds on a migrated database: $rule', async (invariant) => {
    expect(await found(invariant)).toEqual([])
  })

  it.each(FAULTS)('finds (%s): %s', async (words, plant, object) => {
    const rules = INVARIANTS.filter((invariant) => invariant.rule.includes(words))
    expect(rules).toHaveLength(1)
    const [rule] = rules as [(typeof INVARIANTS)[number]]
    const login = `portal_app_${database.location.mark}`
    const planted = plant.replace('%DATABASE%', database.name).replace('%APP%', login)
    const reported = await superuser.undone(planted, () => found(rule))
    expect(reported).toContain(object.replace('%APP%', login))
    expect(await found(rule)).toEqual([])
  })

  it('has a planted fault for every rule', () => {
    const untried = INVARIANTS.filter(({ rule }) => !FAULTS.some(([words]) => rule.includes(words)))
    expect(untried.map(({ rule }) => rule)).toEqual([])
  })

  it('keeps the server from serving a database that breaks a rule', async () => {
    await checkCatalogue(database.location)
    await superuser.query('commit; alter table portal.customers no force row level security')
    await expect(checkCatalogue(database.location)).rejects.toThrow(/forced row-level.*customers/)
    await superuser.query('alter table portal.customers force row level security; begin')
  })
})
