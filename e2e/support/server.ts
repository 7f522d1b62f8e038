import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What every portal of the journeys runs with. */
export const environmentOf = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  DATA_DIR: dataDir,
  DEMO: '0',
  MFA_POLICY: 'optional',
  LOG_LEVEL: 'error',
})

/** The server as `npm start` runs it; waits for its address. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['dist/server/main.js'], { env })
  // Whatever ends this process ends the server too.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  let said = ''
  const address = new Promise<string>((found, failed) => {
    const hear = (text: string) => {
      said += text
      const [url] = /(?<= is at )http:[^\s"]+/.exec(said) ?? []
      if (url) found(url)
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${said}`)))
  })
  const url = await address
  return {
    url,
    said: () => said,
    /** As a power cut would. */
    async kill() {
      process.off('exit', end)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
