import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { createIngestKey } from '../../../src/features/tenants/server/create-ingest-key.ts'
import { createPerson } from '../../../src/features/tenants/server/create-person.ts'
import { createTenant } from '../../../src/features/tenants/server/create-tenant.ts'
import { createSignInService } from '../../../src/platform/server/auth/sign-in-service.ts'
import { EXCLUDED_TABLES } from '../../../src/platform/server/backup/excluded-tables.ts'
import type { DatabaseLocation } from '../../../src/platform/server/database/location.ts'
import { withOwner } from '../../../src/platform/server/database/with-owner.ts'
import type { Secrets } from '../../../src/platform/server/secrets.ts'
import { plantTenant, plantTransient, plantUnassigned } from '../../security/support/plant.ts'
import { connectSuperuser, type Superuser } from '../../security/support/superuser.ts'

const MARKS = ['aster', 'birch']

/** Puts rows into every table that a backup holds, and `files` documents with files beside those. */
export async function fillPortal(
  location: DatabaseLocation,
  { secrets, folder, lines, files }: { secrets: Secrets; folder: string; lines: number; files: number },
): Promise<void> {
  const superuser = await connectSuperuser(location)
  try {
    const signIn = createSignInService(location.login('portal_auth'), secrets, false)
    const tenants = await withOwner(location, async (tx) => {
      const made: number[] = []
      for (const name of MARKS) made.push(await createTenant(tx, { name, clientCodes: [name] }))
      for (const tenantId of made)
        await createPerson(tx, signIn, {
          ...{ email: `${tenantId}@test.example`, name: 'Somebody', password: 'heron-on-the-quay-7' },
          memberships: [{ tenantId, role: 'viewer' }],
        })
      await createPerson(tx, signIn, {
        ...{ email: 'staff@test.example', name: 'Somebody', password: 'heron-on-the-quay-7' },
        staff: { role: 'quality', tenantIds: made },
      })
      for (const tenantId of [null, made[0] as number])
        await createIngestKey(tx, { scope: 'ingest', source: 'main', tenantId })
      return made
    })
    await signIn.close()
    for (const [at, tenantId] of tenants.entries())
      await plantTenant(superuser, tenantId, MARKS[at] as string)
    await plantUnassigned(superuser, 'nobodys')
    await superuser.query('begin')
    await plantTransient(superuser, tenants[0] as number, tenants[1] as number)
    await superuser.query('commit')
    await fillTheRest(superuser)
    await superuser.query(
      `insert into sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key)
       select tenant_id, source_id, 2020 + n % 4, 1 + n % 12, currency, item_id, customer_id, n, n, 'many-' || n, 'many-' || n
         from (select * from sales_history where tenant_id = $1 limit 1) one, generate_series(1, $2::int) n`,
      [tenants[0], lines],
    )
    await plantFiles(superuser, folder, files)
  } finally {
    await superuser.end()
  }
}

/** What no other plant has: what people leave in the sign-in schema, texts that nothing is special about. */
async function fillTheRest(superuser: Superuser): Promise<void> {
  const hard = `e'tab\\tline\\nback\\\\slash \\\\N \\\\. "quoted" \u0001 é 😀'`
  await superuser.query(`
    insert into auth.second_factors (user_id, secret, enrolled_at, app_at, pending, pending_until)
      select id, '\\x0001ff', now(), now(), '\\x00', now() from auth.users limit 1;
    insert into auth.recovery_codes (user_id, code_hash) select id, '\\x01' from auth.users;
    insert into auth.passkeys (id, user_id, public_key, counter, transports, name)
      select convert_to(id, 'utf8'), id, '\\x00', 7, array['usb', null, 'a,"b'], ${hard} from auth.users;
    insert into auth.sms_numbers (user_id, number) select id, '+15145550123' from auth.users;
    insert into auth.viewings (tenant_id, session_id, user_id, role, reason, ends_at)
      select t.id, 'gone', u.id, 'viewer', ${hard}, now() from auth.users u, portal.tenants t;
    insert into auth.temporary_access (user_id, tenant_id, role, email, code_hash, uses, ends_at)
      select u.id, t.id, 'viewer', 'x@test.example', '\\x02', 3, now() + interval '1 day' from portal.tenants t, (select id from auth.users limit 1) u limit 1;
    insert into auth.mails (to_email, kind, language, secret, ends_at) values ('x@test.example', 'reset_link', 'en', 'x', now());
    insert into auth.ingest_keys (source_id, scope, key_hash, label) select id, 'ingest', '\\x03', ${hard} from auth.ingest_sources limit 1;
    update installation set company_name = ${hard};
    insert into feeds values ('orders', now());
    insert into sales_calendar (year, month, closed_by) values (2020, 1, 'x');
    insert into customer_aliases (variant, display_name) values ('zz', 'ZZ');
  `)
}

/** Of every table that leads to files, whichever there are. */
export async function storedFiles(superuser: Superuser): Promise<{ file_key: string; checksum: Buffer }[]> {
  const tables = await superuser.rows<{ name: string }>(
    `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and a.attname = 'file_key' and not a.attisdropped`,
  )
  const kept = tables.filter(({ name }) => !(`portal.${name}` in EXCLUDED_TABLES))
  return superuser.rows(kept.map(({ name }) => `select file_key, checksum from ${name}`).join(' union '))
}

async function plantFiles(superuser: Superuser, folder: string, files: number): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const put = (key: string, content: Buffer) => fs.writeFileSync(path.join(folder, key), content)
  // What the plants say of their files: they hold a mark and a number.
  const planted = await storedFiles(superuser)
  const known = new Map(
    MARKS.flatMap((mark) => [1, 2].map((n) => Buffer.from(`${mark} ${n}`))).map((content) => [
      createHash('sha256').update(content).digest('hex'),
      content,
    ]),
  )
  for (const { file_key, checksum } of planted) put(file_key, known.get(checksum.toString('hex')) as Buffer)
  for (let n = 0; n < files; n++) {
    const content = Buffer.alloc(200 + ((n * 7919) % 200_000), `file ${n} `)
    const checksum = createHash('sha256').update(content).digest()
    const key = checksum.toString('hex').slice(0, 48)
    put(key, content)
    await superuser.query(
      `with made as (
         insert into documents (title, shelves, category, type, audience) values ($1, '{qa}', 'procedure', 'procedure', 'all') returning id
       )
       insert into document_versions (document_id, no, status, file_name, file_key, format, size, checksum)
       select id, 1, 'draft', $1, $2, 'pdf', $3, $4 from made`,
      [`file ${n}`, key, content.length, checksum],
    )
  }
}

/** Every table that is not left out: how many rows, and a sum of all that is in them, in their order by content. */
export async function sumsOf(location: DatabaseLocation): Promise<Record<string, string>> {
  const client = new pg.Client(location.owner)
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('auth', 'portal') and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
    )
    const sums: Record<string, string> = {}
    await client.query(`set timezone = 'UTC'`)
    for (const { name } of tables) {
      if (name in EXCLUDED_TABLES) continue
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum from ${name} t`,
      )
      sums[name] = rows[0].sum
    }
    return sums
  } finally {
    await client.end()
  }
}
