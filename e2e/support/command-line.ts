import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('commands.mjs', import.meta.url))

type Told = { id: number; code: number; output: string }

/** The portal's command line beside a running server; a line that fails rejects with what it said. */
export function openCommandLine(environment: NodeJS.ProcessEnv) {
  const child = fork(SCRIPT, { env: environment, execArgv: [] })
  const waiting = new Map<number, (told: Told) => void>()
  let last = 0
  child.on('message', (told: Told) => waiting.get(told.id)?.(told))
  child.once('exit', () => {
    for (const [id, tell] of waiting) tell({ id, code: 1, output: 'the command line ended' })
  })
  return {
    async run(...line: string[]): Promise<string> {
      last += 1
      const id = last
      const { code, output } = await new Promise<Told>((tell) => {
        waiting.set(id, tell)
        child.send({ id, line })
      })
      waiting.delete(id)
      if (code !== 0) throw new Error(`portal ${line.join(' ')}: ${output}`)
      return output.trim()
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
