import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestPortal } from './portal.ts'

/** The server as an operator starts it, on the database of a test portal by its DATABASE_URL. Stop it. */
export async function startByUrl(
  portal: TestPortal,
  dataDir: string,
  environment: Record<string, string> = {},
) {
  const { user, password, database, host, port } = portal.location.owner as Record<string, string>
  const account = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${account}@/${database}?host=${encodeURIComponent(host as string)}&port=${port}`,
      ...environment,
    },
  })
  let said = ''
  const ended = once(child, 'exit')
  const ready = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/ is at http/.test(said)) setTimeout(done, 300)
    })
  })
  let wrong = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    wrong += text
  })
  await Promise.race([ready, ended])
  return {
    said: () => said,
    wrong: () => wrong,
    code: () => child.exitCode,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
