import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { PROJECT_FOLDER } from '../project-folder.ts'

export type SqlFile = { name: string; shown: string; text: string; checksum: string }
export type Applied = { name: string; checksum: string }

/** The names of a folder's SQL files, in their order; none where there is no such folder. */
export const sqlFileNames = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort()
    : []

/** A folder's SQL files in the order of their names. */
export const readSqlFiles = (folder: string): SqlFile[] =>
  sqlFileNames(folder).map((name) => readSqlFile(path.join(folder, name)))

export function readSqlFile(file: string): SqlFile {
  // git may have checked it out with CRLF; that is not a change.
  const text = fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const within = path.relative(PROJECT_FOLDER, file).split(path.sep).join('/')
  const shown = within.startsWith('../') ? file : within
  return { name: path.basename(file), shown, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** In this order; what concerns every table comes last. */
const STAGES = ['functions', 'views', 'triggers', 'policies', 'all-tables'] as const

/** The db/ folders of the platform and of every feature. */
function databaseFolders(): string[] {
  const features = path.join(PROJECT_FOLDER, 'src', 'features')
  return [
    path.join(PROJECT_FOLDER, 'src', 'platform', 'db'),
    ...fs
      .readdirSync(features)
      .sort()
      .map((feature) => path.join(features, feature, 'db')),
  ]
}

/**
 * What is declared beside the tables, stage by stage: functions, views, triggers, policies, and what concerns every table.
 * Within a stage the order does not matter.
 */
export const readDeclarations = (folders = databaseFolders()): SqlFile[] =>
  STAGES.flatMap((stage) => folders.flatMap((folder) => readSqlFiles(path.join(folder, stage))))

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
