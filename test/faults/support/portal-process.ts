import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import type { OwnServer } from './own-server.ts'

const running = new Set<ChildProcess>()
// Whatever happens to a test, nothing of it goes on.
process.once('exit', () => running.forEach((child) => void child.kill('SIGKILL')))

/** What an operator writes for that server's database. */
export const databaseUrl = ({ connection: { user, host, port } }: Pick<OwnServer, 'connection'>) =>
  `postgres://${user}@/lotline?host=${encodeURIComponent(host)}&port=${port}`

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** The portal as an operator starts it, in a process of its own that a test may kill; answers once it serves. */
export async function startPortalProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, DEMO: '0', MFA_POLICY: 'optional', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Ended)
  void ended.then(() => running.delete(child))
  let said = ''
  const url = await new Promise<string>((done, failed) => {
    const listen = (piece: Buffer) => {
      said += piece
      const address = / is at (http[^\s"]+)/.exec(said)?.[1]
      if (address) done(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => failed(new Error(`the portal did not start: ${said}`)))
  })
  return {
    url,
    pid: child.pid as number,
    ended,
    /** Everything that it printed. */
    said: () => said,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    /** Asked to end; how, and after how many milliseconds it did. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      const began = performance.now()
      child.kill(signal)
      const how = await ended
      return { ...how, ms: Math.round(performance.now() - began) }
    },
    /** Memory in use, in MB, and the most that it ever was. */
    memory: () => memoryOf(child.pid as number),
  }
}
type Ended = { code: number | null; signal: NodeJS.Signals | null }

function memoryOf(pid: number): { now: number; most: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: mb('VmRSS'), most: mb('VmHWM') }
}
