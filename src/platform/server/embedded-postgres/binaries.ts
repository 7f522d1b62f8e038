import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import type { Account } from './account.ts'
import { copyBinaryPackage, findBinaryPackage, linkLibraries } from './binary-package.ts'
import type { Layout } from './layout.ts'
import { readText } from './postmaster.ts'

export type Binaries = { bin: string; major: number }

const OLDEST = 15

/** Folders with a version in their name where systems and installers put PostgreSQL's programs. */
const USUAL_PLACES: [parent: string, child: RegExp, rest: string][] = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'],
  ['/usr', /^pgsql-\d+$/, 'bin'],
  ['/usr/libexec', /^postgresql\d*$/, ''],
  ['/opt/homebrew/opt', /^postgresql(@\d+)?$/, 'bin'],
  ['/usr/local/opt', /^postgresql(@\d+)?$/, 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', /^\d+$/, 'bin'],
  ['C:\\Program Files\\PostgreSQL', /^\d+$/, 'bin'],
  ['/usr/local', /^pgsql$/, 'bin'],
  ['/usr/local', /^bin$/, ''],
  ['/usr', /^bin$/, ''],
]

/**
 * The programs to use: those of `pgBin` when given, else of the npm package, else installed ones of PostgreSQL 15 or
 * newer. An existing database is only opened by its own major version.
 */
export function chooseBinaries({ home, pgdata }: Layout, account: Account, pgBin?: string): Binaries {
  const wanted = Number(readText(path.join(pgdata, 'PG_VERSION'))) || undefined
  let other: Binaries | undefined
  for (const found of runnable(home, account, pgBin)) {
    if (found.major < OLDEST) continue
    if (wanted === undefined || found.major === wanted) return found
    other ??= found
  }
  if (!other) throw new OperatorError(noneFound(pgBin, account))
  throw new OperatorError(
    `The database in ${pgdata} was made by PostgreSQL ${wanted}, and only ${other.major} was found (${other.bin}). ` +
      `Set PG_BIN to the programs of PostgreSQL ${wanted}, or DATA_DIR to another place.`,
  )
}

function* runnable(home: string, account: Account, pgBin?: string): Generator<Binaries> {
  if (pgBin) return yield* tried(pgBin, account)
  const npmPackage = findBinaryPackage()
  if (npmPackage) {
    // Unlinked it cannot run, and behind a closed folder PostgreSQL's account cannot reach it.
    const linked = linkLibraries(npmPackage.root)
    const [inPlace] = linked ? tried(path.join(npmPackage.root, 'native', 'bin'), account) : []
    if (inPlace) yield inPlace
    else yield* tried(path.join(copyBinaryPackage(npmPackage, home, account), 'native', 'bin'), account)
  }
  for (const bin of installed()) yield* tried(bin, account)
}

function installed(): string[] {
  return USUAL_PLACES.flatMap(([parent, child, rest]) => {
    if (!fs.existsSync(parent)) return []
    const names = fs.readdirSync(parent).filter((name) => child.test(name))
    return names.sort(byNumberDescending).map((name) => path.join(parent, name, rest))
  }).filter((bin) => fs.existsSync(path.join(bin, 'initdb')) || fs.existsSync(path.join(bin, 'initdb.exe')))
}

const byNumberDescending = (a: string, b: string) => Number(b.match(/\d+/) ?? 0) - Number(a.match(/\d+/) ?? 0)

/** Runs it as the account that will: none when that cannot reach it or it does not run on this system. */
function tried(bin: string, account: Account): Binaries[] {
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return major === undefined ? [] : [{ bin, major: Number(major) }]
}

function noneFound(pgBin: string | undefined, account: Account): string {
  const who = account ? ` as account ${account.name} (PostgreSQL refuses to run as root)` : ''
  if (pgBin) return `PG_BIN: no programs of PostgreSQL ${OLDEST} or newer that run${who} in ${pgBin}.`
  return (
    `No PostgreSQL ${OLDEST} or newer that runs${who} was found for ${process.platform}-${process.arch}. ` +
    'Install one, set PG_BIN to the folder of its programs, or DATABASE_URL to a server.'
  )
}
