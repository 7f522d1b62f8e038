import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import type { Account } from './account.ts'

/** Where the parts of one embedded server are. Nothing is made here. */
export type Layout = {
  home: string
  pgdata: string
  /** Holds the socket, or with TCP the password; only PostgreSQL's account and root may enter. */
  run: string
  log: string
}

/** Only a part of a file name: `.s.PGSQL.5432`. */
export const SOCKET_PORT = 5432
export const SUPERUSER = 'postgres'

export function layoutOf(dataDir: string): Layout {
  const home = path.resolve(dataDir)
  return {
    home,
    pgdata: path.join(home, 'pg'),
    run: runDirectory(home),
    log: path.join(home, 'postgres.log'),
  }
}

/** A socket's address holds 107 bytes (103 on macOS), so that a long DATA_DIR has its socket elsewhere. */
function runDirectory(home: string): string {
  const inside = path.join(home, 'run')
  if (Buffer.byteLength(`${inside}/.s.PGSQL.${SOCKET_PORT}`) <= 100) return inside
  return path.join(os.tmpdir(), `lotline-pg-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
}

/** Makes DATA_DIR (mode 700) and its run directory; refuses places that belong to somebody else. */
export function makeDirectories({ home, pgdata, run }: Layout, account: Account): void {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 })
  if (account === undefined) refuseForeign(home, 'DATA_DIR')
  if (account === undefined && fs.existsSync(pgdata)) refuseForeign(pgdata, 'The database')
  fs.mkdirSync(run, { recursive: true, mode: 0o700 })
  if (account === undefined) {
    refuseForeign(run, 'The socket directory')
    return
  }
  const found = fs.lstatSync(run)
  // In a shared temporary folder somebody could have put a link there for root to follow.
  if (!found.isDirectory() || ![0, account.uid].includes(found.uid))
    throw foreign(run, 'The socket directory')
  fs.chownSync(run, account.uid, account.gid)
  fs.chmodSync(run, 0o700)
}

function refuseForeign(directory: string, what: string): void {
  const uid = process.getuid?.()
  if (uid !== undefined && fs.lstatSync(directory).uid !== uid) throw foreign(directory, what)
}

function foreign(directory: string, what: string) {
  return new OperatorError(
    `${what} ${directory} belongs to another user (was the portal started as root before?). ` +
      'Give it to this user, or set DATA_DIR to another place.',
  )
}
