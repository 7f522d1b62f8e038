import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { embeddedDatabase, externalDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'

const FIRST = 'create schema portal;\ncreate table portal.first (id int primary key);\n'

let directory: string
let client: pg.Client
let database: string

beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-migrate-'))
  database = `lotline_migrate_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database}`)
  client = new pg.Client({ ...inject('testServer').connection, database })
  await client.connect()
  write(
    'bootstrap.sql',
    `do $$ begin execute format('grant create on database %I to portal_owner', current_database()); end $$`,
  )
  write('migrations/0001_first.sql', FIRST)
})
afterEach(async () => {
  await client.end()
  await onServer(`drop database ${database} with (force)`)
  fs.rmSync(directory, { recursive: true })
})

async function onServer(statement: string) {
  const admin = new pg.Client({ ...inject('testServer').connection, database: 'postgres' })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

function write(name: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
  fs.writeFileSync(path.join(directory, name), text)
}

const location = () => embeddedDatabase(inject('testServer').connection, database)
const run = (log?: (line: string) => void) =>
  migrate(location(), { directory, folders: [directory], ...(log ? { log } : {}) })
const ask = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
const tables = () =>
  ask(`select relname from pg_class where relkind = 'r' and relnamespace = 'portal'::regnamespace order by 1`)

describe('is refused', () => {
  test('an applied file that was changed, but not one with other line ends', async () => {
    await run()
    write('migrations/0001_first.sql', FIRST.replaceAll('\n', '\r\n'))
    await expect(run()).resolves.toEqual([])
    write('migrations/0001_first.sql', `${FIRST}-- a thought\n`)
    await expect(run()).rejects.toThrow('migrations/0001_first.sql was changed after it was applied')
  })

  test('a database that a newer version migrated', async () => {
    write('migrations/0002_second.sql', 'select 1')
    await run()
    fs.rmSync(path.join(directory, 'migrations/0002_second.sql'))
    await expect(run()).rejects.toThrow(/has migration 0002_second\.sql, which this version does not know/)
  })

  test('two files with one number, and a name without one', async () => {
    write('migrations/0001_again.sql', 'select 1')
    await expect(run()).rejects.toThrow(
      /0001_again\.sql and .*migrations\/0001_first\.sql have the same number/,
    )
    fs.renameSync(
      path.join(directory, 'migrations/0001_again.sql'),
      path.join(directory, 'migrations/again.sql'),
    )
    await expect(run()).rejects.toThrow(/again\.sql: the name has to begin with four digits/)
  })

  test('a server that cannot be reached', async () => {
    const nowhere = externalDatabase('postgres://u:p@127.0.0.1:1/none', 'x')
    await expect(migrate(nowhere, { directory })).rejects.toThrow(
      /^The database cannot be reached: .*ECONNREFUSED/,
    )
  })
})

describe('a fault names file and line, and leaves nothing of its file', () => {
  test.each([
    [
      'in the grammar',
      `create table portal.a ();\n\ncreate table portal.b (\n  é text,\n  id itn\n);`,
      '5: type "itn" does not exist',
    ],
    [
      'at run time',
      `create table portal.a (t text default 'x;');\n-- one; two\ninsert into portal.first values (1);\n/* ; */ do $f$ begin perform 1; end $f$;\ninsert into portal.first\n  values (1);`,
      '5: duplicate key value violates unique constraint "first_pkey" (Key (id)=(1) already exists.)',
    ],
    [
      'raised',
      `select 1;\ndo $$ begin raise 'not like this'; end $$`,
      '2: not like this (PL/pgSQL function inline_code_block line 1 at RAISE)',
    ],
  ])('%s', async (_, text, message) => {
    write('migrations/0002_bad.sql', text)
    await expect(run()).rejects.toThrow(`migrations/0002_bad.sql:${message}`)
    expect(await tables()).toEqual(['first', 'schema_migrations'])
    expect(await ask('select name from portal.schema_migrations')).toEqual(['0001_first.sql'])
  })

  test('of a policy, with everything else that is re-applied', async () => {
    write(
      'functions/0010_one.sql',
      'create or replace function portal.one() returns int language sql as $$ select 1 $$',
    )
    write(
      'policies/first.sql',
      '\nalter table portal.first enable row level security;\ncreate policy p on portal.nowhere;',
    )
    await expect(run()).rejects.toThrow('policies/first.sql:3: relation "portal.nowhere" does not exist')
    expect(await ask(`select to_regprocedure('portal.one()')`)).toEqual([null])
  })
})

describe('applies', () => {
  test('what is new, in order, as portal_owner', async () => {
    const log: string[] = []
    write('migrations/0010_third.sql', 'alter table portal.second add b int')
    write('migrations/0002_second.sql', 'create table portal.second (a int)')
    expect(await run((line) => log.push(line))).toEqual([
      '0001_first.sql',
      '0002_second.sql',
      '0010_third.sql',
    ])
    expect(log).toEqual(['migration 0001_first.sql', 'migration 0002_second.sql', 'migration 0010_third.sql'])
    const owners = `select distinct tableowner from pg_tables where schemaname = 'portal'`
    expect(await ask(owners)).toEqual(['portal_owner'])
    expect(await run()).toEqual([])
  })

  test('functions and policies again when one of them changed, or after a migration', async () => {
    const functionOf = (n: number) =>
      `create or replace function portal.n() returns int language sql as $$ select ${n} $$`
    write('functions/0010_n.sql', functionOf(1))
    expect(await run()).toEqual(['0001_first.sql', 'functions and policies'])
    expect(await run()).toEqual([])
    write('functions/0010_n.sql', functionOf(2))
    expect(await run()).toEqual(['functions and policies'])
    expect(await ask('select portal.n()')).toEqual([2])
    write('migrations/0002_second.sql', 'drop function portal.n()')
    expect(await run()).toEqual(['0002_second.sql', 'functions and policies'])
    expect(await ask('select portal.n()')).toEqual([2])
  })

  test('functions before those that call them, and all of them before views, triggers and policies', async () => {
    write('policies/first.sql', 'create policy p on portal.first using (portal.a_caller())')
    write('views/seen.sql', 'create or replace view portal.seen as select portal.a_caller() as it')
    write(
      'triggers/first.sql',
      'create or replace trigger t before insert on portal.first for each row execute function portal.z_trigger()',
    )
    write(
      'functions/a_caller.sql',
      'create or replace function portal.a_caller() returns boolean language sql as $$ select portal.b_called() $$',
    )
    write(
      'functions/b_called.sql',
      `create or replace function portal.b_called() returns boolean language sql as $$ select true $$;
       create or replace function portal.z_trigger() returns trigger language plpgsql as $$ begin return new; end $$`,
    )
    expect(await run()).toEqual(['0001_first.sql', 'functions and policies'])
    expect(await ask('select it from portal.seen')).toEqual([true])
  })

  test('no function whose body calls what is nowhere', async () => {
    write(
      'functions/a.sql',
      'create or replace function portal.a() returns int language sql as $$ select portal.nowhere() $$',
    )
    await expect(run()).rejects.toThrow('function portal.nowhere() does not exist')
    expect(await ask(`select to_regprocedure('portal.a()')`)).toEqual([null])
  })

  test('what no file declares any more is dropped, but for functions that columns call', async () => {
    write(
      'migrations/0002_second.sql',
      `create function portal.of_column(a int) returns int language sql immutable as 'select a + 1';
       create table portal.second (a int, b int generated always as (portal.of_column(a)) stored)`,
    )
    const declared = {
      'functions/one.sql': `create or replace function portal.one() returns int language sql as 'select 1';
         create or replace function portal.kept() returns trigger language plpgsql as $$ begin return new; end $$;
         create or replace aggregate portal.sums (int) (sfunc = int4pl, stype = int)`,
      'views/seen.sql': 'create or replace view portal.seen as select portal.one() as it',
      'triggers/first.sql':
        'create or replace trigger t before insert on portal.first for each row execute function portal.kept()',
      'policies/first.sql':
        'drop policy if exists p on portal.first; create policy p on portal.first using (portal.one() = 1)',
    }
    const there = () =>
      ask(`select tgname from pg_trigger where not tgisinternal union all select polname from pg_policy
           union all select relname from pg_class where relkind = 'v' and relnamespace = 'portal'::regnamespace
           union all select proname from pg_proc where pronamespace = 'portal'::regnamespace order by 1`)
    for (const [name, text] of Object.entries(declared)) write(name, text)
    await run()
    expect(await there()).toEqual(['kept', 'of_column', 'one', 'p', 'seen', 'sums', 't'])
    for (const name of Object.keys(declared)) fs.rmSync(path.join(directory, name))
    write(
      'functions/two.sql',
      `create or replace function portal.two() returns int language sql as 'select 2'`,
    )
    await run()
    expect(await there()).toEqual(['of_column', 'two'])
  })

  test('once when several instances start together', async () => {
    write('migrations/0002_slow.sql', 'create table portal.slow (); select pg_sleep(0.2)')
    const done = await Promise.all([run(), run(), run()])
    expect(done.flat()).toEqual(['0001_first.sql', '0002_slow.sql'])
  })

  test('after waiting for a transaction that holds its table', async () => {
    await run()
    write('migrations/0002_second.sql', 'alter table portal.first add a int')
    await client.query('begin; lock table portal.first in access share mode')
    const migrated = run()
    const attempts = new Set<string>()
    const watcher = new pg.Client({ ...inject('testServer').connection, database })
    await watcher.connect()
    const waiting = `select xact_start::text from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while (attempts.size < 2)
      for (const { xact_start } of (await watcher.query(waiting)).rows) attempts.add(xact_start)
    await watcher.end()
    await client.query('commit')
    expect(await migrated).toEqual(['0002_second.sql'])
  })
})

test('the logins get in by their derived passwords, alike on every instance, and by no other', async () => {
  const folder = path.join(directory, 'server')
  const server = await startEmbeddedPostgres(folder, { transport: 'tcp', settings: { fsync: 'off' } })
  try {
    const { host, port, user, password = '' } = server.connection
    const url = `postgres://${user}:${password}@${host}:${port}/lotline?application_name=x`
    const first = externalDatabase(url, 'unused')
    await migrate(first)
    for (const location of [externalDatabase(url, 'another'), embeddedDatabase(server.connection)]) {
      location.mark = first.mark as string
      for (const role of ['portal_app', 'portal_auth', 'portal_events'] as const) {
        const login = new pg.Client(location.login(role))
        await login.connect()
        expect((await login.query('select current_user as who')).rows).toEqual([
          { who: `${role}_${first.mark}` },
        ])
        await login.end()
      }
    }
    const stranger = new pg.Client({
      host,
      port,
      database: 'lotline',
      user: `portal_app_${first.mark}`,
      password,
    })
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
  } finally {
    await server.stop()
  }
})
