import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'

const MIGRATION = '0342_keys_that_collect.sql'

let directory: string
let database: string
let client: pg.Client
const run = () =>
  migrate(embeddedDatabase(inject('testServer').connection, database), { directory, folders: [] })
const onServer = async (statement: string) => {
  const admin = new pg.Client({ ...inject('testServer').connection, database: 'postgres' })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

/** The database as it was before keys had two rights. */
beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-keys-'))
  database = `lotline_keys_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database}`)
  client = new pg.Client({ ...inject('testServer').connection, database })
  await client.connect()
  fs.mkdirSync(path.join(directory, 'migrations'))
  fs.copyFileSync('db/bootstrap.sql', path.join(directory, 'bootstrap.sql'))
  for (const name of fs.readdirSync('db/migrations').filter((file) => file < MIGRATION))
    fs.copyFileSync(path.join('db/migrations', name), path.join(directory, 'migrations', name))
  await run()
})
afterAll(async () => {
  await client?.end()
  await onServer(`drop database if exists ${database} with (force)`)
  fs.rmSync(directory, { recursive: true })
})

it('leaves every old key what it was used for, and nothing more', async () => {
  await client.query(`insert into auth.ingest_sources (id, name) overriding system value values (90, 'old')`)
  const keys = ['sends and collects', 'sends', 'reads', 'revoked, had collected', 'somebody else’s number']
  for (const [at, name] of keys.entries())
    await client.query(
      `insert into auth.ingest_keys (id, source_id, scope, key_hash, revoked_at) overriding system value
       values ($1, 90, $2, $3, $4)`,
      [
        at + 1,
        name === 'reads' ? 'read' : 'ingest',
        randomBytes(32),
        name.startsWith('revoked') ? new Date() : null,
      ],
    )
  // Who had acknowledged: the keys 1 and 4; a person whose id looks like the fifth's did something of that name, too.
  for (const [actor, kind, action] of [
    ['1', 'ingest', 'purchase_orders.collected'],
    ['4', 'ingest', 'purchase_orders.collected'],
    ['2', 'ingest', 'batch.landed'],
    ['5', 'member', 'purchase_orders.collected'],
  ])
    await client.query(
      `insert into portal.audit_log (tenant_id, seq, at, actor_kind, actor, by_staff, action, prev_hash, hash)
       select 0, coalesce(max(seq), 0) + 1, now(), $2, $1, false, $3, '\\x00', '\\x00' from portal.audit_log`,
      [actor, kind, action],
    )
  // As the policies leave it: nobody reads it, its owner neither.
  await client.query('alter table portal.audit_log enable row level security, force row level security')
  fs.copyFileSync(path.join('db/migrations', MIGRATION), path.join(directory, 'migrations', MIGRATION))
  await run()
  const { rows } = await client.query('select id, scope from auth.ingest_keys order by id')
  expect(rows.map(({ id, scope }) => [id, scope])).toEqual([
    [1, 'ingest collect'],
    [2, 'ingest'],
    [3, 'read'],
    [4, 'ingest collect'],
    [5, 'ingest'],
  ])
  // The trail is as closed to its owner as it was.
  const { rows: forced } = await client.query(
    `select relforcerowsecurity as forced from pg_class where oid = 'portal.audit_log'::regclass`,
  )
  expect(forced).toEqual([{ forced: true }])
  await expect(
    client.query(
      `insert into auth.ingest_keys (source_id, scope, key_hash) values (90, 'collect ingest', '\\x01')`,
    ),
  ).rejects.toMatchObject({ code: '23514' })
})
