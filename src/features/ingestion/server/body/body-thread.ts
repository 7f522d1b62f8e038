import { type MessagePort, parentPort } from 'node:worker_threads'
import { ReadRefusal } from '../read/refusal.ts'
import type { Said, Told } from './body-threads.ts'
import { type BodyOptions, readBody } from './read-body.ts'

// The thread's own program: reads one body after the other. A fault of its own ends it, which whoever waits for it hears.

const port = parentPort as MessagePort
let turn: Promise<unknown> = Promise.resolve()

/** Says something and hears the answer to it. One after the other: what unpacks asks for bytes ahead, beside the rows. */
function told<Answer extends Told>(said?: Said): Promise<Answer> {
  const answer = turn.then(
    () =>
      new Promise<Answer>((resolve) => {
        port.once('message', resolve)
        if (said) port.postMessage(said)
      }),
  )
  turn = answer
  return answer
}

async function* pieces() {
  for (;;) {
    const piece = await told<Uint8Array | 'ended'>({ is: 'hungry' })
    if (piece === 'ended') return
    yield piece
  }
}

let last: Said | undefined
for (;;) {
  const body = readBody(pieces(), await told<BodyOptions>(last))
  try {
    for await (const chunk of body.chunks()) await told({ is: 'chunk', chunk })
    let asked = await told<'close' | { rows: number[] }>({ is: 'end', end: body.end() })
    while (asked !== 'close')
      asked = await told<typeof asked>({ is: 'again', rows: await body.rowsAgain(asked.rows) })
    last = { is: 'closed' }
  } catch (fault) {
    if (!(fault instanceof ReadRefusal)) throw fault
    last = { is: 'refused', code: fault.code, message: fault.message, details: fault.details }
  } finally {
    await body.close()
  }
}
