import fs from 'node:fs'
import path from 'node:path'
import { PROJECT_FOLDER } from './project-folder.ts'

/** As package.json has it. */
export const PORTAL_VERSION: string = JSON.parse(
  fs.readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'),
).version
