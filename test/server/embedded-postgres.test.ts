import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  copyBinaryPackage,
  findBinaryPackage,
} from '../../src/platform/server/embedded-postgres/binary-package.ts'
import type { Connection } from '../../src/platform/server/embedded-postgres/connection.ts'
import { findRunningPostgres } from '../../src/platform/server/embedded-postgres/find-running-postgres.ts'
import { isPostmasterOf, readPidFile } from '../../src/platform/server/embedded-postgres/postmaster.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'
import { endOwners, startOwner } from '../support/owner-process.ts'

const ASIDE = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0

let umask: number
let parent: string
let template: string
let dataDir: string
let running: EmbeddedPostgres[] = []

/** A closed parent, a space and an accent in the path, a strict umask: nothing of it may matter. */
beforeAll(async () => {
  umask = process.umask(0o077)
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline é embedded-'))
  template = path.join(parent, 'template')
  const server = await startEmbeddedPostgres(template)
  await query(server.connection, 'create table kept as select 42 as answer')
  await server.stop()
})
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(parent, 'data '))
  if (isRoot) copyOwned(template, dataDir)
  else fs.cpSync(template, dataDir, { recursive: true })
})
afterEach(async () => {
  for (const server of running) await server.stop()
  running = []
  endOwners()
  if (await findRunningPostgres(dataDir)) process.kill(postmaster(), 'SIGQUIT')
})
afterAll(() => {
  process.umask(umask)
  fs.rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function copyOwned(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true })
  const { uid, gid } = fs.statSync(path.join(from, 'pg'))
  const give = (place: string) => {
    fs.chownSync(place, uid, gid)
    if (fs.statSync(place).isDirectory())
      for (const name of fs.readdirSync(place)) give(path.join(place, name))
  }
  give(path.join(to, 'pg'))
}

async function start(options = {}) {
  const server = await startEmbeddedPostgres(dataDir, options)
  running.push(server)
  return server
}

async function query(connection: Connection, sql: string, database = 'lotline') {
  const client = new pg.Client({ ...connection, database })
  client.on('error', () => {})
  await client.connect()
  return client.query(sql).finally(() => client.end().catch(() => {}))
}

const answer = async (connection: Connection) =>
  (await query(connection, 'select answer from kept')).rows[0].answer
const postmaster = () => readPidFile(path.join(dataDir, 'pg'))?.pid ?? 0
const isRunning = (pid: number) => isPostmasterOf(pid, path.join(dataDir, 'pg'))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

describe('is refused in one line', () => {
  test('a second start beside a living owner, also after every session was terminated', async () => {
    const owner = await startOwner(dataDir)
    expect(owner.refused).toBeUndefined()
    const refusal =
      /^Another portal is running on .*data .*\(PostgreSQL process \d+\)\. Stop it first, or set [^\n]*$/
    await expect(start()).rejects.toThrow(refusal)
    const connection = owner.connection as Connection
    await query(
      connection,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    )
    await expect
      .poll(
        async () => (await query(connection, `select from pg_locks where locktype = 'advisory'`)).rowCount,
      )
      .toBe(1)
    await expect(start()).rejects.toThrow(refusal)
    expect(await answer(connection)).toBe(42)
    await owner.stop()
  })

  test('of several simultaneous starts all but one', async () => {
    const owners = await Promise.all([startOwner(dataDir), startOwner(dataDir), startOwner(dataDir)])
    expect(owners.filter((owner) => owner.connection)).toHaveLength(1)
    for (const { refused } of owners)
      if (refused) expect(refused).toMatch(/^OperatorError: Another portal is /)
    await Promise.all(owners.filter((owner) => owner.connection).map((owner) => owner.stop()))
  })

  test('a database of another major version', async () => {
    fs.writeFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), '99\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 99, and only \d+ was found .* Set PG_BIN/)
  })

  test('a folder without programs', async () => {
    await expect(start({ pgBin: parent })).rejects.toThrow(/^PG_BIN: no programs of PostgreSQL 15 or newer/)
  })

  test('a server that cannot start says why', async () => {
    fs.appendFileSync(path.join(dataDir, 'pg', 'postgresql.conf'), "\nmax_wal_size = 'much'\n")
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start \(exit 1\): .*max_wal_size[^\n]*$/)
  })

  test.runIf(isRoot)('what root made, to an ordinary user', async () => {
    fs.chmodSync(parent, 0o711)
    const { refused } = await startOwner(dataDir, ASIDE)
    fs.chmodSync(parent, 0o700)
    expect(refused).toMatch(
      /^OperatorError: DATA_DIR .* belongs to another user .* set DATA_DIR to another place\.$/,
    )
  })
})

