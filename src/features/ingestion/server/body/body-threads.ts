import { Worker } from 'node:worker_threads'
import { ReadRefusal, type RefusalCode, type RefusalDetails } from '../read/refusal.ts'
import type { RawRow } from '../rejected/raw-rows.ts'
import type { Body, BodyEnd, Chunk } from './body.ts'
import type { BodyOptions } from './read-body.ts'

/** What a thread says: that it needs bytes, what it has read, or how it ended. */
export type Said =
  | { is: 'hungry' }
  | { is: 'chunk'; chunk: Chunk }
  | { is: 'end'; end: BodyEnd }
  | { is: 'again'; rows: RawRow[] }
  | { is: 'closed' }
  | { is: 'refused'; code: RefusalCode; message: string; details: RefusalDetails }

/** What it is told: what to read; more bytes, or that there are none; that its chunk was taken; rows to read again; to close. */
export type Told = BodyOptions | Uint8Array | 'ended' | 'go on' | { rows: readonly number[] } | 'close'

const IDLE_MS = 30_000
/** A row is bounded, and so is what is held back; this only bounds what a fault of ours may cost. */
const MEGABYTES = 256

/** As one file of the built server; from the sources by way of tsx, which `--import` does not bring into a thread. */
const fromSources = import.meta.url.endsWith('.ts')
const program = new URL(`./body-thread.${fromSources ? 'ts' : 'js'}`, import.meta.url)
const viaTsx = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program}') })`

/**
 * Reads uploads in threads of their own, so that who asks for a screen does not wait for one to be cut and typed, nor for the memory
 * of its rows to be cleared. A thread reads one body at a time and is kept for the next; there are never more than uploads
 * under way. One whose body was not read to its last byte is ended.
 */
export function createBodyThreads() {
  const idle: Thread[] = []

  function take(): Thread {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      clearTimeout(thread.idle)
      if (!thread.hasEnded()) return thread
    }
    return startThread()
  }

  function give(thread: Thread) {
    idle.push(thread)
    thread.idle = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1)
      thread.end()
    }, IDLE_MS).unref()
  }

  function readElsewhere(stream: AsyncIterable<Uint8Array>, options: BodyOptions): Body {
    let end: BodyEnd | undefined
    /** Holds the upload open behind its end. */
    let holder: Thread | undefined
    return {
      async *chunks() {
        const pieces = stream[Symbol.asyncIterator]()
        const thread = take()
        let spare = false
        try {
          let said = await thread.ask(options)
          for (let ended = false; ; ) {
            if (said.is === 'hungry') {
              const piece = await pieces.next()
              ended = piece.done === true
              said = await (piece.done ? thread.ask('ended') : thread.hand(piece.value))
            } else if (said.is === 'chunk') {
              yield said.chunk
              said = await thread.ask('go on')
            } else if (said.is === 'end') {
              end = said.end
              if (ended) holder = thread
              return
            } else {
              spare = ended
              if (said.is === 'refused') throw new ReadRefusal(said.code, said.message, said.details)
              throw new Error(`the thread said ${said.is} too early`)
            }
          }
        } finally {
          if (spare) give(thread)
          else if (!holder) thread.end()
          await pieces.return?.()
        }
      },
      end() {
        if (!end) throw new Error('the body was not read to its end')
        return end
      },
      async rowsAgain(rows) {
        const said = await holder?.ask({ rows })
        return said?.is === 'again' ? said.rows : []
      },
      async close() {
        const thread = holder
        holder = undefined
        // One that does not answer has ended, and what it held open with it.
        const said = await thread?.ask('close').catch(() => undefined)
        if (thread && said) give(thread)
      },
    }
  }
  return { readElsewhere }
}

export type BodyThreads = ReturnType<typeof createBodyThreads>

type Thread = ReturnType<typeof startThread> & { idle?: NodeJS.Timeout }

function startThread() {
  const worker = new Worker(fromSources ? viaTsx : program, {
    eval: fromSources,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    // Nothing of the server's settings and secrets is any concern of a reader of tables.
    env: {},
  })
  worker.unref() // an end of the server need not wait for it
  let fault: Error | undefined
  worker.on('error', (why: Error) => {
    fault = why
  })
  worker.on('exit', () => {
    fault ??= new Error('the thread that reads the upload has ended')
  })

  /** The next thing that it says; rejects when it ends instead. */
  function ask(told: Told, transferred: ArrayBuffer[] = []): Promise<Said> {
    return new Promise((resolve, reject) => {
      if (fault) return reject(fault)
      const said = (message: Said) => {
        worker.off('exit', ended)
        resolve(message)
      }
      const ended = () => {
        worker.off('message', said)
        reject(fault)
      }
      worker.once('message', said).once('exit', ended)
      worker.postMessage(told, transferred)
    })
  }

  return {
    ask,
    /** Hands a copy over: the buffer behind a piece of a request is not its own. */
    hand: (piece: Uint8Array) => {
      const own = new Uint8Array(piece)
      return ask(own, [own.buffer])
    },
    hasEnded: () => fault !== undefined,
    end: () => void worker.terminate(),
  }
}
