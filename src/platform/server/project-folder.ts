import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where package.json is, with db/ and dist/ beside it: the same from a source file and from the built server. */
export const PROJECT_FOLDER = folderAbove(path.dirname(fileURLToPath(import.meta.url)))

function folderAbove(folder: string): string {
  if (folder === path.dirname(folder)) throw new Error('There is no package.json above the server.')
  return fs.existsSync(path.join(folder, 'package.json')) ? folder : folderAbove(path.dirname(folder))
}