describe('starts', () => {
  test('for the first time, and again with its data', async () => {
    dataDir = path.join(parent, 'not made yet', 'data')
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    const first = await start()
    const settings = `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      lower('É') as lower, current_setting('listen_addresses') as listens`
    const { rows } = await query(first.connection, settings)
    expect(rows[0]).toEqual({ checksums: 'on', fsync: 'on', lower: 'é', listens: '' })
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(await findRunningPostgres(dataDir)).toEqual(first.connection)
    await query(first.connection, 'create table kept as select 7 as answer')
    const pid = postmaster()
    await first.stop()
    expect(await first.exited).toBe('exit 0')
    expect(isRunning(pid)).toBe(false)
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    expect(await answer((await start()).connection)).toBe(7)
  })

  test('after its owner was killed: the orphan is replaced', async () => {
    const owner = await startOwner(dataDir)
    const orphan = postmaster()
    await owner.kill()
    expect(isRunning(orphan)).toBe(true)
    const { connection } = await start()
    expect(isRunning(orphan)).toBe(false)
    expect(postmaster()).not.toBe(orphan)
    expect(await answer(connection)).toBe(42)
  })

  test('after owner and server were killed, with what was committed', async () => {
    const owner = await startOwner(dataDir)
    await query(owner.connection as Connection, 'update kept set answer = 43')
    process.kill(postmaster(), 'SIGKILL')
    await owner.kill()
    expect(await answer((await start()).connection)).toBe(43)
  })

  test('beside a pid file whose number is another program, and a half-made folder', async () => {
    fs.writeFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), `${process.pid}\n\n0\n5432\n\n\n\nready\n`)
    fs.writeFileSync(path.join(dataDir, 'run', '.s.PGSQL.5432.lock'), `${process.pid}\n`)
    const dead = path.join(dataDir, 'pg.new.4194999')
    const alive = path.join(dataDir, `pg.new.${process.ppid}`)
    for (const folder of [dead, alive]) fs.mkdirSync(folder)
    expect(await answer((await start()).connection)).toBe(42)
    expect(fs.existsSync(dead)).toBe(false)
    expect(fs.existsSync(alive)).toBe(true)
  })

  test('after a power cut emptied the pid file', async () => {
    const pidFile = path.join(dataDir, 'pg', 'postmaster.pid')
    fs.writeFileSync(pidFile, '')
    fs.utimesSync(pidFile, 0, 0)
    expect(await answer((await start()).connection)).toBe(42)
  })

  test('with a socket elsewhere where the path is too long for one', async () => {
    dataDir = path.join(dataDir, 'x'.repeat(90))
    const { connection } = await start()
    expect(connection.host).toMatch(/lotline-pg-[0-9a-f]{12}$/)
    expect((await query(connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await running.pop()?.stop()
    fs.rmSync(connection.host, { recursive: true })
  })

  test('on a port with a password where there are no sockets', async () => {
    dataDir = path.join(parent, 'tcp')
    const { connection } = await start({ transport: 'tcp' })
    expect(connection).toMatchObject({ host: '127.0.0.1', port: expect.any(Number) })
    expect(await findRunningPostgres(dataDir)).toEqual(connection)
    const { password: _, ...bare } = connection
    await expect(query(bare, 'select 1')).rejects.toThrow(/password/)
    await expect(query({ ...connection, password: 'x' }, 'select 1')).rejects.toThrow(/authentication failed/)
    expect((await query(connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('for an ordinary user', async () => {
    fs.chmodSync(parent, 0o711)
    dataDir = path.join(parent, 'of nobody')
    fs.mkdirSync(dataDir)
    fs.chownSync(dataDir, ASIDE.uid, ASIDE.gid)
    const owner = await startOwner(dataDir, ASIDE)
    expect(owner.refused).toBeUndefined()
    expect(fs.statSync(path.join(dataDir, 'pg')).uid).toBe(ASIDE.uid)
    const pid = postmaster()
    await owner.stop()
    expect(isRunning(pid)).toBe(false)
    // Root may take it over, and the files stay that user's.
    await start()
    expect(fs.statSync(path.join(dataDir, 'pg', 'postmaster.pid')).uid).toBe(ASIDE.uid)
    fs.chmodSync(parent, 0o700)
  })

  test('from a copy where its programs are closed to the account', () => {
    const source = findBinaryPackage()
    if (!source) return expect(process.platform).not.toBe('linux')
    const copy = copyBinaryPackage(source, dataDir, undefined)
    expect(copyBinaryPackage(source, dataDir, undefined)).toBe(copy)
    const postgres = path.join(copy, 'native', 'bin', 'postgres')
    expect(fs.statSync(postgres).mode & 0o777).toBe(0o755)
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toMatch(/PostgreSQL/)
    expect(fs.readdirSync(dataDir).filter((name) => name.includes('.new.'))).toEqual([])
  })
})

describe('ends', () => {
  test('with a process that leaves without stopping it', async () => {
    const owner = await startOwner(dataDir)
    const pid = postmaster()
    await owner.exit()
    await until(() => !isRunning(pid))
    expect(postmaster()).toBe(0)
  })

  test('and says so when it was killed', async () => {
    const server = await start()
    process.kill(postmaster(), 'SIGKILL')
    expect(await server.exited).toBe('exit SIGKILL')
    await server.stop()
  })
})
