import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const POLL_INTERVAL_MS = 5_000
const LOOKS = 5

type Seen = { left: string; stale: number }

/**
 * Whoever does not read an answer for half a minute loses the connection. Node's own time-out of a socket does not see
 * them: it begins anew with every byte that they send. Answers how to stop looking.
 */
export function cutSlowReaders(server: Server, pollIntervalMs = POLL_INTERVAL_MS): () => void {
  const sockets = new Map<Socket, Seen>()
  server.on('connection', (socket) => {
    sockets.set(socket, { left: '', stale: 0 })
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    for (const [socket, seen] of sockets) {
      const left = unread(socket)
      seen.stale = left !== '' && left === seen.left ? seen.stale + 1 : 0
      seen.left = left
      if (seen.stale >= LOOKS) socket.destroy()
    }
  }, pollIntervalMs)
  look.unref()
  return () => clearInterval(look)
}

/** How much was given to the connection and how much of it waits; empty when nothing does. */
function unread(socket: Socket): string {
  if (socket.writableLength === 0) return ''
  // Bytes that the kernel has not taken: without it a large piece shows no progress until it is through.
  const { _handle } = socket as unknown as { _handle?: { writeQueueSize?: number } }
  return `${socket.bytesWritten} ${_handle?.writeQueueSize}`
}
