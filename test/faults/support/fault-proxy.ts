import net from 'node:net'

/**
 * How the line to the database behaves. `blackhole`: nothing arrives any more, nothing is closed. `slow`: every piece
 * comes `ms` later. `slices`: in pieces of three bytes. `cut`: the connection breaks after so many bytes of answers.
 */
type Line =
  | { mode: 'pass' | 'refuse' | 'blackhole' | 'slices' }
  | { mode: 'slow'; ms: number }
  | { mode: 'cut'; after: number }

type Pair = { ours: net.Socket; theirs: net.Socket; lost: boolean; answered: number }

/** A line on 127.0.0.1 to a server on a socket or a port, that fails as told. */
export async function startFaultProxy(target: { host: string; port: number }) {
  let line: Line = { mode: 'pass' }
  const pairs = new Set<Pair>()
  const to = target.host.startsWith('/')
    ? { path: `${target.host}/.s.PGSQL.${target.port}` }
    : { host: target.host, port: target.port }

  function deliver(pair: Pair, from: net.Socket, into: net.Socket, piece: Buffer) {
    if (line.mode === 'blackhole') pair.lost = true
    // What was swallowed is missing for ever: such a connection does not come back with the line.
    if (pair.lost) return
    if (line.mode === 'slow') setTimeout(() => into.writable && into.write(piece), line.ms)
    else if (line.mode === 'slices')
      for (let at = 0; at < piece.length; at += 3) into.write(piece.subarray(at, at + 3))
    else if (line.mode === 'cut' && from === pair.theirs) {
      into.write(piece.subarray(0, Math.max(0, line.after - pair.answered)))
      pair.answered += piece.length
      if (pair.answered >= line.after) end(pair)
    } else into.write(piece)
  }

  function end(pair: Pair) {
    pair.ours.destroy()
    pair.theirs.destroy()
    pairs.delete(pair)
  }

  const server = net.createServer({ noDelay: true }, (ours) => {
    if (line.mode === 'refuse') return ours.resetAndDestroy()
    const pair: Pair = { ours, theirs: net.connect(to as net.NetConnectOpts), lost: false, answered: 0 }
    pairs.add(pair)
    for (const [from, into] of [
      [ours, pair.theirs],
      [pair.theirs, ours],
    ] as const) {
      from.on('data', (piece) => deliver(pair, from, into, piece))
      from.on('error', () => end(pair))
      from.on('close', () => end(pair))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    host: '127.0.0.1',
    port: (server.address() as net.AddressInfo).port,
    set(next: Line) {
      line = next
      for (const pair of pairs) pair.answered = 0
    },
    /** RST on every open connection, in the middle of whatever it does. */
    reset() {
      for (const pair of pairs) {
        pair.ours.resetAndDestroy()
        pair.theirs.destroy()
      }
      pairs.clear()
    },
    open: () => pairs.size,
    async close() {
      for (const pair of pairs) end(pair)
      await new Promise((done) => server.close(done))
    },
  }
}
