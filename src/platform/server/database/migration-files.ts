import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

export type SqlFile = { name: string; shown: string; text: string; checksum: string }
export type Applied = { name: string; checksum: string }

/** The names of the files of one folder, in their order. */
export function sqlFileNames(directory: string, folder: string, pattern = /\.sql$/): string[] {
  const place = path.join(directory, folder)
  if (!fs.existsSync(place)) return []
  return fs
    .readdirSync(place)
    .filter((name) => pattern.test(name))
    .sort()
}

/** The files of one folder in the order of their names. */
export function readSqlFiles(directory: string, folder: string, pattern = /\.sql$/): SqlFile[] {
  const place = path.join(directory, folder)
  return sqlFileNames(directory, folder, pattern).map((name) => {
    // git may have checked it out with CRLF; that is not a change.
    const text = fs.readFileSync(path.join(place, name), 'utf8').replaceAll('\r\n', '\n')
    const shown = path.posix.join('db', folder, name)
    return { name, shown, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

export async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query(`select to_regclass('portal.schema_migrations') is not null as present`)
  if (!rows[0].present) return []
  return (await client.query('select name, checksum from portal.schema_migrations')).rows
}

export function jointChecksum(files: SqlFile[]): string {
  const joint = createHash('sha256')
  for (const file of files) joint.update(`${file.shown}\n${file.checksum}\n`)
  return joint.digest('hex')
}

/**
 * What is still to be applied, in order.
 * @throws OperatorError when an applied file was changed, is gone, or two have the same number
 */
export function pendingMigrations(files: SqlFile[], applied: Applied[]): SqlFile[] {
  const known = new Map(files.map((file) => [file.name, file]))
  for (const row of applied) {
    if (!/^\d{4}_/.test(row.name)) continue
    const file = known.get(row.name)
    if (!file) {
      throw new OperatorError(
        `The database has migration ${row.name}, which this version does not know: it was migrated by a newer one.`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new OperatorError(
        `${file.shown} was changed after it was applied to this database. Restore it and put the change into a new file.`,
      )
    }
  }
  refuseTwins(files)
  const done = new Set(applied.map((row) => row.name))
  return files.filter((file) => !done.has(file.name))
}

function refuseTwins(files: SqlFile[]): void {
  files.forEach((file, i) => {
    const number = /^\d{4}(?=_)/.exec(file.name)?.[0]
    if (!number) throw new OperatorError(`${file.shown}: the name has to begin with four digits and "_".`)
    const twin = files[i + 1]
    if (twin?.name.startsWith(`${number}_`)) {
      throw new OperatorError(`${file.shown} and ${twin.shown} have the same number.`)
    }
  })
}
