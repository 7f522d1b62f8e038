import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { passwordFile, type Transport } from './connection.ts'
import { childEnvironment, handOver } from './handed-over.ts'
import { type Layout, SUPERUSER } from './layout.ts'

/**
 * Makes the data directory when there is none: UTF-8, byte order (lists by name ask for an ICU collation), data
 * checksums. It is made beside its place and renamed when complete, so that a killed run leaves nothing half made.
 */
export function initialise(layout: Layout, binaries: Binaries, account: Account, transport: Transport): void {
  sweepLeftovers(layout)
  if (fs.existsSync(path.join(layout.pgdata, 'PG_VERSION'))) return
  if (transport === 'tcp') writePassword(layout, account)
  const fresh = `${layout.pgdata}.new.${process.pid}`
  let fault: string | undefined
  for (const locale of localeChoices(binaries.major)) {
    fault = runInitdb(fresh, layout, binaries.bin, account, [...locale, ...authentication(transport)])
    if (fault === undefined) break
  }
  if (fault !== undefined) throw new OperatorError(`initdb failed: ${fault}`)
  try {
    fs.renameSync(fresh, layout.pgdata)
  } catch {
    // A rival was first: its directory is as good.
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

/** `pg.new.<pid>` of a killed run; that of a living one is its own business. */
function sweepLeftovers({ home, pgdata }: Layout): void {
  const prefix = `${path.basename(pgdata)}.new.`
  for (const name of fs.readdirSync(home)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The built-in C.UTF-8 needs no locale of the system, but came with 17; before it the system's, else plain C. */
function localeChoices(major: number): string[][] {
  if (major >= 17) return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
  return [['--locale=C.UTF-8'], ['--locale=C']]
}

/** On a socket only its folder's owner gets in; a port of the machine anybody may try. `%run` is filled in later. */
function authentication(transport: Transport): string[] {
  return transport === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', '--pwfile=%run/password']
}

function writePassword(layout: Layout, account: Account): void {
  fs.writeFileSync(passwordFile(layout), randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) fs.chownSync(passwordFile(layout), account.uid, account.gid)
}

/** Answers what went wrong, or nothing. */
function runInitdb(fresh: string, { run }: Layout, bin: string, account: Account, settings: string[]) {
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { mode: 0o700 })
  if (account) fs.chownSync(fresh, account.uid, account.gid)
  const { names, descriptors, close } = handOver(account, [fresh, run])
  const fixed = [
    '-D',
    names[0] ?? fresh,
    '-U',
    SUPERUSER,
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
  ]
  const args = [...fixed, ...settings.map((setting) => setting.replace('%run', names[1] ?? run))]
  const made = spawnSync(path.join(bin, 'initdb'), args, {
    ...account,
    cwd: fresh,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
    encoding: 'utf8',
  })
  close()
  if (made.status === 0) return undefined
  fs.rmSync(fresh, { recursive: true, force: true })
  return made.error?.message ?? made.stderr.trim().split('\n').slice(-2).join(' | ')
}
