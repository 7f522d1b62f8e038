import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; text: string }

/** A request as it goes over the wire, with whatever address and headers; the answer, when the connection ends. */
export async function onTheWire(url: string, lines: string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'), 'latin1')
  await once(socket, 'close')
  const whole = Buffer.concat(pieces).toString('latin1')
  const [head = '', ...rest] = whole.split('\r\n\r\n')
  const [first = '', ...named] = head.split('\r\n')
  const headers = Object.fromEntries(
    named.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, text: rest.join('\r\n\r\n') }
}

/** GET of an address exactly as written. */
export const getRaw = (url: string, path: string) =>
  onTheWire(url, [`GET ${path} HTTP/1.1`, `host: ${new URL(url).host}`, 'connection: close', '', ''])
