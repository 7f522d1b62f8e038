import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `no_text`: pages, but no text on them. `cut`: only the beginning was read. */
export type ReadText = { state: 'read' | 'cut' | 'no_text' | 'locked' | 'unreadable'; pages: string[] }

const LIMIT_MS = 20_000
const IDLE_MS = 5000
const START_MS = 30_000
const MEGABYTES = 256

/** As one file of the built server, or from the sources. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const PROGRAM = fileURLToPath(new URL(`./read-pdf.${ending}`, import.meta.url))

/**
 * Reads the text of PDFs in a process of its own, with bounds on its time and memory: whatever a file does to its reader,
 * it is `unreadable` then, and the next one has a new reader. Rejects where there is no reader at all.
 */
export function createTextReader({ limitMs = LIMIT_MS } = {}) {
  let reader: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function end() {
    clearTimeout(idle)
    reader?.kill('SIGKILL')
    reader = undefined
  }

  async function start(): Promise<ChildProcess> {
    const started = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${MEGABYTES}`, ...(ending === 'ts' ? ['--import', 'tsx'] : [])],
      serialization: 'advanced',
      stdio: 'ignore',
      // Nothing of the server's settings and secrets is any concern of a reader of files.
      env: {},
    })
    const ready = await answerOf<'ready'>(started, START_MS)
    if (ready === 'ready') return started
    started.kill('SIGKILL')
    throw new Error('the reader of PDFs did not start')
  }

  async function read(data: Uint8Array): Promise<ReadText> {
    clearTimeout(idle)
    reader ??= await start()
    reader.ref()
    reader.send(data, () => {})
    const answer = await answerOf<ReadText>(reader, limitMs)
    if (!answer) {
      end()
      return { state: 'unreadable', pages: [] }
    }
    idle = setTimeout(end, IDLE_MS)
    idle.unref()
    reader.unref()
    reader.channel?.unref()
    return answer
  }
  return { read, end }
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
