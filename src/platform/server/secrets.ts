import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { OperatorError } from './operator-error.ts'

const secretsSchema = z.object({
  /** Signs session cookies. */
  sessions: z.string().min(32),
  /** Keys the hashes of what may not be kept as it is, such as unknown sign-in names in the audit. */
  hashing: z.string().min(32),
  /** Seals what second factors are made from. Lost, everybody has to set theirs up anew. */
  factors: z.string().min(32),
  /** Signs where the audit chains stand: the seed of an Ed25519 key. */
  checkpoints: z.string().min(43),
  /** Derives the database logins' passwords where DATABASE_URL has none. */
  databaseLogins: z.string().min(32),
  /** What a collector sends to read GET /metrics. */
  metrics: z.string().min(32),
})

export type Secrets = Readonly<z.output<typeof secretsSchema>>

/**
 * The installation's secrets in DATA_DIR/secrets.json (mode 600, the folder 700), generated when missing. Several
 * instances of one installation share the file's content.
 * @throws OperatorError when the file cannot be read as what it is
 */
export function openSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  try {
    makeFolder(path.resolve(dataDir))
    if (!fs.existsSync(file)) createFile(file)
  } catch (fault) {
    throw new OperatorError(
      `DATA_DIR=${dataDir} cannot be used: ${(fault as Error).message}. It is to be a folder that this account may write to.`,
      { cause: fault },
    )
  }
  const stored = readFile(file)
  const missing = Object.keys(secretsSchema.shape).filter((name) => !(name in stored))
  if (missing.length > 0) fs.renameSync(writeBeside(file, stored), file)
  const parsed = secretsSchema.safeParse(readFile(file))
  if (!parsed.success) throw unreadable(file)
  return Object.freeze(parsed.data)
}

/** One after the other: Node's own `recursive` never ends below a folder that cannot have any (/proc). */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (fault) {
    // Another start made it meanwhile.
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST' || !fs.statSync(folder).isDirectory()) throw fault
  }
}

/** Complete when it appears, and the first of two simultaneous starts wins. */
function createFile(file: string): void {
  const fresh = writeBeside(file, {})
  try {
    fs.linkSync(fresh, file)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
  } finally {
    fs.rmSync(fresh)
  }
}

function writeBeside(file: string, kept: Record<string, unknown>): string {
  const generated = Object.keys(secretsSchema.shape).map((name) => [
    name,
    randomBytes(32).toString('base64url'),
  ])
  const fresh = `${file}.${process.pid}`
  const text = `${JSON.stringify({ ...Object.fromEntries(generated), ...kept }, null, 2)}\n`
  fs.writeFileSync(fresh, text, { mode: 0o600 })
  return fresh
}

function readFile(file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (fault) {
    throw new OperatorError(unreadable(file).message, { cause: fault })
  }
}

const unreadable = (file: string) =>
  new OperatorError(
    `${file} is damaged. Restore it from a backup; without it every session and key has to be renewed.`,
  )
