import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..')
/** What a fresh copy of the project does not have. */
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'data', 'look', 'bench/results', 'test/faults/results']

export type Account = { name: string; uid?: number; gid?: number }

/** The project as whoever fetches it has it, with the packages installed here, in a folder of that account's own. */
export function copyProject(target: string, { uid, gid }: Account): void {
  const left = NOT_COPIED.map((place) => path.join(ROOT, place))
  fs.cpSync(ROOT, target, { recursive: true, filter: (place) => !left.includes(place) })
  const packages = fs.realpathSync(path.join(ROOT, 'node_modules'))
  // A folder of its own, as an installation makes it: the build puts something of its own there.
  fs.mkdirSync(path.join(target, 'node_modules'))
  const noted = ['.bin', '.package-lock.json', '.lotline-installed']
  for (const name of fs.readdirSync(packages).filter((one) => !one.startsWith('.') || noted.includes(one)))
    fs.symlinkSync(path.join(packages, name), path.join(target, 'node_modules', name))
  if (uid !== undefined && gid !== undefined) giveTo(target, uid, gid)
}

function giveTo(place: string, uid: number, gid: number): void {
  fs.lchownSync(place, uid, gid)
  if (fs.lstatSync(place).isDirectory())
    for (const name of fs.readdirSync(place)) giveTo(path.join(place, name), uid, gid)
}

/** Whether an account may read the packages of this project, and run this Node. */
export function mayRun({ uid, gid }: Account): boolean {
  const script = `fs.readFileSync(${JSON.stringify(path.join(ROOT, 'node_modules', 'pg', 'package.json'))})`
  try {
    execFileSync(process.execPath, ['-e', script], { uid, gid, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => void child.kill('SIGKILL')))

/** A command of the copy, by an account whose new files are its own alone, with the environment of a new terminal. */
export function startIn(
  folder: string,
  command: string,
  account: Account,
  environment: Record<string, string>,
) {
  const { uid, gid } = account
  const began = performance.now()
  const child = spawn('/bin/sh', ['-c', `umask 077 && exec ${command}`], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: path.dirname(folder),
      npm_config_update_notifier: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid }),
  })
  running.add(child)
  let [said, complained] = ['', '']
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  // With the last of what it says to a person: who can sign in, or how to set it up.
  const serving = new Promise<{ url: string; seconds: number }>((done, failed) => {
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      said += piece
      const url = / is at (http\S+)\n\n[\s\S]*(?:must have a second factor.*| once\n\n {2}http\S+)\n/.exec(
        said,
      )?.[1]
      if (url) done({ url, seconds: Number(((performance.now() - began) / 1000).toFixed(1)) })
    })
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      complained += piece
    })
    void ended.then(({ code }) => failed(new Error(`it ended with ${code}: ${said}${complained}`)))
  })
  // Who is refused is asked how it ended, and never whether it serves.
  serving.catch(() => {})
  return {
    serving,
    ended,
    said: () => said,
    complained: () => complained,
    async stop(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
  }
}
