import net from 'node:net'

export type Held = { socket: net.Socket; opened: number; closedMs: Promise<number>; answer(): string }

/** A connection that sends what it is given and keeps what it is answered; `reads`: false leaves the answer lying. */
export function openWire(url: string, text: string | Buffer, { reads = true } = {}): Held {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  const opened = performance.now()
  let answer = ''
  socket.on('error', () => {})
  if (reads)
    socket.on('data', (piece) => {
      if (answer.length < 100_000) answer += piece.toString('latin1')
    })
  else socket.pause()
  socket.write(text)
  const closedMs = new Promise<number>((done) => {
    // A socket that nobody reads learns of its end by writing.
    const knock = reads ? undefined : setInterval(() => socket.write('\r\n'), 8000)
    socket.on('close', () => {
      clearInterval(knock)
      done(performance.now() - opened)
    })
  })
  return { socket, opened, closedMs, answer: () => answer }
}

/** Sends pieces as fast as they are taken until the other side ends the connection, or `most` bytes went. */
export async function flood(url: string, head: string, piece: Buffer, most: number) {
  const wire = openWire(url, head)
  let sent = 0
  let closed = false
  void wire.closedMs.then(() => {
    closed = true
  })
  while (!closed && sent < most) {
    sent += piece.length
    if (!wire.socket.write(piece))
      await Promise.race([new Promise((done) => wire.socket.once('drain', done)), wire.closedMs])
  }
  if (!closed) wire.socket.end()
  const ms = await wire.closedMs
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(wire.answer())?.[1] ?? 0)
  return { status, sent, ms }
}
