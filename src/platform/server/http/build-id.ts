import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PROJECT_FOLDER } from '../project-folder.ts'

const PLACES = ['src/platform', 'src/features']

let known: string | undefined

/** A mark of the program that answers, the same on every server that runs the same files; read once. */
export function buildId(): string {
  known ??= PLACES.flatMap((place) => filesIn(path.join(PROJECT_FOLDER, place)))
    .reduce(
      (hash, file) => hash.update(file.slice(PROJECT_FOLDER.length)).update(fs.readFileSync(file)),
      createHash('sha256'),
    )
    .digest('base64url')
  return known
}

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
