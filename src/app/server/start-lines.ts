import fs from 'node:fs'
import path from 'node:path'

export type StartLines = { say(line: string): void; warn(line: string): void }

/** Where nobody but this machine's terminal reads, and in a demo, whose sign-ins are for people. */
const isForPeople = ({ DEMO, DATABASE_URL }: NodeJS.ProcessEnv) =>
  process.stdout.isTTY === true || DEMO === '1' || (!DATABASE_URL && DEMO !== '0')

/** What a start says: lines for a terminal, JSON like every other line for whoever collects them. */
export function startLines(environment: NodeJS.ProcessEnv = process.env): StartLines {
  const plain = isForPeople(environment)
  const write = (level: number, line: string) => {
    const text = line.trim()
    if (!plain && text === '') return
    const entry = { level, time: new Date().toISOString(), msg: text }
    process.stdout.write(plain ? `${level > 30 ? '! ' : ''}${line}\n` : `${JSON.stringify(entry)}\n`)
  }
  return { say: (line) => write(30, line), warn: (line) => write(40, line) }
}

/**
 * Tells of the one-time link, which makes the administrator: on a terminal as it is, else by the file that holds it, so that
 * no collector of logs has it. Undefined: there is an administrator, and no file is left.
 */
export function tellSetUpLink(link: string | undefined, dataDir: string, { say }: StartLines): void {
  const file = path.join(dataDir, 'setup-link')
  if (link === undefined) {
    fs.rmSync(file, { force: true })
    return
  }
  if (process.stdout.isTTY) {
    say(`Nobody administers this portal yet. Set it up within a day, once, at\n\n  ${link}\n`)
    return
  }
  const fresh = `${file}.${process.pid}`
  fs.writeFileSync(fresh, `${link}\n`, { mode: 0o600 })
  fs.renameSync(fresh, file)
  say(`Nobody administers this portal yet. The link to set it up, good once and for a day, is in ${file}`)
}
