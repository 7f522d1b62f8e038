import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PLACES = ['src/platform', 'src/features', 'db/functions']

let known: string | undefined

/** A mark of the program that answers, the same on every server that runs the same files; read once. */
export function releaseMark(): string {
  known ??= PLACES.flatMap((place) => filesIn(path.join(ROOT, place)))
    .reduce(
      (hash, file) => hash.update(file.slice(ROOT.length)).update(fs.readFileSync(file)),
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
