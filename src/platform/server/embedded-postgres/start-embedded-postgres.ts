import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import { type Account, chooseAccount } from './account.ts'
import { type Binaries, chooseBinaries } from './binaries.ts'
import { type Connection, connectionOf, ensureDatabase, type Transport } from './connection.ts'
import { freePort } from './free-port.ts'
import { childEnvironment, handOver } from './handed-over.ts'
import { initialise } from './initialise.ts'
import { type Layout, layoutOf, makeDirectories, SOCKET_PORT } from './layout.ts'
import { holdOwnerLock } from './owner-lock.ts'
import { readPidFile, readText, stopFast } from './postmaster.ts'
import { occupied, removePreviousServer } from './previous-server.ts'

export type EmbeddedOptions = {
  /** Folder of PostgreSQL's programs (PG_BIN); default: the npm package's, else installed ones. */
  pgBin?: string | undefined
  /** Default: a unix socket, TCP on loopback with a password on Windows. */
  transport?: Transport
  /** Settings on top of ours, such as `{ fsync: 'off' }` for a test. */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  connection: Connection
  stop(): Promise<void>
  /** Resolves with the reason when the server has ended, asked or not. */
  exited: Promise<string>
}

/** The database that the portal uses; made when missing. */
export const EMBEDDED_DATABASE = 'lotline'

const LOG_LIMIT = 10_000_000

/**
 * Starts PostgreSQL as a child process on `dataDir`, making both when missing. Whoever holds it alive is its owner:
 * a second start is refused, the server of a killed owner is replaced.
 * @throws OperatorError in one line when it cannot run here
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const transport = options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket')
  const layout = layoutOf(dataDir)
  const account = chooseAccount(layout.pgdata)
  makeDirectories(layout, account)
  const binaries = chooseBinaries(layout, account, options.pgBin)
  await removePreviousServer(layout, binaries.bin)
  initialise(layout, binaries, account, transport)

  const port = transport === 'tcp' ? await freePort() : SOCKET_PORT
  const logStart = rotateLog(layout.log)
  const child = launch(layout, binaries, account, { transport, port, settings: options.settings ?? {} })
  const exited = ending(child)
  const connection = connectionOf(layout, transport, port)
  await waitUntilReady(child, layout, exited, logStart)
  const ownership = await holdOwnerLock(connection, exited)
  // A rival that began at the same moment took this server for an orphan.
  if (!ownership.held) throw occupied(layout)

  // When this process ends without stop() (a fault, process.exit), the server still shuts down by itself.
  const stopNow = () => child.pid !== undefined && stopFast(child.pid, binaries.bin, layout.pgdata)
  process.once('exit', stopNow)
  void exited.then(() => process.off('exit', stopNow))
  const stop = async () => {
    await ownership.release()
    if (child.exitCode === null && child.signalCode === null) stopNow()
    await exited
  }
  await ensureDatabase(connection, EMBEDDED_DATABASE).catch(async (fault) => {
    await stop()
    throw fault
  })
  return { connection, stop, exited }
}

type Listening = { transport: Transport; port: number; settings: Record<string, string> }

function launch(layout: Layout, { bin }: Binaries, account: Account, listening: Listening): ChildProcess {
  const { names, descriptors, close } = handOver(account, [layout.pgdata, layout.run])
  const [pgdata = layout.pgdata, run = layout.run] = names
  const settings = { ...serverSettings(), ...listenSettings(listening, run), ...listening.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A file, not a pipe: the server of a killed owner would write into nothing and die.
  const log = fs.openSync(layout.log, 'a', 0o600)
  const child = spawn(path.join(bin, 'postgres'), ['-D', pgdata, ...flags], {
    ...account,
    // An inherited folder that the account may not enter would end it at once.
    cwd: layout.pgdata,
    env: childEnvironment(),
    stdio: ['ignore', log, log, ...descriptors],
    // Its own session: Ctrl-C reaches the portal alone, which answers what is under way and then stops it.
    detached: true,
  })
  fs.closeSync(log)
  close()
  return child
}

function listenSettings({ transport, port }: Listening, run: string): Record<string, string> {
  if (transport === 'tcp')
    return { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  return {
    port: String(port),
    listen_addresses: '',
    unix_socket_directories: run,
    unix_socket_permissions: '0700',
  }
}

/** Durability stays as PostgreSQL has it; the log carries no statement and no row, which may hold personal data. */
function serverSettings(): Record<string, string> {
  const megabytes = Math.round(os.totalmem() / 8 / 2 ** 20)
  return {
    max_connections: '100',
    shared_buffers: `${Math.min(1024, Math.max(128, megabytes))}MB`,
    effective_cache_size: `${Math.max(256, megabytes * 4)}MB`,
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (fault) => resolve(fault.message))
    child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
  })
}

/** Answers where this start's part of the log begins. */
function rotateLog(log: string): number {
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_LIMIT) return size
  fs.renameSync(log, `${log}.1`)
  return 0
}

/** A crashed server replays its log first, which may take minutes: as long as it lives and works it is waited for. */
async function waitUntilReady(
  child: ChildProcess,
  layout: Layout,
  exited: Promise<string>,
  logStart: number,
) {
  let reason: string | undefined
  void exited.then((why) => {
    reason = why
  })
  for (;;) {
    const found = readPidFile(layout.pgdata)
    if (found?.pid === child.pid && found?.ready) return
    if (reason !== undefined) break
    await sleep(10)
  }
  const said = (readText(layout.log) ?? '').slice(logStart).trim().split('\n').slice(-3).join(' | ')
  // "exit 0": a rival that began at the same moment ended it.
  if (reason === 'exit 0' || /lock file .* (already exists|is empty)/.test(said)) throw occupied(layout)
  throw new OperatorError(`PostgreSQL did not start (${reason}): ${said}`)
}
