import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClient } from '../../support/client.ts'
import { openStream, type StreamMessage } from '../../support/event-stream.ts'

/** A line of the ledger: what a listener heard, or a write that the database has acknowledged. */
export type Heard =
  | {
      listener: string
      /** Whose events are theirs; null: everybody's. */
      tenants: number[] | null
      /** Where the listener began. */
      from: string
      event: string
      id: string
      object: string
      tenant: number
    }
  | { acknowledged: string }

type Listener = { name: string; client: TestClient; tenants: number[] | null; url: () => string }

/** Listens until it is told to stop, coming back with the last id whatever happens; writes down every message. */
export function startListener({ name, client, tenants, url }: Listener, write: (heard: Heard) => void) {
  let stopped = false
  let lastId: string | undefined
  let from: string | undefined
  let cut = async () => {}
  let opened = 0

  async function once() {
    const stream = await openStream(url(), client, lastId === undefined ? {} : { lastEventId: lastId })
    if (stream.status !== 200) return stream.close()
    opened += 1
    cut = () => stream.close()
    let read = 0
    const take = () => {
      for (const message of stream.messages.slice(read)) note(message)
      read = stream.messages.length
    }
    while (!stopped && !(await stream.ended(0.02))) take()
    take()
    await stream.close()
  }
  function note({ event, id, data }: StreamMessage) {
    if (id === undefined) return
    // The first stream begins with what happened a moment before it; the proof begins where it is live.
    if (from === undefined && event !== 'ready') return
    from ??= id
    lastId = id
    if (event !== 'change' || data.topic === 'loss')
      write({
        listener: name,
        tenants,
        from,
        event,
        id,
        object: String(data.object),
        tenant: Number(data.tenant),
      })
  }
  const running = (async () => {
    while (!stopped) {
      await once().catch(() => undefined)
      await sleep(30)
    }
  })()

  return {
    name,
    /** Drops the connection; it comes back by itself. */
    drop: () => cut(),
    isListening: () => from !== undefined,
    lastId: () => lastId,
    opened: () => opened,
    async stop() {
      stopped = true
      await running
    },
  }
}
