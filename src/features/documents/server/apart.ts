import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const IDLE_MS = 5000
const START_MS = 30_000
const MEGABYTES = 256

/** As one file of the built server, or from the sources. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

export type Apart = {
  /** Where its source is, beside this one; built, all of them lie beside one another. */
  source: string
  /** Longer than that it may not take. */
  limitMs: number
}

/**
 * Work on files of other people in a process of its own, with bounds on its time and memory: whatever a file does to its reader,
 * there is no answer then, and the next file has a new reader. One file at a time. Rejects where there is no reader at all.
 */
export function workApart<Asked extends object, Answer>({ source, limitMs }: Apart) {
  const name = ending === 'ts' ? source : `./${source.split('/').at(-1)}`
  const program = fileURLToPath(new URL(`${name}.${ending}`, import.meta.url))
  let reader: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end() {
    clearTimeout(idle)
    reader?.kill('SIGKILL')
    reader = undefined
  }

  async function start(): Promise<ChildProcess> {
    const started = fork(program, {
      execArgv: [`--max-old-space-size=${MEGABYTES}`, ...(ending === 'ts' ? ['--import', 'tsx'] : [])],
      serialization: 'advanced',
      stdio: 'ignore',
      // Nothing of the server's settings and secrets is any concern of a reader of files.
      env: {},
    })
    const ready = await answerOf<'ready'>(started, START_MS)
    if (ready === 'ready') return started
    started.kill('SIGKILL')
    throw new Error(`${name} did not start`)
  }

  /** Undefined: it ended, or took too long. */
  async function ask(asked: Asked): Promise<Answer | undefined> {
    clearTimeout(idle)
    reader ??= await start()
    reader.ref()
    reader.send(asked, () => {})
    const answer = await answerOf<Answer>(reader, limitMs)
    if (answer === undefined) {
      end()
      return
    }
    idle = setTimeout(end, IDLE_MS)
    idle.unref()
    reader.unref()
    reader.channel?.unref()
    return answer
  }
  return { ask, end }
}

/** The next message of a process; undefined when it ends, or takes longer. */
function answerOf<Answer>(child: ChildProcess, withinMs: number): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const done = (answer?: Answer) => {
      clearTimeout(late)
      child.off('message', done).off('exit', ended).off('error', ended)
      resolve(answer)
    }
    const ended = () => done()
    const late = setTimeout(ended, withinMs)
    child
      .on('message', done as never)
      .on('exit', ended)
      .on('error', ended)
  })
}
