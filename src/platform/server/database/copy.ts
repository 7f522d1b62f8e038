import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What the driver's connection can do; its types know only a part. */
type Connection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}
type Submitted = { submit(connection: Connection): void }

/** Rows that arrived and nobody has taken yet: beyond that the connection is not read. */
const MOST_WAITING = 1 << 20

const start = (client: pg.ClientBase, copy: Submitted) =>
  void client.query(copy as unknown as { submit(connection: pg.Connection): void })

/** Rows of `copy … to stdout` as PostgreSQL writes them, line by line, in bunches; memory stays flat whatever the size. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer[]> {
  let rows: Buffer[] = []
  let waiting = 0
  let ended = false
  let fault: unknown
  let connection: Connection | undefined
  let wake = () => {}
  const end = (why?: unknown) => {
    fault ??= why
    ended = true
    wake()
  }
  start(client, {
    submit(to: Connection) {
      connection = to
      to.query(statement)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      rows.push(Buffer.from(chunk)) // the driver writes over its own
      waiting += chunk.length
      if (waiting > MOST_WAITING) connection?.stream.pause()
      wake()
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => end(),
    handleError: end,
  } as Submitted)
  for (;;) {
    if (rows.length === 0 && !ended)
      await new Promise<void>((done) => {
        wake = done
      })
    if (fault) throw fault
    if (rows.length === 0) return
    const taken = rows
    rows = []
    waiting = 0
    connection?.stream.resume()
    yield taken
  }
}

/** Gives `copy … from stdin` its rows, as fast as the database takes them. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  let ready = (_: Connection) => {}
  let done = () => {}
  let failed = (_: unknown) => {}
  const begun = new Promise<Connection>((go) => {
    ready = go
  })
  const ended = new Promise<void>((go, fail) => {
    done = go
    failed = fail
  })
  ended.catch(() => {}) // told where it is waited for
  start(client, {
    submit: (to: Connection) => to.query(statement),
    handleCopyInResponse: (to: Connection) => ready(to),
    handleCommandComplete() {},
    handleReadyForQuery: () => done(),
    handleError: (fault: unknown) => failed(fault),
  } as Submitted)
  const connection = await Promise.race([begun, ended.then(() => undefined)])
  if (!connection) throw new Error('the statement takes no rows')
  try {
    for await (const chunk of chunks) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended])
    }
  } catch (fault) {
    connection.sendCopyFail('the rows could not be read')
    await ended.catch(() => {})
    throw fault
  }
  connection.endCopyFrom()
  await ended
}
