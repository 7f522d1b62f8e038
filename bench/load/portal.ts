import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { ensureServerBuilt } from '../../tools/server-build.mjs'

/** The portal in a process of its own, as `npm start` runs it; `profile`: a folder for a CPU profile. */
export async function startPortal(databaseUrl: string, dataDir: string, profile?: string) {
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  await ensureServerBuilt()
  const child = spawn(process.execPath, [...profiling, 'dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATABASE_POOLER: '0',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      MFA_POLICY: 'optional',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise<string>((done, failed) => {
    child.stdout.on('data', (piece) => {
      if (said.length < 10_000) said += piece
      const address = / is at (http[^\s"]+)/.exec(said)?.[1]
      if (address) done(address)
    })
    child.once('exit', () => failed(new Error(`the portal did not start: ${said}`)))
  })
  return {
    url,
    pid: child.pid as number,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return // by itself: nobody would hear of it again
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const TICKS = 100

/** Seconds of processor that a process and the ones that it started have used, the ended ones included. */
export function cpuSeconds(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), own)
}

/** Memory in use, in MB. */
export const memory = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
