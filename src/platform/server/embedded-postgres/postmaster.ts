import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'

/** What `postmaster.pid` says; its lines are fixed by PostgreSQL (miscadmin.h). */
export type PidFile = { pid: number; port: number; listens: boolean; ready: boolean }

export const pidFilePath = (pgdata: string) => path.join(pgdata, 'postmaster.pid')

export function readPidFile(pgdata: string): PidFile | undefined {
  const lines = readText(pidFilePath(pgdata))?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!pid) return undefined
  return {
    pid,
    port: Number(lines[3]),
    listens: (lines[5] ?? '').trim() !== '',
    ready: lines[7]?.trim() === 'ready',
  }
}

/**
 * Whether that process is the server of this directory. `kill(pid, 0)` alone is not enough: it also answers for a
 * zombie that nobody reaps and for another program that got the number since.
 */
export function isPostmasterOf(pid: number, pgdata: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (process.platform === 'linux') {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(pgdata)
    } catch (fault) {
      return (fault as NodeJS.ErrnoException).code === 'EACCES'
    }
  }
  if (process.platform === 'win32') return true
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
  return /postgres/.test(stdout ?? '')
}

/** Ends the sessions, flushes and stops ("fast"). SIGTERM would wait for every client to leave. */
export function stopFast(pid: number, bin: string, pgdata: string): void {
  if (process.platform === 'win32') {
    spawnSync(path.join(bin, 'pg_ctl'), ['stop', '-m', 'fast', '-D', pgdata])
    return
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}

export async function waitUntilGone(pid: number, pgdata: string, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs
  while (isPostmasterOf(pid, pgdata)) {
    if (Date.now() > end)
      throw new OperatorError(`PostgreSQL process ${pid} does not stop. End it, then start again.`)
    await sleep(20)
  }
}

export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fault
  }
}
