import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

// Four tenants, of which the last is suspended. Ids are the tenants' numbers in order.
const WORLD = `
  insert into tenants (id, name, language, currency, suspended_at) overriding system value values
    (1, 'One', 'fr-CA', 'USD', null), (2, 'Two', null, 'CAD', null), (3, 'Three', null, 'EUR', null), (4, 'Shut', 'en', 'CAD', now());
  update installation set currency = 'GBP';
  insert into tenant_module_visibility values (1, 'sales', false), (1, 'orders', true), (2, 'orders', false);
  insert into auth.users (id, name, email) select u, u, u from unnest(array[
    'administrator', 'member', 'settled', 'odd', 'everywhere', 'assigned', 'idle', 'misplaced', 'both', 'nobody', 'unknown']) u;
  insert into profiles (user_id, name, email, global_admin, default_tenant_id, language)
    select id, id, id, id = 'administrator', case id when 'settled' then 3 end, case id when 'member' then 'en' end
      from auth.users where id <> 'unknown';
  insert into members (tenant_id, user_id, role) values (1, 'member', 'viewer'), (2, 'member', 'quality_manager'), (4, 'member', 'viewer'),
    (2, 'settled', 'viewer'), (3, 'settled', 'sales_analyst'), (1, 'odd', 'finance'), (3, 'both', 'viewer'), (1, 'misplaced', 'viewer');
  insert into staff (user_id, role, all_tenants) values ('everywhere', 'finance', true), ('assigned', 'quality', false), ('idle', 'quality', false),
    ('misplaced', 'viewer', true), ('both', 'customer_service', true);
  insert into staff_tenants (tenant_id, user_id) values (2, 'assigned'), (3, 'assigned'), (4, 'assigned')`

/** Whose session, in which tenant (0: none, 99: there is none) → kind, tenant, tenants seen, role, hidden modules, language of the tenant, currency. */
const CASES = `
  member         1   member  1  {1}      viewer            {sales}   fr-CA  USD
  member         2   member  2  {2}      quality_manager   {orders}  -      CAD
  member         3   member  1  {1}      viewer            {sales}   fr-CA  USD
  member         4   member  1  {1}      viewer            {sales}   fr-CA  USD
  member         0   member  1  {1}      viewer            {sales}   fr-CA  USD
  member         99  member  1  {1}      viewer            {sales}   fr-CA  USD
  settled        2   member  2  {2}      viewer            {orders}  -      CAD
  settled        1   member  3  {3}      sales_analyst     {}        -      EUR
  odd            1   none    -  {}       -                 {}        -      GBP
  odd            2   none    -  {}       -                 {}        -      GBP
  everywhere     0   staff   -  {1,2,3}  finance           {}        -      GBP
  everywhere     1   staff   1  {1}      finance           {sales}   fr-CA  USD
  everywhere     4   staff   -  {1,2,3}  finance           {}        -      GBP
  assigned       0   staff   -  {2,3}    quality           {}        -      GBP
  assigned       2   staff   2  {2}      quality           {orders}  -      CAD
  assigned       1   staff   -  {2,3}    quality           {}        -      GBP
  idle           1   staff   -  {}       quality           {}        -      GBP
  misplaced      2   member  1  {1}      viewer            {sales}   fr-CA  USD
  both           3   member  3  {3}      viewer            {}        -      EUR
  both           1   staff   1  {1}      customer_service  {sales}   fr-CA  USD
  administrator  0   admin   -  -        global_admin      {}        -      GBP
  administrator  1   staff   1  {1}      global_admin      {}        fr-CA  USD
  administrator  4   staff   4  {4}      global_admin      {}        en     CAD
  administrator  99  admin   -  -        global_admin      {}        -      GBP
  nobody         1   none    -  {}       -                 {}        -      GBP
  unknown        1   none    -  {}       -                 {}        -      GBP
  stranger       0   none    -  {}       -                 {}        -      GBP`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string, ...string[]])

let database: TestDatabase
let superuser: Superuser
beforeAll(async () => {
  database = await createTestDatabase()
  superuser = await connectSuperuser(database.location)
  await superuser.query(WORLD)
})
afterAll(async () => {
  await superuser?.end()
  await database?.drop()
})

describe('what a session may see', () => {
  it.each(CASES)('of %s in tenant %s', async (person, tenant, ...expected) => {
    const [found] = await superuser.rows(
      `select a.kind, a.tenant_id::text, a.tenant_ids::text, a.role, a.hidden_modules::text, a.tenant_language, a.currency::text,
              a.permissions = coalesce((select r.permissions from roles r where r.key = a.role), '{}') as of_role,
              a.is_admin, a.is_staff, a.language
         from auth.access_of($1, nullif($2, '0')::int, null) a`,
      [person, tenant],
    )
    const { of_role, is_admin, is_staff, language, ...shown } = found as Record<string, unknown>
    expect(Object.values(shown).map((value) => value ?? '-')).toEqual(expected)
    expect({ of_role, is_admin, is_staff, language }).toEqual({
      of_role: true,
      is_admin: person === 'administrator',
      is_staff: expected[0] === 'staff' && person !== 'administrator',
      language: person === 'member' ? 'en' : null,
    })
  })
})
