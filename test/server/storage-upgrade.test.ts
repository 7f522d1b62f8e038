import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate, migrationsOf } from '../../src/platform/server/database/migrate.ts'

const GB = 1_000_000_000
const file = (table: string, of: string, key: string, bytes: number, more = '') => `
  insert into portal.${table} (tenant_id, ${of}, file_name, file_key, format, size, checksum${more && ', author_name, by_staff'})
  values (1, 1${of.includes(',') ? ', 1' : ''}, 'a.pdf', '${key}', 'pdf', ${bytes}, decode(repeat('0${key.slice(-1)}', 32), 'hex')${more});`
const attached = (action: string, who: string, key: string, seq: number) => `
  insert into portal.audit_log (tenant_id, seq, at, actor_kind, actor, by_staff, action, object_type, object_id, new, prev_hash, hash)
  values (1, ${seq}, now(), 'member', '${who}', false, '${action}', 'x', '1',
    '{"file": "a.pdf", "checksum": "${`0${key.slice(-1)}`.repeat(32)}"}', '', '');`

/** Files of two people of a company and of staff, as a former version stored them. */
const STORED = `
  set session_replication_role = replica;
  insert into portal.tenants (id, name) overriding system value values (1, 'Much'), (2, 'Little');
  insert into portal.profiles (user_id, name, email) values ('much', 'Much', 'm@a.example'), ('little', 'Little', 'l@a.example'),
    ('staff', 'Staff', 's@a.example');
  insert into portal.issue_entries (tenant_id, id, issue_id, kind, author, author_name, by_staff) overriding system value
    values (1, 1, 1, 'file', 'much', 'Much', false);
  insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, key, author, author_name, by_staff, at)
    values (1, 1, 1, 'file', gen_random_uuid(), 'staff', 'Staff', true, now());
  ${file('issue_files', 'issue_id, entry_id', 'f1', 4 * GB)}
  ${file('conversation_files', 'conversation_id, no', 'f2', 0.9 * GB)}
  ${file('purchase_order_files', 'purchase_order_id', 'f3', 1 * GB, ", 'Much', false")}
  ${file('document_request_files', 'request_id', 'f4', 0.5 * GB, ", 'Little', false")}
  ${attached('purchase_order.file_attached', 'much', 'f3', 1)}
  ${attached('document_request.file_attached', 'little', 'f4', 2)}`

it('who uses more than half of the default at the upgrade gets twice what is used (J8)', async () => {
  const { connection } = inject('testServer')
  const name = `lotline_storage_${randomBytes(6).toString('hex')}`
  const asked = async (database: string, statement: string) => {
    const client = new pg.Client({ ...connection, database })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
  await asked('postgres', `create database ${name}`)
  try {
    const location = embeddedDatabase(connection, name)
    const before = migrationsOf().filter((one) => one.name < '0620')
    await migrate(location, { only: new Set(before.map((one) => one.name)) })
    await asked(name, STORED)
    await migrate(location)
    const rows = async (statement: string) => (await asked(name, statement)).rows.map(Object.values)
    expect(await rows('select file_key, tenant_id, user_id from portal.uploads order by file_key')).toEqual([
      ['f1', 1, 'much'],
      ['f2', 0, 'staff'],
      ['f3', 1, 'much'],
      ['f4', 1, 'little'],
    ])
    expect(await rows('select id, storage_quota::float from portal.tenants order by id')).toEqual([
      [1, 11 * GB],
      [2, null],
    ])
    expect(await rows('select user_id, storage_quota::float from portal.profiles order by user_id')).toEqual([
      ['little', null],
      ['much', 10 * GB],
      ['staff', null],
    ])
  } finally {
    await asked('postgres', `drop database if exists ${name} with (force)`)
  }
})
